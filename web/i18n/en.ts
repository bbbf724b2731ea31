import { editor } from "../editor/words/en.ts";
import { endgames } from "../endgames/words/en.ts";
import { play } from "../play/words/en.ts";
import type { Dictionary, Length } from "./dictionary.ts";

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const plies = (length: Length) => plural(length.plies, "ply", "plies");
const moves = (length: Length) => plural(length.moves, "move");

export const en: Dictionary = {
  htmlLang: "en",
  siteName: "Canju",
  tagline: "Xiangqi endgames, solved",
  language: "Language",
  notation: "Notation",
  notations: { chinese: "中文", wxf: "WXF", iccs: "ICCS", uci: "UCI" },
  pieceSet: "Men",
  pieceSets: { chinese: "Hanzi", western: "Letters" },
  skipToMoves: "Skip to the moves",

  colours: { red: "Red", black: "Black" },
  roles: {
    king: "king",
    advisor: "advisor",
    elephant: "elephant",
    chariot: "chariot",
    horse: "horse",
    cannon: "cannon",
    soldier: "soldier",
  },
  man: (colour, role) => `${colour} ${role}`,

  board: "Board",
  boardHelp: "Arrow keys walk over the board, Enter picks up and puts down a man.",
  emptySquare: "empty",
  square: (name, content) => `${name}, ${content}`,
  canGoHere: "can go here",
  selected: "picked up",

  toMove: (colour) => `${colour} to move`,
  wins: (colour, length, metric) =>
    `${colour} wins in ${plies(length)} (${moves(length)}) to ${metric === "dtc" ? "conversion" : "mate"}`,
  winsByRule: (winner, loser, perpetual, order, length) =>
    `${winner} wins: ${loser} may not go on ${perpetual === "check" ? "checking" : "chasing"} (order ${order}, ${plies(length)})`,
  draw: "Draw",
  checkmate: (winner) => `Checkmate: ${winner} has won`,
  stalemate: (winner) => `Stalemate: ${winner} has won`,
  convertsNow: (winner) => `${winner} wins: only losing captures are left`,
  order: (order) => `order ${order}`,
  thinking: "Looking it up …",
  goal: { dtc: "until the winner captures or mates", dtm: "until mate" },

  groups: { win: "Winning", draw: "Drawing", loss: "Losing" },
  length: (length) => `${plies(length)} · ${moves(length)}`,
  afterCapture: (length) => `takes, then ${plies(length)}`,
  mates: "checkmate",
  stalemates: "stalemate",
  best: "best",
  capture: "capture",
  check: "check",
  moves: "Moves",
  noMoves: "No legal move.",
  suggested: "suggested",
  why: {
    ending: "at once",
    capture: "by capture",
    losingCapture: "after a capture that loses",
    conversion: { dtc: "by mate or capture", dtm: "by mate" },
    perpetual: (loser, perpetual, order) =>
      `because ${loser} may not go on ${perpetual === "check" ? "checking" : "chasing"} (order ${order})`,
  },
  manOn: (role, square) => `the ${role} on ${square}`,
  chases: (men) => `chases ${men.join(", ")}`,
  listing: "List of moves",
  listings: { grouped: "Grouped", classic: "Classic" },
  classic: (order, value) => `Order: ${order}, value: ${value}`,
  hideValues: "Hide the values",
  valuesHidden: "The values are hidden.",
  moveEntry: "Type a move in any notation",
  moveEntryHint: "Move: C2=5, h2e2 …",
  noSuchMove: "No legal move is written so.",
  mirror: "Mirror left and right",
  lines: {
    title: "Perfect line",
    play: "Play the line",
    pause: "Pause",
    back: "One move back",
    forward: "One move forward",
    toEnd: "To the end",
    speed: "Moves in a second",
    defence: "The losing side",
    defences: { first: "resists longest", random: "resists longest, at random" },
    copyText: "Copy as text",
    download: "Download",
    copyLink: "Copy link to the line",
  },
  verdict: {
    threefold: "The position has occurred three times.",
    noAttackers: "Draw: nobody has an attacker left.",
  },
  licences: "Licences",
  help: {
    title: "Keys",
    close: "Close",
    keys: {
      step: "one move back, one move forward",
      suggest: "play the suggested move",
      line: "play the perfect line, pause it",
      flip: "turn the board round",
      mirror: "exchange left and right",
      edit: "set up a position",
      hide: "hide the values, show them",
      help: "this help",
    },
  },

  undo: "Undo",
  redo: "Redo",
  suggest: "Suggested move",
  flip: "Flip the board",
  start: "To the start",
  line: "Moves played",
  played: (move) => `Played ${move}.`,

  navigation: "Parts of the page",
  views: {
    explorer: "Explorer",
    play: "Play",
    editor: "Set up",
    endgames: "Endgames",
    material: "Material",
    rules: "Rules",
  },
  loading: "Loading …",

  editor,
  endgames,
  play,

  copied: "Copied.",
  cancel: "Cancel",

  building: {
    onServer: "Build it on the server",
    here: "Build it in this browser",
    size: ({ tables, millions }) =>
      `${tables === 1 ? "1 table" : `${tables} tables`}, about ${millions} million positions; nothing is installed`,
    serverLimit: (millions) => `The server builds up to ${millions} million positions.`,
    queued: (ahead) =>
      ahead === 0 ? "Next in the server's queue" : `In the server's queue behind ${plural(ahead, "job")}`,
    tooLarge: ({ millions }) => `It is too large to be built in a browser (about ${millions} million positions).`,
    working: (endgame) => `Building ${endgame}`,
    phase: (endgame, phase) => `${endgame}: ${phase}`,
    phases: {
      start: "starting",
      load: "reading what it leads to",
      legal: "finding the legal positions",
      "red wins": "finding Red's wins",
      "black wins": "finding Black's wins",
      perpetuals: "judging perpetual checks and chases",
      writing: "making the table",
    },
    pace: (millions, seconds) => `${millions} million positions a second, about ${seconds} s left`,
    failed: (detail) => `It could not be built: ${detail}.`,
  },

  errorTitle: "No answer",
  retry: "Try again",
  errors: {
    missingTable: ({ endgame, size }) =>
      `The endgame ${endgame} is not in this database${size === null ? "" : ` (its table would take about ${size})`}.`,
    damagedTable: (detail) => `The table of this endgame is damaged and gives no answers: ${detail}`,
    illegalPosition: (problem) => `This position cannot occur: ${problem}`,
    unreadable: (text) => `This is no position: ${text}`,
    offline: "The server cannot be reached.",
    other: (detail) => `Something went wrong: ${detail}`,
  },
  problem: (problem) => `${problem.message}.`,
};
