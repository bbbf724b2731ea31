/**
 * The border of a slice in the kernel's memory: what slices one step ahead have decided, brought in at its plies by the kernel
 * (kernel/assembly/border.ts), and what is in their patterns, level by level.
 */
import { mergeLevels, type LevelKind, type Slice } from "../../endgame/slice.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { BIT_OF_SQUARE, type Slot } from "../planes.ts";
import type { Jobs } from "./jobs.ts";
import type { KernelMemory } from "./memory.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { LevelBorder } from "../levels/cell-sets.ts";
import { visitRecords, type Extent, type Level, type Tape } from "../tape.ts";

/** Of one attacker's patterns of chases: which of his men are chased in them, a bit for each place, by slot and side to move. */
export type ChasedPlaces = Readonly<Record<Colour, Map<Slot, number>>>;

/** What a slice is to those that it is ahead of. */
export interface SolvedSlice {
  readonly slice: Slice;
  /** Of its own blocks. */
  readonly tape: Tape;
  /** Those of the slice with all that it leads to. */
  readonly levels: readonly Level[];
  /** By level and attacker. */
  readonly chased: readonly Readonly<Record<Colour, ChasedPlaces>>[];
}

/** The kinds of a slice's levels above 0. */
export function kindsOf({ levels }: Pick<SolvedSlice, "levels">): LevelKind[] {
  return levels.slice(1).map(({ kind }) => kind as LevelKind);
}

/** One slice of the border. */
interface Part {
  readonly solved: SolvedSlice;
  readonly firstBlock: number;
  /** Of its levels the border's. */
  readonly levels: readonly number[];
  /** Where the pieces of its tape are. */
  readonly addresses: ReadonlyMap<unknown, number>;
}

/** An extent of a part's tape, and its distance. */
interface Decided {
  readonly part: Part;
  readonly extent: Extent;
  readonly distance: number;
}

const LAST_MARK = 0xffff_ffff;

const noChased = (): Record<Colour, ChasedPlaces> => ({
  red: { red: new Map(), black: new Map() },
  black: { red: new Map(), black: new Map() },
});

export class Border implements LevelBorder {
  readonly #memory: KernelMemory;
  readonly #jobs: Jobs;
  readonly #index: EndgameIndex;
  readonly #kinds: readonly LevelKind[];
  /** By level of the border. */
  readonly #decided: readonly Decided[][];
  /** Its levels that the slice has taken, 0 left out; and the border's level that the slice's present one is, if any. */
  #taken = 0;
  #present: number | null = 0;
  #attacker: Colour = "red";
  readonly #offered: Record<Colour, Map<Slot, number>> = { red: new Map(), black: new Map() };
  #isOffered = false;
  #found = noChased();
  readonly #chased = [noChased()];

