/** A disk that fails: every write, sync, rename and the like once, in turn. */
import type { FileHandle } from "node:fs/promises";
import { disk, type Disk } from "../../src/table/node/disk.ts";

const CODES = ["EIO", "ENOSPC", "EMFILE"] as const;
const HANDLE_STEPS = ["write", "read", "sync", "truncate", "close"];

/** Called before each step; what it throws, the step throws. */
type Hook = (step: string) => void;

/** Runs `work` on a disk that calls `before` first. @param most bytes that a write takes at once */
export async function onDisk<T>(before: Hook, work: () => Promise<T>, most = Infinity): Promise<T> {
  const sound: Disk = { ...disk };
  const watched = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get(target, name) {
        const found = Reflect.get(target, name, target) as unknown;
        if (typeof found !== "function") return found;
        return async (...parameters: unknown[]) => {
          if (HANDLE_STEPS.includes(String(name))) {
            try {
              before(String(name));
            } catch (error) {
              if (name === "close") await target.close(); // the system frees the descriptor all the same
              throw error;
            }
          }
          if (name === "write") parameters[2] = Math.min(parameters[2] as number, most);
          return (found as (...all: unknown[]) => unknown).apply(target, parameters);
        };
      },
    });
  for (const step of Object.keys(sound) as (keyof Disk)[]) {
    disk[step] = (async (...parameters: never[]) => {
      before(step);
      const result = await (sound[step] as (...all: never[]) => Promise<unknown>)(...parameters);
      return step === "open" ? watched(result as FileHandle) : result;
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
