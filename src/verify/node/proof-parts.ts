/**
 * Parts of a proof, which machines do each for itself (kernel-proof.ts): the first half of them compare ranges of the derived
 * side's values, the second half those of the other side, which takes what the first half has found. Whoever does one of
 * the second half, or the proof itself, takes what there is and does the rest. What is damaged or belongs to another table or program
 * is as if it were not there. But what a part says of its chunks is believed: whoever gives one knows who has done it, and a proof that
 * has taken it over names them.
 *
 * A file of a part is a header, what it belongs to and whose parts it has taken over itself, and a record for each chunk.
 */
import { closeSync, openSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { constants } from "node:zlib";
import { ownZstd } from "../../table/node/codecs.ts";
import { explainWriteError, withFile, writeAll } from "../../base/node/disk.ts";
import type { Codes } from "../../table/format/header.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { CheckedChunk } from "../host/kernel-checker.ts";
import type { Chunk } from "../host/chunks.ts";
import { crcOf, readAt, recordsIn, withHead } from "./proof-work.ts";

/** The `number`-th of an even number of parts, from 1 on. */
export interface ProofPart {
  readonly number: number;
  readonly of: number;
}

/** No proof is divided further. */
const MOST_PARTS = 9998;

/** Whether somebody who says so names a part. */
export function isProofPart(value: unknown): value is ProofPart {
  const { number, of } = (value ?? {}) as Partial<Record<keyof ProofPart, unknown>>;
  const areCounts = [number, of].every((each) => Number.isSafeInteger(each) && (each as number) > 0);
  return areCounts && (number as number) <= (of as number) && (of as number) % 2 === 0 && (of as number) <= MOST_PARTS;
}

/** The file of a part, and who has done it: a word by which the proof names them. */
export interface GivenPart {
  readonly path: string;
  readonly by: string;
}

/** What was compared in a chunk, with its suspects as bytes. */
export interface ComparedChunk extends Omit<CheckedChunk, "checking"> {
  readonly checking: Uint8Array;
  /** How many suspects of chases there are. */
  readonly chases: number;
  readonly chasing: Uint8Array;
  /** What the codes are found to be, in the order of the file. */
  readonly codes: Codes;
}

/** To be raised when anything changes in what records hold, or mean. */
const FORMAT = 2;
const CRC_BYTES = 4;
/** In front of a compressed record: whose chunk, and which. */
const KEY_BYTES = 5;
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** What a part says of itself, as JSON. */
interface PartHeader {
  readonly of: string;
  /** Who has done parts that it has taken over. */
  readonly restsOn: readonly string[];
}

const nameOf = (identity: object): string => JSON.stringify({ part: FORMAT, ...identity });

/** @param restsOn who has done what it has taken over @throws InputError where nothing can be written */
export async function writePart(
  path: string,
  identity: object,
  restsOn: readonly string[],
  own: Colour,
  found: Iterable<readonly [Chunk, ComparedChunk]>,
): Promise<void> {
  try {
    await withFile(path, "w", async (file) => {
      let end = 0;
      const write = async (payload: Uint8Array): Promise<void> => {
        const bytes = withHead(payload, crcOf(payload));
        await writeAll(file, bytes, end);
        end += bytes.length;
      };
      await write(Buffer.from(JSON.stringify({ of: nameOf(identity), restsOn } satisfies PartHeader)));
      for (const [{ number }, compared] of found) {
        await write(Buffer.concat([keyOf(own, number), ownZstd().zstdCompressSync(serialize(compared), OPTIONS)]));
      }
      await file.sync();
    });
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

function keyOf(own: Colour, chunk: number): Buffer {
  const key = Buffer.alloc(KEY_BYTES);
  key[0] = own === "red" ? 0 : 1;
  key.writeUInt32LE(chunk, 1);
  return key;
}

/** A chunk in a file of a part. */
interface Place {
  readonly path: string;
  readonly at: number;
  readonly length: number;
  /** Who has done it, and what it rests on. */
  readonly by: readonly string[];
}

/** The parts that there are. */
export class PartFiles {
  /** By side and chunk. */
  readonly #places = new Map<string, Place>();
  readonly #believed: ReadonlySet<string>;

  /**
   * Reads all of the files once.
   * @param believed who is: parts that rest on what anybody else has done do not count
   */
  constructor(parts: readonly GivenPart[], identity: object, believed: readonly string[] = parts.map(({ by }) => by)) {
    this.#believed = new Set(believed);
    for (const { path, by } of parts) {
      const file = openSync(path, "r");
      try {
        let header: PartHeader | null = null;
        const isSound = (payload: Buffer, tag: Uint8Array): boolean => crcOf(payload).equals(tag);
        for (const { payload, at } of recordsIn(file, CRC_BYTES, isSound)) {
          if (header === null) {
            header = JSON.parse(payload.toString()) as PartHeader;
            if (header.of !== nameOf(identity) || !this.areBelieved([by, ...header.restsOn])) break;
          } else {
            const key = payload.toString("hex", 0, KEY_BYTES);
            const makers = [...new Set([by, ...header.restsOn])];
            this.#places.set(key, { path, at, length: payload.length, by: makers });
          }
        }
      } finally {
        closeSync(file);
      }
    }
  }

  areBelieved(makers: readonly string[]): boolean {
    return makers.every((maker) => this.#believed.has(maker));
  }

  has(own: Colour, { number }: Chunk): boolean {
    return this.#places.has(keyOf(own, number).toString("hex"));
  }

  read(own: Colour, { number }: Chunk): ComparedChunk & Pick<Place, "by"> {
    const { path, at, length, by } = this.#places.get(keyOf(own, number).toString("hex"))!;
    const payload = Buffer.alloc(length);
    const file = openSync(path, "r");
    try {
      readAt(file, payload, at);
    } finally {
      closeSync(file);
    }
    const compared = ownZstd().zstdDecompressSync(payload.subarray(KEY_BYTES));
    return { ...(deserialize(compared) as ComparedChunk), by };
  }
}
