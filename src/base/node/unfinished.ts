/** The names of files that are being written: a dot, the file's own name, who writes it (processes.ts), chance. */
import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { stateOf, thisProcess, type Writer } from "./processes.ts";

export interface Unfinished {
  /** What the file is to be called. */
  readonly name: string;
  readonly writer: Writer;
}

/** Of the folder beside a table in which its build puts aside what it would not do again (src/solve/node/work-folder.ts). */
export const WORK_SUFFIX = ".work";
/** The same of an unfinished proof's. */
export const PROOF_WORK_SUFFIX = `.proof${WORK_SUFFIX}`;

const UNFINISHED = /^\.(.+)\.(\d+)(?:-([0-9a-f]{8})-(\d+))?\.[0-9a-f]+\.tmp$/;

/** A name for what will be `path` when it is complete. */
export function unfinishedPath(path: string): string {
  const { pid, machine, started } = thisProcess;
  const writer = machine === null || started === null ? `${pid}` : `${pid}-${machine}-${started}`;
  return join(dirname(path), `.${basename(path)}.${writer}.${randomBytes(4).toString("hex")}.tmp`);
}

/** Where what is there of a table at `path` is kept while it is fetched, and by the same command later. */
export function partialPath(path: string): string {
  return join(dirname(path), `.${basename(path)}`.replace(/(\.\w+)$/, ".part$1"));
}

/** Whether a file is a part of a table. */
export function isPartial(file: string): boolean {
  return /^\..+\.part\.\w+$/.test(file);
}

/** What an unfinished file is to become and who writes, or wrote, it; null for any other file. */
export function parseUnfinished(file: string): Unfinished | null {
  const [, name, pid, machine, started] = UNFINISHED.exec(file) ?? [];
  if (name === undefined) return null;
  return { name, writer: { pid: Number(pid), machine: machine ?? null, started: started ?? null } };
}

/** The process id that writes, or wrote, an unfinished file; null for any other file. */
export function writerOf(file: string): number | null {
  return parseUnfinished(file)?.writer.pid ?? null;
}

/** Of a writer that cannot be seen: another machine or container may write here too. It writes all the time. */
const LEFT_MILLISECONDS = 10 * 60_000;
/** Of one that may be running, for all that its process id tells: others get that id, too. */
const STOPPED_MILLISECONDS = 24 * 60 * 60_000;

/**
 * Removes the unfinished files of a folder whose writers are gone.
 * @param name only those of what was to be called so; default: all
 */
export async function removeLeftovers(folder: string, name?: string): Promise<void> {
  for (const file of await readdir(folder).catch(() => [])) {
    const unfinished = parseUnfinished(file);
    if (unfinished === null || (name !== undefined && unfinished.name !== name)) continue;
    const path = join(folder, file);
    const state = stateOf(unfinished.writer);
    const written = await stat(path).catch(() => null);
    const age = written === null ? 0 : Date.now() - written.mtimeMs;
    const old = (state === "unseen" && age > LEFT_MILLISECONDS) || (state === "alive" && age > STOPPED_MILLISECONDS);
    if (state === "gone" || old) await rm(path, { force: true }).catch(() => {}); // nobody has to be kept by it
  }
}

/** Removes what was written of a file by threads of this process that have ended. */
export async function removeUnfinished(path: string): Promise<void> {
  const folder = dirname(path);
  for (const file of await readdir(folder).catch(() => [])) {
    const unfinished = parseUnfinished(file);
    if (unfinished?.name !== basename(path) || !isDeepStrictEqual(unfinished.writer, thisProcess)) continue;
    await rm(join(folder, file), { force: true }).catch(() => {});
  }
}
