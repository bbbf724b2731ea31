/** Tables that are written to blobs (answers/blobs.ts). */
import type { TableFiles } from "../../src/solve/build/in-memory.ts";
import { blobSource } from "../answers/blobs.ts";

export const BLOBS: TableFiles<Blob> = {
  newOutput() {
    let whole = new Blob();
    return {
      async write(bytes, position) {
        const gap = new Uint8Array(Math.max(0, position - whole.size));
        const [before, after] = [whole.slice(0, position), whole.slice(position + bytes.length)];
        whole = new Blob([before, gap, bytes as Uint8Array<ArrayBuffer>, after]);
      },
      async moveDown(start, end, target) {
        whole = new Blob([whole.slice(0, target), whole.slice(start, end)]);
      },
      file: () => whole,
    };
  },
  source: blobSource,
};
