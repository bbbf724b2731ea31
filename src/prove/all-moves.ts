/**
 * Wins by all moves: a kernel (src/prove/kernel/assembly) searches, in as much memory as it is given. What it forgets for want of memory
 * is found again when it is asked for.
 */
import type { Move } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { Position } from "../xiangqi/position.ts";
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

const LEAVES: Readonly<Record<Category, number>> = { win: 1, loss: 2, draw: 3 };

let compiled: WebAssembly.Module | undefined;

export class AllMoves implements ProofSearch {
  state: SearchState = "open";
  readonly #kernel: ProverKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #position: Position;
  readonly #winner: Colour;

  constructor(position: Position, winner: Colour, options: AllMovesOptions = {}) {
    const { mostPlies = 250, memoryBytes = 2 ** 28, leaves } = options;
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (character) => character.charCodeAt(0)));
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
  }

  get nodes(): number {
    return this.#kernel.nodesSearched();
  }

  get deepest(): number {
    return this.#kernel.deepestPly();
  }

  advance(nodes: number): SearchState {
    if (this.state === "open") this.state = this.#search(this.#position, nodes);
    return this.state;
  }

  winningMove(position: Position): Move | null {
    if (position.turn !== this.#winner) return null;
    this.#setUp(position);
    const move = this.#kernel.winningMove();
    return move < 0 ? null : move;
  }

  recall(position: Position, nodes: number): SearchState {
    return this.#search(position, nodes);
  }

  /** Puts a position on the kernel's board. */
  #setUp({ board, turn }: Position): void {
    new Uint8Array(this.#memory.buffer).set(board, INPUT);
    this.#kernel.readBoard(numberOf(turn));
  }

  #search(position: Position, nodes: number): SearchState {
    this.#setUp(position);
    return STATES[this.#kernel.advance(nodes)]!;
  }
}

function numberOf(side: Colour): number {
  return side === "red" ? 0 : 8;
}
