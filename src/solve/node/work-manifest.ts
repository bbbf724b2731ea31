/**
 * What a work folder says of itself, in `manifest.json`: `{ "crc": of the rest as JSON, "work": ... }`. It is replaced as a
 * whole, once everything that it tells of is on the disk.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { InputTable, TableInfo } from "../../table/header.ts";
import type { SourceError } from "../../table/errors.ts";
import { openFiles } from "../../table/node/open-files.ts";
import { PROOF_WORK_SUFFIX, WORK_SUFFIX } from "../../table/node/unfinished.ts";
import type { TableProgress } from "../build-figures.ts";
import type { SolvingState } from "../journal.ts";

/**
 * To be raised when anything changes in what work folders hold, or mean: in the manifest, or in what a solving decides and in which
 * order, as far as the kernel's SHA-256 does not tell.
 */
const FORMAT = 2;

/** What a work folder belongs to. What belongs to anything else cannot be gone on with. */
export interface WorkIdentity extends Pick<TableInfo, "endgame" | "metric" | "rules" | "switches" | "orderForm"> {
  /** Of Canju: who wrote it. Any version of the same format and kernel goes on with it. */
  readonly version: string;
  /** SHA-256 of the compiled kernel. */
  readonly kernel: string;
}

/** How many bytes of a file count, and their CRC-32. */
export interface WorkFile {
  readonly bytes: number;
  readonly crc: number;
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
}

export const MANIFEST = "manifest.json";
/** It has some hundred bytes for each level. */
const MOST_MANIFEST_BYTES = 2 ** 22;

export function formatManifest(work: Omit<WorkManifest, "format">): string {
  const text = JSON.stringify({ format: FORMAT, ...work });
  return `{"crc":${crc32(text)},"work":${text}}\n`;
}

/** @throws UnusableWork; what reading throws */
export async function readManifest(folder: string): Promise<WorkManifest> {
  const bytes = await openFiles.readSmall(join(folder, MANIFEST), MOST_MANIFEST_BYTES).catch((error: unknown) => {
    const { problem } = error as Partial<SourceError>;
    if (problem !== "not-found" && problem !== "no-file") throw (error as Error).cause ?? error;
    throw new UnusableWork(problem === "not-found" ? "it has no manifest" : "its manifest is no plain, small file");
  });
  let read: { readonly crc: number; readonly work: WorkManifest };
  try {
    read = JSON.parse(bytes.toString()) as typeof read;
    if (crc32(JSON.stringify(read.work)) !== read.crc) throw new Error("not as it was written");
  } catch {
    throw new UnusableWork("its manifest is damaged");
  }
  if (read.work.format !== FORMAT) {
    throw new UnusableWork(`its format is version ${String(read.work.format)}, this program knows ${FORMAT}`);
  }
  if (!isWhole(read.work)) throw new UnusableWork("its manifest is damaged");
  return read.work;
}

/** Whether a manifest has all that is looked up in it: its sum says only that it is as somebody wrote it. */
function isWhole({ identity, inputs, saved, state, tape, sets }: Partial<WorkManifest>): boolean {
  const isFile = (file: Partial<WorkFile> | undefined) =>
    Number.isSafeInteger(file?.bytes) && Number.isInteger(file?.crc);
  const { directions, levels, solved, seconds } = state ?? ({} as Partial<SolvingState>);
  return (
    identity instanceof Object &&
    Array.isArray(inputs) &&
    typeof saved === "string" &&
    directions instanceof Object &&
    (levels === null || Array.isArray(levels?.levels)) &&
    (solved === null || solved?.legal instanceof Object) &&
    typeof seconds === "number" &&
    isFile(tape) &&
    sets instanceof Object &&
    Object.values(sets).every(isFile)
  );
}

/** @throws UnusableWork when a work folder belongs to something else */
export function checkIdentity(
  { identity }: WorkManifest,
  expected: Omit<WorkIdentity, "switches"> & Partial<WorkIdentity>,
): void {
  const same = (key: keyof WorkIdentity): boolean => JSON.stringify(identity[key]) === JSON.stringify(expected[key]);
  if (!same("kernel"))
    throw new UnusableWork(`it was written by Canju ${identity.version} with another solving kernel`);
  const other = (Object.keys(expected) as (keyof WorkIdentity)[]).find((key) => key !== "version" && !same(key));
  if (other === "switches") throw new UnusableWork("it was written under other rules");
  if (other === "rules") throw new UnusableWork("it belongs to other rules");
  if (other !== undefined) throw new UnusableWork(`it belongs to another ${other}`);
}

/** @throws UnusableWork when captures lead into other tables by now */
export function checkInputs({ inputs }: WorkManifest, expected: readonly InputTable[]): void {
  for (const { name, sha256, sum } of expected) {
    const before = inputs.find((input) => input.name === name);
    const isSame =
      before !== undefined &&
      (sum !== undefined && before.sum !== undefined ? sum === before.sum : sha256 === before.sha256);
    if (!isSame) throw new UnusableWork(`the table of ${name} is another by now`);
  }
}

/** @throws UnusableWork when a file of a work folder does not have what its manifest tells of */
export async function checkFile(folder: string, name: string, { bytes }: WorkFile): Promise<void> {
  const there = await stat(join(folder, name)).catch(() => null);
  if (there === null) throw new UnusableWork(`its file ${name} is missing`);
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
 * @param identity of builds there, where there is one
 */
export async function worksIn(
  folder: string,
  identity: () => Promise<Omit<WorkIdentity, "endgame" | "switches">>,
): Promise<FoundWork[]> {
  const isWork = (name: string) => name.endsWith(WORK_SUFFIX) && !name.endsWith(PROOF_WORK_SUFFIX);
  const names = (await readdir(folder).catch(() => [])).filter(isWork).sort();
  const read = async (path: string, endgame: string): Promise<WorkManifest> => {
    const manifest = await readManifest(path);
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
