import type { Words } from "../../../src/say/words/en/game.ts";

const inPlies = (plies: number) => (plies === 1 ? "1 ply" : `${plies} plies`);

/** What the course of elementary endings says. */
export const course = {
  contents: (count: number) => `${count} endings, the easiest first`,
  record: (solved: number, drills: number, again: number) =>
    `${solved} of ${drills} drills solved. To come back: ${again}. This browser remembers it.`,
  /** Of the drills of an ending. */
  learnt: (solved: number, drills: number) => `${solved} of ${drills} drills solved`,
  /** How quiet positions end, whoever is to move. */
  counted: ({ positions, won, drawn }: { positions: string; won: string; drawn: string }) =>
    `Counted over all ${positions} quiet positions, in which nobody attacks a man of the other side: ${won} won by Red, ${drawn} drawn. By the Asian rules.`,
  /** Beside it, where it was compared: of all positions. Behind `differs` stands `examples`, as a link. */
  chinese: {
    same: "By the Chinese rules every position ends the same.",
    differs: (positions: string, share: string) =>
      `By the Chinese rules ${positions} positions (${share}) end otherwise:`,
    examples: "examples",
  },
  parts: "Positions and drills",
  won: "Won",
  drawn: "Drawn",
  drill: (number: number) => `Drill ${number}`,
  win: (side: string, plies: number) =>
    `${side} moves and wins: ${inPlies(plies)} at the shortest. Every winning move counts.`,
  hold: (side: string, moves: number) => `${side} moves and holds the draw for ${moves} moves.`,
  outcomes: {
    win: (side: string, plies: number) => `${side} to move wins in ${inPlies(plies)}.`,
    draw: (side: string, _plies: number) => `${side} to move: a draw.`,
    loss: (side: string, plies: number) => `${side} to move loses in ${inPlies(plies)}.`,
  },
  verdicts: { won: "won", drawn: "drawn", depends: "it depends" },
  tableHere: "Its table is here: drills are played on until a man is taken, or mate.",
  tableMissing: "Its table is not here: drills go as far as the page knows. Build it",
  next: "Go on",
  /** Where men alone do not name it. */
  names: {
    KPPKAA: "Two soldiers against two advisors (high and low soldier)",
    KRCKR: "Chariot and cannon against chariot (scooping the moon from the sea bed)",
  },
  /** Where no other is told. */
  allWon: "Always won: of all quiet positions, whoever is to move, not one is drawn.",
  /** {1}: the share that was counted for the first claim of src/play/course/endings.ts, and so on. */
  rules: {
    KPK: "A soldier beats the bare king unless it stands on the last rank: there it never does.",
    KNKA: "With the move a horse always beats one advisor; with Black to move in {2} of positions.",
    KRKP: "With the move a chariot always beats a soldier; with Black to move in {2} of positions.",
    KPKA: "One advisor holds a soldier in {2} of positions, and always if the soldier is at home or on the last rank.",
    KPKB: "With the move one elephant always holds a soldier; with Red to move in {2} of positions.",
    KPPKA:
      "Two soldiers always beat one advisor while one of them is still high, not past its seventh rank; with one on the last rank and none high {2} are drawn.",
    KPPKAA:
      "A high and a low soldier always beat two advisors, as any two do of which one is high, not past its seventh rank, and none on the last rank; with one on the last rank and none high {2} are drawn.",
    KPPKB:
      "Two soldiers always beat one elephant if one stands on Black's soldier line and none on the last rank; with one on the last rank and none on the three ranks before it {2} are drawn.",
    KPPPKAA:
      "Three soldiers always beat two advisors while one of them is high, not past its seventh rank; with one on the last rank and none high {2} are drawn.",
    KNKB: "One elephant mostly holds a horse: {1} drawn with Red to move, {2} with Black to move.",
    KNKAA: "Two advisors hold a horse: {1} drawn with Red to move, {2} with Black to move.",
    KCBKA:
      "A cannon needs an advisor of its own as a screen: with an elephant instead Black to move always draws, Red to move draws {2}.",
    KCAKAA: "A cannon with one advisor beats two: {1} won with Red to move, {2} with Black to move.",
    KCAKAB:
      "An advisor and an elephant hold a cannon with one advisor: {1} drawn with Red to move, {2} with Black to move.",
    KRKN: "With the move a chariot always beats a horse; with Black to move in {2} of positions.",
    KNKP: "A horse seldom beats a soldier: {1} are drawn.",
    KNKN: "Horse against horse is a draw: {1} of positions.",
    KRKR: "Chariot against chariot: {1} are drawn.",
    KRKNA: "With the move a chariot always beats horse and advisor; with Black to move in {2} of positions.",
    KRKNB: "With the move a chariot always beats horse and elephant; with Black to move in {2} of positions.",
    KRKCA: "A chariot beats cannon and advisor: {1} won with Red to move, {2} with Black to move.",
    KRKPP: "A chariot beats two soldiers: {1} won with Red to move, {2} with Black to move.",
    KNPKA: "With the move horse and soldier always beat one advisor; with Black to move in {2} of positions.",
    KNPKAA: "Horse and soldier beat two advisors: {1} won with Red to move, {2} with Black to move.",
    KCPKA:
      "Cannon and soldier beat one advisor unless the soldier is on the last rank: {2} won before it, {1} drawn on it.",
    KCPKAA:
      "Cannon and soldier beat two advisors unless the soldier is on the last rank: {2} won before it, {1} drawn on it.",
    KPPKAB: "An advisor and an elephant hold two soldiers: {1} drawn with Red to move, {2} with Black to move.",
    KPPKBB: "Against two elephants no soldier may reach the last rank: {1} won before, {2} drawn after.",
    KRKAABB:
      "All defenders hold the chariot only in good order: {1} drawn with an elephant and an advisor in the middle, {2} with neither.",
    KRKNAA: "With the move a chariot always beats horse and two advisors; with Black to move in {2} of positions.",
    KRKCB: "With the move a chariot always beats cannon and elephant; with Black to move in {2} of positions.",
    KRKCAA: "A cannon with two advisors is a fortress once it is Black's move: {2} drawn; with Red to move {1}.",
    KNPKB: "With the move horse and soldier always beat one elephant; with Black to move in {2} of positions.",
    KNPKAB:
      "With the move horse and soldier always beat an advisor and an elephant if the soldier is high, not past its seventh rank, and in {2} of positions if it is on the last rank; with Black to move in {3}.",
    KNNKAA: "Two horses beat two advisors: {1} won with Red to move, {2} with Black to move.",
    KCCKAA: "Two cannons beat two advisors: {1} won with Red to move, {2} with Black to move.",
    KNCKAA: "Horse and cannon beat two advisors: {1} won with Red to move, {2} with Black to move.",
    KNNKAABB: "Two horses beat all the defenders: {1} won with Red to move, {2} with Black to move.",
    KCCKAABB: "All defenders hold two cannons: {1} drawn with Red to move, {2} with Black to move.",
    KCPKB: "Cannon and soldier against one elephant: {1} won with Red to move, {2} with Black to move.",
    KCPKBB: "Two elephants hold cannon and soldier: {1} drawn with Red to move, {2} with Black to move.",
    KNPKBB: "Horse and soldier beat two elephants mostly: {1} won with Red to move, {2} with Black to move.",
    KNPKAABB:
      "All defenders mostly hold horse and soldier: {1} drawn with Red to move, {2} with Black to move, {3} once the soldier is on the last rank.",
    KCPKAABB: "All defenders hold cannon and soldier: {1} drawn with Red to move, {2} with Black to move.",
    KNPKN: "Horse and soldier beat a horse mostly: {1} won with Red to move, {2} with Black to move.",
    KNPKC: "Horse and soldier beat a cannon mostly: {1} won with Red to move, {2} with Black to move.",
    KRKCBB: "A cannon with two elephants holds if it is Black's move: {2} drawn; with Red to move {1}.",
    KRKNBB: "A chariot beats horse and two elephants: {1} won with Red to move, {2} with Black to move.",
    KRKCC: "A chariot beats two bare cannons: {1} won with Red to move, {2} with Black to move.",
    KRKNC: "A chariot beats a bare horse and cannon: {1} won with Red to move, {2} with Black to move.",
    KRKNN:
      "A chariot against two bare horses hangs on who is to move: {1} won with Red to move, {2} drawn with Black to move.",
    KRNKR: "With Red to move chariot and horse win {1} of positions with the king on the centre file, else {2}.",
    KRCKR:
      "With the king on the centre file chariot and cannon win {1} of positions with Red to move, else {2}. With Black's chariot on that file and his king at the top of the palace they win {3} if the cannon is on the last rank, below the king, and {4} if it is not: that is how the moon is scooped.",
    KRPKR: "With Red to move chariot and soldier win {1} of positions with the king on the centre file, else {2}.",
  },
};

export type CourseWords = Omit<Words<typeof course>, "names" | "rules"> & {
  readonly names: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, string>>;
};
