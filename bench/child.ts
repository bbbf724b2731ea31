/** Runs a bench in a process of its own, so that nothing warm or large is left over from the one before. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Runs `bench/<module>` and returns the one message it sends, with the wall seconds of the whole process. */
export async function inChild<T>(module: string, args: readonly string[]): Promise<T & { processSeconds: number }> {
  const started = performance.now();
  const child = fork(join(import.meta.dirname, module), args);
  const answer: Promise<T> = once(child, "message").then(([message]) => message as T);
  const failed = once(child, "exit").then(([code]) => {
    if (code !== 0) throw new Error(`bench/${module} ${args.join(" ")} ended with ${code}`);
  });
  const [message] = await Promise.all([answer, failed]);
  return { ...message, processSeconds: (performance.now() - started) / 1000 };
}
