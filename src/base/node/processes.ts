/**
 * Which process wrote something. A process id alone lives again soon, so it is told by more: by the machine since it was
 * started (and the container), and by the moment the process was started.
 */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

/** A process. */
export interface Writer {
  readonly pid: number;
  /** Names the machine, started once, and its space of process ids; null where the system does not tell. */
  readonly machine: string | null;
  /** When the process was started, in the machine's own ticks; null where the system does not tell. */
  readonly started: string | null;
}

/** `alive`: a process has its id. `unseen`: none has, or it is not one of this machine's, or not surely. */
export type WriterState = "running" | "gone" | "alive" | "unseen";

export function stateOf({ pid, machine, started }: Writer): WriterState {
  const seen = machine !== null && machine === thisProcess.machine;
  if (seen) return isThere(pid, started) ? "running" : "gone";
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

export const thisProcess: Writer = { pid: process.pid, machine: machineName(), started: startOf(process.pid) };

function machineName(): string | null {
  try {
    const names = [readFileSync("/proc/sys/kernel/random/boot_id", "utf8"), readlinkSync("/proc/self/ns/pid")];
    return createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8);
  } catch {
    return null;
  }
}

function isThere(pid: number, started: string | null): boolean {
  return startOf(pid) === started && !ENDED.includes(stateLetterOf(pid));
}

/** Whether a process of this machine is stopped, such as by Ctrl-Z or by a debugger: it does nothing until it is continued. */
export function isStopped(pid: number): boolean {
  return STOPPED.includes(stateLetterOf(pid));
}

/** Letters of states: who has ended stays as a zombie until its parent asks after it. */
const STOPPED = ["T", "t"];
const ENDED = ["Z", "X"];

function stateLetterOf(pid: number): string {
  return statusOf(pid)?.[0] ?? "";
}

function startOf(pid: number): string | null {
  return statusOf(pid)?.[19] ?? null;
}

/** Linux' /proc/PID/stat from the third field on; the second, a name in brackets, may hold anything. Null: there is no such process. */
function statusOf(pid: number): string[] | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1");
    return fields.slice(fields.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
