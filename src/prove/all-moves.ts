/**
 * Wins by all moves: a kernel (src/prove/kernel/assembly) searches, in as much memory as it is given, by proof numbers and, by turns, by
 * alpha and beta as engines do, for a guide. A mate that the guide announces is not believed: its moves are followed, and every answer to
 * them is looked at by proof numbers, or by the guide in turn. What is forgotten for want of memory is found again when it is asked for.
 */
import { compileKept } from "../base/kept-kernel.ts";
import { applyMove, legalMoves, type Move } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import type { Category } from "../table/value.ts";
import { KERNEL } from "./kernel/bytes.ts";
import type { ProofSearch, SearchState } from "./search.ts";

/** What src/prove/kernel/assembly/index.ts exports. */
interface ProverKernel {
  begin(bytes: number, winner: number, mostPlies: number, leafMen: number): void;
  readBoard(side: number): void;
  advance(nodes: number): number;
  winningMove(): number;
  /** 1 won, 2 not won, 0 neither is known. */
  known(): number;
  /** Gives up what is known of the position read last. */
  forget(): void;
  /** The line that a proof follows: the position read last is added; the last one is taken from it; whether that read last is on it. */
  enter(): void;
  leave(): void;
  isOnLine(): number;
  /** @returns the plies of a mate that is announced for the winner, or 0 */
  lead(nodes: number, depth: number): number;
  /** After it: the first depth that was not searched to its end, and the move, from * 90 + to. */
  nextDepth(): number;
  leadingMove(): number;
  /** Leaves one move more out of the next searches of the guide, -1: none from now on. */
  leaveOut(move: number): void;
  /** @returns 1 where every answer to the move is known to lose; it then keeps that the move wins */
  confirm(move: number): number;
  nodesSearched(): number;
  deepestPly(): number;
}

/** Where it reads the board, u8[90], and where the board searched is. */
const INPUT = 1024;
const BOARD = 1280;

const PAGE = 65_536;

/** In bytes; half of it is the table. */
export const LEAST_MEMORY = 8 * 2 ** 20;

const STATES = ["open", "won", "not-won"] as const satisfies readonly SearchState[];

export interface AllMovesOptions {
  /** Default 250, at most 400. */
  readonly mostPlies?: number;
  /** From LEAST_MEMORY to 4 GiB, which more is taken for; used as it is needed. Default 256 MiB. */
  readonly memoryBytes?: number;
  /** What tables say, which then decide. Default: nothing. */
  readonly leaves?: LeafOracle;
}

/** Tables as the search asks them. */
export interface LeafOracle {
  /** No table has more. */
  readonly mostMen: number;
  /** For the side to move; null where no table has these men. */
  outcomeOf(board: Uint8Array, turn: Colour): Category | null;
}

/** Nodes by proof numbers before the guide is asked for the first time; from then on it has so many for each of them. */
const ALONE_NODES = 100_000;
const GUIDE_SHARE = 4;
/** Nodes of the guide at a time, and how deep it looks, in plies. */
const GUIDE_NODES = 50_000;
const GUIDE_DEPTH = 100;

/** For each position of a line that is followed: nodes by proof numbers, then of the guide, which is asked for so many moves. */
const CLOSING_NODES = 3000;
const ASKING_NODES = 100_000;
const MOST_ASKED = 4;
/** Plies of such a line. */
const MOST_FOLLOWED = 100;
/** Nodes that following an announcement may take, if all those before it are fewer. */
const LEAST_FOLLOWING = 300_000;

const LEAVES: Readonly<Record<Category, number>> = { win: 1, loss: 2, draw: 3 };

let compiled: WebAssembly.Module | undefined;

export class AllMoves implements ProofSearch {
  state: SearchState = "open";
  readonly #kernel: ProverKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #position: LegalPosition;
  readonly #winner: Colour;
  readonly #mostPlies: number;
  readonly #turns: Generator<void, SearchState>;
  /** Nodes by proof numbers until the next look at the clock. */
  #stride = 0;

