/** Proves positions: searches, writes down what they found as a proof tree, and has that replayed by the checker. */
import { applyMove, endingOf, legalMoves, type Move } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { ByChecks } from "./by-checks.ts";
import { checkProofTree, type CheckedProof } from "./check.ts";
import type { ProofTree } from "./proof-tree.ts";
import type { ProofSearch } from "./search.ts";
import { TreeWriter } from "./tree-writer.ts";

/** How far a search has come. */
export interface ProverProgress {
  /** Positions whose moves were looked at, by all searches. */
  readonly nodes: number;
  /** The longest line looked at, in plies. */
  readonly deepest: number;
}

/** How long is looked, and who is told of it. */
export interface ProverOptions {
  /** Default: 10. */
  readonly seconds?: number;
  /** Ends the search. What was proven by then counts. */
  readonly signal?: AbortSignal;
  /** Called some times a second: lets others go first, and tells of it. */
  readonly pause?: (progress: ProverProgress) => Promise<void>;
}

/** A proof that the checker has replayed, and the work of finding it. */
export interface ProvedPosition extends ProverProgress {
  /** For the side to move. Never a draw: what is not proven is unknown. */
  readonly result: "win" | "loss" | "unknown";
  readonly tree: ProofTree | null;
  /** What the checker says of the tree. */
  readonly proof: CheckedProof | null;
}

/** Nodes between two looks at the clock: some 10 ms. */
const STRIDE = 2000;

/** The most moves of the winner that are written down. */
const MOST_MOVES = 4_000_000;

/** Steps of the writer between two looks at the clock. */
const WRITER_STEPS = 20_000;

/**
 * Looks for a win of either side. A position that is mate or stalemate is lost in 0 plies.
 * @throws `signal.reason` never: an aborted search has found nothing
 */
export async function provePosition(position: LegalPosition, options: ProverOptions = {}): Promise<ProvedPosition> {
  const { seconds = 10, signal, pause = letOthersGo } = options;
  const end = performance.now() + 1000 * seconds;
  const isOver = (): boolean => signal?.aborted === true || performance.now() >= end;
  const progress = { nodes: 0, deepest: 0 };
  for (const winner of [position.turn, opponent(position.turn)]) {
    const search = new ByChecks(position, winner);
    const before = progress.nodes;
    while (search.state === "open" && !isOver()) {
      search.advance(STRIDE);
      progress.nodes = before + search.nodes;
      progress.deepest = Math.max(progress.deepest, search.deepest);
      await pause(progress);
    }
    if (search.state !== "won") continue;
    const tree = await shortestByChecks(search, position, winner, isOver, () => pause(progress));
    const proof = await checkProofTree(tree, { position });
    return { ...progress, result: proof.outcome, tree, proof };
  }
  return { ...progress, result: "unknown", tree: null, proof: null };
}

/**
 * The tree of the shortest win by checks that is found in at most as many nodes again as the first one took, by forbidding long lines.
 */
async function shortestByChecks(
  first: ByChecks,
  position: LegalPosition,
  winner: Colour,
  isOver: () => boolean,
  pause: () => Promise<void>,
): Promise<ProofTree> {
  let written = await writeTree(first, position, winner, pause);
  let left = 10 * first.nodes + STRIDE;
  while (written.plies > 1 && left > 0) {
    const search = new ByChecks(position, winner, { mostPlies: written.plies - 1 });
    while (search.state === "open" && search.nodes < left && !isOver()) {
      search.advance(Math.min(STRIDE, left));
      await pause();
    }
    left -= search.nodes;
    if (search.state !== "won") break;
    const shorter = await writeTree(search, position, winner, pause);
    if (shorter.plies >= written.plies) break;
    written = shorter;
  }
  return written.tree;
}

async function writeTree(
  search: ProofSearch,
  position: LegalPosition,
  winner: Colour,
  pause: () => Promise<void>,
): Promise<{ readonly tree: ProofTree; readonly plies: number }> {
  const writer = new TreeWriter(position, winner, search, () => false, MOST_MOVES);
  while (writer.advance(WRITER_STEPS) === "open") await pause();
  if (writer.state !== "done") throw new Error(`a proof could not be written: ${writer.state}`);
  return { tree: { rules: "none", position, winner, tables: [], moves: writer.moves }, plies: writer.plies };
}

/** A line in which the winner plays by the proof and the loser holds out for as long as it allows. */
export function longestDefence(position: LegalPosition, winner: Colour, { book }: CheckedProof): Move[] {
  const line: Move[] = [];
  let at = position;
  while (endingOf(at) === null) {
    const move = at.turn === winner ? book.moveAt(at.board) : longestAnswer(at);
    if (move === undefined) break;
    line.push(move);
    at = applyMove(at, move);
  }
  return line;

  function longestAnswer(after: LegalPosition): Move | undefined {
    let [longest, best] = [-1, undefined as Move | undefined];
    for (const move of legalMoves(after)) {
      const plies = book.pliesAt(applyMove(after, move).board) ?? 0;
      if (plies > longest) [longest, best] = [plies, move];
    }
    return best;
  }
}

function letOthersGo(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}
