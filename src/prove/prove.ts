/** Proves positions: searches, writes down what they found as a proof tree, and has that replayed by the checker. */
import { applyMove, endingOf, legalMoves, type Move } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { AllMoves, LEAST_MEMORY } from "./all-moves.ts";
import { ByChecks } from "./by-checks.ts";
import { checkProofTree, type CheckedProof } from "./check.ts";
import type { LeafBook } from "./leaf-tables.ts";
import type { LeafTable, ProofTree } from "./proof-tree.ts";
import type { ProofSearch, SearchState } from "./search.ts";
import { TreeWriter } from "./tree-writer.ts";

/** How far a search has come. */
export interface ProverProgress {
  /** Positions whose moves were looked at, by all searches. */
  readonly nodes: number;
  /** The longest line looked at, in plies. */
  readonly deepest: number;
}

/** How long is looked, for what, and who is told of it. */
export interface ProverOptions {
  /** Default: 10. */
  readonly seconds?: number;
  /** Of the tables of the search by all moves; at least 32 MiB. Default: 256 MiB. */
  readonly memoryBytes?: number;
  /** Whether wins by checks alone are looked for. Default: all wins are. */
  readonly checksAlone?: boolean;
  /** The side whose wins alone are looked for. Default: either side's are. */
  readonly winner?: Colour;
  /** Tables that the search by all moves rests on, and the proof with it. Default: none. */
  readonly leaves?: LeafBook;
  /** What the seconds are counted by, in milliseconds. Default: the time that passes. */
  readonly clock?: () => number;
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

/** Nodes between two looks at the clock, by checks and by all moves: some 20 ms. */
const STRIDE = 2000;
const KERNEL_STRIDE = 8000;

/** The part of the time in which wins by checks alone are looked for first. */
const CHECKS_SHARE = 0.25;

/** A win of the side not to move is looked for by all moves once in so many times, with this part of the memory. */
const OTHERS_TURN = 8;
const OTHERS_MEMORY = 0.25;

/** The most moves of the winner that are written down. */
const MOST_MOVES = 4_000_000;

/** Steps of the writer between two looks at the clock. */
const WRITER_STEPS = 20_000;

/** Nodes that are spent at most, over those of the search itself, to find again what was forgotten. */
const RECALL_NODES = 3_000_000;
/** How often it is begun anew because the moves of what was found lead round in a circle. */
const MOST_CIRCLES = 1000;

/**
 * Looks for a win of either side: by checks alone, then by all moves. A position that is mate or stalemate is lost in 0 plies.
 * @throws `signal.reason` never: an aborted search has found nothing
 */
export async function provePosition(position: LegalPosition, options: ProverOptions = {}): Promise<ProvedPosition> {
  const work = new Work(position, options);
  return (
    (await work.byChecks()) ??
    (options.checksAlone === true ? null : await work.byAllMoves()) ?? {
      ...work.progress,
      result: "unknown",
      tree: null,
      proof: null,
    }
  );
}

interface WrittenTree {
  readonly tree: ProofTree;
  readonly plies: number;
}

/** The work on one position. */
class Work {
  readonly progress = { nodes: 0, deepest: 0 };
  readonly #position: LegalPosition;
  /** Those whose wins are looked for, the side to move first. */
  readonly #sides: readonly Colour[];
  readonly #options: ProverOptions;
  readonly #clock: () => number;
  readonly #start: number;
  readonly #memoryBytes: number;

  constructor(position: LegalPosition, options: ProverOptions) {
    this.#position = position;
    const sides = [position.turn, opponent(position.turn)];
    this.#sides = sides.filter((side) => side === (options.winner ?? side));
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#start = this.#clock();
    this.#memoryBytes = Math.max(LEAST_MEMORY / OTHERS_MEMORY, options.memoryBytes ?? 2 ** 28);
  }

  async byChecks(): Promise<ProvedPosition | null> {
    const share = this.#options.checksAlone === true ? 1 : CHECKS_SHARE;
    for (const winner of this.#sides) {
      const search = new ByChecks(this.#position, winner);
      while (search.state === "open" && !this.#isOver(share)) await this.#advance(search, () => search.advance(STRIDE));
      if (search.state !== "won") continue;
      const make = (mostPlies: number) => new ByChecks(this.#position, winner, { mostPlies });
      return this.#conclude(search, winner, make, 10 * search.nodes + STRIDE);
    }
    return null;
  }

  async byAllMoves(): Promise<ProvedPosition | null> {
    if (this.#isOver()) return null;
    const shares = this.#sides.length === 1 ? [1] : [1 - OTHERS_MEMORY, OTHERS_MEMORY];
    const memories = shares.map((share) => share * this.#memoryBytes);
    const searches = this.#sides.map((winner, i) => ({
      winner,
      search: new AllMoves(this.#position, winner, { memoryBytes: memories[i]!, ...this.#leaves }),
    }));
    for (let turn = 1; !this.#isOver(); turn++) {
      const open = searches.filter(({ search }) => search.state === "open");
      const next = turn % OTHERS_TURN === 0 ? open.at(-1) : open[0];
      if (next === undefined) return null;
      const { search, winner } = next;
      await this.#advance(search, () => search.advance(KERNEL_STRIDE));
      if (search.state !== "won") continue;
      const make = (mostPlies: number) =>
        new AllMoves(this.#position, winner, {
          mostPlies,
          memoryBytes: OTHERS_MEMORY * this.#memoryBytes,
          ...this.#leaves,
        });
      return this.#conclude(search, winner, make, search.nodes + KERNEL_STRIDE);
    }
    return null;
  }

  get #leaves(): Pick<ProverOptions, "leaves"> {
    const { leaves } = this.#options;
    return leaves === undefined ? {} : { leaves };
  }

  #isOver(share = 1): boolean {
    const { seconds = 10, signal } = this.#options;
    return signal?.aborted === true || this.#clock() >= this.#start + 1000 * seconds * share;
  }

