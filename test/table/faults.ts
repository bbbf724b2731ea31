/** A disk that fails: every write, sync, rename and the like once, in turn. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { disk, type Disk } from "../../src/base/node/disk.ts";

const CODES = ["EIO", "ENOSPC", "EMFILE"] as const;
const HANDLE_STEPS = ["write", "read", "sync", "truncate", "close"];

/** Called before each step; what it throws, the step throws. `target`: what it is done to. */
type Hook = (step: string, target: string, ...parameters: readonly unknown[]) => void;

/** Of all disks. */
const WATCHED = new WeakSet<FileHandle>();

/** Runs `work` on a disk that calls `before` first. @param most bytes that a write takes at once */
export async function onDisk<T>(before: Hook, work: () => Promise<T>, most = Infinity): Promise<T> {
  const sound: Disk = { ...disk };
  const watched = (handle: FileHandle, path: string): FileHandle => {
    const isOnOther = WATCHED.has(handle);
    const proxy: FileHandle = new Proxy(handle, {
      get(target, name) {
        const found = Reflect.get(target, name, target) as unknown;
        if (typeof found !== "function") return found;
        return async (...parameters: unknown[]) => {
          if (HANDLE_STEPS.includes(String(name))) {
            try {
              before(String(name), path, ...parameters);
            } catch (error) {
              if (name === "close") await target.close(); // the system frees the descriptor all the same
              throw error;
            }
          }
          // It takes long on a busy disk, and nobody here cuts the power; but who watches that disk, too, hears of it.
          if (name === "sync" && !isOnOther) return undefined;
          if (name === "write") parameters[2] = Math.min(parameters[2] as number, most);
          return (found as (...all: unknown[]) => unknown).apply(target, parameters);
        };
      },
    });
    WATCHED.add(proxy);
    return proxy;
  };
  for (const step of Object.keys(sound) as (keyof Disk)[]) {
    disk[step] = (async (...parameters: never[]) => {
      const path = String(parameters[0]);
      before(step, path, ...parameters.slice(1));
      const result = await (sound[step] as (...all: never[]) => Promise<unknown>)(...parameters);
      return step === "open" ? watched(result as FileHandle, path) : result;
    }) as never;
  }
  try {
    return await work();
  } finally {
    Object.assign(disk, sound);
  }
}

/** The steps that some work takes. */
export async function stepsOf(work: () => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  await onDisk((step) => void steps.push(step), work);
  return steps;
}

/** Runs `work` with the n-th step failing. @returns what it threw; null when it got through */
export async function withFault(n: number, code: string, work: () => Promise<unknown>): Promise<unknown> {
  let steps = 0;
  const before = (step: string): void => {
    if (steps++ === n) throw Object.assign(new Error(`${code}: ${step}`), { code });
  };
  return onDisk(before, work).then(
    () => null,
    (error: unknown) => error ?? "nothing",
  );
}

/** Each step of some work with each way to fail, or with one of them in turn. */
export async function faultsOf(
  work: () => Promise<unknown>,
  all: boolean,
): Promise<{ readonly n: number; readonly step: string; readonly code: string }[]> {
  const steps = await stepsOf(work);
  return steps.flatMap((step, n) => (all ? CODES : [CODES[n % CODES.length]!]).map((code) => ({ n, step, code })));
}

/** A process that has ended: whatever it would still do fails. */
class Ended extends Error {}

/** What becomes of data that are not synced when the power fails. */
export type Unsynced = "kept" | "lost" | "half";

/**
 * Runs `work` in a process that ends at its n-th step; with the power, if what is not synced is not kept.
 * @returns whether it came so far
 */
export async function withEnd(n: number, unsynced: Unsynced, work: () => Promise<unknown>): Promise<boolean> {
  let steps = 0;
  /** What files hold for sure; null: they may not be there. */
  const synced = new Map<string, Buffer | null>();
  const read = (path: string): Buffer | null =>
    existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
  const before: Hook = (step, target, other) => {
    if (steps++ >= n) throw new Ended(`the process ended before: ${step}`);
    if (step === "open" || step === "writeFile") {
      if (other !== "r" && !synced.has(target)) synced.set(target, read(target));
    } else if (step === "sync") {
      if (synced.has(target)) synced.set(target, read(target));
    } else if (step === "rename") {
      synced.set(String(other), synced.get(target) ?? null);
      synced.delete(target);
    } else if (step === "rm") {
      for (const path of synced.keys()) if (path.startsWith(target)) synced.delete(path);
    }
  };
  const outcome = await onDisk(before, work).catch((error: unknown) => error);
  if (steps <= n) return false;
  // Where the work bears that a step fails, it comes to something, which a process that has ended does not.
  if (outcome instanceof Error && !isEnded(outcome)) throw outcome;
  for (const [path, bytes] of unsynced === "kept" ? [] : synced) {
    const now = read(path);
    if (now === null || bytes?.equals(now)) continue;
    if (unsynced === "half") writeFileSync(path, mixed(bytes ?? Buffer.alloc(0), now));
    else if (bytes === null) rmSync(path);
    else writeFileSync(path, bytes);
  }
  return true;
}

function isEnded(error: unknown): boolean {
  return error instanceof Ended || (error instanceof Error && isEnded(error.cause));
}

/** A file of which every other sector was written: the others hold what was there, or nothing. */
function mixed(old: Buffer, now: Buffer): Buffer {
  const result = Buffer.from(now);
  for (let at = 0; at < now.length; at += 1024) {
    result.fill(0, at, Math.min(at + 512, now.length));
    result.set(old.subarray(at, Math.min(at + 512, now.length)), at);
  }
  return result;
}
