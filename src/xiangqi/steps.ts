/** Steps of all men but chariots and cannons, as tables made once. */
import { type Piece, ROLES, type Role, colourOf, pieceOf, roleOf } from "./pieces.ts";
import { SQUARES, type Square, fileOf, flipSquare, rankOf, squareAt } from "./squares.ts";

/** Whether a red man of this role can ever stand on the square. */
function redCanStand(role: Role, square: Square): boolean {
  const file = fileOf(square);
  const rank = rankOf(square);
  const inPalace = file >= 3 && file <= 5 && rank <= 2;
  switch (role) {
    case "king":
      return inPalace;
    case "advisor":
      return inPalace && (file + rank) % 2 === 1;
    case "elephant":
      return (file % 4 === 2 && (rank === 0 || rank === 4)) || (file % 4 === 0 && rank === 2);
    case "soldier":
      return rank >= 5 || ((rank === 3 || rank === 4) && file % 2 === 0);
    case "chariot":
    case "horse":
    case "cannon":
      return true;
  }
}

const REACH: Uint8Array = new Uint8Array(16 * SQUARES);

for (const role of ROLES) {
  const red = ROLES.indexOf(role) + 1;
  for (let square = 0; square < SQUARES; square++) {
    const reachable = redCanStand(role, square) ? 1 : 0;
    REACH[red * SQUARES + square] = reachable;
    REACH[(red + 8) * SQUARES + flipSquare(square)] = reachable;
  }
}

/**
 * Whether a man can ever stand on a square: the 9 of the palace for kings, 5 for advisors, 7 for elephants, for
 * soldiers files a c e g i on the two home ranks and every square beyond the river, anywhere for the others.
 */
export function canStand(piece: Piece, square: Square): boolean {
  return REACH[piece * SQUARES + square] === 1;
}

/** The squares a man can ever stand on, ascending. */
export function squaresOf(piece: Piece): Square[] {
  const squares: Square[] = [];
  for (let square = 0; square < SQUARES; square++) if (canStand(piece, square)) squares.push(square);
  return squares;
}

/** Whether a man is a soldier that has not crossed the river. */
export function isHomeSoldier(piece: Piece, square: Square): boolean {
  if (piece === 0 || roleOf(piece) !== "soldier") return false;
  return colourOf(piece) === "red" ? rankOf(square) <= 4 : rankOf(square) >= 5;
}

/**
 * Where a man steps from every square, packed: the steps of square s are entries `start[s]` to `start[s + 1] - 1` of
 * `to` and `through`. `through` is the square that must be empty (a horse's leg, an elephant's eye); for the others it
 * repeats `to`.
 */
export interface StepTable {
  readonly start: Uint16Array;
  readonly to: Uint8Array;
  readonly through: Uint8Array;
}

type Step = [to: Square, through: Square];

function packSteps(stepsFrom: (square: Square) => Step[]): StepTable {
  const start = new Uint16Array(SQUARES + 1);
  const steps: Step[] = [];
  for (let square = 0; square < SQUARES; square++) {
    steps.push(...stepsFrom(square));
    start[square + 1] = steps.length;
  }
  return { start, to: Uint8Array.from(steps, (step) => step[0]), through: Uint8Array.from(steps, (step) => step[1]) };
}

/** The same steps looked up from where they end: `to` holds where they come from. */
function reverseSteps(table: StepTable): StepTable {
  return packSteps((target) => {
    const steps: Step[] = [];
    for (let from = 0; from < SQUARES; from++) {
      for (let i = table.start[from]!; i < table.start[from + 1]!; i++) {
        if (table.to[i] === target) steps.push([from, table.through[i]!]);
      }
    }
    return steps;
  });
}

/** No such step, in the tables of stepsBetween. */
export const NO_STEP = 255;

/**
 * The steps looked up by both ends: entry `from * 90 + to` is the square that must be empty, which is `to` itself for
 * steps that nothing can block, or NO_STEP.
 */
function stepsBetween(table: StepTable): Uint8Array {
  const between = new Uint8Array(SQUARES * SQUARES).fill(NO_STEP);
  for (let from = 0; from < SQUARES; from++) {
    for (let i = table.start[from]!; i < table.start[from + 1]!; i++) {
      between[from * SQUARES + table.to[i]!] = table.through[i]!;
    }
  }
  return between;
}

