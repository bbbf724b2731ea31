/**
 * What a build puts on the disk on its way, packed by zstd: a half to a tenth of it is left (docs/decisions/0028-packed-on-the-way.md). Whoever
 * reads or writes waits for it.
 *
 *     packed = bytes that follow (0: nothing was written), bytes that they hold (both little endian, 32 bits),
 *              a zstd frame; or the bytes as they are, where they are no more
 */
import { constants } from "node:zlib";
import { ownZstd } from "../../table/node/codecs.ts";

export const PACKED_HEADER = 8;
const PARAMETERS = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Node asks zstd once more where its first chunk is full. */
const MORE_BYTES = 1024;

export function pack(bytes: Uint8Array): Buffer {
  const options = { params: PARAMETERS, chunkSize: bytes.length + MORE_BYTES };
  const frame = ownZstd().zstdCompressSync(bytes, options);
  const stored = frame.length < bytes.length ? frame : bytes;
  const packed = Buffer.allocUnsafe(PACKED_HEADER + stored.length);
  packed.writeUint32LE(stored.length, 0);
  packed.writeUint32LE(bytes.length, 4);
  packed.set(stored, PACKED_HEADER);
  return packed;
}

/** What a header tells: how many bytes follow, and how many they hold. */
export function packedSizes(header: Buffer): { readonly stored: number; readonly held: number } {
  return { stored: header.readUint32LE(0), held: header.readUint32LE(4) };
}

/**
 * Unpacks what follows a header into room of just that size.
 * @throws RangeError where it is not what `pack` made
 */
export function unpack(stored: Uint8Array, into: Uint8Array): void {
  if (stored.length === into.length) return into.set(stored);
  const bytes = frameOf(stored, into.length);
  if (bytes.length !== into.length) throw new RangeError(`${bytes.length} bytes in place of ${into.length}`);
  into.set(bytes);
}

function frameOf(stored: Uint8Array, length: number): Buffer {
  try {
    return ownZstd().zstdDecompressSync(stored, { chunkSize: length + MORE_BYTES, maxOutputLength: length });
  } catch (cause) {
    throw new RangeError("no frame of zstd, or one that holds more", { cause });
  }
}
