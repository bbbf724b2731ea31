/** Decompresses blocks of tables for a page, which would stand still for it meanwhile. Its first message says that it has begun. */
import { decompressFrame } from "../../src/table/format/fzstd.ts";

export interface PackedBlock {
  readonly id: number;
  readonly stored: Uint8Array<ArrayBuffer>;
  /** It has no more bytes. */
  readonly most: number;
}

/** Its bytes, or why there are none. */
export type UnpackedBlock = { readonly id: number } & ({ readonly raw: Uint8Array } | { readonly failed: string });

addEventListener("message", ({ data: { id, stored, most } }: MessageEvent<PackedBlock>) => {
  try {
    const raw = decompressFrame(stored, most);
    tell({ id, raw }, [raw.buffer]);
  } catch (error) {
    tell({ id, failed: (error as Error).message });
  }
});
postMessage("begun", []);

function tell(block: UnpackedBlock, transfer: Transferable[] = []): void {
  postMessage(block, transfer);
}
