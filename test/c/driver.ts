/** Compiles test/c/driver.c, a program around include/canju.h, and asks it. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
export const INCLUDE = join(ROOT, "include");
export const DRIVER = join(import.meta.dirname, "driver.c");
const USES_ZSTD = "#include <zstd.h>\nint main(void) { return ZSTD_decompress(0, 0, 0, 0) != 0; }";
const WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

function runs(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

const C_COMPILERS = ["gcc", "clang"].filter((name) => runs(name, "--version"));
const CPP_COMPILERS = ["g++", "clang++"].filter((name) => runs(name, "--version"));
/** Each compiler with each standard that it knows. */
export const IN_C = pairs("c", C_COMPILERS, ["c11", "c17"]);
export const IN_CPP = pairs("c++", CPP_COMPILERS, ["c++17", "c++20", "c++23"]);
export const WINDOWS_COMPILERS = ["x86_64-w64-mingw32-gcc"].filter((name) => runs(name, "--version"));

function pairs(language: "c" | "c++", compilers: readonly string[], standards: readonly string[]): [string, string][] {
  const all = compilers.flatMap((compiler) => standards.map((standard): [string, string] => [compiler, standard]));
  return all.filter(([compiler, standard]) => runs(compiler, `-std=${standard}`, "-E", "-x", language, "/dev/null"));
}

/** Takes the place of the first compiler found. */
const CC = process.env.CC ?? C_COMPILERS[0];

/** A new folder for programs and what they read. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), "canju-c-"));

/** @throws with what the compiler says where it is not content: warnings are errors */
export function compile(compiler: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(compiler, [...WARNINGS, `-I${INCLUDE}`, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${compiler} ${args.join(" ")}:\n${stderr}`);
}

const FUZZER = ["-std=gnu11", "-g", "-O1", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"];

/** Compiles test/c/fuzz.c. @returns the program; null without a clang that has libFuzzer */
export function compileFuzzer(folder: string): string | null {
  const program = join(folder, "fuzz");
  const source = join(import.meta.dirname, "fuzz.c");
  const compiled = C_COMPILERS.some((cc) => runs(cc, ...FUZZER, `-I${INCLUDE}`, source, "-o", program, "-ldl"));
  return compiled ? program : null;
}

/** Whether a program of this text compiles with these options, such as a sanitizer whose library may be missing, and runs. */
function works(text: string, ...options: string[]): boolean {
  const folder = newFolder();
  const program = join(folder, "trial");
  const { status } = spawnSync(CC!, ["-x", "c", "-", ...options, "-o", program], { input: text });
  const does = status === 0 && runs(program);
  rmSync(folder, { recursive: true });
  return does;
}

export const takes = (...options: string[]): boolean => works("int main(void) { return 0; }", ...options);

/**
 * What makes the header find and use libzstd. Without Debian's libzstd-dev the library alone will do, which is there
 * wherever gcc is; two declarations stand in for its header.
 */
const ZSTD = [["-lzstd"], [`-I${join(import.meta.dirname, "zstd")}`, "-l:libzstd.so.1"]].find(
  (options) => CC !== undefined && works(USES_ZSTD, ...options),
);

/** Why nothing can be run, or null; the names of tests that are left out say it. */
export const LACKING =
  CC === undefined
    ? "no C compiler: install gcc to run this"
    : ZSTD === undefined
      ? "no libzstd: install libzstd1 to run this"
      : null;

const COMPILED = join(ROOT, "build/c");

/**
 * Compiles a program around the header, or takes the one that a test has compiled of the same sources with the same options: it takes
 * seconds.
 */
function compileOnce(program: string, source: string, options: readonly string[], libraries: readonly string[]): void {
  const hash = createHash("sha256").update(JSON.stringify([CC, options, libraries]));
  for (const file of [source, join(INCLUDE, "canju.h")]) hash.update(readFileSync(file));
  const kept = join(COMPILED, hash.digest("hex").slice(0, 32));
  if (!existsSync(kept)) {
    mkdirSync(COMPILED, { recursive: true });
    const own = `${kept}.${process.pid}`; // tests of several processes may compile it at once
    compile(CC!, "-std=c11", ...options, source, "-o", own, ...libraries);
    renameSync(own, kept);
  }
  copyFileSync(kept, program);
}

/** Compiles a program that reads tables by the libzstd that the header finds. */
export function compileWithZstd(source: string, program: string, ...options: string[]): void {
  const [include, library] = ZSTD!.length === 2 ? ZSTD! : ["-I.", ZSTD![0]!];
  compileOnce(program, source, [...options, include!], [library!, "-pthread"]);
}

const OF_POSIX = "-D_POSIX_C_SOURCE=200809L";

/** The driver, which finds libzstd itself when it runs, compiled with these options. @returns the program */
export function compileDriver(folder: string, name: string, ...options: string[]): string {
  const program = join(folder, name);
  compileOnce(program, DRIVER, [OF_POSIX, "-DCANJU_NO_ZSTD", ...options], ["-ldl", "-pthread"]);
  return program;
}

/** The driver with the header's own way to decompress. @returns the program */
export function compileUsualDriver(folder: string): string {
  const program = join(folder, "usual");
  compileWithZstd(DRIVER, program, OF_POSIX, "-DDRIVER_ZSTD", "-O2");
  return program;
}

/** An answer for each question. @throws where the program ends otherwise than with 0 */
export async function ask(
  program: string,
  questions: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string[]> {
  const child = spawn(program, { env: { ...process.env, ...env } });
  let [out, errors] = ["", ""];
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  child.stdin.on("error", () => {}); // it ended: its status says so
  child.stdin.end(questions.map((line) => `${line}\n`).join(""));
  const status = await new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));
  const lines = out.split("\n").slice(0, -1);
  if (status !== 0 || lines.length !== questions.length) {
    throw new Error(`the driver ended with ${String(status)} after ${lines.length} answers: ${errors.slice(0, 4_000)}`);
  }
  return lines;
}