  #pause(): Promise<void> {
    return (this.#options.pause ?? letOthersGo)(this.progress);
  }

  async #advance(search: ProofSearch, advance: () => void): Promise<void> {
    const before = search.nodes;
    advance();
    this.progress.nodes += search.nodes - before;
    this.progress.deepest = Math.max(this.progress.deepest, search.deepest);
    await this.#pause();
  }

  /**
   * Writes down the shortest win that is found in some nodes more by forbidding long lines, and has it checked.
   * @param make a search whose lines are no longer
   * @returns null where the search has forgotten too much of what it found
   */
  async #conclude(
    first: ProofSearch,
    winner: Colour,
    make: (mostPlies: number) => ProofSearch,
    left: number,
  ): Promise<ProvedPosition | null> {
    let written = await this.#write(first, winner);
    if (written === null) return null;
    while (written.plies > 1 && left > 0) {
      const search = make(written.plies - 1);
      while (search.state === "open" && search.nodes < left && !this.#isOver()) {
        await this.#advance(search, () => search.advance(Math.min(STRIDE, left)));
      }
      left -= search.nodes;
      if (search.state !== "won") break;
      const shorter = await this.#write(search, winner);
      if (shorter === null || shorter.plies >= written.plies) break;
      written = shorter;
    }
    const { leaves } = this.#options;
    const open = (table: LeafTable) => leaves?.open(table) ?? Promise.resolve(null);
    const proof = await checkProofTree(written.tree, { position: this.#position, open });
    return { ...this.progress, result: proof.outcome, tree: written.tree, proof };
  }

  async #write(search: ProofSearch, winner: Colour): Promise<WrittenTree | null> {
    const leaves = search instanceof AllMoves ? this.#options.leaves : undefined;
    const used = new Map<string, LeafTable>();
    const isLeaf = (board: Uint8Array): boolean => {
      const table = leaves?.tableOf(board);
      if (table !== undefined) used.set(table.path, table);
      return table !== undefined;
    };
    const begin = () => {
      used.clear();
      return new TreeWriter(this.#position, winner, search, isLeaf, MOST_MOVES);
    };
    let [writer, circles] = [begin(), 0];
    const mostNodes = 2 * search.nodes + RECALL_NODES;
    for (;;) {
      const state = writer.advance(WRITER_STEPS);
      if (state === "done") {
        const tables = [...used.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
        const rules = tables.length === 0 ? "none" : leaves!.rules;
        const tree: ProofTree = { rules, position: this.#position, winner, tables, moves: writer.moves };
        return { tree, plies: writer.plies };
      }
      if (state === "lost") {
        if (!(await this.#recall(search, writer.position, mostNodes))) return null;
      } else if (state === "circle") {
        // A win that was forgotten was found again, in more plies than others rely on.
        if (search.forget === undefined || ++circles > MOST_CIRCLES) return null;
        for (const position of writer.circle) search.forget(position);
        writer = begin();
      } else if (state !== "open") return null;
      await this.#pause();
    }
  }

  async #recall(search: ProofSearch, position: LegalPosition, mostNodes: number): Promise<boolean> {
    const recall = search.recall?.bind(search);
    if (recall === undefined) throw new Error("a search that forgets nothing knows no move");
    while (search.nodes < mostNodes && this.#options.signal?.aborted !== true) {
      let state: SearchState = "open";
      await this.#advance(search, () => (state = recall(position, KERNEL_STRIDE)));
      if (state !== "open") return state === "won";
    }
    return false;
  }
}

/** A move that wins, and the proof that the position after it is lost. */
export interface WinningMove {
  readonly move: Move;
  /** The win's, the move itself among them. */
  readonly plies: number;
  readonly tree: ProofTree;
}

/**
 * Each of some moves that is proven to win: where there are several, a composition is cooked 双解. The seconds are shared out among them,
 * and what one leaves the others get.
 */
export async function winningMoves(
  position: LegalPosition,
  moves: readonly Move[],
  options: ProverOptions = {},
): Promise<WinningMove[]> {
  const { seconds = 10, clock = () => performance.now() } = options;
  const end = clock() + 1000 * seconds;
  const found: WinningMove[] = [];
  for (const [i, move] of moves.entries()) {
    const share = Math.max(0, end - clock()) / 1000 / (moves.length - i);
    const after = applyMove(position, move);
    const { tree, proof } = await provePosition(after, { ...options, winner: position.turn, seconds: share });
    if (tree !== null && proof !== null) found.push({ move, plies: proof.plies + 1, tree });
  }
  return found.sort((a, b) => a.plies - b.plies);
}

/** A line in which the winner plays by the proof and the loser holds out for as long as it allows. */
export function longestDefence(position: LegalPosition, winner: Colour, { book }: CheckedProof): Move[] {
  const line: Move[] = [];
  let at = position;
  while (endingOf(at) === null) {
    const isLast = at.turn === winner && book.pliesAt(at.board) === 1; // to mate, stalemate or a table
    const move = at.turn === winner ? book.moveAt(at.board) : longestAnswer(at);
    if (move === undefined) break;
    line.push(move);
    at = applyMove(at, move);
    if (isLast) break;
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
