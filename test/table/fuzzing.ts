/** Table files with something wrong, by a seed: bits flipped, cut short, and headers that lie with right checksums. */
import { createHash } from "node:crypto";
import { parseEndgame, swapEndgame } from "../../src/endgame/endgame.ts";
import { statisticsOf } from "../../src/query/statistics.ts";
import { crc32 } from "../../src/base/crc32.ts";
import { openPlaced } from "../../src/table/catalog/catalog.ts";
import { DamagedTableError, UnsupportedTableError } from "../../src/table/format/errors.ts";
import { encodeHeader, setSha256 } from "../../src/table/format/format.ts";
import type { Codes, TableHeader, TableInfo } from "../../src/table/format/header.ts";
import { describeIndex, indexOfTable } from "../../src/table/format/index-parameters.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable, type Table } from "../../src/table/read/table.ts";
import { isValue } from "../../src/table/value.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { contentOf, smoothCode, tableBytes } from "./fixtures.ts";
import { inventedTable } from "./invented.ts";
import { SourceError } from "../../src/base/errors.ts";

const NAME = "KPK";

export interface Sound {
  readonly bytes: Uint8Array;
  readonly header: TableHeader;
  /** The codes of both sides. */
  readonly codes: readonly Codes[];
}

/** A table with two bytes a code, one side as differences, several pages, filled and stored blocks. */
export async function soundDerivedTable(): Promise<Sound> {
  return soundOf(await inventedTable());
}

/** A table with several pages, filled and stored blocks. */
export async function soundTable(): Promise<Sound> {
  const code = (turn: "red" | "black", cell: number) => (cell % 3_000 < 1_400 ? 5 : smoothCode(turn, cell, 40));
  const what = contentOf(NAME, 40, code);
  const info = { ...what.info, index: describeIndex(endgameIndex(parseEndgame(NAME))) };
  return soundOf(await tableBytes({ ...what, info }, { cellsPerBlock: 512, blocksPerPage: 8 }));
}

async function soundOf(bytes: Uint8Array): Promise<Sound> {
  const { header } = await openTable(memorySource(bytes), NODE_CODECS);
  const table = await open(bytes, header.info);
  return { bytes, header, codes: [await table.readSide("red"), await table.readSide("black")] };
}

const index = endgameIndex(parseEndgame(NAME));

function isLegal(turn: Colour, cell: number): boolean {
  const board = index.boardAt(cell);
  return board !== null && isLegalPosition({ board, turn });
}

function open(bytes: Uint8Array, { rules, metric }: TableInfo): Promise<Table> {
  return openPlaced(memorySource(bytes, `${NAME}.canju`), NODE_CODECS, { rules, metric }, NAME);
}

export type Outcome = "refused" | "right";

/**
 * Opens a file and asks everything of it that a program asks.
 * @returns whether it was refused at some point, or gave the codes of the sound table throughout
 * @throws where it gave another code or no value, or failed with an error of no type
 */
export async function readAll(bytes: Uint8Array, sound: Sound, isForged = false): Promise<Outcome> {
  let outcome: Outcome = "right";
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const isTyped =
        error instanceof DamagedTableError || error instanceof UnsupportedTableError || error instanceof SourceError;
      if (!isTyped) throw error;
      outcome = "refused";
    }
  };
  await attempt(async () => {
    const table = await open(bytes, sound.header.info);
    const { values, lists, cells, info, layout, derived } = table.header;
    // Codes are places in the list of values: with another list they are others. So are the differences of another side.
    const mayDiffer =
      isForged ||
      layout !== sound.header.layout ||
      derived !== sound.header.derived ||
      COLOURS.some((turn) => lists[turn].join() !== sound.header.lists[turn].join());
    if (!values.every(isValue)) throw new Error("a value that is none");
    for (const [side, turn] of COLOURS.entries()) {
      await attempt(async () => {
        const codes = await table.readSide(turn);
        if (!codes.every((code: number, cell: number) => mayDiffer || code === sound.codes[side]![cell])) {
          throw new Error(`a wrong code of ${turn}`);
        }
      });
      for (let cell = 0; cell < cells; cell += 97) {
        // A derived side has no values elsewhere.
        if (sound.header.derived !== null && !isLegal(turn, cell)) continue;
        await attempt(async () => {
          const value = await table.valueAt(turn, cell);
          if (value === undefined || !isValue(value)) throw new Error(`no value: ${String(value)}`);
          if (!mayDiffer && value !== values[sound.codes[side]![cell]!]) throw new Error(`a wrong value of ${turn}`);
        });
      }
    }
    const endgame = parseEndgame(NAME);
    for (const asked of [endgame, swapEndgame(endgame)]) JSON.stringify(statisticsOf(info, asked));
    await attempt(() => indexOfTable(table.header, table.file));
    await attempt(() => table.readHistogram());
    await attempt(() => table.verifyChecksums(() => createHash("sha256")));
  });
  return outcome;
}

