/**
 * A side that is stored as differences from what its quiet moves give (docs/spec/table-format.md): 0 says "as they give",
 * anything else is 1 + code. This turns codes into differences and back, row by row.
 */
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { crc32 } from "../../base/crc32.ts";
import type { TableHeader, Codes } from "../format/header.ts";
import { LegalRows } from "./legal-rows.ts";
import { newCodes, noneOf, QuietRows, type RowsOfCodes } from "./quiet-rows.ts";
import { RowRoom } from "./row-room.ts";
import { makeValue, valueBefore } from "../value.ts";

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
  /** What its quiet moves give. */
  readonly quiet: QuietRows;
  readonly #legal: LegalRows;
  readonly #room = new RowRoom();
  /** Address of `given`. */
  readonly #given: number;

  constructor(index: EndgameIndex, turn: Colour, bytesPerCode: 1 | 2, lists: Lists) {
    this.index = index;
    this.turn = turn;
    this.bytesPerCode = bytesPerCode;
    const codes = new Map(lists[turn].map((value, code) => [value, code]));
    this.given = new Int32Array(256 ** bytesPerCode).fill(-1);
    lists[opponent(turn)].forEach((value, code) => (this.given[code] = codes.get(valueBefore(value)) ?? -1));
    this.given[noneOf(bytesPerCode)] = codes.get(WITHOUT_MOVE) ?? -1;
    this.quiet = new QuietRows(index, turn, bytesPerCode, this.#room);
    this.#legal = new LegalRows(index, turn, this.#room);
    this.#given = this.#room.put(this.given);
  }

  /**
   * Differences of `count` cells from place `first` on.
   * @param rows of the other side
   * @param codes of the side, by place; `noneOf` for cells that are no legal position
   * @param out gets the differences, from its start on
   */
  writeDifferences(rows: RowsOfCodes, codes: Codes, first: number, count: number, out: Codes): void {
    const none = noneOf(this.bytesPerCode);
    const { given } = this;
    const least = newCodes(this.bytesPerCode, this.#legal.length);
    visitRows(this.index, first, count, (placement, square, start, length) => {
      this.#room.read(this.quiet.derive(rows, placement, square), least.subarray(0, length));
      const end = Math.min(start + length, first + count);
      for (let place = Math.max(start, first); place < end; place++) {
        const code = codes[place]!;
        out[place - first] = code === none || code === given[least[place - start]!] ? 0 : code + 1;
      }
    });
  }

  /**
   * Turns differences of `count` cells from place `first` on into codes, `noneOf` for cells that are no legal position.
   * @param rows of the other side
   * @returns a cell whose difference says what no code stands for, or -1
   */
  resolve(rows: RowsOfCodes, differences: Codes, first: number, count: number): number {
    const room = this.#room;
    const { codes } = this.#legal;
    const wide = this.bytesPerCode === 2;
    let bad = -1;
    visitRows(this.index, first, count, (placement, square, start, length) => {
      const from = Math.max(start, first);
      const row = differences.subarray(from - first, Math.min(start + length, first + count) - first);
      const least = this.quiet.derive(rows, placement, square) + (from - start) * this.bytesPerCode;
      const illegal = this.#legal.illegal(placement, square) + from - start;
      room.write(codes, row);
      const entry = room.kernel.resolve(codes, least, this.#given, illegal, row.length, wide);
      if (entry >= 0) bad = from + entry;
      room.read(codes, row);
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
  const { room, codes: address } = legal;
  visitRows(legal.index, first, count, (placement, square, start, length) => {
    const from = Math.max(start, first);
    const row = codes.subarray(from - first, Math.min(start + length, first + count) - first);
    const illegal = legal.illegal(placement, square) + from - start;
    room.write(address, row);
    room.kernel.cross(address, illegal, row.length, bytesPerCode === 2);
    room.read(address, row);
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
  /** By code what it counts as: 1 + code, 0 for cells that are no legal position. */
  readonly #explicit: Uint16Array;
  readonly #bytes: Uint8Array;
  readonly #wide: boolean;
  #filled = 0;
  #left: number;

  /** @param illegal the code of cells that are no legal position */
  constructor(header: Pick<TableHeader, "cells" | "cellsPerBlock" | "bytesPerCode">, illegal: number) {
    this.#explicit = Uint16Array.from({ length: 256 ** header.bytesPerCode }, (_, code) =>
      code === illegal ? 0 : code + 1,
    );
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
    const all = this.#explicit;
    const bytes = this.#bytes;
    let at = this.#filled;
    if (this.#wide) {
      for (let i = 0; i < codes.length; i++) {
        const explicit = all[codes[i]!]!;
        bytes[at++] = explicit;
        bytes[at++] = explicit >>> 8;
      }
    } else for (let i = 0; i < codes.length; i++) bytes[at++] = all[codes[i]!]!;
    this.#filled = at;
  }

  #end(): void {
    this.checks.push(crc32(this.#bytes.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}
