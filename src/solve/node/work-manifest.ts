/**
 * What a work folder says of itself, in `manifest.json`: `{"seal":"...","work":...}`, the seal being of the rest's bytes. It has the
 * SHA-256 of every file, so that nobody but this user's program can have written any of it. It is replaced as a whole, once everything
 * that it tells of is on the disk.
 */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { InputTable, TableInfo } from "../../table/format/header.ts";
import { openFiles } from "../../base/node/open-files.ts";
import { isOwn } from "../../base/node/private-folder.ts";
import { PROOF_WORK_SUFFIX, WORK_SUFFIX } from "../../base/node/unfinished.ts";
import type { Seal } from "../../base/node/user-key.ts";
import type { TableProgress } from "../build/build-figures.ts";
import type { SolvingState } from "../journal.ts";
import { SourceError } from "../../base/errors.ts";

/**
 * To be raised when anything changes in what work folders hold, or mean: in the manifest, or in what a solving decides and in which
 * order, as far as the kernel's SHA-256 does not tell.
 */
const FORMAT = 5;

/** What a work folder belongs to. What belongs to anything else cannot be gone on with. */
export interface WorkIdentity extends Pick<TableInfo, "endgame" | "metric" | "rules" | "switches" | "orderForm"> {
  /** Of Canju: who wrote it. Any version of the same format and kernel goes on with it. */
  readonly version: string;
  /** SHA-256 of the compiled kernel. */
  readonly kernel: string;
  /** Whether it is solved slice by slice. */
  readonly inSlices: boolean;
}

/** How many bytes of a file count, and their SHA-256 in hexadecimal. */
export interface WorkFile {
  readonly bytes: number;
  readonly sha256: string;
}

export interface WorkManifest {
  readonly format: typeof FORMAT;
  readonly identity: WorkIdentity;
  /** The tables that captures were looked up in. */
  readonly inputs: readonly InputTable[];
  /** ISO 8601. */
  readonly saved: string;
  readonly progress: TableProgress | null;
  readonly state: SolvingState;
  readonly tape: WorkFile;
  /** By file name. */
  readonly sets: Readonly<Record<string, WorkFile>>;
}

/** A work folder that cannot be gone on with. The message is put behind "what was put aside of it cannot be used: ". */
export class UnusableWork extends Error {
  override readonly name = "UnusableWork";
  /** Whether it is this user's program's own and of no use any more, or holds nothing: then it goes. Anything else is kept under another name. */
  readonly isOwn: boolean;

  constructor(message: string, of: "own" | "unknown" = "unknown") {
    super(message);
    this.isOwn = of === "own";
  }
}

export const MANIFEST = "manifest.json";
/** A manifest has some kilobytes, of many levels more. */
const MOST_BYTES = 2 ** 24;
const MANIFEST_TEXT = /^\{"seal":"([0-9a-f]{64})","work":(.*)\}\n$/s;

export function formatManifest(work: Omit<WorkManifest, "format">, seal: Seal): string {
  const text = JSON.stringify({ format: FORMAT, ...work });
  return `{"seal":"${seal.of(text).toString("hex")}","work":${text}}\n`;
}

/** @param seal null: this user has no key @throws UnusableWork; what reading throws */
export async function readManifest(folder: string, seal: Seal | null): Promise<WorkManifest> {
  const unknown = "this user's program has not written it, or it is damaged";
  const own = await lstat(folder);
  if (!own.isDirectory() || !isOwn(own)) throw new UnusableWork("it is no folder of this user's");
  const text = await readText(join(folder, MANIFEST));
  const [, stated, work] = MANIFEST_TEXT.exec(text) ?? [];
  if (stated === undefined || !seal?.isOf(Buffer.from(stated, "hex"), work!)) throw new UnusableWork(unknown);
  const manifest = JSON.parse(work!) as WorkManifest; // as this program wrote it, of whatever version
  if (manifest.format !== FORMAT) {
    throw new UnusableWork(`its format is version ${String(manifest.format)}, this program knows ${FORMAT}`, "own");
  }
  return manifest;
}

