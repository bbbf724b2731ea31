/** Builds with the page's shelves and threads, forced to put aside whatever can be. */
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildClosureInMemory, sheetsOfOne } from "../../../src/solve/build/in-memory.ts";
import { KernelMemory } from "../../../src/solve/host/memory.ts";
import { teamOfOne } from "../../../src/solve/host/team.ts";
import { solveWith } from "../../../src/solve/host/vector-kernel.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { sha256 } from "../../../src/base/sha256.ts";
import { hexadecimal } from "../../../src/table/format/format.ts";
import { CODECS } from "../../../src/doors/package/zstd.ts";
import { tablesInBlobs } from "../../../web/answers/blobs.ts";
import { BLOBS } from "../../../web/solving/blob-files.ts";
import { canShareFiles, newShelfFiles, Shelves } from "../../../web/solving/shelves.ts";
import { startTeam } from "../../../web/solving/team.ts";
import kernelUrl from "../../../build/kernel.wasm?url";
import { checkShelves } from "../../solve/shelf-suite.ts";

export interface ShelfRequest {
  readonly kind: "check" | "build" | "hold";
  /** A name for its files. */
  readonly build: string;
  readonly areShared: boolean;
  readonly endgame?: string;
  readonly threads?: number;
  /** So many writes to a shelf go well; then somebody empties all files. */
  readonly damagedAfter?: number;
  /** The worker goes on living. */
  readonly stays?: boolean;
}

export interface ShelfAnswer {
  readonly isolated: boolean;
  readonly canShare: boolean;
  /** SHA-256 of each table's file. */
  readonly tables: Readonly<Record<string, string>>;
  /** Bytes that this thread has put aside. */
  readonly aside: number;
  readonly error: { readonly code: string | undefined; readonly message: string } | null;
}

addEventListener(
  "message",
  ({ data }: MessageEvent<ShelfRequest>) => void answer(data).then((told) => postMessage(told)),
);

async function answer(request: ShelfRequest): Promise<ShelfAnswer> {
  const tables: Record<string, string> = {};
  const written = { bytes: 0 };
  let error: ShelfAnswer["error"] = null;
  try {
    await run(request, tables, written);
  } catch (thrown) {
    const { code, message } = thrown as Error & { code?: string };
    error = { code, message };
  }
  return { isolated: self.crossOriginIsolated, canShare: canShareFiles(), tables, aside: written.bytes, error };
}

async function run(request: ShelfRequest, tables: Record<string, string>, written: { bytes: number }): Promise<void> {
  const { kind, build, areShared, endgame = "KRKN", threads = 1, damagedAfter = Infinity } = request;
  const files = await newShelfFiles(build);
  const shelves = await Shelves.open(files, areShared);
  if (kind === "hold") return;
  if (kind === "check") {
    const other = areShared ? await Shelves.open(files, true) : shelves;
    checkShelves(shelves.make, areShared ? other.openOther : other.open);
    return;
  }
  const damaging = Number.isFinite(damagedAfter) ? await open(files) : [];
  let writes = 0;
  const makeShelf: typeof shelves.make = (setBytes) => {
    const shelf = shelves.make(setBytes);
    return {
      ...shelf,
      write(set, first, from) {
        shelf.write(set, first, from);
        written.bytes += from.length;
        if (++writes === damagedAfter) for (const file of damaging) file.truncate(0);
      },
    };
  };
  const module = await WebAssembly.compile(await (await fetch(kernelUrl)).arrayBuffer());
  const memory = new KernelMemory(2 ** 26);
  const team = threads === 1 ? teamOfOne(shelves.open) : await startTeam(threads, files);
  const done = new Map<string, Blob>();
  await buildClosureInMemory(parseEndgame(endgame), {
    ...DEFAULT_COLLECTION,
    kernel: {
      solve(asked) {
        memory.clear();
        return solveWith(module, team, memory, asked, { resident: 1 });
      },
    },
    threads,
    sheets: sheetsOfOne(module, memory, shelves.open),
    memory,
    files: BLOBS,
    makeShelf,
    tables: tablesInBlobs(DEFAULT_COLLECTION, done, CODECS),
    present: new Set(),
    onTable: (name, file) => done.set(name, file),
  });
  for (const [name, file] of done) {
    const hash = sha256();
    hash.update(new Uint8Array(await file.arrayBuffer()));
    tables[name] = hexadecimal(hash.digest());
  }
}

function open(files: readonly FileSystemFileHandle[]): Promise<FileSystemSyncAccessHandle[]> {
  const options = { mode: "readwrite-unsafe" };
  return Promise.all(
    files.map((file) =>
      (
        file as unknown as { createSyncAccessHandle(with_: object): Promise<FileSystemSyncAccessHandle> }
      ).createSyncAccessHandle(options),
    ),
  );
}
