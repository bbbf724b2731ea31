import type { Table } from "../../table/read/table.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { subOfTable } from "../build/content.ts";
import { hasSide, outcomesBytes, type Sub } from "../outcomes.ts";
import type { Metric } from "../../table/value.ts";

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
  async of(table: Table, metric: Metric, turn: Colour): Promise<Sub> {
    const { sha256 } = table.header;
    const known = this.#subs.get(sha256);
    const isEnough = known !== undefined && (!("won" in known) || hasSide(known, turn));
    // Where both sides are asked for, both are kept.
    const sub = isEnough ? known : await subOfTable(table, metric, known === undefined ? turn : undefined);
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
