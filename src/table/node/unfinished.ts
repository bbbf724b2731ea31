/**
 * The names of files that are being written: a dot, the file's own name, who writes it, chance. Who writes is told by more
 * than a process id, which lives again soon: by the machine since it was started (and the container), and by the moment
 * the process was started.
 */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export interface Unfinished {
  /** What the file is to be called. */
  readonly name: string;
  readonly writer: Writer;
}

/** A process. */
export interface Writer {
  readonly pid: number;
  /** Names the machine, started once, and its space of process ids; null where the system does not tell. */
  readonly machine: string | null;
  /** When the process was started, in the machine's own ticks; null where the system does not tell. */
  readonly started: string | null;
}

const UNFINISHED = /^\.(.+)\.(\d+)(?:-([0-9a-f]{8})-(\d+))?\.[0-9a-f]+\.tmp$/;

/** A name for what will be `path` when it is complete. */
export function unfinishedPath(path: string): string {
  const { pid, machine, started } = thisProcess;
  const writer = machine === null || started === null ? `${pid}` : `${pid}-${machine}-${started}`;
  return join(dirname(path), `.${basename(path)}.${writer}.${randomBytes(4).toString("hex")}.tmp`);
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

/** Removes the unfinished files of a folder whose writers are gone. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const file of await readdir(folder).catch(() => [])) {
    const unfinished = parseUnfinished(file);
    if (unfinished === null) continue;
    const path = join(folder, file);
    const state = stateOf(unfinished.writer);
    const written = await stat(path).catch(() => null);
    const age = written === null ? 0 : Date.now() - written.mtimeMs;
    const old = (state === "unseen" && age > LEFT_MILLISECONDS) || (state === "alive" && age > STOPPED_MILLISECONDS);
    if (state === "gone" || old) await rm(path, { force: true });
  }
}

/** `alive`: a process has its id. `unseen`: none has, or it is not one of this machine's, or not surely. */
function stateOf({ pid, machine, started }: Writer): "running" | "gone" | "alive" | "unseen" {
  const seen = machine !== null && machine === thisProcess.machine;
  if (seen) return startOf(pid) === started ? "running" : "gone";
  return machine === null && isAlive(pid) ? "alive" : "unseen";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const thisProcess: Writer = { pid: process.pid, machine: machineName(), started: startOf(process.pid) };

function machineName(): string | null {
  try {
    const names = [readFileSync("/proc/sys/kernel/random/boot_id", "utf8"), readlinkSync("/proc/self/ns/pid")];
    return createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8);
  } catch {
    return null;
  }
}

/** The 22nd field of Linux' /proc/PID/stat; the second, a name in brackets, may hold anything. Null: there is no such process. */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1");
    return fields.slice(fields.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
