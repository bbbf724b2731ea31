/**
 * What endgames that were built here are worth to those that capture into them, from one to the other: in memory as it allows; where
 * it has no room for any, on shelves.
 */
import type { Endgame } from "../../endgame/endgame.ts";
import { enteredSides, subEndgames } from "../../endgame/graph.ts";
import { type CollectionRules, subOfSolution, subOfTable } from "../build/content.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import {
  type OutcomeKind,
  type Outcomes,
  type Sub,
  hasSide,
  newSet,
  outcomesBytes,
  outcomesOfTape,
} from "../outcomes.ts";
import type { Solution } from "../kernel.ts";
import type { MakeShelf, NewShelf } from "../tape.ts";
import type { Table } from "../../table/read/table.ts";
import type { Metric } from "../../table/value.ts";

const KINDS: readonly OutcomeKind[] = ["won", "lost"];

/** Outcomes on a shelf. */
export interface ShelvedOutcomes {
  load(): Outcomes;
  close(): void;
}

/** Puts outcomes on a shelf, one set at a time. @param only the side to move that is asked for. Default: both */
export function shelveOutcomes(
  { index, tape, levels, hasDoubles = false }: Solution,
  makeShelf: MakeShelf,
  only?: Colour,
): ShelvedOutcomes {
  const setBytes = newSet(index).byteLength;
  const shelf: NewShelf = makeShelf(setBytes);
  const places: { readonly kind: OutcomeKind; readonly turn: Colour; readonly isEmpty: boolean }[] = [];
  for (const kind of KINDS) {
    for (const turn of only === undefined ? COLOURS : [only]) {
      const set = outcomesOfTape(index, tape, levels, turn, [kind])[kind]![turn];
      shelf.write(places.length, 0, new Uint8Array(set.buffer));
      places.push({ kind, turn, isEmpty: set.length === 0 });
    }
  }
  return {
    load() {
      const none = (): Record<Colour, Uint32Array> => ({ red: new Uint32Array(), black: new Uint32Array() });
      const outcomes = { index, hasDoubles, ...(only && { only }), won: none(), lost: none(), depends: none() };
      places.forEach(({ kind, turn, isEmpty }, number) => {
        if (isEmpty) return;
        const set = newSet(index);
        shelf.read(number, 0, new Uint8Array(set.buffer));
        outcomes[kind][turn] = set;
      });
      return outcomes;
    },
    close: () => shelf.close(),
  };
}

/** Whether outcomes are worth a shelf: to read those of a large table takes its codes in memory; others are soon read. */
function isWorthShelf({ index }: Solution): boolean {
  return index.inner !== null && index.cells >= WORTH_CELLS;
}

const WORTH_CELLS = 1e8;

/** Keeps the worth of each endgame for those that are built later, and drops it with the last of them. */
export class KeptSubs {
  readonly #options: Pick<CollectionRules, "metric" | "rules">;
  readonly #shelfBeside: (endgame: Endgame) => MakeShelf;
  readonly #users = new Map<string, number>();
  readonly #sides: ReadonlyMap<string, ReadonlySet<Colour>>;
  readonly #kept = new Map<string, Sub>();
  readonly #shelved = new Map<string, ShelvedOutcomes>();
  #roomBytes: number;

  /** @param endgames what is going to be built @param roomBytes of memory; 0: shelves alone */
  constructor(
    endgames: readonly Endgame[],
    roomBytes: number,
    options: Pick<CollectionRules, "metric" | "rules">,
    shelfBeside: (endgame: Endgame) => MakeShelf,
  ) {
    this.#roomBytes = roomBytes;
    this.#options = options;
    this.#shelfBeside = shelfBeside;
    this.#sides = enteredSides(endgames);
    for (const { name } of endgames.flatMap(subEndgames)) this.#users.set(name, (this.#users.get(name) ?? 0) + 1);
  }

  get(name: string): Sub | undefined {
    return this.#kept.get(name) ?? this.#shelved.get(name)?.load();
  }

  /** Keeps what a solution is worth, if anything needs it and there is room. */
  keep(solution: Solution): void {
    const { endgame } = solution.index;
    const { name } = endgame;
    if (this.#kept.has(name) || this.#shelved.has(name) || (this.#users.get(name) ?? 0) === 0) return;
    const { metric, rules } = this.#options;
    if (this.#roomBytes === 0) {
      if (metric !== "dtc" || rules === "chinese" || !isWorthShelf(solution)) return;
      this.#shelved.set(name, shelveOutcomes(solution, this.#shelfBeside(endgame), this.#onlySideOf(name)));
      return;
    }
    const sub = subOfSolution(solution, metric, this.#onlySideOf(name));
    if (bytesOf(sub) > this.#roomBytes) return;
    this.#kept.set(name, sub);
    this.#roomBytes -= bytesOf(sub);
  }

  /** An endgame is built, and needs its sub-endgames no more. */
  release(endgame: Endgame): void {
    for (const { name } of subEndgames(endgame)) {
      const left = (this.#users.get(name) ?? 0) - 1;
      this.#users.set(name, left);
      if (left > 0) continue;
      this.#shelved.get(name)?.close();
      this.#shelved.delete(name);
      const sub = this.#kept.get(name);
      if (sub === undefined) continue;
      this.#kept.delete(name);
      this.#roomBytes += bytesOf(sub);
    }
  }

  close(): void {
    for (const outcomes of this.#shelved.values()) outcomes.close();
  }

  /** The side to move that all of them ask for, if it is one. */
  #onlySideOf(name: string): Colour | undefined {
    const [turn, ...others] = this.#sides.get(name)!;
    return others.length === 0 ? turn : undefined;
  }
}

/** Tables are told apart by their SHA-256: one that was replaced is read. Those not asked for longest go first. */
export class KnownOutcomes {
  /** The one asked for last at the end. */
  readonly #subs = new Map<string, Sub>();
  #bytes = 0;
  #mostBytes = Infinity;

  get mostBytes(): number {
    return this.#mostBytes;
  }

  set mostBytes(bytes: number) {
    this.#mostBytes = bytes;
    this.#makeRoom();
  }

  /** Of a table with one side to move: as it is known, or else read. */
  async of(table: Table, metric: Metric, turn: Colour, signal?: AbortSignal): Promise<Sub> {
    const { sha256 } = table.header;
    const known = this.#subs.get(sha256);
    const isEnough = known !== undefined && (!("won" in known) || hasSide(known, turn));
    // Where both sides are asked for, both are kept.
    const sub = isEnough ? known : await subOfTable(table, metric, known === undefined ? turn : undefined, signal);
    this.keep(sha256, sub);
    return sub;
  }

  keep(sha256: string, sub: Sub): void {
    this.#forget(sha256);
    if (bytesOf(sub) > this.#mostBytes) return;
    this.#subs.set(sha256, sub);
    this.#bytes += bytesOf(sub);
    this.#makeRoom();
  }

  #forget(sha256: string): void {
    const sub = this.#subs.get(sha256);
    if (sub === undefined) return;
    this.#subs.delete(sha256);
    this.#bytes -= bytesOf(sub);
  }

  #makeRoom(): void {
    for (const sha256 of this.#subs.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#forget(sha256);
    }
  }
}

export function bytesOf(sub: Sub): number {
  return "won" in sub ? outcomesBytes(sub) : sub.red.byteLength + sub.black.byteLength;
}
