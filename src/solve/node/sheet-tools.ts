/** What sheets need of Node. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { compressSync } from "../../table/node/codecs.ts";
import { openShelf } from "./shelf.ts";
import { SheetMember } from "../sheets/sheet.ts";

export function sheetMember({ thread, module, memory }: SheetThread): SheetMember {
  return new SheetMember(module, memory, thread, {
    newHash: () => createHash("sha256"),
    compress: compressSync,
    crc32,
    openShelf,
  });
}

/** What a thread starts with. */
export interface SheetThread {
  readonly thread: number;
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}
