import type { OrderKind, Rules } from "../../../src/table/format/header.ts";
import { MOST_ATTACKING_MEN, parseEndgame } from "../../../src/endgame/endgame.ts";
import { game, type Words } from "../../../src/say/words/en/game.ts";
import type { Perpetual } from "../../../src/say/words/game.ts";
import type { Role } from "../../../src/xiangqi/pieces.ts";
import type { Fault } from "../../../src/xiangqi/unreadable.ts";
import type { Problem } from "../../../src/xiangqi/validate.ts";

/** What in a text keeps it from naming men. */
export type NameFault =
  | { readonly kind: "sign"; readonly sign: string }
  | { readonly kind: "sides" | "one-side" }
  | { readonly kind: "too-many"; readonly role: Role; readonly most: number };

/** Plies are half moves; moves are those the winner plays. */
export interface Length {
  readonly plies: number;
  readonly moves: number;
}

const RULES: Readonly<Record<Rules, string>> = {
  asian: "Asian rules",
  chinese: "Chinese rules",
  none: "every repetition is a draw",
};

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const inPlies = (length: Length) => plural(length.plies, "ply", "plies");
const inMoves = (length: Length) => plural(length.moves, "move");
/** How often the loser is forced, and how long that takes, as far as there is anything to tell. */
const byForce = (order: number, length: Length) => {
  const told = [order > 1 ? [`forced ${order} times`] : [], length.plies > 0 ? [inPlies(length)] : []].flat();
  return told.length === 0 ? "" : ` (${told.join(", ")})`;
};

const AT_ONCE: Length = { plies: 0, moves: 0 };

const editor = {
  men: "Spare men",
  help: "Pick a man, then tap the squares it should stand on. Or drag men; dropped off the board they are gone.",
  place: (man: string) => `Place: ${man}`,
  drag: "Drag",
  remove: "Remove",
  undo: "Undo",
  /** Undo leads to a draft that was set aside. */
  another: "Undo brings back what was set up before.",
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
  pasteHint: "FEN, Pai's code, a link, a game …",
  take: "Take it over",
  paiCode: "Pai's code",
  link: "Link",
  copy: "Copy",
};

const NUMBERS = ["", "", "two", "three", "four", "five"];

/** How many men of each kind a side has beside its king, in the order in which they are named. */
export type Counts = Readonly<Record<string, number>>;

