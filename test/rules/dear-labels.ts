/** Positions in which a label of the Chinese rules takes long, and a climb to more of them. */
import { parseFen } from "../../src/xiangqi/fen.ts";
import { isCapture, legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { findLabel, type MoveLabel } from "../../src/rules/chinese/label.ts";
import { ALL_CLAUSES } from "../../src/rules/chinese/edition.ts";
import { SearchBoard } from "../../src/rules/chinese/search-board.ts";
import { parseJudgedFen } from "../../src/rules/judging.ts";

/** Found by climbing; all at once the second takes half a second, the last has men as tables have them. */
export const DEAR = [
  ["1CP1k4/4a4/R2ab4/6P2/7n1/5C2n/1c7/1pR2p2B/r1p1Ac3/3K2B2 b", "e8d9"],
  ["pCPnk4/4a4/R2ab3P/6P2/1N5n1/5C3/1c7/1p3pr1B/2p1AcR2/3K2B2 b", "e8f7"],
  ["1C2k4/4a4/R2ab4/6P2/5P1n1/5C2n/1c7/1pR2p2B/r1p1Ac3/3K2B2 w", "b9a9"],
  ["2bak4/4a4/4b3c/3R1r3/9/9/9/4B4/4A4/2BAK1N2 b", "e7g9"],
] as const;

/** Counts the positions that searches look at while something is done. */
function countPositions<Result>(work: (count: () => number) => Result): Result {
  let count = 0;
  const { legalMoves: look } = SearchBoard.prototype;
  SearchBoard.prototype.legalMoves = function (side) {
    count++;
    return look.call(this, side);
  };
  try {
    return work(() => count);
  } finally {
    SearchBoard.prototype.legalMoves = look;
  }
}

export interface Taken {
  readonly label: MoveLabel;
  /** Of each piece, the positions that were looked at, and the milliseconds of CPU. */
  readonly pieces: readonly { readonly positions: number; readonly milliseconds: number }[];
}

/** Labels a move as if nothing were known. */
export function takePieces(position: Position, move: Move): Taken {
  const computing = findLabel(position, move, "reasons", { ...ALL_CLAUSES });
  return countPositions((count) => {
    const pieces: { positions: number; milliseconds: number }[] = [];
    for (;;) {
      const [before, started] = [count(), process.threadCpuUsage()];
      const { done, value: label } = computing.next();
      const { user, system } = process.threadCpuUsage(started);
      pieces.push({ positions: count() - before, milliseconds: (user + system) / 1000 });
      if (done) return { label, pieces };
    }
  });
}

/** Moves men about, keeps what makes it worse: the dearest position and move found in so many tries. */
export function climb(tries: number, random: () => number, worthOf: (taken: Taken) => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  let best = { fen: DEAR[below(DEAR.length)]![0] as string, worth: 0 };
  for (let i = 0; i < tries; i++) {
    const fen = changed(best.fen, below);
    let position: Position;
    try {
      position = parseJudgedFen(fen);
    } catch {
      continue; // men stand where they cannot
    }
    const moves = legalMoves(position).filter((move) => !isCapture(position, move));
    if (moves.length === 0) continue;
    const worth = worthOf(takePieces(position, moves[below(moves.length)]!));
    if (worth > best.worth) best = { fen, worth };
  }
  return best;
}

function changed(fen: string, below: (limit: number) => number): string {
  const { turn } = parseFen(fen);
  const rows = fen
    .split(" ")[0]!
    .split("/")
    .map((row) => [...row.replace(/\d/g, (digit) => "1".repeat(Number(digit)))]);
  for (let times = 1 + below(3); times > 0; times--) {
    const [from, to] = [0, 1].map(() => ({ row: rows[below(10)]!, file: below(9) })) as [Place, Place];
    const [man, other] = [from.row[from.file]!, to.row[to.file]!];
    if (/[kab]/i.test(man + other)) continue;
    if (man === "1" && below(3) === 0) from.row[from.file] = "RNCPrncp"[below(8)]!;
    else [from.row[from.file], to.row[to.file]] = [other, man];
  }
  const side = below(5) === 0 ? !(turn === "red") : turn === "red";
  return `${rows.map((row) => row.join("")).join("/")} ${side ? "w" : "b"}`;
}

interface Place {
  readonly row: string[];
  readonly file: number;
}
