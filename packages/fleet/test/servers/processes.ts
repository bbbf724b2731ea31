/** Starting and ending the servers of tests. */
import { execFile, spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs a program to its end. @throws what it said, when it fails */
export async function command(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { timeout: 60_000 });
  return stdout.trim();
}

/** A port of this machine that nobody listens to. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Asks until it is so. @throws when it is not after a minute */
export async function until(what: string, isSo: () => Promise<boolean>, milliseconds = 60_000): Promise<void> {
  for (const last = Date.now() + milliseconds; Date.now() < last; await wait(100)) {
    if (await isSo().catch(() => false)) return;
  }
  throw new Error(`${what}: not so after ${milliseconds / 1000} s`);
}

/** A process that runs until it is ended. */
export function startProcess(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(program, args, { stdio: "ignore", ...options });
}

/** Ends it, and waits for that. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
