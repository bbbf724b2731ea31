/** Counts the outcomes of a solved endgame by zone, exactly: all legal positions and the quiet ones among them. */
import { attackingMen } from "../../../endgame/endgame.ts";
import { twinKey, type EndgameIndex } from "../../../endgame/index.ts";
import type { SideStatistics, Codes } from "../../../table/format/header.ts";
import type { Table } from "../../../table/read/table.ts";
import { categoryOf } from "../../../table/value.ts";
import { pieceOf, type Colour } from "../../../xiangqi/pieces.ts";
import { SQUARES } from "../../../xiangqi/squares.ts";
import type { Distribution, OutcomeCounts } from "../../material/paper/basic.ts";
import { VectorMasks } from "./vector-masks.ts";
import { zonesOfIndex } from "./zones.ts";

/** Entries of a zone: [legal with Red to move + 2 x with Black to move + 4 x quiet][Red's outcome][Black's outcome]. */
const ZONE_ENTRIES = 8 * 9;
const OUTCOMES = ["win", "draw", "loss"] as const;

/**
 * The distributions of all zones of a table, by the names of their material pairs; those without positions are left out.
 * The endgame must have an attacking man.
 * @throws Error when the counts are not those of the table's header
 */
export async function countOutcomes(table: Table): Promise<Map<string, Distribution>> {
  const { index } = table;
  if (attackingMen(index.endgame.red).length === 0) throw new Error(`${index.endgame.name} has no attacking man`);
  const outcomeOfCode = Uint8Array.from(table.header.values, (value) => OUTCOMES.indexOf(categoryOf(value)));
  const counter = new Counter(index, outcomeOfCode);
  const blockCells = index.width * index.black.count;
  const [red, black] = await table.readSides();
  for (let block = 0; block < index.blocks.length; block++) counter.countBlock(block, red, black, block * blockCells);
  const found = counter.distributions();
  checkTotals(table, found);
  return found;
}

class Counter {
  readonly #index: EndgameIndex;
  readonly #masks: VectorMasks;
  readonly #zones: ReturnType<typeof zonesOfIndex>;
  readonly #outcome: Uint8Array;
  /** How often a cell counts: in units of half a position, so that two cells of one position can share it. */
  readonly #weights = new Uint8Array(SQUARES);
  readonly #offsets = new Int32Array(SQUARES);
  readonly #twins: readonly number[];
  #counts = new Float64Array(ZONE_ENTRIES);

  constructor(index: EndgameIndex, outcomeOfCode: Uint8Array) {
    this.#index = index;
    this.#outcome = outcomeOfCode;
    this.#masks = new VectorMasks(index);
    this.#zones = zonesOfIndex(index);
    const inner = pieceOf("red", index.inner!);
    this.#twins = index.placements.men.flatMap((man, i) => (pieceOf(man.colour, man.role) === inner ? [i] : []));
  }

  /** @param first where the block's codes begin */
  countBlock(block: number, red: Codes, black: Codes, first: number): void {
    const masks = this.#masks;
    if (!masks.setUpBlock(block)) return;
    const formations = this.#index.black.count;
    this.#weigh(this.#index.weights[block]!);
    this.#locate();
    for (let formation = 0; formation < formations; formation++) {
      if (masks.setUpFormation(formation)) this.#countVector(red, black, first + formation, formations);
    }
  }

  #countVector(red: Codes, black: Codes, first: number, formations: number): void {
    const { stand, redToMove, blackToMove, quiet } = this.#masks;
    const counts = this.#counts;
    const outcome = this.#outcome;
    for (let square = 0, cell = first; square < SQUARES; square++, cell += formations) {
      const word = square >> 5;
      const bit = square & 31;
      if (((stand[word]! >>> bit) & 1) === 0) continue;
      const flags =
        ((redToMove[word]! >>> bit) & 1) |
        (((blackToMove[word]! >>> bit) & 1) << 1) |
        (((quiet[word]! >>> bit) & 1) << 2);
      const entry = flags * 9 + outcome[red[cell]!]! * 3 + outcome[black[cell]!]!;
      counts[this.#offsets[square]! + entry]! += this.#weights[square]!;
    }
  }

  /** A position with twins has a cell for each of them as the inner man, but only those of the largest key are written. */
  #weigh(blockWeight: number): void {
    this.#weights.fill(2 * blockWeight);
    for (const twin of this.#twins) {
      const key = twinKey(this.#masks.outerSquares[twin]!);
      for (let square = 0; square < SQUARES; square++) {
        if (twinKey(square) < key) this.#weights[square] = 0;
        else if (twinKey(square) === key) this.#weights[square]! /= 2;
      }
    }
  }

  #locate(): void {
    const zones = this.#zones.zonesOf(this.#masks.outerSquares);
    for (let square = 0; square < SQUARES; square++) this.#offsets[square] = zones[square]! * ZONE_ENTRIES;
    const wanted = this.#zones.names.length * ZONE_ENTRIES;
    if (wanted <= this.#counts.length) return;
    const larger = new Float64Array(wanted);
    larger.set(this.#counts);
    this.#counts = larger;
  }

  distributions(): Map<string, Distribution> {
    const found = new Map<string, Distribution>();
    this.#zones.names.forEach((name, zone) => {
      const outcomes = (turn: Colour, flag: number): OutcomeCounts => {
        const sums: [number, number, number] = [0, 0, 0];
        for (let entry = 0; entry < ZONE_ENTRIES; entry++) {
          if (((Math.floor(entry / 9) >> flag) & 1) === 0) continue;
          const outcome = turn === "red" ? Math.floor((entry % 9) / 3) : 2 - (entry % 3);
          sums[outcome]! += this.#counts[zone * ZONE_ENTRIES + entry]! / 2;
        }
        return sums;
      };
      const distribution: Distribution = {
        quiet: [outcomes("red", 2), outcomes("black", 2)],
        all: [outcomes("red", 0), outcomes("black", 1)],
      };
      if (distribution.all.flat().some((count) => count > 0)) found.set(name, distribution);
    });
    return found;
  }
}

/** The table's own statistics were counted by the solver, in another way. */
function checkTotals(table: Table, found: ReadonlyMap<string, Distribution>): void {
  const { info } = table.header;
  const check = (turn: Colour, side: 0 | 1, { wins, draws, losses }: SideStatistics) => {
    const sums = [0, 0, 0];
    for (const { all } of found.values()) all[side].forEach((count, i) => (sums[i]! += count));
    const wanted = turn === "red" ? [wins, draws, losses] : [losses, draws, wins];
    if (sums.join() !== wanted.join()) {
      throw new Error(`${table.file}, ${turn} to move: counted ${sums.join()} instead of ${wanted.join()}`);
    }
  };
  check("red", 0, info.red);
  check("black", 1, info.black);
}