/** @param kinds what each kind is called */
export const sayMen = (men: Counts, kinds: Readonly<Record<string, string>> = game.roles) => {
  const listed = Object.entries(men).flatMap(([kind, count]) =>
    count === 0 ? [] : count === 1 ? kinds[kind]! : `${NUMBERS[count]} ${kinds[kind]!}s`,
  );
  if (listed.length === 0) return "a bare king";
  return listed.length === 1 ? listed[0]! : `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
};
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

const endgames = {
  /** `chariot against horse`. */
  name: (endgame: string) => {
    const { red, black } = parseEndgame(endgame);
    return capital(`${sayMen(red)} against ${sayMen(black)}`);
  },
  summary: (count: string, positions: string, size: string) =>
    `${count} endgames with ${positions} positions in ${size}, every one exact`,
  find: "Find an endgame",
  findHint: "KRKN, knkr, R v N, 车对马",
  pick: "or pick the men",
  sides: ["One side", "The other"] satisfies [string, string],
  addMan: (role: string) => `Add a ${role}`,
  removeMan: (role: string) => `Take the ${role} away`,
  clear: "Clear",
  none: "No endgame has been built yet.",
  noMatch: "No endgame here has these men.",
  /** Of a text that names many men without a sign between the sides. */
  oneSide: "Read as the men of one side. Between two sides stands “v”: RP v RA.",
  unreadable: (fault: NameFault) => {
    if (fault.kind === "sign") return `"${fault.sign}" is no man: write K R N C P A B, or 车马炮兵士象.`;
    if (fault.kind === "sides") return "These are more than two sides: an endgame has two kings.";
    if (fault.kind === "too-many") return `A side has at most ${plural(fault.most, game.roles[fault.role])}.`;
    return "The other side is missing, such as KRKN or R v N.";
  },
  /** Of an address that names none. */
  noEndgame: (asked: string) => `"${asked}" is no endgame.`,
  /** Orders that are shown when they are asked for. */
  otherOrders: (count: string) => (count === "1" ? "1 further order" : `${count} further orders`),
  kinds: {
    chariot: "Chariot",
    horse: "Horse",
    cannon: "Cannon",
    soldier: "Soldier",
    both: "Both sides attack",
    none: "Nobody attacks",
  },
  winShare: (share: string) => `Red to move wins ${share}`,
  longest: (colour: string, { plies }: Length) => `longest: ${colour}, ${plies} ${plies === 1 ? "ply" : "plies"}`,
  noWin: "nobody can win",
  proven: "proven",
  /** The same where only a record says so. */
  saidProven: "proven, says a record",

  missing: "What every single move is worth is known once its table is built.",
  /** Of a table that is there, but does not hold what was written. */
  damaged: (endgame: string) =>
    `${endgames.name(endgame)}: the table of it here is damaged, and gives no answers until it is built anew.`,
  /** Over the names of such tables. */
  damagedHere: "Damaged tables, which give no answers until they are built anew:",

  all: "All endgames",
  swapped: (asked: string) => `${asked} is the same with the colours exchanged.`,
  example: "Look at a position",
  challenge: "Take the challenge",

  outcomes: "How it ends",
  toMove: (colour: string) => `${colour} to move`,
  positions: "Positions",
  wins: (colour: string) => `${colour} wins`,
  draws: "Draws",
  /** How many of these positions readings of the rules differ on. */
  depend: (count: string) => `${count} depend on what counts as a chase`,
  mates: (mated: string, stalemated: string) => `of these ${mated} checkmated and ${stalemated} stalemated already`,

  distances: "How long it takes",
  distancesHelp:
    "Positions by distance in plies, on a logarithmic scale. Odd: the winner is to move, even: the loser (lighter).",
  order: (order: number, kind: OrderKind, loser: string | null) =>
    kind === "conversion"
      ? "Order 0: by mate, stalemate or capture"
      : `Order ${order}: because ${game.forbidden(loser ?? "the loser", kind)}`,
  bar: (winner: string, plies: number, count: string) =>
    `${winner} wins in ${plies} ${plies === 1 ? "ply" : "plies"}: ${count} positions`,
  chart: (winner: string, count: string, longest: number) =>
    `${winner} wins ${count} positions, the longest in ${longest} ${longest === 1 ? "ply" : "plies"}.`,
  plies: "Plies",
  asTable: "The same as a table",

  longestWins: "Longest wins",
  longestWin: (winner: string, { plies, moves }: Length) =>
    `${winner} wins in ${plies} ${plies === 1 ? "ply" : "plies"} (${moves} ${moves === 1 ? "move" : "moves"})`,
  show: "Show",
  play: "Play it",

  graph: "What captures lead to",
  graphHelp: "Every line is the loss of one man. Fainter endgames have no table here.",
  loses: (colour: string, role: string) => `${colour} loses ${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`,
  comesFrom: "Captures lead here from",
  notHere: "not built",
  partHere: "built in part",
  /** Of an endgame beyond tables. */
  cones:
    "Soldiers never go back: set up a position on the board, and where its soldiers are far on, what it can reach is built.",
  parts: "Parts of it that are built",
  partOf:
    "A part of this endgame: the soldiers stand as far on as the name says, or further. It counts from 3, where soldiers begin, to 9, the last rank; Red's come first.",

  file: "The table",
  size: "Size",
  bits: (bits: string) => `${bits} bits for each position`,
  rules: "Rules",
  /** @param edition of the rules, a year, where they have several */
  rulesAre: (rules: Rules, metric: "dtc" | "dtm", edition?: string) =>
    `${RULES[rules]}${edition === undefined ? "" : ` (edition of ${edition})`}; distance to ${metric === "dtc" ? "conversion" : "mate"}`,
  checksum: "SHA-256, as stated",
  builtBy: "Built by",
  download: "Download",

  /** Keeping an endgame in the browser, for use without a connection. */
  keep: {
    offer: (tables: number, size: string) =>
      `Keep it for use without a connection (${plural(tables, "table")}, ${size})`,
    keeping: "Keeping it …",
    kept: "Kept: it is there without a connection.",
    remove: "Remove",
    noRoom: (needed: string, free: string) => `It takes ${needed}; this browser has ${free} left for this page.`,
    /** Where the browser stores nothing for this page. */
    notStored: "It is there until the page is closed: this browser stores nothing for it, or has no room.",
  },

  exactness: "Exactness",
  exactAlone: "Only one side can attack, and nobody is forced into a perpetual here.",
  exactPublished: "Checked: the published algorithm leaves out no win or loss here.",
  /** @param patterns inner ones, that are left after the last order */
  exactCorrected: (patterns: string, losses: string) =>
    `The published algorithm may leave out losses here: it left ${patterns} patterns of moves open. The corrected one was asked as well, and adds ${losses}.`,
  proof: "Proof",
  notProven: (endgame: string) => `Not proven on this machine yet: canju verify ${endgame} does it.`,
  /** Behind proofs that only records tell of. */
  provenElsewhere: (endgame: string) =>
    `So say records that came with the table; it was not proven on this machine: canju verify ${endgame} does it.`,
  provenOn: (date: string, version: string, seconds: string) =>
    `Proven on ${date} by canju ${version} in ${seconds} s.`,
  /** By somebody whose signed proof counts. */
  provenBy: (name: string, date: string, version: string) =>
    `Proven by ${name} on ${date} with canju ${version}, in a signed record.`,
  provenPositions: (positions: string) => `${positions} positions compared with all that their moves lead to.`,
  checks: {
    checksums: "every checksum of the file",
    values: "every value against those of its successors",
    levels: "every order against patterns computed anew",
    statistics: "counts, longest wins and histogram",
  },
  inputs: "Rests on",
};

const inBoth = ({ plies, moves }: Length) => `${plural(plies, "ply", "plies")}, ${plural(moves, "move")}`;

const play = {
  intro: "The tables make no mistakes: they win what is won, hold what is drawn, and lose as late as can be.",
  fromHere: "From the position on the board",
  skill: "Opponent",
  skills: { perfect: "never errs", club: "errs now and then", learner: "errs often" },
  yourSide: "You play",
  begin: "Start",
  challenge: "Challenge",
  challengeHelp: "A random position of an endgame. Every move is scored.",
  endgame: "Endgame",
  task: "Task",
  tasks: { win: "Win it", hold: "Hold the draw" },
  draw: "Draw a position",
  noSuch: "This endgame has no such position.",
  anotherOne: "Another position",

  goals: {
    free: (colour: string) => `You play ${colour}.`,
    win: (colour: string) => `${colour} to move wins. Show how.`,
    hold: (colour: string) => `${colour} to move holds the draw. Show how.`,
  },
  yourMove: "Your move.",
  thinking: "The table answers …",
  played: (move: string) => `The table plays ${move}.`,
  takeBack: "Take back",
  hint: "Hint",
  hintMore: "Show the move",
  hintMan: (man: string, square: string) => `Look at the ${man} on ${square}.`,
  hintMove: (move: string) => `The table would play ${move}.`,
  lookUp: "Look up answers",
  hide: "Hide the answers",
  giveUp: "End",
  explore: "Explore this game",
  moves: "The game",
  noMoves: "No move has been made yet.",
  inexact: "not the best",
  blunder: "threw something away",
  score: ({ perfect, moves }: { perfect: number; moves: number }, back: number, hints: number) =>
    `${perfect} of ${plural(moves, "move")} perfect${back === 0 ? "" : `, ${back} taken back`}${hints === 0 ? "" : `, ${plural(hints, "hint")}`}`,

  winGone: (lost: boolean) =>
    lost ? "That throws the win away, and now it is lost." : "That throws the win away: now it is a draw.",
  drawGone: "That throws the draw away: now it is lost.",
  bestWas: (move: string, wins: Length | null) =>
    wins === null ? `Best was ${move}, which draws.` : `Best was ${move}, which wins in ${inBoth(wins)}.`,

  results: { won: "You have won", lost: "You have lost", drawn: "A draw", held: "Held" },
  /** Of three: hints, moves taken back and what was thrown away cost one each. */
  stars: (count: number) => `${"★".repeat(count)}${"☆".repeat(3 - count)} (${count} of 3)`,
  flawless: "Not one mistake.",
  missed: "It was to be won.",
  holdGoal: (moves: number) => `Hold it for ${moves} moves.`,
  other: "Something else",
  again: "Play it again",

  /** Why a challenge to hold is over. */
  held: (moves: number) => `The draw has held for ${moves} moves.`,
};

/** What in a text is no position. Ranks are counted from the top, as they are written. */
const sayFault = (fault: Fault) => {
  switch (fault.kind) {
    case "empty":
      return "there is no text";
    case "soldiers":
      return "S and P both stand on the board; write every soldier as P";
    case "no-side":
      return "the side to move is missing; add w or b after the board";
    case "ranks":
      return fault.count === 1
        ? "there is no board in it, ten ranks with / between them"
        : `the board has ${fault.count} ranks instead of 10`;
    case "letter":
      return `"${fault.text}" on rank ${10 - fault.rank} from the top is neither a man nor a digit from 1 to 9`;
    case "files":
      return `rank ${10 - fault.rank} from the top ("${fault.text}") has ${plural(fault.count, "file")} instead of 9`;
    case "side":
      return `the side to move is "${fault.text}" instead of w or b`;
    case "behind":
      return `"${fault.text}" stands behind the position and is no part of it`;
    case "short":
      return `it ends on rank ${10 - fault.rank} from the top after ${fault.count} of 9 files`;
  }
};

/** All that the page says from the start. */
export const page = {
  ...game,
  htmlLang: "en",
  siteName: "Canju",
  tagline: "Xiangqi endgames, solved",
  language: "Language",
  notation: "Notation",
  notations: { chinese: "中文", wxf: "WXF", vietnamese: "Vietnamese", iccs: "ICCS", uci: "UCI" },
  pieceSet: "Men",
  pieceSets: { chinese: "Hanzi", kai: "Brush", western: "Letters" },
  /** The dialog of what one prefers; `hide` for training. */
  settings: {
    title: "Settings",
    theme: "Colours",
    themes: { device: "as the device", light: "light", dark: "dark" },
    line: "Arrows for the best line",
    lengths: "On the board, how long the game lasts after each move",
    board: "Board",
    boards: { wood: "Wood", night: "For dark rooms" },
    sounds: "Sounds",
    moveLimit: "Limit of moves",
    moveLimits: { none: "none", "50": "50 moves without a capture", "60": "60 moves without a capture" },
    hide: "Hide all values, to train",
  },
  skipToMoves: "Skip to the moves",
  /** The position. */
  readOut: "Read the position out",
  /** A text with its full stop. */
  sentence: (text: string) => `${text}.`,
  /** A text behind what it is. */
  labelled: (label: string, text: string) => `${label}: ${text}`,

  board: "Board",
  boardHelp: "Arrow keys walk over the board, with Shift from man to man; Enter picks up and puts down a man.",
  emptySquare: "empty",
  square: (name: string, content: string) => `${name}, ${content}`,
  /** What a square such as `e5` is called beside a board whose files are numbered: counted from Red's right, and from Red's side. */
  place: (square: string) => `file ${9 - "abcdefghi".indexOf(square[0]!)} rank ${Number(square[1]) + 1}`,
  canGoHere: "can go here",
  selected: "picked up",

  toMove: (colour: string) => `${colour} to move`,
  wins: (colour: string, length: Length, metric: "dtc" | "dtm") =>
    `${colour} wins in ${inPlies(length)} (${inMoves(length)}) to ${metric === "dtc" ? "conversion" : "mate"}`,
  /** A win because the loser may not go on checking or chasing, and is forced to so often: the order, in a player's words. */
  winsByRule: (winner: string, loser: string, perpetual: Perpetual, order: number, length: Length) =>
    `${winner} wins: ${game.forbidden(loser, perpetual)}${byForce(order, length)}`,
  /** Beside a verdict: what other tables say of the same position. */
  otherwise: {
    mate: (length: Length) => `mate in ${inPlies(length)} (${inMoves(length)})`,
    free: "a draw where repetition is free",
    same: "decided alike where repetition is free",
    /** By other rules, that give another result. */
    byRules: (rules: string, verdict: string) => `${rules}: ${verdict}`,
  },
  draw: "Draw",
  /** The choice of rules, and what each set is called. */
  rules: "Rules",
  rulesNames: RULES,
  /** A value that readings of the Chinese rules differ on: what it is by the default one. */
  depends: (verdict: string) => `${verdict}, by the default reading: it depends on what counts as a chase`,
  /** The same, short. */
  /** What a limit of moves of either side without a capture makes of a decided position. */
  limit: {
    within: (moves: string) => `Decided within ${moves} moves of either side, captures or none.`,
    next: (moves: string) =>
      `The next capture, or mate, comes within ${moves} moves of either side; what follows a capture is not looked at.`,
    beyond: (moves: string) =>
      `Not within ${moves} moves of either side: no capture and no mate can be forced in time, so the game would be drawn.`,
    unknown: (moves: string) =>
      `Whether it is decided within ${moves} moves of either side without a capture, this table does not tell.`,
  },
  dependent: "depends on what counts as a chase",
  convertsNow: (winner: string) => `${winner} wins: only losing captures are left`,
  /** The same by the default reading, where other moves may be left. */
  convertsByReading: (winner: string) => `${winner} wins: what a capture leads to decides`,
  thinking: "Looking it up …",
  goal: { dtc: "until the winner captures or mates", dtm: "until mate" },

  groups: { win: "Winning", draw: "Drawing", loss: "Losing" },
  length: (length: Length) => `${inPlies(length)} · ${inMoves(length)}`,
  afterCapture: (length: Length) => `takes, then ${inPlies(length)}`,
  mates: "checkmate",
  stalemates: "stalemate",
  best: "best",
  capture: "capture",
  check: "check",
  moves: "Moves",
  noMoves: "No legal move.",
  suggested: "suggested",
  /** What decides after the moves of a group. */
  why: {
    ending: "at once",
    capture: "by capture",
    losingCapture: "after a capture that loses",
    conversion: { dtc: "by mate or capture", dtm: "by mate" },
    perpetual: (loser: string, perpetual: Perpetual, order: number) =>
      `because ${game.forbidden(loser, perpetual)}${byForce(order, AT_ONCE)}`,
  },
  chases: (men: readonly string[]) => `chases ${men.join(", ")}`,
  listing: "List of moves",
  /** The moves by their worth, or as Pai's query system prints them. */
  listings: { grouped: "Grouped", classic: "Classic" },
  /** Order and value as Pai prints them. */
  classic: (order: number, value: number) => `Order: ${order}, value: ${value}`,
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
    toEnd: "To the end",
    speed: "Moves in a second",
    defence: "The losing side",
    defences: { first: "resists longest", random: "resists longest, at random" },
    copyText: "Copy as text",
    download: "Download",
    copyLink: "Copy link to the game",
    openGame: "Open a game …",
    annotate: "Annotate",
    /** What the game is copied and saved as. */
    form: "Form",
    plainText: "Text",
    share: "Share …",
  },
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
      entry: "type a move",
      share: "share it",
      describe: "have the position read out",
      men: "on the board: to the man before, to the next man",
      help: "this help",
    },
  },

  undo: "Undo",
  /** Instructions, sources and thanks, in short. */
  guide: "Instructions",
  /** Of the button that tells what words and signs mean. */
  terms: "What the words and signs mean",
  /** Leads to the explanation of a verdict by repetition. */
  whyVerdict: "Why?",
  /** Of the program and of what it is made with. */
  licences: "Licences",
  redo: "Redo",
  suggest: "Suggested move",
  flip: "Flip the board",
  start: "To the start",
  line: "Moves played",
  played: (move: string) => `Played ${move}.`,

  navigation: "Parts of the page",
  views: {
    explorer: "Explorer",
    play: "Play",
    studies: "Studies",
    course: "Course of elementary endings",
    editor: "Set up",
    endgames: "Endgames",
    material: "Material",
    rules: "Rules",
    compared: "Where the rules differ",
    lesson: "Lesson",
    guide: "Instructions",
  },
  loading: "Loading …",

  editor,
  endgames,
  play,

  /** Forward and back through the moves of a diagram or a cycle. */
  stepper: {
    step: (step: number, steps: number) => `Move ${step} of ${steps}`,
    previous: "Previous move",
    next: "Next move",
    restart: "To the start",
    back: "Back to the position",
  },
  /** While the reason of a verdict is looked for. */
  explaining: {
    thinking: "Looking for the reason …",
    failed: "The reason could not be found.",
  },

  copied: "Copied.",
  cancel: "Cancel",

  /** Building an endgame that is missing. */
  building: {
    onServer: "Build it on the server",
    here: "Build it in this browser",
    size: ({ tables, positions }: { tables: number; positions: string }) =>
      `${tables === 1 ? "1 table" : `${tables} tables`}, about ${positions} positions; no software is installed`,
    ofCone: "Only what this position can reach is built, since soldiers never go back.",
    asianOnly: "What a position can reach of such an endgame is built by the Asian rules, not by the Chinese.",
    /** On a button, behind the place: about how long. */
    about: (time: string) => ` (about ${time})`,
    byItself: (time: string) => `Build by itself what takes less than ${time}`,
    details: "What that takes",
    /** Of the time on one core. */
    takes: (least: string, most: string) => `Building them takes ${least} to ${most} of one core.`,
    /** Of the files on the server. */
    serverTakes: (bytes: string) => `On the server the files take about ${bytes}.`,
    /** Of memory and of room on the disk, in this browser. */
    hereTakes: (memory: string, room: string) =>
      `This browser needs up to ${memory} of memory and ${room} of room on the disk for it.`,
    serverLimit: (positions: string) => `The server builds up to ${positions} positions.`,
    /** Jobs that come first. */
    queued: (ahead: number) =>
      ahead === 0 ? "Next in the server's queue" : `In the server's queue behind ${plural(ahead, "job")}`,
    /** Why this browser does not build it: so much is needed, and so much is the most. */
    tooLarge: {
      positions: (needed: string, most: string) =>
        `It is too large to be built in a browser: about ${needed} positions, where ${most} are the most.`,
      memory: (needed: string, most: string) =>
        `It cannot be built in this browser: it takes up to ${needed} of memory, and ${most} are the most here.`,
      room: (needed: string, most: string) =>
        `It cannot be built in this browser: it takes up to ${needed} of room on the disk, and the browser has ${most} left for this page.`,
    },
    working: (endgame: string) => `Building: ${endgames.name(endgame)}`,
    phase: (endgame: string, phase: string) => `${endgames.name(endgame)}: ${phase}`,
    phases: {
      start: "starting",
      load: "reading what it leads to",
      captures: "looking captures up",
      "red wins": "finding Red's wins",
      "black wins": "finding Black's wins",
      perpetuals: "judging perpetual checks and chases",
      slices: "solving it by the soldiers' ranks",
      writing: "making the table",
    },
    /** Positions in a second. */
    pace: (positions: string, seconds: number) => `${positions} positions a second, about ${seconds} s left`,
    failed: (detail: string) => `It could not be built: ${detail}`,
  },

  /** Of an endgame as a whole, where no table tells of the position. */
  known: {
    /** How positions of it end, for the side that wins more of them. */
    usually: {
      always: (colour: string) => `${colour} always wins`,
      never: () => "Always a draw",
      won: (colour: string) => `${colour} wins, but for rare exceptions`,
      "mostly-won": (colour: string) => `${colour} mostly wins`,
      open: (colour: string) => `${colour} wins or it is a draw: it depends on the position`,
      "mostly-drawn": (colour: string) => `Mostly a draw; ${colour} may win`,
      drawn: () => "A draw, but for rare exceptions",
      both: () => "Either side may win",
    },
    /** With Red to move, where that makes a difference. */
    first: (colour: string, verdict: string) => `${verdict}, with ${colour} to move`,
    title: (called: string) => `${called}: how it ends`,
    /** Of all positions with one side to move. */
    shares: (mover: string, won: string, drawn: string, lost: string) =>
      `${mover} to move: ${won} won, ${drawn} drawn, ${lost} lost`,
    longest: (colour: string, length: Length) => `${colour}'s longest win: ${inMoves(length)}`,
    /** A typical position with one side to move. */
    typical: {
      win: (colour: string) => `Typical: ${colour} to move wins`,
      draw: (colour: string) => `Typical: ${colour} to move draws`,
      loss: (colour: string) => `Typical: ${colour} to move loses`,
    },
    /** Of all positions, not of the one shown. */
    notThis: "This is proven of all positions of the endgame together; of this one a table tells.",
    all: "All that is proven of it",
    more: "Other opinions",
  },
  errorTitle: "No answer",
  /** The position that a game begins with. */
  /** By a proof, whatever the men. */
  proven: (winner: string, plies: number) =>
    plies === 0 ? `${winner} has won` : `${winner} wins in at most ${plies} ${plies === 1 ? "ply" : "plies"}`,
  openingPosition: "The opening position",
  /** Of one whose men are too many to be named. */
  thisPosition: "This position",
  retry: "Try again",
  /** The host has a newer version of the page. */
  updated: {
    told: "There is a newer version of this page; parts of the old one cannot be loaded any more.",
    loading: "This page was updated, and is loaded anew…",
    reload: "Load it anew",
  },
  errors: {
    missingTable: (endgame: string) => `${endgames.name(endgame)}: no table of it has been built here yet.`,
    /** Of an endgame with more attacking men than tables are for. */
    beyondTables: (called: string, attackingMen: number) =>
      `${called} has ${attackingMen} attacking men (chariots, horses, cannons, soldiers): tables of whole endgames are offered for at most ${MOST_ATTACKING_MEN}.`,
    /** Of values shown under rules that are not the ones chosen: the names of both. */
    byOtherRules: (by: string, chosen: string) =>
      `There is no table here by the rules chosen (${chosen}). The values shown are by others (${by}); perpetual checks and chases may be decided otherwise.`,
    damagedTable: (detail: string) => `The table of this endgame is damaged and gives no answers: ${detail}`,
    illegalPosition: (problem: string) => `This position cannot occur: ${problem}`,
    unreadable: (fault: Fault) => `This is no position: ${sayFault(fault)}.`,
    /** Of moves behind a position: the first that is none. */
    noMove: (text: string) =>
      `The moves behind the position are shown as far as "${text}", which is no legal move there.`,
    /** A link names a part of the page, or something in it, that there is not. */
    nothingThere: (text: string) => `The link asks for "${text}", which is not here.`,
    /** A board without the side to move: which one is assumed, and the button that takes the other. */
    noSide: (colour: string) => `It was not said whose turn it is; ${colour} is taken to be to move.`,
    otherSide: (colour: string) => `Let ${colour} move`,
    offline: "The server cannot be reached.",
    /** By the codes of docs/guides/http-api.md; `source` stands for all that begin so. */
    codes: {
      "browser-files": "What this browser had put aside for the build was removed or cannot be read. Build it again.",
      "browser-full": "The browser has no more room on the disk for this page.",
      "disk-full": "There is no room for it on the server's disk.",
      "does-not-fit": "There is not enough memory for it.",
      internal: "The server made a mistake; its log says more.",
      "other-rules":
        "The tables here were built under another edition or reading of the rules: what is built now would not fit them.",
      "queue-full": "The server has too many builds waiting. Try again later.",
      source: "A file of the tables could not be read.",
      "source-ignores-ranges":
        "The host of this site sends whole files where a part is asked for, and this table is too large to be taken whole. The host has to answer byte ranges.",
      timeout: "It took the server too long. Try again.",
      "too-many-requests": "Too many questions came from here. Try again in a few seconds.",
    },
    other: (detail: string) => `Something went wrong: ${detail}`,
  },
  /** Of a link that names no position of a game. */
  badLink: {
    title: "This link shows no position",
    /** Over the text that stands where a position should. */
    text: "What it says instead, to be mended",
    setUp: "Mend it on the board",
    help: "A position is written as a FEN (ten ranks, then w or b) or as Pai's code. Nothing has been looked up.",
  },
  /** What is wrong with a position. @param place what squares are called: the messages have them in coordinates */
  problem: ({ message }: Problem, place: (square: string) => string) => `${message.replaceAll(/\b[a-i]\d\b/g, place)}.`,
};

export type Dictionary = Words<typeof page>;