  /**
   * @param jobs of the slice, which come to know of level 0
   * @param ahead in the order of its index
   */
  constructor(memory: KernelMemory, jobs: Jobs, index: EndgameIndex, ahead: readonly SolvedSlice[]) {
    [this.#memory, this.#jobs, this.#index] = [memory, jobs, index];
    const merged = mergeLevels(ahead.map(kindsOf));
    this.#kinds = merged.kinds;
    const decided: Decided[][] = Array.from({ length: merged.kinds.length + 1 }, () => []);
    ahead.forEach((solved, i) => {
      const { tape, levels } = solved;
      const addresses = new Map(tape.pieces.map((piece) => [piece, memory.put(tape.read(piece))]));
      const part = { solved, firstBlock: index.firstBlocks[i + 1]!, levels: merged.levels[i]!, addresses };
      for (const extent of tape.extents) {
        const level = levels.findLastIndex(({ start }) => start <= extent.mark);
        decided[part.levels[level]!]!.push({ part, extent, distance: extent.mark - levels[level]!.start });
      }
    });
    this.#decided = decided;
    this.#tell(0);
  }

  /** What the slice has found of chases, level by level. */
  get chased(): SolvedSlice["chased"] {
    return this.#chased;
  }

  next(): LevelKind | null {
    return this.#kinds[this.#taken] ?? null;
  }

  decides(winner: Colour): boolean {
    if (this.#present === null) return false;
    return this.#decided[this.#present]!.some(({ extent }) => winnerOf(extent) === winner);
  }

  offer(attacker: Colour, kind: LevelKind): void {
    this.#attacker = attacker;
    this.#found[attacker] = noChased()[attacker];
    const sets = { red: this.#unknown("red"), black: this.#unknown("black") };
    if (this.#isOffered) for (const turn of COLOURS) sets[turn].fill(0);
    for (const turn of COLOURS) this.#offered[turn].clear();
    this.#isOffered = this.next() === kind;
    if (!this.#isOffered) return;
    const level = this.#taken + 1;
    for (const { part, extent, distance } of this.#decided[level]!) {
      if (distance > 1 || winnerOf(extent) !== attacker) continue;
      this.#add(sets[extent.turn], part, extent);
    }
    if (kind === "check") return;
    for (const { solved, firstBlock, levels } of new Set(this.#decided[level]!.map(({ part }) => part))) {
      const own = solved.chased[levels.indexOf(level)]![attacker];
      const first = firstBlock * this.#index.black.count * SQUARES;
      for (const turn of COLOURS) for (const [slot, places] of own[turn]) this.#offered[turn].set(first + slot, places);
    }
  }

  placesOf(slot: Slot, turn: Colour): number {
    return this.#offered[turn].get(slot) ?? 0;
  }

  keep(slot: Slot, turn: Colour, places: number): void {
    this.#found[this.#attacker][turn].set(slot, places);
  }

  take(kind: LevelKind, start: number): void {
    this.#present = this.next() === kind ? ++this.#taken : null;
    this.#chased.push(kind === "chase" ? this.#found : noChased());
    this.#found = noChased();
    this.#tell(start);
  }

  /** Has the kernel bring in what the border has of the present level, from a mark on. */
  #tell(start: number): void {
    const decided = this.#present === null ? [] : this.#decided[this.#present]!;
    for (const winner of COLOURS) {
      const ofWinner = decided.filter(({ extent }) => winnerOf(extent) === winner);
      ofWinner.sort((a, b) => a.distance - b.distance);
      const words = ofWinner.flatMap(({ part, extent: { piece, first, end, band }, distance }) => {
        const records = part.addresses.get(piece)! + first * 4 + offset.EXTENT_HEADER;
        const bytes = (end - first) * 4 - offset.EXTENT_HEADER;
        return [start + distance, records, bytes, part.firstBlock + band * part.solved.tape.shape.bandBlocks];
      });
      const address = this.#memory.put(Uint32Array.from([...words, LAST_MARK, 0, 0, 0]));
      const job = this.#jobs.of[winner];
      this.#memory.store(job + offset.J_BORDER, address);
      this.#memory.store(job + offset.J_BORDER_NEXT, address);
      this.#memory.store(job + offset.J_BORDER_LAST, start + (ofWinner.at(-1)?.distance ?? 0));
    }
  }

  /** The border's part of what is undecided. */
  #unknown(turn: Colour): Uint32Array {
    const { blocks, ownBlocks, black } = this.#index;
    const field = turn === "red" ? offset.J_UNKNOWN_X : offset.J_UNKNOWN_Y;
    const set = this.#memory.load(this.#jobs.of.red + field);
    const words = 4 * black.count;
    return this.#memory.words(set + 4 * words * ownBlocks, words * (blocks.length - ownBlocks));
  }

  /** @param set of the border */
  #add(set: Uint32Array, part: Part, extent: Extent): void {
    const { tape } = part.solved;
    const firstVector = (part.firstBlock - this.#index.ownBlocks) * this.#index.black.count;
    visitRecords(tape.recordsOf(extent), firstVector + tape.firstVector(extent.band), {
      onSquares(vector, squares, at, count) {
        for (let i = at; i < at + count; i++) {
          const bit = BIT_OF_SQUARE[squares[i]!]!;
          set[vector * 4 + (bit >> 5)]! |= 1 << (bit & 31);
        }
      },
      onBits(vector, words, at) {
        for (let word = 0; word < 4; word++) set[vector * 4 + word]! |= words[at + word]!;
      },
    });
  }
}

function winnerOf({ turn, mark }: Extent): Colour {
  return mark % 2 === 1 ? turn : opponent(turn);
}
