/** The verdict on a repetition under the Chinese rules: the side with the higher grade loses. */
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { lossOf, type Result } from "../judging.ts";
import type { Label, MoveLabel } from "./label.ts";
import type { Edition } from "./edition.ts";

/**
 * Classes of moves in the 2020 edition: 3 a check, 2 a kill or a chase, 1 a weak chase, 0 idle. The edition of 1999 knows no
 * weak chases; they are chases there.
 */
export type MoveClass = 0 | 1 | 2 | 3;

export const HIGHEST_CLASS = 3;

const CLASSES: Readonly<Record<Label, MoveClass>> = { check: 3, kill: 2, chase: 2, idle: 0 };

/** By the default reading. */
export function classOf({ label, weak }: Pick<MoveLabel, "label" | "weak">, edition: Edition = "2020"): MoveClass {
  return label === "chase" && weak && edition === "2020" ? 1 : CLASSES[label];
}

/** What a move is at least, or at most. */
export function classIn(label: MoveLabel, bound: "narrow" | "wide"): MoveClass {
  return CLASSES[label[bound]];
}

/** What a move that is not idle does, weak chases apart. */
export type Deed = Exclude<Label, "idle"> | "weak";

/** What one side did during a repetition, by the classes of its moves. */
export interface GradedConduct {
  readonly moves: number;
  /** What the moves are, in order, as often as it takes: `check, kill` for ever is `check, kill`. */
  readonly round: readonly (Deed | "idle")[];
  /** How many of the moves are of each class, from idle to check. */
  readonly counts: readonly [idle: number, weak: number, attacks: number, checks: number];
  /** The least class among the moves. */
  readonly grade: MoveClass;
}

/** What the Chinese rules say of a repetition. */
export interface GradedVerdict {
  readonly kind: "grades";
  /** By the default reading. */
  readonly result: Result;
  /** What holds under every reading of what a chase is; null where readings differ. */
  readonly certain: Result | null;
  readonly conduct: Readonly<Record<Colour, GradedConduct>>;
}

function conductOf(labels: readonly MoveLabel[], edition: Edition): GradedConduct {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  const classes = labels.map((label) => classOf(label, edition));
  for (const each of classes) counts[each]++;
  const round = shortestRound(labels.map(({ label }, i) => (classes[i] === 1 ? "weak" : label)));
  return { moves: labels.length, round, counts, grade: gradeOf(classes) };
}

/** `check, kill, check, kill` is `check, kill` twice. */
function shortestRound<T>(all: readonly T[]): readonly T[] {
  const isRound = (length: number) => all.length % length === 0 && all.every((each, i) => each === all[i % length]);
  return all.slice(0, all.findIndex((_, i) => isRound(i + 1)) + 1);
}

function gradeOf(classes: readonly MoveClass[]): MoveClass {
  return Math.min(...classes) as MoveClass;
}

function resultOf(red: MoveClass, black: MoveClass): Result {
  if (red === black) return "draw";
  return lossOf(red > black ? "red" : "black");
}

/** The verdict on the labels of the moves between the first of three occurrences of a position and the third. */
export function judgeGrades(window: readonly MoveLabel[], edition: Edition = "2020"): GradedVerdict {
  const [red, black] = COLOURS.map((colour) => window.filter(({ mover }) => mover === colour));
  const conduct = { red: conductOf(red!, edition), black: conductOf(black!, edition) };
  const [narrow, wide] = (["narrow", "wide"] as const).map((reading) =>
    [red!, black!].map((labels) => gradeOf(labels.map((label) => classIn(label, reading)))),
  );
  // The two readings that favour one side most: if they agree, so do all between them.
  const bounds = [resultOf(narrow![0]!, wide![1]!), resultOf(wide![0]!, narrow![1]!)];
  const certain = bounds[0] === bounds[1] ? bounds[0]! : null;
  return { kind: "grades", result: resultOf(conduct.red.grade, conduct.black.grade), certain, conduct };
}