/** Entry `from * 90 + to` is 9 for two squares of one file, 1 for two of one rank, else 0 (also for a square and itself). */
function linesBetween(): Uint8Array {
  const lines = new Uint8Array(SQUARES * SQUARES);
  for (let from = 0; from < SQUARES; from++) {
    for (let to = 0; to < SQUARES; to++) {
      if (from === to) continue;
      if (fileOf(from) === fileOf(to)) lines[from * SQUARES + to] = 9;
      else if (rankOf(from) === rankOf(to)) lines[from * SQUARES + to] = 1;
    }
  }
  return lines;
}

const ORTHOGONAL = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

/** The square some files and ranks away, or -1 outside the board. */
function offset(square: Square, files: number, ranks: number): Square {
  const file = fileOf(square) + files;
  const rank = rankOf(square) + ranks;
  return file < 0 || file > 8 || rank < 0 || rank > 9 ? -1 : squareAt(file, rank);
}

/** Steps that both colours share because each keeps its men on its own side: from and to must be squares of one side. */
function sharedSteps(role: "king" | "advisor" | "elephant"): StepTable {
  const directions = role === "king" ? ORTHOGONAL : DIAGONAL;
  const length = role === "elephant" ? 2 : 1;
  const pieces = [pieceOf("red", role), pieceOf("black", role)];
  return packSteps((from) => {
    const steps: Step[] = [];
    for (const [files, ranks] of directions) {
      const to = offset(from, files * length, ranks * length);
      if (to < 0 || !pieces.some((piece) => canStand(piece, from) && canStand(piece, to))) continue;
      steps.push([to, role === "elephant" ? offset(from, files, ranks) : to]);
    }
    return steps;
  });
}

function horseSteps(): StepTable {
  return packSteps((from) => {
    const steps: Step[] = [];
    for (const [files, ranks] of ORTHOGONAL) {
      for (const side of [-1, 1]) {
        const to = offset(from, 2 * files + side * ranks, 2 * ranks + side * files);
        if (to >= 0) steps.push([to, offset(from, files, ranks)]);
      }
    }
    return steps;
  });
}

function soldierSteps(forward: 1 | -1): StepTable {
  return packSteps((from) => {
    const crossed = forward === 1 ? rankOf(from) >= 5 : rankOf(from) <= 4;
    const targets = [offset(from, 0, forward)];
    if (crossed) targets.push(offset(from, -1, 0), offset(from, 1, 0));
    return targets.filter((to) => to >= 0).map((to): Step => [to, to]);
  });
}

export const KING_STEPS: StepTable = sharedSteps("king");
export const ADVISOR_STEPS: StepTable = sharedSteps("advisor");
export const ELEPHANT_STEPS: StepTable = sharedSteps("elephant");
export const HORSE_STEPS: StepTable = horseSteps();
/** From a target to the horses that reach it; `through` is still the leg beside the horse. */
export const HORSE_ORIGINS: StepTable = reverseSteps(HORSE_STEPS);
export const RED_SOLDIER_STEPS: StepTable = soldierSteps(1);
export const BLACK_SOLDIER_STEPS: StepTable = soldierSteps(-1);
export const RED_SOLDIER_ORIGINS: StepTable = reverseSteps(RED_SOLDIER_STEPS);
export const BLACK_SOLDIER_ORIGINS: StepTable = reverseSteps(BLACK_SOLDIER_STEPS);

export const LINES: Uint8Array = linesBetween();
export const KING_BETWEEN: Uint8Array = stepsBetween(KING_STEPS);
export const ADVISOR_BETWEEN: Uint8Array = stepsBetween(ADVISOR_STEPS);
export const ELEPHANT_BETWEEN: Uint8Array = stepsBetween(ELEPHANT_STEPS);
export const HORSE_BETWEEN: Uint8Array = stepsBetween(HORSE_STEPS);
export const RED_SOLDIER_BETWEEN: Uint8Array = stepsBetween(RED_SOLDIER_STEPS);
export const BLACK_SOLDIER_BETWEEN: Uint8Array = stepsBetween(BLACK_SOLDIER_STEPS);