async function readText(path: string): Promise<string> {
  const file = await openFiles.open(path).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    if (error.problem === "not-found") throw new UnusableWork("it has no manifest", "own");
    throw error.problem === "no-file" ? new UnusableWork("its manifest is no file") : error;
  });
  try {
    return (await file.stat()).size > MOST_BYTES ? "" : await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** @throws UnusableWork when this user's work belongs to something else */
export function checkIdentity(
  { identity }: WorkManifest,
  expected: Omit<WorkIdentity, "switches" | "inSlices"> & Partial<WorkIdentity>,
): void {
  const same = (key: keyof WorkIdentity): boolean => JSON.stringify(identity[key]) === JSON.stringify(expected[key]);
  const other = (what: string) => new UnusableWork(what, "own");
  if (!same("kernel")) throw other(`it was written by Canju ${identity.version} with another solving kernel`);
  const key = (Object.keys(expected) as (keyof WorkIdentity)[]).find((each) => each !== "version" && !same(each));
  // Another command goes on with these.
  if (key === "switches") throw new UnusableWork("it was written under other rules");
  if (key === "inSlices") throw new UnusableWork(`it was built with${identity.inSlices ? "" : "out"} --slices`);
  if (key === "rules") throw other("it belongs to other rules");
  if (key !== undefined) throw other(`it belongs to another ${key}`);
}

/** Files, not values: their content sums are only what they state. @throws UnusableWork when captures lead into other tables by now */
export function checkInputs({ inputs }: WorkManifest, expected: readonly InputTable[]): void {
  for (const { name, sha256 } of expected) {
    const isSame = inputs.some((input) => input.name === name && input.sha256 === sha256);
    if (!isSame) throw new UnusableWork(`the table of ${name} is another by now`, "own");
  }
}

/** @throws UnusableWork when a file of a work folder does not have what its manifest tells of */
export async function checkFile(folder: string, name: string, { bytes }: WorkFile): Promise<void> {
  const there = await lstat(join(folder, name)).catch(() => null);
  if (there === null || !there.isFile()) throw new UnusableWork(`its file ${name} is missing`);
  if (there.size < bytes) throw new UnusableWork(`its file ${name} is cut short`);
}

/** The work folder of the table at `path`. */
export function workPath(path: string): string {
  return path.replace(/\.[^./]*$/, WORK_SUFFIX);
}

/** A work folder that was found. */
export interface FoundWork {
  readonly path: string;
  readonly endgame: string;
  /** What a build can go on with, or why none can. The contents of its files are not looked at. */
  readonly work: WorkManifest | UnusableWork;
}

/**
 * The work folders in a folder of tables.
 * @param seal null: this user has no key
 * @param identity of builds there, where there is one
 */
export async function worksIn(
  folder: string,
  seal: Seal | null,
  identity: () => Promise<Omit<WorkIdentity, "endgame" | "switches" | "inSlices">>,
): Promise<FoundWork[]> {
  const isWork = (name: string) => name.endsWith(WORK_SUFFIX) && !name.endsWith(PROOF_WORK_SUFFIX);
  const names = (await readdir(folder).catch(() => [])).filter(isWork).sort();
  const read = async (path: string, endgame: string): Promise<WorkManifest> => {
    const manifest = await readManifest(path, seal);
    checkIdentity(manifest, { endgame, ...(await identity()) });
    for (const [name, file] of Object.entries({ tape: manifest.tape, ...manifest.sets })) {
      await checkFile(path, name, file);
    }
    return manifest;
  };
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const endgame = name.slice(0, -WORK_SUFFIX.length);
      const work = await read(path, endgame).catch((error: Error) =>
        error instanceof UnusableWork ? error : new UnusableWork(`it cannot be read: ${error.message}`),
      );
      return { path, endgame, work };
    }),
  );
}
