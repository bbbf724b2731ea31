/** The page's icons: strokes in a box of 24 by 24, in the colour of the text. */
const PATHS = {
  undo: "M9 5L4 10l5 5M4 10h9a6 6 0 010 10h-3",
  redo: "M15 5l5 5-5 5M20 10h-9a6 6 0 000 10h3",
  flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  mirror: "M12 3v18M9 7L4 17h5zM15 7l5 10h-5z",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  first: "M6 5v14M18 6l-8 6 8 6z",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14M6 6l8 6-8 6z",
  remove: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  share: "M12 15V4M8 8l4-4 4 4M6 11H5v9h14v-9h-1",
  picture: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M15 9h.1",
  open: "M3 7v12h16l3-9H7l-3 8M3 7V5h6l2 3h8v2",
  link: "M10 14a4 4 0 005.7 0l3-3a4 4 0 00-5.7-5.7l-1 1M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l1-1",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6",
  "eye-off": "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6M4 20L20 4",
  explorer: "M10 4a6 6 0 100 12 6 6 0 000-12M14.5 14.5L20 20",
  game: "M12 3a9 9 0 100 18 9 9 0 000-18M12 8a4 4 0 100 8 4 4 0 000-8",
  studies: "M9 18h6M10 21h4M12 3a6 6 0 00-3.5 10.9c.6.5.9 1.2.9 2.1h5.2c0-.9.3-1.6.9-2.1A6 6 0 0012 3",
  editor: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  endgames: "M5 6h14M5 12h14M5 18h14M2 6h.1M2 12h.1M2 18h.1",
  material: "M12 4v16M7 20h10M4 8h16M4 8l-2 6h5zM20 8l-3 6h5z",
  rules: "M12 6c-2-1.5-5-2-8-1.5V18c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V4.5c-3-.5-6 0-8 1.5M12 6v13.5",
  help: "M12 3a9 9 0 100 18 9 9 0 000-18M9.2 9.3a2.9 2.9 0 115 2c-1.3.9-2.2 1.5-2.2 2.9M12 17.2v.1",
  settings:
    "M12 9a3 3 0 100 6 3 3 0 000-6M10 3h4l.6 2.7 2.3 1.3 2.6-.9 2 3.5-2 1.8v2.6l2 1.8-2 3.5-2.6-.9-2.3 1.3L14 21h-4l-.6-2.7-2.3-1.3-2.6.9-2-3.5 2-1.8v-2.6l-2-1.8 2-3.5 2.6.9 2.3-1.3z",
  chase: "M12 6a6 6 0 100 12 6 6 0 000-12M12 2v6M12 16v6M2 12h6M16 12h6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
