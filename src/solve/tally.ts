/** From a solution to what its table holds. */
import { arrange, type Arrangement } from "../table/write/arrange.ts";
import type { OrderKind, TableInfo } from "../table/format/header.ts";
import { describeIndex } from "../table/format/index-parameters.ts";
import { addUp, type Histogram } from "../table/format/histogram.ts";
import { noneOf } from "../table/rows/quiet-rows.ts";
import { distanceOf, DRAW, isLoss, isWin, type Value } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import type { Solution } from "./kernel.ts";
import { cellOfSlot, squareOfBit } from "./planes.ts";
import { valueOfMark, visitRecords } from "./tape.ts";

/** What follows from how often each mark occurs: which values there are, and how a file stores them. */
export interface TapeTally {
  readonly statistics: Pick<TableInfo, "red" | "black" | "orders" | "dependentOrders" | "index">;
  readonly arrangement: Arrangement;
  /** By the lists of the arrangement. */
  readonly histogram: Histogram;
  /** All values, the draw first, then ascending as marks do. */
  readonly values: readonly Value[];
  /** For each side: the code of each mark that it has, and of a draw. */
  readonly codeOfMark: Readonly<Record<Colour, Uint16Array>>;
  readonly codeOfDraw: Readonly<Record<Colour, number>>;
  /** The place of each mark's value in `values`. */
  readonly rankOfMark: Uint16Array;
}

/** Adds up a solution. */
export function tallyOf(solution: Solution): TapeTally {
  const { index, tape, levels, legal } = solution;
  const weights = tape.weights();
  const counts = (turn: Colour) => weights[turn].map((weight) => weight / index.twins);
  const [red, black] = [counts("red"), counts("black")];
  const marks = red.map((_, mark) => mark).filter((mark) => red[mark]! + black[mark]! > 0);
  const values = [DRAW, ...marks.map((mark) => valueOfMark(levels, mark))];
  const counted = (turn: Colour, byMark: readonly number[]) => {
    const decided = marks.map((mark) => byMark[mark]!);
    return [decided.reduce((left, count) => left - count, legal[turn]), ...decided];
  };
  const histogram = { red: counted("red", red), black: counted("black", black) };
  const longest = (turn: Colour, parity: 0 | 1): string | null => {
    const isWanted = (mark: number) => (parity === 1 ? isWin : isLoss)(valueOfMark(levels, mark));
    const found = marks.filter((mark) => (turn === "red" ? red : black)[mark]! > 0 && isWanted(mark));
    if (found.length === 0) return null;
    const distance = (mark: number) => distanceOf(valueOfMark(levels, mark));
    const far = found.reduce((best, mark) => (distance(mark) > distance(best) ? mark : best));
    return formatFen({ board: firstBoard(solution, turn, far), turn });
  };
  const extras = (turn: Colour) => ({
    checkmated: solution.checkmated[turn],
    stalemated: solution.stalemated[turn],
    longestWinFen: longest(turn, 1),
    longestLossFen: longest(turn, 0),
  });
  const kinds = new Map<number, OrderKind>();
  const dependentKinds = new Map<number, OrderKind>();
  levels.forEach(({ kind, byDefault }, number) => {
    if (byDefault === undefined) kinds.set(number, kind);
    else if (byDefault !== "draw") dependentKinds.set(byDefault.order, kind);
  });
  const rankOfMark = new Uint16Array(red.length);
  marks.forEach((mark, i) => (rankOfMark[mark] = i + 1));
  const occurring = (turn: Colour) => values.filter((_, i) => histogram[turn][i]! > 0);
  const arrangement = arrange(index, { red: occurring("red"), black: occurring("black") });
  const { lists } = arrangement;
  const codeOfMark = (turn: Colour) => {
    const codes = new Uint16Array(red.length).fill(noneOf(arrangement.bytesPerCode));
    marks.forEach((mark, i) => {
      const code = lists[turn].indexOf(values[i + 1]!);
      if (code >= 0) codes[mark] = code;
    });
    return codes;
  };
  const codeOfDraw = (turn: Colour) => {
    const code = lists[turn].indexOf(DRAW);
    return code >= 0 ? code : noneOf(arrangement.bytesPerCode);
  };
  const byList = (turn: Colour) => lists[turn].map((value) => histogram[turn][values.indexOf(value)] ?? 0);
  return {
    statistics: {
      ...addUp(values, histogram, { red: extras("red"), black: extras("black") }, kinds, dependentKinds),
      index: describeIndex(index),
    },
    arrangement,
    histogram: { red: byList("red"), black: byList("black") },
    values,
    codeOfMark: { red: codeOfMark("red"), black: codeOfMark("black") },
    codeOfDraw: { red: codeOfDraw("red"), black: codeOfDraw("black") },
    rankOfMark,
  };
}

const SQUARE_OF_BIT = squareOfBit();

/** The board of the first slot with this mark. */
function firstBoard({ index, tape }: Solution, turn: Colour, mark: number): Uint8Array {
  let first = Infinity;
  for (const extent of tape.extents) {
    if (extent.turn !== turn || extent.mark !== mark) continue;
    visitRecords(tape.recordsOf(extent), tape.firstVector(extent.band), {
      onSquares(vector, squares, at, count) {
        for (let i = at; i < at + count; i++) first = Math.min(first, vector * SQUARES + squares[i]!);
      },
      onBits(vector, words, at) {
        for (let bit = 0; bit < 128; bit++) {
          if ((words[at + (bit >> 5)]! >>> (bit & 31)) & 1) {
            first = Math.min(first, vector * SQUARES + SQUARE_OF_BIT[bit]!);
          }
        }
      },
    });
  }
  return index.boardAt(cellOfSlot(index, first))!;
}
