import { parseEndgame, type AttackingRole, type DefendingRole, type MenCount } from "../../../src/endgame/endgame.ts";
import { listMen } from "../names.ts";
import type { EndgamesWords } from "../words.ts";

const NUMBERS = ["", "", "two", "three", "four", "five"];

const many = (count: number, role: AttackingRole | DefendingRole) =>
  count === 1 ? role : `${NUMBERS[count]} ${role}s`;
const side = (men: MenCount) => {
  const listed = listMen(men, many);
  if (listed.length === 0) return "a bare king";
  return listed.length === 1 ? listed[0]! : `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
};
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

export const endgames: EndgamesWords = {
  name: (endgame) => {
    const { red, black } = parseEndgame(endgame);
    return capital(`${side(red)} against ${side(black)}`);
  },
  summary: (count, positions, size) => `${count} endgames with ${positions} positions in ${size}, every one exact`,
  find: "Find an endgame",
  findHint: "KRKN, knkr, R v N, 车对马",
  pick: "or pick the men",
  sides: ["One side", "The other"],
  addMan: (role) => `Add a ${role}`,
  removeMan: (role) => `Take the ${role} away`,
  clear: "Clear",
  none: "No endgame has been built yet.",
  noMatch: "No endgame here has these men.",
  unreadable: "Write men by their letters: K R N C P A B.",
  kinds: {
    chariot: "Chariot",
    horse: "Horse",
    cannon: "Cannon",
    soldier: "Soldier",
    both: "Both sides attack",
    none: "Nobody attacks",
  },
  winShare: (share) => `Red to move wins ${share}`,
  longest: (colour, { plies }) => `longest: ${colour}, ${plies} ${plies === 1 ? "ply" : "plies"}`,
  noWin: "nobody can win",
  proven: "proven",

  missing: (endgame) => `${endgame} has not been built here.`,
  missingSize: (size, cells) => `Its table would take about ${size}, for about ${cells} cells of each side to move.`,
  build: "Build this endgame",

  all: "All endgames",
  swapped: (asked) => `${asked} is the same with the colours exchanged.`,
  example: "Look at a position",
  challenge: "Take the challenge",
  verdicts: {
    "red-wins": "Red wins, but for rare exceptions",
    "black-wins": "Black wins, but for rare exceptions",
    draw: "A draw, but for rare exceptions",
    undecided: "It depends on the position",
  },
  verdictWhy: (win, draw, loss) =>
    `With Red to move: ${win} won, ${draw} drawn, ${loss} lost. More than 98 % of one kind make a verdict.`,

  outcomes: "How it ends",
  toMove: (colour) => `${colour} to move`,
  positions: "Positions",
  wins: (colour) => `${colour} wins`,
  draws: "Draws",
  mates: (mated, stalemated) => `of these ${mated} checkmated and ${stalemated} stalemated already`,

  distances: "How long it takes",
  distancesHelp:
    "Positions by distance in plies, on a logarithmic scale. Odd: the winner is to move, even: the loser (lighter).",
  order: (order, kind, loser) =>
    kind === "conversion"
      ? "Order 0: by mate, stalemate or capture"
      : `Order ${order}: because ${loser ?? "the loser"} may not go on ${kind === "check" ? "checking" : "chasing"}`,
  bar: (winner, plies, count) => `${winner} wins in ${plies} ${plies === 1 ? "ply" : "plies"}: ${count} positions`,
  chart: (winner, count, longest) =>
    `${winner} wins ${count} positions, the longest in ${longest} ${longest === 1 ? "ply" : "plies"}.`,
  plies: "Plies",
  asTable: "The same as a table",

  longestWins: "Longest wins",
  longestWin: (winner, { plies, moves }) =>
    `${winner} wins in ${plies} ${plies === 1 ? "ply" : "plies"} (${moves} ${moves === 1 ? "move" : "moves"})`,
  show: "Show",
  play: "Play it",

  graph: "What captures lead to",
  graphHelp: "Every line is the loss of one man. Fainter endgames have no table here.",
  loses: (colour, role) => `${colour} loses ${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`,
  comesFrom: "Captures lead here from",
  notHere: "not built",

  file: "The table",
  size: "Size",
  bits: (bits) => `${bits} bits for each position`,
  rules: "Rules",
  rulesAre: (rules, metric) =>
    `${rules === "asian" ? "Asian rules" : "every repetition is a draw"}; distance to ${metric === "dtc" ? "conversion" : "mate"}`,
  checksum: "SHA-256",
  builtBy: "Built by",
  download: "Download",

  exactness: "Exactness",
  exactAlone: "Only one side can attack, so no perpetual decides anything: retrograde analysis alone is exact.",
  exactPublished: "No inner pattern is left after the last order: the published algorithm is exact here.",
  exactCorrected: (patterns, losses) =>
    `Inner patterns are left (${patterns}), so the corrected algorithm was asked; it adds ${losses} losses.`,
  proof: "Proof",
  notProven: (endgame) => `Not proven on this machine yet: canju verify ${endgame} does it.`,
  provenOn: (date, version, seconds) => `Proven on ${date} by canju ${version} in ${seconds} s.`,
  provenPositions: (positions) => `${positions} positions compared with all that their moves lead to.`,
  checks: {
    checksums: "every checksum of the file",
    values: "every value against those of its successors",
    levels: "every order against patterns computed anew",
    statistics: "counts, longest wins and histogram",
  },
  inputs: "Rests on",
};
