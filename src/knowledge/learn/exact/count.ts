/** Counts the outcomes of a solved endgame by zone, exactly: all legal positions and the quiet ones among them. */
import { type Endgame, attackingMen, parseEndgame } from "../../../endgame/endgame.ts";
import { type EndgameIndex, twinKey } from "../../../endgame/index.ts";
import type { Codes, SideStatistics, TableHeader } from "../../../table/format/header.ts";
import type { Table } from "../../../table/read/table.ts";
import { categoryOf } from "../../../table/value.ts";
import { type Colour, pieceOf } from "../../../xiangqi/pieces.ts";
import { SQUARES, type Square, rankOf } from "../../../xiangqi/squares.ts";
import type { Distribution, Measured, OutcomeCounts } from "../../material/paper/basic.ts";
import { VectorMasks } from "./vector-masks.ts";
import { materialOf, pairName } from "../../material/paper/space.ts";
import { FolderCatalog } from "../../../table/node/folder-catalog.ts";

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

/*
 * Zones: the parts of an endgame's index in which every soldier keeps its category (Chen et al., 2.3). Each is a pair of
 * materials.
 */

/** A soldier's category, a place in the list of them, by its rank seen from its own side: 3 to 6, 7 and 8, 9. */
function categoryAt(square: Square, colour: Colour): 0 | 1 | 2 {
  const rank = colour === "red" ? rankOf(square) : 9 - rankOf(square);
  return rank <= 6 ? 0 : rank <= 8 ? 1 : 2;
}

/** [top, low, bottom] of each side. */
type Counts = Readonly<Record<Colour, readonly [number, number, number]>>;

export interface Zones {
  /** Standard names of the material pairs, by zone. */
  readonly names: readonly string[];
  /** The zone of each square of the inner man, the outer men standing on `outer`. Not to be changed. */
  zonesOf(outer: ArrayLike<Square>): Int32Array;
}

/** The zones of an index. They are numbered as they are met, so `names` grows. */
export function zonesOfIndex(index: EndgameIndex): Zones {
  const soldiers = index.placements.men.flatMap(({ role, colour }, man) =>
    role === "soldier" ? [{ man, colour, weight: colour === "red" ? 1 : SIDE }] : [],
  );
  const names: string[] = [];
  const numbers = new Map<number, number>();
  const byOuter = new Map<number, Int32Array>();
  const numberOf = (code: number): number => {
    let number = numbers.get(code);
    if (number === undefined) {
      numbers.set(code, (number = names.length));
      names.push(nameOf(index, countsIn(code)));
    }
    return number;
  };
  return {
    names,
    zonesOf(outer) {
      let code = 0;
      for (const { man, colour, weight } of soldiers) code += weight * CATEGORY ** categoryAt(outer[man]!, colour);
      let zones = byOuter.get(code);
      if (zones === undefined) {
        zones = Int32Array.from({ length: SQUARES }, (_, square) =>
          numberOf(index.inner === "soldier" ? code + CATEGORY ** categoryAt(square, "red") : code),
        );
        byOuter.set(code, zones);
      }
      return zones;
    },
  };
}

/** A code counts each category, of up to five soldiers, in three bits, Red's below Black's. */
const CATEGORY = 8;
const SIDE = CATEGORY ** 3;

function countsIn(code: number): Counts {
  const side = (bits: number): [number, number, number] => [bits & 7, (bits >> 3) & 7, (bits >> 6) & 7];
  return { red: side(code % SIDE), black: side(Math.floor(code / SIDE)) };
}

function nameOf({ endgame }: EndgameIndex, counts: Counts): string {
  const material = (colour: Colour) => {
    const { chariot, horse, cannon, advisor, elephant } = endgame[colour];
    const [top, low, bottom] = counts[colour];
    return materialOf({ chariot, horse, cannon, top, low, bottom, advisor, elephant });
  };
  return pairName({ first: material("red"), second: material("black") });
}

/* The exact inputs of inference from a data folder: every solved endgame that is not counted yet is counted. */

export const NOTHING_MEASURED: Measured = {
  kind: "canju-material-distributions",
  rules: "asian",
  tables: {},
  materials: {},
};

export interface UpdateOptions {
  /** The data folder. */
  readonly data: string;
  /** Which endgames are counted. Those without attacking men, all drawn, never are. */
  readonly belongs: (endgame: Endgame) => boolean;
  readonly signal?: AbortSignal;
  /** A line for each table counted. */
  readonly tell?: (line: string) => void;
}

/**
 * Adds the folder's tables that `known` lacks or that were built anew since. What is known stays when its table is gone.
 * When the signal stops it, what it has counted is returned.
 */
export async function updateDistributions(
  known: Measured,
  { data, belongs, signal, tell }: UpdateOptions,
): Promise<Measured> {
  const tables = new Map(Object.entries(known.tables));
  const materials = new Map(Object.entries(known.materials));
  const catalog = new FolderCatalog(data);
  const isNew = ({ info, sha256 }: TableHeader) => {
    const endgame = parseEndgame(info.endgame);
    return attackingMen(endgame.red).length > 0 && belongs(endgame) && tables.get(endgame.name) !== sha256;
  };
  try {
    const listed = (await catalog.list()).tables.filter(({ header }) => isNew(header));
    for (const { endgame, header } of listed.sort((a, b) => a.header.cells - b.header.cells)) {
      if (signal?.aborted) break;
      const table = await catalog.open(endgame);
      if (table === null) continue; // it was removed meanwhile
      const started = performance.now();
      for (const [name, distribution] of await countOutcomes(table)) materials.set(name, distribution);
      tables.set(endgame, header.sha256);
      catalog.forget(endgame); // which closes it
      tell?.(`${endgame}: ${header.cells} cells, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } finally {
    await catalog.close();
  }
  return { ...known, tables: sorted(tables), materials: sorted(materials) };
}

function sorted<T>(entries: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As JSON, one entry a line. */
export function formatMeasured({ kind, rules, tables, materials }: Measured): string {
  const lines = (entries: Readonly<Record<string, string | Distribution>>) =>
    Object.entries(entries)
      .map(([name, entry]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
      .join(",");
  const head = `  "kind": ${JSON.stringify(kind)},\n  "rules": ${JSON.stringify(rules)},\n`;
  return `{\n${head}  "tables": {${lines(tables)}\n  },\n  "materials": {${lines(materials)}\n  }\n}\n`;
}