/** Numbers below a bound, by a seed (mulberry32). */
export function randomBy(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

export function withFlippedBit({ bytes }: Sound, bit: number): Uint8Array {
  const flipped = bytes.slice();
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}

const NUMBERS = [0, 1, 2, 255, 256, 4_096, 65_535, 65_536, 2 ** 24, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1];
/** Fields of four bytes: all but the checksum of the header. */
const WORDS = [8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88];

/** Changes one to three numbers of the header, its runs or its page table. */
export function withLyingNumbers({ bytes, header }: Sound, random: (bound: number) => number): Uint8Array {
  const lying = bytes.slice();
  const view = new DataView(lying.buffer);
  const words = [...WORDS];
  const behind = 128 + 8 * (view.getUint32(28, true) + view.getUint32(84, true)) + 16 * header.pages.length;
  for (let at = 128; at < behind; at += 4) words.push(at);
  for (let change = random(3); change >= 0; change--) {
    const at = words[random(words.length)]!;
    const old = view.getUint32(at, true);
    const number = random(3) === 0 ? old + random(9) - 4 : random(3) === 0 ? random(2 ** 32) : NUMBERS[random(13)]!;
    view.setUint32(at, number, true);
  }
  return signed(lying);
}

/** Replaces something in the description by something else, or names other men. */
export function withLyingDescription(sound: Sound, random: (bound: number) => number): Uint8Array {
  const { bytes, header } = sound;
  const info = structuredClone(header.info) as unknown as Record<string, unknown>;
  let place = info;
  for (;;) {
    const names = Object.keys(place);
    const name = names[random(names.length)]!;
    const below = place[name];
    if (typeof below === "object" && below !== null && Object.keys(below).length > 0 && random(4) > 0) {
      place = below as Record<string, unknown>;
    } else {
      if (random(8) === 0) delete place[name];
      else place[name] = junk(random);
      break;
    }
  }
  const old = new DataView(bytes.buffer).getUint32(12, true);
  const length = encodeHeader({ ...header, info: info as never }).length;
  const move = <Part extends { readonly offset: number }>(part: Part): Part => ({
    ...part,
    offset: part.offset + length - old,
  });
  const moved = { ...header, data: move(header.data), details: move(header.details), pages: header.pages.map(move) };
  const front = encodeHeader({ ...moved, info: info as never });
  const lying = new Uint8Array(front.length + bytes.length - old);
  lying.set(front);
  lying.set(bytes.subarray(old), front.length);
  return lying;
}

function junk(random: (bound: number) => number): unknown {
  const deep = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  const all: unknown[] = [
    null,
    true,
    "",
    "x",
    "R",
    "RRRR",
    "rrrrrrrr",
    "KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB",
    "KRKR",
    "KK",
    "__proto__",
    "9/9 w",
    "\u0000\u001b[31m",
    "x".repeat(3_000),
    0,
    -1,
    1.5,
    1e308,
    2 ** 32,
    2 ** 53,
    99_999,
    [],
    {},
    [null],
    [[]],
    [{}],
    { inner: "P", outer: "RRRR" },
    { scheme: "other", version: 1, parameters: {} },
    deep(50),
    deep(3_000),
    Array.from({ length: 500 }, () => 1),
    { red: null },
    { length: 7 },
  ];
  return all[random(all.length)];
}

/** Puts other bytes into the directory, or into the histogram, with right checksums. */
export function withLyingParts({ bytes, header }: Sound, random: (bound: number) => number): Uint8Array {
  const lying = bytes.slice();
  const view = new DataView(lying.buffer);
  const tableAt = 128 + 8 * (view.getUint32(28, true) + view.getUint32(84, true));
  const page = random(header.pages.length + 1);
  const { offset, length } = header.pages[page] ?? header.details;
  for (let change = random(4); change >= 0; change--) {
    lying[offset + random(length)] =
      random(4) === 0 ? random(256) : [0, 1, 0x7f, 0x80, 0xff, 0x5b, 0x2d, 0x39][random(8)]!;
  }
  const crc = crc32(lying.subarray(offset, offset + length));
  view.setUint32(page < header.pages.length ? tableAt + 16 * page + 12 : 68, crc, true);
  return signed(lying);
}

/** Makes the checksum of the header right again, wherever its length still lets it. */
function signed(bytes: Uint8Array): Uint8Array {
  const length = new DataView(bytes.buffer).getUint32(12, true);
  if (length >= 128 && length <= bytes.length) setSha256(bytes.subarray(0, length), "5a".repeat(32));
  return bytes;
}
