/** What docs/guides/atlas.md says of the sum over outcomes and of typical positions, written down once more, slowly: a cell at a time. */
import { createHash } from "node:crypto";
import { nameValue, type Category } from "../../src/table/value.ts";
import type { Table } from "../../src/table/read/table.ts";
import { menAttacking } from "../../src/xiangqi/attacks.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { roleOfLetter, pieceLetter, type Colour } from "../../src/xiangqi/pieces.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { isDouble } from "./content-sum.ts";

interface Candidate {
  readonly cell: number;
  readonly board: Uint8Array;
  readonly category: Category;
  readonly depends: boolean;
  readonly order: number;
  readonly distance: number;
  /** The smaller the better, the first number that differs decides. */
  readonly rank: readonly [unrest: number, strays: number];
}

const CATEGORIES = ["win", "draw", "loss"] as const;

export async function slowOutcomes(table: Table) {
  const { index } = table;
  const { endgame, rules, switches } = table.header.info;
  const { inner, outer } = table.header.info.index.parameters as { inner: string; outer: string };
  let text = `canju outcome sum 1\nendgame ${endgame}\nrules ${rules}\n`;
  for (const name of Object.keys(switches).sort()) if (switches[name] === true) text += `switch ${name} true\n`;
  text += `index formations 1\ninner ${inner}\nouter ${outer}\ncells ${table.header.cells}\n`;
  const numbers: number[] = [];
  const typical: Partial<Record<Colour, Record<Category, string | null>>> = {};
  for (const turn of ["red", "black"] as const) {
    const candidates: Candidate[] = [];
    for (let cell = 0; cell < table.header.cells; cell++) {
      const board = index.boardAt(cell);
      if (board === null || !isLegalPosition({ board, turn }) || isDouble(index, cell, board)) {
        numbers.push(0xff);
        continue;
      }
      const { category, order, distance, depends } = nameValue(await table.valueAt(turn, cell));
      const above = order !== null && order > 0 ? 4 : 0;
      numbers.push(["draw", "win", "loss"].indexOf(category) + above + (depends ? 8 : 0));
      const rank = [unrestOf(board), straysOf(board)] as const;
      candidates.push({
        cell,
        board,
        category,
        depends: depends === true,
        order: order ?? 0,
        distance: distance ?? 0,
        rank,
      });
    }
    const fenOf = (category: Category): string | null => {
      const board = typicalOf(candidates.filter((each) => each.category === category));
      return board && formatFen({ board, turn });
    };
    typical[turn] = Object.fromEntries(CATEGORIES.map((each) => [each, fenOf(each)])) as Record<
      Category,
      string | null
    >;
  }
  const hash = createHash("sha256").update(text).update(Buffer.from(numbers)).digest("hex");
  return { outcomeSum: hash.slice(0, 32), typical };
}

function typicalOf(candidates: Candidate[]): Uint8Array | null {
  if (candidates.length === 0) return null;
  const compare = (a: Candidate, b: Candidate) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1];
  const [best] = candidates.toSorted(compare);
  const alike = candidates.filter((each) => compare(each, best!) === 0);
  const value = (of: Candidate) => [Number(of.depends), of.order, of.distance] as const;
  const byValue = alike.toSorted(
    (a, b) =>
      value(a)
        .map((part, i) => part - value(b)[i]!)
        .find((d) => d !== 0) ?? 0,
  );
  const wanted = String(value(lowerMiddle(byValue)));
  return lowerMiddle(alike.filter((each) => String(value(each)) === wanted)).board;
}

function lowerMiddle<T>(sorted: readonly T[]): T {
  return sorted[Math.ceil(sorted.length / 2) - 1]!;
}

/** 2: a king is in check, 1: a man could be captured, 0: neither. */
function unrestOf(board: Uint8Array): number {
  let unrest = 0;
  board.forEach((piece, square) => {
    if (piece === 0 || menAttacking(board, square, piece < 8 ? "black" : "red").length === 0) return;
    unrest = Math.max(unrest, pieceLetter(piece).toLowerCase() === "k" ? 2 : 1);
  });
  return unrest;
}

/** For Red: where a man stands in the opening, and what is one move away. */
const OPENING: Record<string, string> = { king: "e0", advisor: "d0 f0", elephant: "c0 g0" };
const ONE_MOVE_AWAY: Record<string, string> = { king: "d0 f0 e1", advisor: "e1", elephant: "a2 e2 i2" };

function straysOf(board: Uint8Array): number {
  let strays = 0;
  const files: string[] = [];
  board.forEach((piece, at) => {
    if (piece === 0) return;
    // Black's men as if they were Red's.
    const square = piece < 8 ? at : (9 - Math.floor(at / 9)) * 9 + (at % 9);
    const name = squareName(square);
    const role = roleOfLetter(pieceLetter(piece))!;
    if (role === "king") files.push(name[0]!);
    if (role in OPENING) {
      if (!OPENING[role]!.includes(name)) strays += ONE_MOVE_AWAY[role]!.includes(name) ? 1 : 2;
    } else if ("ai".includes(name[0]!) || "09".includes(name[1]!) || (role === "soldier" && name[1]! <= "4")) strays++;
  });
  return files[0] === files[1] ? strays + 2 : strays;
}
