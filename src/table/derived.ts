/**
 * A side that is stored as differences from what its quiet moves give (docs/spec/table-format.md): 0 says "as they give",
 * anything else is 1 + code. This turns codes into differences and back, row by row.
 */
import { fileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { crc32 } from "./crc32.ts";
import type { TableHeader, Codes } from "./header.ts";
import { LegalRows } from "./legal-rows.ts";
import { newCodes, noneOf, QuietRows, type RowsOfCodes } from "./quiet-rows.ts";
import { makeValue, valueBefore } from "./value.ts";

/** A row of the file: its placement, its square of the inner man, its first place and its number of cells. */
export type RowVisitor = (placement: number, square: number, start: number, length: number) => void;

/** Visits the rows that hold some of `count` places from `first` on, in order. */
export function visitRows(index: EndgameIndex, first: number, count: number, visit: RowVisitor): void {
  const { start, formationsOf, placementAt } = fileOrder(index);
  const last = first + count;
  for (let placement = placementAt(first); start[placement]! < last; placement++) {
    const length = formationsOf(placement).length * index.black.count;
    if (length === 0) continue;
    for (
      let square = Math.max(0, Math.floor((first - start[placement]!) / length)),
        at = start[placement]! + square * length;
      square < index.width && at < last;
      square++, at += length
    ) {
      visit(placement, square, at, length);
    }
  }
}

/** Without a quiet move: lost at once, by mate, stalemate or losing captures only. */
export const WITHOUT_MOVE = makeValue(0, 0);

type Lists = TableHeader["lists"];

export class DerivedSide {
  readonly index: EndgameIndex;
  readonly turn: Colour;
  readonly bytesPerCode: 1 | 2;
  /** By the least code of the other side, or `noneOf`: the code that this gives, -1 where the side has no such code. */
  readonly given: Int32Array;
  readonly #legal: LegalRows;
  readonly #least: Codes;
  readonly #illegal: Uint8Array;

  constructor(index: EndgameIndex, turn: Colour, bytesPerCode: 1 | 2, lists: Lists) {
    this.index = index;
    this.turn = turn;
    this.bytesPerCode = bytesPerCode;
    const codes = new Map(lists[turn].map((value, code) => [value, code]));
    this.given = new Int32Array(256 ** bytesPerCode).fill(-1);
    lists[opponent(turn)].forEach((value, code) => (this.given[code] = codes.get(valueBefore(value)) ?? -1));
    this.given[noneOf(bytesPerCode)] = codes.get(WITHOUT_MOVE) ?? -1;
    const length = index.red.count * index.black.count;
    this.#legal = new LegalRows(index, turn);
    this.#least = newCodes(bytesPerCode, length);
    this.#illegal = new Uint8Array(length);
  }

  /** Makes the rows of the side from those of the other. */
  quietRows(rows: RowsOfCodes): QuietRows {
    return new QuietRows(this.index, this.turn, this.bytesPerCode, rows);
  }

  /**
   * Differences of `count` cells from place `first` on.
   * @param codes of the side, by place; `noneOf` for cells that are no legal position
   * @param out gets the differences, from its start on
   */
  writeDifferences(quiet: QuietRows, codes: Codes, first: number, count: number, out: Codes): void {
    const none = noneOf(this.bytesPerCode);
    const { given } = this;
    visitRows(this.index, first, count, (placement, square, start, length) => {
      const least = this.#least.subarray(0, length);
      quiet.derive(placement, square, least);
      const end = Math.min(start + length, first + count);
      for (let place = Math.max(start, first); place < end; place++) {
        const code = codes[place]!;
        out[place - first] = code === none || code === given[least[place - start]!] ? 0 : code + 1;
      }
    });
  }

  /**
   * Turns differences of `count` cells from place `first` on into codes, `noneOf` for cells that are no legal position.
   * @returns a cell whose difference says what no code stands for, or -1
   */
  resolve(quiet: QuietRows, differences: Codes, first: number, count: number): number {
    const none = noneOf(this.bytesPerCode);
    const { given } = this;
    let bad = -1;
    visitRows(this.index, first, count, (placement, square, start, length) => {
      const least = this.#least.subarray(0, length);
      const illegal = this.#illegal.subarray(0, length);
      quiet.derive(placement, square, least);
      this.#legal.illegal(placement, square, illegal);
      const end = Math.min(start + length, first + count);
      for (let place = Math.max(start, first); place < end; place++) {
        const difference = differences[place - first]!;
        const code = difference === 0 ? given[least[place - start]!]! : difference - 1;
        if (illegal[place - start] !== 0) differences[place - first] = none;
        else if (code >= 0) differences[place - first] = code;
        else bad = place;
      }
    });
    return bad;
  }
}

/** The rows of a side all of whose codes are here. */
export function rowsOf(index: EndgameIndex, codes: Codes): RowsOfCodes {
  const { start, formationsOf } = fileOrder(index);
  return (placement, square) => {
    const length = formationsOf(placement).length * index.black.count;
    const first = start[placement]! + square * length;
    return codes.subarray(first, first + length);
  };
}

/** Marks cells that are no legal position among codes of `count` cells from place `first` on. */
export function markIllegal(legal: LegalRows, bytesPerCode: 1 | 2, codes: Codes, first: number, count: number): void {
  const none = noneOf(bytesPerCode);
  const illegal = new Uint8Array(legal.length);
  visitRows(legal.index, first, count, (placement, square, start, length) => {
    const row = illegal.subarray(0, length);
    legal.illegal(placement, square, row);
    const end = Math.min(start + length, first + count);
    for (let place = Math.max(start, first); place < end; place++) {
      if (row[place - start] !== 0) codes[place - first] = none;
    }
  });
}

/** The check of a block of a derived side: the CRC-32 of 1 + code for each legal position, 0 for other cells. */
export function checkOf(codes: Codes): number {
  const none = noneOf(codes.BYTES_PER_ELEMENT as 1 | 2);
  const bytes = new Uint8Array(codes.length * codes.BYTES_PER_ELEMENT);
  if (codes.BYTES_PER_ELEMENT === 1) for (let i = 0; i < codes.length; i++) bytes[i] = codes[i]! + 1;
  else {
    for (let i = 0; i < codes.length; i++) {
      const explicit = codes[i] === none ? 0 : codes[i]! + 1;
      bytes[2 * i] = explicit;
      bytes[2 * i + 1] = explicit >>> 8;
    }
  }
  return crc32(bytes);
}

/** The same of block after block, from codes that come in pieces of any length, in the order of the file. */
export class BlockChecks {
  readonly checks: number[] = [];
  readonly #illegal: number;
  readonly #bytes: Uint8Array;
  readonly #wide: boolean;
  #filled = 0;
  #left: number;

  /** @param illegal the code of cells that are no legal position */
  constructor(header: Pick<TableHeader, "cells" | "cellsPerBlock" | "bytesPerCode">, illegal: number) {
    this.#illegal = illegal;
    this.#bytes = new Uint8Array(header.cellsPerBlock * header.bytesPerCode);
    this.#wide = header.bytesPerCode === 2;
    this.#left = header.cells;
  }

  /** Takes the codes that come next. */
  add(codes: Codes): void {
    const room = this.#bytes.length / (this.#wide ? 2 : 1);
    for (let first = 0; first < codes.length;) {
      const filled = this.#filled / (this.#wide ? 2 : 1);
      const count = Math.min(codes.length - first, room - filled);
      this.#fill(codes.subarray(first, first + count));
      first += count;
      if (this.#filled === this.#bytes.length) this.#end();
    }
    this.#left -= codes.length;
    if (this.#left === 0 && this.#filled > 0) this.#end();
  }

  #fill(codes: Codes): void {
    const illegal = this.#illegal;
    const bytes = this.#bytes;
    let at = this.#filled;
    if (this.#wide) {
      for (let i = 0; i < codes.length; i++) {
        const explicit = codes[i] === illegal ? 0 : codes[i]! + 1;
        bytes[at++] = explicit;
        bytes[at++] = explicit >>> 8;
      }
    } else for (let i = 0; i < codes.length; i++) bytes[at++] = codes[i] === illegal ? 0 : codes[i]! + 1;
    this.#filled = at;
  }

  #end(): void {
    this.checks.push(crc32(this.#bytes.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}
