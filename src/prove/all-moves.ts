/**
 * Wins by all moves: a kernel (src/prove/kernel/assembly) searches, in as much memory as it is given. What it forgets for want of memory
 * is found again when it is asked for.
 */
import type { Move } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { Position } from "../xiangqi/position.ts";
import { KERNEL } from "./kernel/bytes.ts";
import type { ProofSearch, SearchState } from "./search.ts";

/** What src/prove/kernel/assembly/index.ts exports. */
interface ProverKernel {
  begin(bytes: number, winner: number, mostPlies: number): void;
  readBoard(side: number): void;
  advance(nodes: number): number;
  winningMove(): number;
  nodesSearched(): number;
  deepestPly(): number;
}

/** Where it reads the board, u8[90]. */
const INPUT = 1024;

const PAGE = 65_536;

/** In bytes; half of it is the table. */
export const LEAST_MEMORY = 8 * 2 ** 20;

const STATES = ["open", "won", "not-won"] as const satisfies readonly SearchState[];

export interface AllMovesOptions {
  /** Default 250, at most 400. */
  readonly mostPlies?: number;
  /** From LEAST_MEMORY to 4 GiB, which more is taken for; used as it is needed. Default 256 MiB. */
  readonly memoryBytes?: number;
}

let compiled: WebAssembly.Module | undefined;

export class AllMoves implements ProofSearch {
  state: SearchState = "open";
  readonly #kernel: ProverKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #position: Position;
  readonly #winner: Colour;

  constructor(position: Position, winner: Colour, { mostPlies = 250, memoryBytes = 2 ** 28 }: AllMovesOptions = {}) {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (character) => character.charCodeAt(0)));
    const maximum = Math.min(65_535, Math.floor(memoryBytes / PAGE));
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum });
    this.#kernel = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } })
      .exports as unknown as ProverKernel;
    this.#kernel.begin(maximum * PAGE, numberOf(winner), mostPlies);
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
