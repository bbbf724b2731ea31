/** A game as files hold it: where it begins, its moves with signs and remarks, and what else could have been played. */
import { makeMove, moveFrom, moveTo, type Move } from "../moves.ts";
import { mirrorPosition, type LegalPosition } from "../position.ts";
import { mirrorSquare } from "../squares.ts";

/** What annotators write behind a move, in the order of their numbers in PGN, from 1. */
export const SIGNS = ["!", "?", "!!", "??", "!?", "?!"] as const;
/** One of SIGNS. */
export type Sign = (typeof SIGNS)[number];

/** A move of a game, and what is said of it. */
export interface Ply {
  readonly move: Move;
  readonly sign: Sign | null;
  /** Empty where there is none. */
  readonly comment: string;
  /** What could have been played instead, each line beginning with another move. */
  readonly variations: readonly Line[];
}

/** Moves one after the other. */
export type Line = readonly Ply[];

/** A game with all that its file says of it. */
export interface GameRecord {
  readonly start: LegalPosition;
  /** Such as `Event`, `Red`, `Black` and `Result`, by the names of PGN. */
  readonly tags: ReadonlyMap<string, string>;
  /** What is said before the first move. */
  readonly comment: string;
  readonly line: Line;
}

/** Where a ply stands: its place in the main line, then the number of a variation and a place in it, and so on. */
export type Path = readonly number[];

/** A game of which nothing is said. */
export function newRecord(start: LegalPosition, moves: readonly Move[] = []): GameRecord {
  return { start, tags: new Map(), comment: "", line: moves.map(plainPly) };
}

export function plainPly(move: Move): Ply {
  return { move, sign: null, comment: "", variations: [] };
}

/** Whether there is more in it than moves one after the other. */
export function isAnnotated({ comment, line }: GameRecord): boolean {
  return comment !== "" || line.some((ply) => ply.sign !== null || ply.comment !== "" || ply.variations.length > 0);
}

/** The ply at a path, and the moves that lead there, it included; null where there is none. */
export function plyAt(record: GameRecord, path: Path): { readonly ply: Ply; readonly moves: readonly Move[] } | null {
  let line = record.line;
  const moves: Move[] = [];
  for (let i = 0; ; i += 2) {
    const ply = line[path[i]!];
    if (ply === undefined) return null;
    moves.push(...line.slice(0, path[i]).map(({ move }) => move));
    if (i + 1 >= path.length) return { ply, moves: [...moves, ply.move] };
    line = ply.variations[path[i + 1]!] ?? [];
  }
}

/** All moves of the line that a ply stands in, from the start of the game to the line's end. */
export function movesThrough(record: GameRecord, path: Path): readonly Move[] {
  const found = plyAt(record, path);
  if (found === null) return record.line.map(({ move }) => move);
  return [
    ...found.moves,
    ...lineOf(record, path)
      .slice(path.at(-1)! + 1)
      .map(({ move }) => move),
  ];
}

/** The line that a ply stands in. */
function lineOf(record: GameRecord, path: Path): Line {
  let line = record.line;
  for (let i = 0; i + 2 < path.length; i += 2) line = line[path[i]!]!.variations[path[i + 1]!]!;
  return line;
}

/** Where moves from the start lead; null where the record lacks one of them, or there are none. */
export function pathOf(record: GameRecord, moves: readonly Move[]): Path | null {
  let line = record.line;
  let path: number[] = [-1];
  for (const move of moves) {
    const at = path.at(-1)! + 1;
    const next = line[at];
    if (next?.move === move) path[path.length - 1] = at;
    else {
      const variation = next?.variations.findIndex((each) => each[0]!.move === move) ?? -1;
      if (variation < 0) return null;
      line = next!.variations[variation]!;
      path = [...path.slice(0, -1), at, variation, 0];
    }
  }
  return path.at(-1) === -1 ? null : path;
}

/** The record with these moves in it, from the start: a variation where they leave it. The same record if they are there. */
export function withMoves(record: GameRecord, moves: readonly Move[]): GameRecord {
  const line = insert(record.line, moves, 0, 0);
  return line === record.line ? record : { ...record, line };
}

function insert(line: Line, moves: readonly Move[], from: number, at: number): Line {
  let i = at;
  let next = from;
  while (next < moves.length && line[i]?.move === moves[next]) {
    i++;
    next++;
  }
  if (next === moves.length) return line;
  const here = line[i];
  if (here === undefined) return [...line, ...moves.slice(next).map(plainPly)];
  const known = here.variations.findIndex((each) => each[0]!.move === moves[next]);
  const variation = known < 0 ? moves.slice(next).map(plainPly) : insert(here.variations[known]!, moves, next + 1, 1);
  if (known >= 0 && variation === here.variations[known]) return line;
  const variations = known < 0 ? [...here.variations, variation] : here.variations.with(known, variation);
  return line.with(i, { ...here, variations });
}

/** Changes the line that the ply at a path stands in. */
function changeLine(line: Line, path: Path, change: (line: Line, at: number) => Line): Line {
  const [at, variation, ...rest] = path;
  if (variation === undefined) return change(line, at!);
  const ply = line[at!]!;
  const changed = changeLine(ply.variations[variation]!, rest, change);
  const variations =
    changed.length === 0 ? ply.variations.toSpliced(variation, 1) : ply.variations.with(variation, changed);
  return line.with(at!, { ...ply, variations });
}

/** Signs a ply or says something of it; an empty path is the start of the game, which takes remarks only. */
export function annotate(record: GameRecord, path: Path, note: Partial<Pick<Ply, "sign" | "comment">>): GameRecord {
  if (path.length === 0) return { ...record, comment: note.comment ?? record.comment };
  return { ...record, line: changeLine(record.line, path, (line, at) => line.with(at, { ...line[at]!, ...note })) };
}

/** Deletes a ply and what follows it; what could have been played instead, if anything, takes its place. */
export function withoutPly(record: GameRecord, path: Path): GameRecord {
  const line = changeLine(record.line, path, (from, at) => {
    const [instead, ...variations] = from[at]!.variations;
    if (instead === undefined) return from.slice(0, at);
    const [first, ...rest] = instead;
    return [...from.slice(0, at), { ...first!, variations: [...first!.variations, ...variations] }, ...rest];
  });
  return { ...record, line };
}

/** Makes the variation that a ply stands in the line that it leaves, and that line the variation. */
export function promoted(record: GameRecord, path: Path): GameRecord {
  if (path.length < 3) return record;
  const chosen = path.at(-2)!;
  const line = changeLine(record.line, path.slice(0, -2), (from, at) => {
    const left = from[at]!;
    const [first, ...rest] = left.variations[chosen]!;
    const before: Line = [{ ...left, variations: [] }, ...from.slice(at + 1)];
    const variations = [...left.variations.with(chosen, before), ...first!.variations];
    return [...from.slice(0, at), { ...first!, variations }, ...rest];
  });
  return { ...record, line };
}

/** The same game on the other wing. */
export function mirrorRecord(record: GameRecord): GameRecord {
  const mirrorLine = (line: Line): Line =>
    line.map((ply) => ({
      ...ply,
      move: makeMove(mirrorSquare(moveFrom(ply.move)), mirrorSquare(moveTo(ply.move))),
      variations: ply.variations.map(mirrorLine),
    }));
  return { ...record, start: mirrorPosition(record.start), line: mirrorLine(record.line) };
}
