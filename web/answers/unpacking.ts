/** Codecs of the page: what takes long to decompress on a phone is done in a worker. */
import { rawCodec, zstdReader, type Codec } from "../../src/table/format/codec.ts";
import { once } from "./answers.ts";
import type { PackedBlock, UnpackedBlock } from "./unpack-worker.ts";

type Unpack = (stored: Uint8Array, most: number) => Uint8Array | Promise<Uint8Array>;

const unpacker = once(async (): Promise<Unpack> => {
  try {
    return await inWorker();
  } catch {
    // It cannot be loaded, which says nothing about the tables.
    const { decompressFrame } = await import("../../src/table/format/fzstd.ts");
    return decompressFrame;
  }
});

/** @throws Error where the worker does not begin */
async function inWorker(): Promise<Unpack> {
  const worker = new Worker(new URL("./unpack-worker.ts", import.meta.url), { type: "module" });
  await new Promise((resolve, reject) => {
    worker.addEventListener("message", resolve, { once: true });
    worker.addEventListener("error", () => reject(new Error("the worker does not begin")), { once: true });
  });
  const awaited = new Map<number, (block: UnpackedBlock) => void>();
  worker.addEventListener("message", ({ data }: MessageEvent<UnpackedBlock>) => {
    awaited.get(data.id)!(data);
    awaited.delete(data.id);
  });
  let blocks = 0;
  return async (stored, most) => {
    const id = blocks++;
    const packed: PackedBlock = { id, stored: stored.slice(), most };
    const block = await new Promise<UnpackedBlock>((resolve) => {
      awaited.set(id, resolve);
      worker.postMessage(packed, [packed.stored.buffer]);
    });
    if ("failed" in block) throw new Error(block.failed);
    return block.raw;
  };
}

/** Has the worker begin, which is needed soon. */
export function beginUnpacking(): void {
  void unpacker();
}

export const PAGE_CODECS: readonly Codec[] = [
  rawCodec,
  zstdReader(async (stored, most) => (await unpacker())(stored, most)),
];
