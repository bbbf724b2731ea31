/**
 * An endgame solved as several games, one after the other: what is solved is put back to where one of them ended, and another
 * goes on from there with what captures are worth in it.
 */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { Outcomes, Sub } from "../outcomes.ts";
import type { Tape } from "../tape.ts";
import { arrayBytes, type BlockShape } from "./arrays.ts";
import type { Jobs } from "./jobs.ts";
import type { Lookups } from "./lookups.ts";
import type { KernelMemory } from "./memory.ts";

export interface GamesHost {
  readonly memory: KernelMemory;
  readonly jobs: Jobs;
  readonly shape: BlockShape;
  readonly tape: Tape;
  readonly subs: ReadonlyMap<string, Sub>;
  /** To look captures up after all that is in memory. */
  lookups(reading: (sub: Outcomes) => Outcomes): Lookups;
}

/** What a direction has decided; both have what is undecided in common. */
const DECIDED = [offset.J_WON, offset.J_DONE] as const;
const UNKNOWN = { red: offset.J_UNKNOWN_X, black: offset.J_UNKNOWN_Y } as const;

export class Games {
  /** Whether what is decided goes on the tape. */
  isKept = true;
  readonly #host: GamesHost;
  #saved: Uint32Array[] = [];

  constructor(host: GamesHost) {
    this.#host = host;
  }

  get tape(): Tape {
    return this.#host.tape;
  }

  /** Whether a sub-endgame holds what is not certain: then games differ in what captures are worth. */
  get differInCaptures(): boolean {
    return [...this.#host.subs.values()].some(hasDependent);
  }

  /** Remembers what is decided now. */
  save(): void {
    this.#saved = this.#arrays().map((words) => words.slice());
  }

  /** Makes that decided again which was when `save` was called, and nothing else. */
  putBack(): void {
    this.#arrays().forEach((words, i) => words.set(this.#saved[i]!));
  }

  /** What has been decided since `save`, by side to move. */
  decidedSince(): Record<Colour, Uint32Array> {
    const [red, black] = COLOURS.map((turn, i) => this.#unknown(turn).map((word, at) => this.#saved[i]![at]! & ~word));
    return { red: red!, black: black! };
  }

  /** A copy of what is undecided. */
  unknown(turn: Colour): Uint32Array {
    return this.#unknown(turn).slice();
  }

  /**
   * Has captures looked up anew, all of which are worth as much to the winner as before or more, and finds what he wins by them.
   * @param ply an even one after all that is known
   * @returns the first even ply after what was found
   */
  async extend(winner: Colour, reading: (sub: Outcomes) => Outcomes, ply: number): Promise<number> {
    const { jobs, memory } = this.#host;
    const job = jobs.of[winner];
    const loser = opponent(winner);
    const unknown = this.#unknown(loser);
    // No escapes; they are looked up.
    this.#array(job + offset.J_DONE).forEach((_, at, done) => (done[at] = ~unknown[at]!));
    this.#array(job + offset.J_FRESH_NEXT).fill(0);
    for (const flags of [offset.J_FLAGS, offset.J_FLAGS_NEXT]) {
      memory.bytes(memory.load(job + flags), arrayBytes("flags", this.#host.shape)).fill(0);
    }
    const lookups = this.#host.lookups(reading);
    await lookups.ask(winner, winner);
    await lookups.ask(winner, loser);
    lookups.add({ kind: "extend", job, winner, ply });
    await lookups.finish();
    return jobs.plyAfter(winner);
  }

  #arrays(): Uint32Array[] {
    const { of } = this.#host.jobs;
    const decided = COLOURS.flatMap((winner) => DECIDED.map((field) => this.#array(of[winner] + field)));
    return [...COLOURS.map((turn) => this.#unknown(turn)), ...decided];
  }

  #unknown(turn: Colour): Uint32Array {
    return this.#array(this.#host.jobs.of.red + UNKNOWN[turn]);
  }

  /** The bit vectors that a field has the address of. */
  #array(field: number): Uint32Array {
    const { memory, shape } = this.#host;
    return memory.words(memory.load(field), arrayBytes("bit vectors", shape) / 4);
  }
}

export function hasDependent(sub: Sub): boolean {
  if (!("won" in sub) || sub.depends === undefined) return false;
  return COLOURS.some((turn) => sub.depends![turn].some((word) => word !== 0));
}
