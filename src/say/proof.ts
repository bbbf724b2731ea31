/** Proofs as data, as `canju prove --json` and the API give them. */
import type { CheckedProof } from "../prove/check.ts";
import { writeProofTree } from "../prove/proof-tree.ts";
import { longestDefence, type ProvedPosition, type WinningMove } from "../prove/prove.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { applyMove, legalMoves, type Move } from "../xiangqi/moves.ts";
import { nameMoveIn, type MoveNames } from "../xiangqi/notation/move-names.ts";
import type { LegalPosition } from "../xiangqi/position.ts";

/** What the checker found, without the winner's moves. */
export type ProofJson = Omit<CheckedProof, "book" | "leaves"> & {
  /** How many leaves each table decides. */
  readonly leaves: Readonly<Record<string, number>>;
};

export interface ProvedJson {
  readonly fen: string;
  /** For the side to move. */
  readonly result: ProvedPosition["result"];
  /** Null: nothing was proven. */
  readonly proof: ProofJson | null;
  /** The bytes of the proof tree, in base64 (docs/spec/proof-tree.md). */
  readonly certificate: string | null;
  /** The winner plays by the proof, the loser holds out for as long as it allows. */
  readonly line: readonly MoveNames[];
  readonly nodes: number;
  readonly deepest: number;
  readonly seconds: number;
  /** Where it was asked for: other moves that are proven to win. */
  readonly cooks?: readonly CookJson[] | undefined;
}

/** A move that wins beside that of the proof. */
export interface CookJson extends MoveNames {
  /** Won in at most so many, the move itself among them. */
  readonly plies: number;
  /** The proof tree of the position after it, in base64. */
  readonly certificate: string;
}

/** The moves that are looked at when other wins are asked for: all but that of the proof. */
export function otherMoves(position: LegalPosition, { result, proof }: ProvedPosition): Move[] {
  return result === "win" ? legalMoves(position).filter((move) => move !== proof!.book.moveAt(position.board)) : [];
}

export function toCooksJson(position: LegalPosition, cooks: readonly WinningMove[]): CookJson[] {
  return cooks.map(({ move, plies, tree }) => ({
    ...nameMoveIn(position, move),
    plies,
    certificate: Buffer.from(writeProofTree(tree)).toString("base64"),
  }));
}

export function toProofJson(checked: CheckedProof): ProofJson {
  const { rules, winner, outcome, plies, positions, mates, stalemates, references, leaves, byChecks } = checked;
  const counts = { positions, mates, stalemates, references };
  return { rules, winner, outcome, plies, ...counts, leaves: Object.fromEntries(leaves), byChecks };
}

export function toProvedJson(position: LegalPosition, proved: ProvedPosition, seconds: number): ProvedJson {
  const { result, nodes, deepest, proof, tree } = proved;
  return {
    fen: formatFen(position),
    result,
    proof: proof && toProofJson(proof),
    certificate: tree && Buffer.from(writeProofTree(tree)).toString("base64"),
    line: nameLine(position, proved),
    nodes,
    deepest,
    seconds,
  };
}

export function nameLine(position: LegalPosition, { tree, proof }: ProvedPosition): MoveNames[] {
  if (tree === null || proof === null) return [];
  let at = position;
  return longestDefence(position, tree.winner, proof).map((move) => {
    const names = nameMoveIn(at, move);
    at = applyMove(at, move);
    return names;
  });
}
