/**
 * One thread's share of a proof by the kernel: marks illegal cells, then checks values. The kernel names positions that may
 * have to chase for ever, too many of them; which ones really may, the plain program finds out.
 */
import { DRAW, distanceOf, orderOf } from "../table/value.ts";
import { writeLegalMoves } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import * as K from "./kernel/assembly/layout.ts";
import { keyOf } from "./perpetuals/positions.ts";
import { NumberList } from "./perpetuals/numbers.ts";
import { SuspectFinder } from "./perpetuals/suspect-finder.ts";
import { Planes } from "./planes.ts";
import {
  laidTables,
  readFindings,
  startKernel,
  tableWord,
  type ProofKernel,
  type ProofLayout,
} from "./proof-kernel.ts";
import { ruleOptionsOf } from "./stated.ts";
import { Setup } from "./setup.ts";
import { newSuccessions, Successors } from "./successors.ts";
import type { Tally } from "./tally.ts";

/**
 * What a thread of the check does with its chunks: marks illegal cells, then compares the values of one side, then of the
 * other. All threads finish one before any begins the next.
 */
export type ProofPhase = "mark" | "red" | "black";

export class KernelChecker {
  readonly #kernel: ProofKernel;
  readonly #layout: ProofLayout;
  readonly #thread: number;
  readonly #chases: ChaseSuspects | null;

  constructor(module: WebAssembly.Module, layout: ProofLayout, thread: number) {
    this.#kernel = startKernel(module, layout, thread);
    this.#layout = layout;
    this.#thread = thread;
    this.#chases = ruleOptionsOf(layout.header.info) && new ChaseSuspects(layout);
  }

  get tally(): Tally {
    const tally = readFindings(this.#layout, this.#thread);
    return this.#chases === null ? tally : { ...tally, ...this.#chases.found };
  }

  /** Does a phase for stored blocks `from` to `to` (exclusive). */
  run(phase: ProofPhase, from: number, to: number): void {
    if (phase === "mark") {
      this.#kernel.mark(from, to);
      return;
    }
    this.#kernel.check(phase === "red" ? 0 : 8, from, to);
    this.#chases?.find(phase, from, to);
  }
}

/** Finds who may have to chase for ever among those that the kernel suspects, and the seeds. */
class ChaseSuspects {
  readonly #planes: Planes;
  readonly #blockCells: number;
  readonly #candidates: Readonly<Record<Colour, Uint8Array>>;
  /** By code: lost in 0 of an order above 0. */
  readonly #isSeed: Readonly<Record<Colour, Uint8Array>>;
  readonly #setup: Setup;
  readonly #successors: Successors;
  readonly #finder: SuspectFinder;
  readonly #seeds = new NumberList(Float64Array);
  readonly #next = newSuccessions();

  constructor(layout: ProofLayout) {
    const { table, inputs } = laidTables(layout);
    this.#planes = new Planes(table);
    const { index, values } = this.#planes;
    this.#blockCells = index.width * index.black.count;
    const bits = (word: number) =>
      new Uint8Array(layout.memory.buffer, tableWord(layout, word), Math.ceil(index.cells / 8));
    this.#candidates = { red: bits(K.T_CHASING_RED), black: bits(K.T_CHASING_BLACK) };
    const isSeed = (value: number) => value !== DRAW && distanceOf(value) === 0 && orderOf(value) > 0;
    const seeds = (turn: Colour) => Uint8Array.from([...values[turn], DRAW], (value) => (isSeed(value) ? 1 : 0));
    this.#isSeed = { red: seeds("red"), black: seeds("black") };
    this.#setup = new Setup(index);
    this.#successors = new Successors(
      this.#planes,
      new Map(Array.from(inputs, ([name, input]) => [name, new Planes(input)])),
    );
    this.#finder = new SuspectFinder(index, ruleOptionsOf(layout.header.info)!, "chases");
  }

  get found(): Pick<Tally, "suspects" | "seeds"> {
    return { suspects: this.#finder.suspects, seeds: this.#seeds.toArray() };
  }

  find(turn: Colour, from: number, to: number): void {
    const first = from * this.#blockCells;
    const end = to * this.#blockCells;
    if (this.#isSeed[turn].includes(1)) this.#findSeeds(turn, first, end);
    const candidates = this.#candidates[turn];
    for (let cell = first; cell < end; cell++) {
      const byte = candidates[Math.floor(cell / 8)]!;
      if (byte === 0) cell |= 7;
      else if ((byte >> (cell & 7)) & 1) this.#consider(turn, cell);
    }
  }

  #findSeeds(turn: Colour, first: number, end: number): void {
    const codes = this.#planes[turn]!;
    const isSeed = this.#isSeed[turn];
    for (let cell = first; cell < end; cell++) {
      if (isSeed[codes[cell]!] === 1) this.#seeds.push(keyOf(cell, turn));
    }
  }

  #consider(turn: Colour, cell: number): void {
    const setup = this.#setup;
    setup.putCell(cell);
    this.#next.count = writeLegalMoves(setup.board, turn, this.#next.moves);
    this.#successors.follow(setup, turn, this.#next);
    this.#finder.consider(setup.board, turn, cell, this.#next, this.#planes.valueAt(turn, cell));
  }
}
