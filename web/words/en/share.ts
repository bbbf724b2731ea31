import type { Words } from "../../../src/say/words/en/game.ts";

/** What is said where a position is taken away. */
export const share = {
  title: "Share",
  name: "Title",
  withVerdict: "with the verdict",
  link: "Link",
  /** The link is too long for the QR code. */
  codeIsShort: "The code in the picture leads to the position alone: the link to the whole game is too long for it.",
  /** To another program of the device. */
  send: "Send …",
  savePicture: "Save the picture",
  copyLink: "Copy the link",
  /** The game as a picture that moves. */
  gif: "Moving picture (GIF)",
  movingSvg: "Moving picture (SVG)",
  /** For other sites. */
  embed: "Copy code for another site",
  print: "Print",
  /** To the lesson that is worked on. */
  add: "Add to the lesson",
  added: (positions: number) => `In the lesson: ${positions === 1 ? "1 position" : `${positions} positions`}.`,
  full: "The lesson is full.",
  openLesson: "Open the lesson",
  lesson: {
    title: "Lesson",
    untitled: "without a title",
    empty: 'Nothing is in it yet. Open a position, then "Share …" and "Add to the lesson".',
    which: "Lesson",
    begin: "New lesson",
    remove: "Delete the lesson",
    /** Of a lesson that a link brought. */
    keep: "Keep it in this browser",
    own: "Lessons kept here",
    perPage: "Diagrams on a page",
    onPage: (count: string) => `${count} a page`,
    answers: "Answers",
    places: { none: "without answers", below: "answers below", overleaf: "answers overleaf" },
    answersTo: (first: number, last: number) => `Answers ${first}–${last}`,
    /** What pressing one does. */
    diagrams: "A diagram opens its position on the board, to be played through; the browser leads back.",
    /** How many more positions a link can hold, before it is too long. */
    room: (positions: number) =>
      positions === 0
        ? "The link has no room for another position."
        : `The link has room for about ${positions} more ${positions === 1 ? "position" : "positions"} like these.`,
    tooLong: "The lesson is too long for a link: save it as PGN.",
    open: (place: number) => `Open position ${place}`,
    note: (place: number) => `Note on position ${place}`,
    earlier: (place: number) => `Move position ${place} forward`,
    later: (place: number) => `Move position ${place} back`,
    without: (place: number) => `Remove position ${place}`,
  },
};

export type ShareWords = Words<typeof share>;
