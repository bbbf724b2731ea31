import type { EditorWords } from "../words.ts";

export const editor: EditorWords = {
  men: "Spare men",
  help: "Pick a man, then tap the squares it should stand on. Or drag men; dropped off the board they are gone.",
  place: (man) => `Place: ${man}`,
  drag: "Drag",
  remove: "Remove",
  clear: "Clear",
  mirror: "Mirror",
  swap: "Swap colours",
  sideToMove: "Side to move",
  possible: "This position can occur in a game.",
  impossible: "Why this position cannot occur",
  lookUp: "Look it up",
  play: "Play it",
  texts: "The position as text",
  paste: "Paste a position",
  pasteHint: "FEN, Pai's code, a link, a PGN tag …",
  take: "Take it over",
  paiCode: "Pai's code",
  link: "Link",
  copy: "Copy",
};
