/**
 * Runs commands of the program: most in the process of the test, which takes a tenth of the time, and in a process of their own those whose
 * test is about one, such as its signals, its pipes, or what it does beside another.
 */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { Console } from "node:console";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runProgram } from "../../../src/doors/cli/program.ts";

const ROOT = join(import.meta.dirname, "../../..");
export const PROGRAM = join(ROOT, "src/doors/cli/canju.ts");
export const LAUNCHER = join(ROOT, "bin/canju.js");

export interface Outcome {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly data?: string;
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** A data folder of its own. */
export function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), "canju-cli-"));
}

/** A data folder that goes when the test is over. */
export function dataFolderOfTest(): string {
  const folder = newDataFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function start(args: readonly string[], { data, env, cwd }: RunOptions = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [PROGRAM, ...args], { env: environment(data, env), cwd });
}

/** The environment of a program that uses this data folder. */
export function environment(data: string | undefined, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, CANJU_DATA: data, CANJU_DEBUG: undefined, ...env };
}

/** Runs it in a process of its own. */
export async function runApart(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = start(args, options);
  child.stdin.on("error", () => {}); // it may end without having read everything
  child.stdin.end(options.input ?? "");
  return finish(child);
}

/** Those that were asked for run one after the other: they share the output and the environment of the process. */
let running: Promise<unknown> = Promise.resolve();

/** Runs it in this process. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const outcome = running.then(() => runHere(args, options));
  running = outcome.catch(() => {});
  return outcome;
}

async function runHere(args: readonly string[], { data, input, env, cwd }: RunOptions): Promise<Outcome> {
  const [stdout, stderr] = [new Output(), new Output()];
  const stdin = Readable.from(input ? [Buffer.from(input)] : []);
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode, console: globalThis.console };
  const streams = Object.getOwnPropertyDescriptors(process);
  for (const [name, value] of Object.entries({ stdin, stdout, stderr })) {
    Object.defineProperty(process, name, { value, configurable: true });
  }
  globalThis.console = new Console({ stdout, stderr });
  process.env = Object.fromEntries(Object.entries(environment(data, env)).filter(([, value]) => value !== undefined));
  if (cwd !== undefined) process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await runProgram(args);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.env = before.env;
    process.exitCode = before.exitCode;
    process.chdir(before.cwd);
    globalThis.console = before.console;
    for (const name of ["stdin", "stdout", "stderr"] as const) Object.defineProperty(process, name, streams[name]);
  }
}

/** What a command writes, as text. */
class Output extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

/** Waits for the end of a program. */
export async function finish(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text: Buffer) => (output.stdout += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output.stderr += text.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** Runs it, expects success, and reads the JSON it prints. */
export async function runJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: RunOptions = {},
): Promise<T> {
  const { code, stdout, stderr } = await run([...args, "--json"], options);
  if (code !== 0) throw new Error(`canju ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Waits until a program's stream has brought this text. */
export async function waitFor(stream: Readable, text: string): Promise<string> {
  let read = "";
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      read += chunk.toString();
      if (read.includes(text)) resolve(read);
    });
    stream.once("end", () => reject(new Error(`it ended without "${text}": ${read}`)));
  });
}

/** What a command says to people, without the way it is laid out: lines and columns are no contract, `--json` is. */
export function withoutLayout(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
