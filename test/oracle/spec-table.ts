/**
 * docs/spec/table-format.md written down once more, slowly and without src/table, as a reader in another language would: all
 * that it takes from the program are the legal moves of Xiangqi.
 */
import { createHash } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { crc32 } from "../../src/base/crc32.ts";
import { specIndex, type SpecIndex } from "./spec-index.ts";

const LETTERS = " KABRNCP kabrncp";

export interface SpecTable {
  /** The code at a place, as stored. */
  codeAt(turn: "red" | "black", place: number): number;
  readonly lists: { readonly red: readonly number[]; readonly black: readonly number[] };
  readonly derived: "red" | "black" | null;
  readonly checks: readonly number[];
  readonly cells: number;
  readonly cellsPerBlock: number;
  readonly bytesPerCode: number;
  /** Of a legal position in the colours of the table. */
  valueOf(position: Position): number;
  placeOf(position: Position): number;
}

export function readSpecTable(bytes: Uint8Array): SpecTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const u16 = (at: number) => view.getUint16(at, true);
  const u32 = (at: number) => view.getUint32(at, true);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  const fail = (what: string) => new Error(`not as specified: ${what}`);
  if (String.fromCharCode(...bytes.subarray(0, 8)) !== "CANJU\r\n\x1a") throw fail("magic");
  if (u16(8) !== 2 || u16(90) !== 0) throw fail("version");
  const headerLength = u32(12);
  if (crc32(Uint8Array.from([...bytes.subarray(0, 92), ...bytes.subarray(96, headerLength)])) !== u32(92)) {
    throw fail("headerCrc");
  }
  let at = 128;
  const list = (runs: number): number[] => {
    const values: number[] = [];
    for (; runs > 0; runs--, at += 8) {
      for (let i = 0; i < u16(at + 4); i++) values.push(u32(at) + i * view.getInt16(at + 6, true));
    }
    return values;
  };
  const lists = { red: list(u32(28)), black: list(u32(84)) };
  const pageTable = at;
  const [cells, cellsPerBlock, bytesPerCode] = [u64(32), u32(20), u32(24)];
  const [blocksPerSide, blocksPerPage, pageCount] = [u32(72), u32(76), u32(80)];
  const json = (from: number, length: number) =>
    JSON.parse(new TextDecoder().decode(bytes.subarray(from, from + length))) as Record<string, never>;
  const info = json(headerLength - u32(16), u32(16));
  const { checks = [] } = json(u64(56), u32(64)) as { checks?: number[] };

  const blocks: ((cell: number) => number)[] = [];
  let page = headerLength;
  for (let i = 0; i < pageCount; i++) {
    const entry = pageTable + 16 * i;
    at = page;
    const leb128 = (): number => {
      const byte = bytes[at++]!;
      return byte < 128 ? byte : byte - 128 + 128 * leb128();
    };
    let start = u64(40) + u64(entry);
    let run = 0;
    let fill = 0;
    for (let block = i * blocksPerPage; block < Math.min((i + 1) * blocksPerPage, 2 * blocksPerSide); block++) {
      const count = Math.min(cellsPerBlock, cells - (block % blocksPerSide) * cellsPerBlock);
      const length = run > 0 ? 0 : leb128();
      if (length === 0) {
        if (run === 0) [fill, run] = [leb128(), leb128()];
        run--;
        const code = fill;
        blocks.push(() => code);
        continue;
      }
      const payload = bytes.subarray(start + 4, start + length);
      const number = [block & 255, (block >> 8) & 255, (block >> 16) & 255, block >>> 24];
      if (crc32(Uint8Array.from([...number, ...payload])) !== u32(start)) throw fail(`CRC of block ${block}`);
      start += length;
      const raw = payload.length === count * bytesPerCode ? payload : zstdDecompressSync(payload);
      blocks.push((cell) => raw[cell]! + (bytesPerCode === 2 ? 256 * raw[count + cell]! : 0));
    }
    page += u32(entry + 8);
    if (at !== page) throw fail("a page of the directory");
  }
  const hash = createHash("sha256")
    .update(bytes.subarray(u64(40)))
    .update(bytes.subarray(0, 92))
    .update(bytes.subarray(128, u64(40)));
  if (!hash.digest().equals(bytes.subarray(96, 128))) throw fail("sha256");

  const byPlacement = bytes[88] === 1;
  const derived = ([null, "red", "black"] as const)[bytes[89]!]!;
  let index: SpecIndex | undefined;
  const placeOf = ({ board }: Position): number => {
    index ??= specIndex(info.endgame!);
    const { place, cell } = index.number(Array.from(board, (piece) => LETTERS[piece]!.trim()));
    return byPlacement ? place : cell;
  };
  const codeAt = (turn: "red" | "black", place: number) => {
    const block = Math.floor(place / cellsPerBlock) + (turn === "red" ? 0 : blocksPerSide);
    return blocks[block]!(place % cellsPerBlock);
  };
  const codeOf = (position: Position) => codeAt(position.turn, placeOf(position));
  const valueOf = (position: Position): number => {
    const code = codeOf(position);
    if (position.turn !== derived) return lists[position.turn][code]!;
    if (code > 0) return lists[position.turn][code - 1]!;
    const quiet = legalMoves(position).filter((move) => !isCapture(position, move));
    if (quiet.length === 0) return 1;
    const least = Math.min(...quiet.map((move) => codeOf(applyMove(position, move))));
    const after = lists[position.turn === "red" ? "black" : "red"][least]!;
    return after === 0 || after === 2 ** 31 ? after : after + 1;
  };
  return { codeAt, lists, derived, checks, cells, cellsPerBlock, bytesPerCode, valueOf, placeOf };
}
