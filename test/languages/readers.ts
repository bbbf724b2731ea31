/** The readers of tables in C, Python and Rust, each a program that answers FENs by `outcome order distance outcome`, a line each: by tables of values, and by those of outcomes. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { lookUp } from "../../src/query/lookup.ts";
import { collectionPath, type Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { nameValue } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { randomPositions } from "../c/agreement.ts";
import { ask, compileDriver, LACKING as LACKING_C } from "../c/driver.ts";
import type { Random } from "../oracle/random-graphs.ts";

const ROOT = join(import.meta.dirname, "../..");
export const PYTHON = join(ROOT, "python");
export const RUST = join(ROOT, "rust");

/** @throws with what the program says where it fails */
export function runProgram(command: string, args: readonly string[], input = ""): string {
  const options = { input, encoding: "utf8", maxBuffer: 2 ** 28, env: { ...process.env, PYTHONPATH: PYTHON } } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout;
}

const works = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** The first that has numpy: Debian's, where another one comes first that has none. */
const python = ["python3", "/usr/bin/python3"].find((each) => works(each, "-c", "import numpy"));
const needsC =
  LACKING_C ??
  (works("sh", "-c", "echo '#include <zstd.h>' | cc -E -") ? null : "no zstd.h: install libzstd-dev to run this");
export const LACKING_PYTHON =
  needsC ?? (python === undefined ? "no Python with numpy: install python3-numpy to run this" : null);
export const LACKING_RUST = needsC ?? (works("cargo", "--version") ? null : "no cargo: install cargo to run this");

export function runPython(example: string, args: readonly string[], input = ""): string {
  return runProgram(python!, [join(PYTHON, "examples", example), ...args], input);
}

/** The number of the error that each of these ends with, and what it says, a line each. */
export function askPython(data: string, asked: readonly string[]): string {
  const script = `
import sys, canju
tables = canju.Tables(sys.argv[1])
for each in sys.argv[2:]:
    try:
        print(eval(each))
    except canju.CanjuError as error:
        print(error.code, error)`;
  return runProgram(python!, ["-c", script, data, ...asked]);
}

/** @param args from the name of the example on */
export function runRust(example: string, args: readonly string[], input = ""): string {
  const target = join(ROOT, "build/rust");
  const manifest = join(RUST, "Cargo.toml");
  const options = ["--quiet", "--offline", "--release", "--manifest-path", manifest, "--target-dir", target];
  return runProgram("cargo", ["run", ...options, "--example", example, "--", ...args], input);
}

/** Of the tables of a folder, what each language answers to a list of FENs. */
export function readersIn(
  folder: string,
): Record<string, (data: string, path: string, fens: readonly string[]) => Promise<string[]>> {
  const lines = (fens: readonly string[]) => fens.map((fen) => `${fen}\n`).join("");
  const split = (text: string) => text.trimEnd().split("\n");
  return {
    ...(LACKING_C === null && {
      async c(data, path, fens) {
        const program = compileDriver(folder, "reader", "-O2");
        const asked = fens.flatMap((fen) => [`probe 0 ${fen}`, `outcome 0 ${fen}`]);
        const [, ...found] = await ask(program, [`open 0 0 ${path} ${data}`, ...asked]);
        return fens.map((_, i) => {
          const [outcome, , order, distance] = found[2 * i]!.split(" ");
          return [outcome, order, distance, found[2 * i + 1]!.split(" ")[0]].join(" ");
        });
      },
    }),
    ...(LACKING_PYTHON === null && {
      python: async (data, path, fens) => split(runPython("lines.py", [data, path], lines(fens))),
    }),
    ...(LACKING_RUST === null && {
      rust: async (data, path, fens) => split(runRust("lines", [data, path], lines(fens))),
    }),
  };
}

/** Random positions of these endgames, and what `canju probe` says of them. */
export async function questions(
  data: string,
  collection: Collection,
  names: readonly string[],
  each: number,
  random: Random,
): Promise<{ readonly fens: readonly string[]; readonly expected: readonly string[] }> {
  const provider = new FolderCatalog(data, collection);
  const fens: string[] = [];
  const expected: string[] = [];
  for (const name of names) {
    for (const position of await randomPositions(provider, name, each, random)) {
      const { category, order, distance } = nameValue((await lookUp(position, provider)).value);
      fens.push(formatFen(position));
      const outcome = { win: 1, draw: 0, loss: -1 }[category];
      expected.push(`${outcome} ${order ?? 0} ${distance ?? 0} ${outcome}`);
    }
  }
  await provider.close();
  return { fens, expected };
}

/** @returns how many languages answered */
export async function expectLanguagesAgree(
  folder: string,
  data: string,
  collection: Collection,
  { fens, expected }: Awaited<ReturnType<typeof questions>>,
  languages: readonly string[],
): Promise<number> {
  const readers = Object.entries(readersIn(folder)).filter(([language]) => languages.includes(language));
  for (const [language, read] of readers) {
    const found = await read(data, collectionPath(collection), fens);
    const wrong = expected.findIndex((answer, i) => answer !== found[i]);
    expect([language, found.length, fens[wrong], found[wrong]]).toEqual([language, fens.length, undefined, undefined]);
  }
  return readers.length;
}
