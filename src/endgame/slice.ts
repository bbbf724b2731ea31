/**
 * Slices: an endgame's positions by the ranks of its soldiers (docs/spec/names.md). A soldier never goes back, so play that leaves
 * a slice never returns: what is endless lies within one. Slices are solved one after the other, each from those one step ahead,
 * its *border* (solve/slices). The index's inner man has no rank, also where it is a soldier: it steps within its vector.
 */
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { areBeyond, SOLDIER_RANKS, type SoldierRanks } from "./cone.ts";
import { countSliceBlocks } from "./count.ts";
import { attackingMen, parseEndgame, wholeEndgame, type Endgame } from "./endgame.ts";
import { indexWith, outerMenOf, type EndgameIndex } from "./index.ts";

export interface Slice {
  /** `KPPKP.at7-9`. */
  readonly name: string;
  readonly endgame: Endgame;
  /** Of the soldiers that are outer men; ascending. */
  readonly ranks: SoldierRanks;
}

/** A level above 0 of a part of an endgame. */
export type LevelKind = "check" | "chase";

function sliceAt(endgame: Endgame, ranks: SoldierRanks): Slice {
  const name = `${wholeEndgame(endgame).name}.at${ranks.red.join("")}-${ranks.black.join("")}`;
  return { name, endgame, ranks };
}

/** Reads the name of a slice of an endgame that is not a cone, as `Slice` states it. */
export function parseSlice(name: string): Slice {
  const [endgame, red, black] = name.split(/\.at|-/) as [string, string, string];
  return sliceAt(parseEndgame(endgame), { red: Array.from(red, Number), black: Array.from(black, Number) });
}

/** Whether a name is that of a slice. */
export function isSliceName(name: string): boolean {
  return name.includes(".at");
}

/** All slices of an endgame, each after those that its moves lead to. One, where no outer man is a soldier. */
export function slicesOf(endgame: Endgame): Slice[] {
  const ofRed = ways(ranksFrom(endgame, "red"));
  const ofBlack = ways(ranksFrom(endgame, "black"));
  const slices = ofRed.flatMap((red) => ofBlack.map((black) => sliceAt(endgame, { red, black })));
  return slices.sort((a, b) => stepsMade(b) - stepsMade(a));
}

/** How far on soldiers are: one step makes it one more. */
export function stepsMade({ ranks }: Slice): number {
  return [...ranks.red, ...ranks.black].reduce((sum, rank) => sum + rank, 0);
}

/** Where the outer soldiers of a side go on from. */
function ranksFrom({ red, black, from }: Endgame, colour: Colour): readonly number[] {
  const all = from?.[colour] ?? Array<number>((colour === "red" ? red : black).soldier).fill(SOLDIER_RANKS.first);
  return colour === "red" && attackingMen(red)[0] === "soldier" ? all.slice(1) : all;
}

/** Ascending ranks that can be reached from others. */
function ways(from: readonly number[]): number[][] {
  return from
    .reduce<number[][]>(
      (lists) =>
        lists.flatMap((ranks) => {
          const least = ranks.at(-1) ?? SOLDIER_RANKS.first;
          return Array.from({ length: SOLDIER_RANKS.last + 1 - least }, (_, i) => [...ranks, least + i]);
        }),
      [[]],
    )
    .filter((ranks) => areBeyond(ranks, from));
}

/** The slices that one step of an outer soldier leads to: the border. */
export function ahead({ endgame, ranks }: Slice): Slice[] {
  return COLOURS.flatMap((colour) => {
    const own = ranks[colour];
    const steppers = own.filter((rank, i) => rank < SOLDIER_RANKS.last && rank !== own[i - 1]);
    return steppers.map((rank) => {
      const after = own.with(own.indexOf(rank), rank + 1).sort();
      return sliceAt(endgame, { ...ranks, [colour]: after });
    });
  });
}

/** How large slices are: blocks of their indexes. */
export interface SliceSizes {
  readonly slices: number;
  /** Of the largest, with its border, and of these what is its own. */
  readonly largest: number;
  readonly largestOwn: number;
}

/** Counts the slices of an endgame. */
export function sizesOfSlices(endgame: Endgame): SliceSizes {
  const slices = slicesOf(endgame);
  const own = new Map(slices.map((slice) => [slice.name, countSliceBlocks(endgame, slice.ranks)]));
  const withBorder = slices.map((slice) =>
    ahead(slice).reduce((sum, { name }) => sum + own.get(name)!, own.get(slice.name)!),
  );
  return { slices: slices.length, largest: Math.max(...withBorder), largestOwn: Math.max(...own.values()) };
}

/** The index of a slice: its own blocks first, then those of each slice of its border, as these number them. */
export function sliceIndex(slice: Slice): EndgameIndex {
  const { endgame } = slice;
  const parts = [slice, ...ahead(slice)].map(({ ranks }) => ranks);
  const index = indexWith(endgame, attackingMen(endgame.red)[0] ?? null, outerMenOf(endgame), parts);
  return { ...index, sliceName: slice.name };
}

/**
 * The levels of a whole from those of its parts, level 0 left out: where the next of any is of checks, all those whose is take it; else
 * all take theirs, of chases. So parts that are numbered each by itself, or with what they lead to, get the whole's numbers.
 * @returns the kinds, and for each part the level of the whole of each of its own, 0 included
 */
export function mergeLevels(parts: readonly (readonly LevelKind[])[]): {
  readonly kinds: readonly LevelKind[];
  readonly levels: readonly (readonly number[])[];
} {
  const kinds: LevelKind[] = [];
  const levels = parts.map(() => [0]);
  for (;;) {
    const next = parts.map((part, i) => part[levels[i]!.length - 1]);
    const kind = (["check", "chase"] as const).find((each) => next.includes(each));
    if (kind === undefined) return { kinds, levels };
    kinds.push(kind);
    next.forEach((each, i) => each === kind && levels[i]!.push(kinds.length));
  }
}
