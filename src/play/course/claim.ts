/** Rules of thumb in a form that a table can prove: which positions are meant, how they end, and of how many that is so. */
import type { Table } from "../../table/read/table.ts";
import { categoryOf, type Value } from "../../table/value.ts";
import { attacks } from "../../xiangqi/attacks.ts";
import { COLOURS, opponent, pieceLetter, type Colour } from "../../xiangqi/pieces.ts";
import { ScannedBoard } from "../../xiangqi/moves.ts";
import { fileOf, rankOf, SQUARES } from "../../xiangqi/squares.ts";

/**
 * What holds of a position: `calm`, no man attacks one of the other side, kings included; or that all, some or none of
 * the men of one kind, a letter of FEN (capital: Red's), stand on squares of a list such as `e9 d-f0-2`: the centre of the last
 * rank and Red's palace.
 */
export type Condition =
  | "calm"
  | { readonly all: string; readonly on: string }
  | { readonly some: string; readonly on: string }
  | { readonly none: string; readonly on: string };

/** Who wins. */
export type End = Colour | "draw";

export interface Claim {
  /** Left out: whoever is to move. */
  readonly turn?: Colour;
  /** Of the positions of which all of this holds. */
  readonly where: readonly Condition[];
  readonly ends: End;
  /** `all` of them end so; else the sentence tells the share. */
  readonly share: "all" | "told";
}

/** Over the whole board, mirror images counted apart. */
export interface Count {
  readonly positions: number;
  /** How many of them end as claimed. */
  readonly hold: number;
}

/** By square: 1 where it is on the list. */
export function squaresOf(list: string): Uint8Array {
  const marks = new Uint8Array(SQUARES);
  for (const block of list.split(" ")) {
    const [, left, right, low, high] = /^([a-i])(?:-([a-i]))?(\d)(?:-(\d))?$/.exec(block) ?? [];
    if (left === undefined) throw new Error(`"${block}" is no block of squares`);
    const [first, last] = [left, right ?? left].map((file) => file.charCodeAt(0) - 97);
    for (let square = 0; square < SQUARES; square++) {
      const [file, rank] = [fileOf(square), rankOf(square)];
      const isIn = file >= first! && file <= last! && rank >= Number(low) && rank <= Number(high ?? low);
      if (isIn) marks[square] = 1;
    }
  }
  return marks;
}

type Test = (board: Uint8Array) => boolean;

const scanned = new ScannedBoard();

/** Whether no man attacks one of the other side. */
export function isCalm(board: Uint8Array): boolean {
  const men = scanned.load(board);
  const { squares } = scanned;
  for (let i = 0; i < men; i++) {
    const from = squares[i]!;
    for (let j = 0; j < men; j++) {
      const to = squares[j]!;
      if ((board[from]! ^ board[to]!) >= 8 && attacks(board, from, to)) return false;
    }
  }
  return true;
}

function testOf(condition: Exclude<Condition, "calm">): Test {
  const [how, letter] = Object.entries(condition)[0]!;
  const piece = Array.from({ length: 16 }, (_, each) => each).find((each) => pieceLetter(each) === letter);
  if (piece === undefined) throw new Error(`"${letter}" is no man`);
  const marks = squaresOf(condition.on);
  return (board) => {
    let [on, off] = [0, 0];
    for (let square = 0; square < SQUARES; square++) {
      if (board[square] !== piece) continue;
      if (marks[square] === 1) on++;
      else off++;
    }
    return how === "all" ? off === 0 : how === "some" ? on > 0 : on === 0;
  };
}

/** @param value to the side to move */
function endOf(value: Value, turn: Colour): End {
  const category = categoryOf(value);
  if (category === "draw") return "draw";
  return category === "win" ? turn : opponent(turn);
}

/** Counts claims over a whole table. Time: that of making the board of every cell; memory: the codes of a side. */
export async function countClaims(table: Table, claims: readonly Claim[]): Promise<Count[]> {
  const { header, index } = table;
  const counts = claims.map(() => ({ positions: 0, hold: 0 }));
  const tests = claims.map(({ where }) => ({
    wantsCalm: where.includes("calm"),
    others: where.flatMap((each) => (each === "calm" ? [] : [testOf(each)])),
  }));
  const board = new Uint8Array(SQUARES);
  const perBlock = index.width * index.black.count;
  for (const turn of COLOURS) {
    const asked = [...claims.keys()].filter((each) => (claims[each]!.turn ?? turn) === turn);
    if (asked.length === 0) continue;
    const codes = await table.readCells(turn);
    const ends = header.lists[turn].map((value) => endOf(value, turn));
    for (let cell = 0; cell < codes.length; cell++) {
      const end = ends[codes[cell]!];
      if (end === undefined) continue; // no legal position
      index.boardAt(cell, board);
      const weight = index.weights[Math.floor(cell / perBlock)]!;
      const calm = isCalm(board);
      for (const each of asked) {
        const { wantsCalm, others } = tests[each]!;
        if ((wantsCalm && !calm) || !others.every((test) => test(board))) continue;
        counts[each]!.positions += weight;
        if (claims[each]!.ends === end) counts[each]!.hold += weight;
      }
    }
  }
  return counts;
}

const ENDS = ["red", "draw", "black"] as const satisfies readonly End[];

/** The claims of an ending, and beside them how all calm positions end. */
export async function countLesson(
  table: Table,
  claims: readonly Claim[],
): Promise<{ readonly counts: Count[]; readonly calm: Record<End, number> }> {
  const calm = ENDS.map((ends): Claim => ({ where: ["calm"], ends, share: "told" }));
  const counts = await countClaims(table, [...claims, ...calm]);
  const [red, draw, black] = counts.splice(claims.length).map(({ hold }) => hold);
  return { counts, calm: { red: red!, draw: draw!, black: black! } };
}