  constructor(position: LegalPosition, winner: Colour, options: AllMovesOptions = {}) {
    const { mostPlies = 250, memoryBytes = 2 ** 28, leaves } = options;
    compiled ??= compileKept(KERNEL);
    const memory = (): ArrayBuffer => this.#memory.buffer;
    const leaf = (turn: number): number => {
      const said = leaves?.outcomeOf(new Uint8Array(memory(), BOARD, SQUARES), turn === 0 ? "red" : "black") ?? null;
      return said === null ? 0 : LEAVES[said];
    };
    const maximum = Math.min(65_535, Math.floor(memoryBytes / PAGE));
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum });
    this.#kernel = new WebAssembly.Instance(compiled, { env: { memory: this.#memory, leaf } })
      .exports as unknown as ProverKernel;
    this.#kernel.begin(maximum * PAGE, numberOf(winner), mostPlies, leaves?.mostMen ?? 0);
    this.#position = position;
    this.#winner = winner;
    this.#mostPlies = mostPlies;
    this.#turns = this.#search();
  }

  get nodes(): number {
    return this.#kernel.nodesSearched();
  }

  get deepest(): number {
    return this.#kernel.deepestPly();
  }

  advance(nodes: number): SearchState {
    this.#stride = nodes;
    for (const until = this.nodes + nodes; this.state === "open" && this.nodes < until;) {
      const { done, value } = this.#turns.next();
      if (done === true) this.state = value;
    }
    return this.state;
  }

  winningMove(position: Position): Move | null {
    if (position.turn !== this.#winner) return null;
    this.#setUp(position);
    const move = this.#kernel.winningMove();
    return move < 0 ? null : move;
  }

  recall(position: Position, nodes: number): SearchState {
    return this.#byNumbers(position, nodes);
  }

  forget(position: Position): void {
    this.#setUp(position);
    this.#kernel.forget();
  }

  /** Both searches by turns. */
  *#search(): Generator<void, SearchState> {
    let [byGuide, depth] = [0, 1];
    for (;;) {
      const before = this.nodes;
      if (before - byGuide - byGuide / GUIDE_SHARE < ALONE_NODES || depth > GUIDE_DEPTH) {
        const state = this.#byNumbers(this.#position, this.#stride);
        if (state !== "open") return state;
      } else {
        this.#setUp(this.#position);
        const plies = this.#kernel.lead(GUIDE_NODES, depth);
        depth = this.#kernel.nextDepth();
        const limit = this.nodes + Math.max(this.nodes, LEAST_FOLLOWING);
        if (plies > 0 && plies <= this.#mostPlies && (yield* this.#follow(this.#position, limit, 0))) return "won";
        byGuide += this.nodes - before;
      }
      yield;
    }
  }

  /** Whether a position is proven to be won, one way or the other, before so many nodes are reached in all. */
  *#follow(position: LegalPosition, limit: number, ply: number): Generator<void, boolean> {
    if (position.turn !== this.#winner) return yield* this.#followAll(position, limit, ply);
    this.#setUp(position);
    const known = STATES[this.#kernel.known()]!;
    if (known !== "open") return known === "won";
    if (this.#kernel.isOnLine() === 1 || ply >= MOST_FOLLOWED) return false;
    const state = this.#byNumbers(position, CLOSING_NODES);
    if (state !== "open") return state === "won";
    for (const tried: Move[] = []; tried.length < MOST_ASKED && this.nodes < limit;) {
      yield;
      this.#setUp(position);
      this.#kernel.leaveOut(-1);
      for (const move of tried) this.#kernel.leaveOut(move);
      const announced = this.#kernel.lead(ASKING_NODES, 1) > 0;
      this.#kernel.leaveOut(-1);
      if (!announced) return false;
      const move = this.#kernel.leadingMove();
      this.#kernel.enter();
      const won = yield* this.#followAll(applyMove(position, move), limit, ply + 1);
      this.#kernel.leave();
      this.#setUp(position);
      if (won && this.#kernel.confirm(move) === 1) return true;
      tried.push(move);
    }
    return false;
  }

  /** The same with the loser to move: whether every answer is proven to lose. */
  *#followAll(position: LegalPosition, limit: number, ply: number): Generator<void, boolean> {
    this.#setUp(position);
    this.#kernel.enter();
    let won = true;
    for (const answer of legalMoves(position)) {
      won = yield* this.#follow(applyMove(position, answer), limit, ply + 1);
      if (!won) break;
    }
    this.#kernel.leave();
    return won;
  }

  /** Puts a position on the kernel's board. */
  #setUp({ board, turn }: Position): void {
    new Uint8Array(this.#memory.buffer).set(board, INPUT);
    this.#kernel.readBoard(numberOf(turn));
  }

  #byNumbers(position: Position, nodes: number): SearchState {
    this.#setUp(position);
    return STATES[this.#kernel.advance(nodes)]!;
  }
}

function numberOf(side: Colour): number {
  return side === "red" ? 0 : 8;
}
