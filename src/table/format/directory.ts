/**
 * The block directory: how long each block is, in pages of so many blocks. A page is a list of LEB128 numbers, for each
 * block its stored length; or, for a run of blocks of one code only, 0, the code and the length of the run.
 */
import { BLOCK_CRC_BYTES } from "./format.ts";

/** A decoded page. Blocks lie side by side in the data section. */
export interface DirectoryPage {
  /** Where each block starts, from the page's first block; one more than there are blocks. */
  readonly starts: Uint32Array;
  /** The code that fills a block which is not stored, -1 for a stored block. */
  readonly fills: Int32Array;
}

/** A block's place in the directory: bytes stored, or the code that fills it. */
export type BlockEntry = { readonly length: number } | { readonly fill: number };

export function encodePage(entries: readonly BlockEntry[]): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  };
  for (let i = 0; i < entries.length;) {
    const entry = entries[i]!;
    if ("length" in entry) {
      put(entry.length);
      i++;
      continue;
    }
    let end = i + 1;
    for (
      let next = entries[end];
      next !== undefined && "fill" in next && next.fill === entry.fill;
      next = entries[++end]
    );
    put(0);
    put(entry.fill);
    put(end - i);
    i = end;
  }
  return Uint8Array.from(bytes);
}

/**
 * Decodes a page of `count` blocks; null when the bytes are not that.
 * @param most bytes that a block is stored in
 */
export function decodePage(bytes: Uint8Array, count: number, most: number): DirectoryPage | null {
  const starts = new Uint32Array(count + 1);
  const fills = new Int32Array(count).fill(-1);
  let at = 0;
  const get = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length && scale < 2 ** 35; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };
  let block = 0;
  while (block < count) {
    const length = get();
    if (length !== 0) {
      const end = starts[block]! + length;
      if (!(length > BLOCK_CRC_BYTES && length <= most && end < 2 ** 32)) return null;
      starts[++block] = end;
      continue;
    }
    const fill = get();
    const run = get();
    if (!(fill < 65_536 && run > 0 && block + run <= count)) return null;
    fills.fill(fill, block, block + run);
    starts.fill(starts[block]!, block + 1, block + run + 1);
    block += run;
  }
  return at === bytes.length ? { starts, fills } : null;
}
