/**
 * Plants faults, drawn by a seed, one at a time in a copy of the project, and sees which test of a room finds each first.
 *
 *     node scripts/plant-faults.ts ROOM... [--seed 1] [--count 30]   ROOM: solve, verify, server or web
 *     node scripts/plant-faults.ts ROOM... --long                    those that are not found, by the tests of npm run test:long
 *     node scripts/plant-faults.ts ROOM... --before ../old           those that are not found, by the tests of a76a906 in a checkout
 *     node scripts/plant-faults.ts --report                          writes docs/reports/planted-faults.md
 *
 * What was found is kept in docs/reports/planted-faults/ROOM.json after each fault, and not tried again. Whoever reads a survivor and
 * sees why no test can find it says so there, as its `note`. Other rooms have mutation.ts; here kernels and the page are
 * compiled anew for each fault.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseSync } from "vite";

const ROOT = dirname(import.meta.dirname);
const RESULTS = "docs/reports/planted-faults";
const REPORT = `${RESULTS}.md`;

interface FaultyRoom {
  readonly folder: string;
  /** Asked one after another, until one fails. */
  readonly tests: readonly string[];
  /** The same before the house was moved. */
  readonly testsBefore: readonly string[];
}

const ROOMS: Readonly<Record<string, FaultyRoom>> = {
  solve: {
    folder: "src/solve",
    tests: ["test/solve", "test/verify"],
    testsBefore: ["test/solve", "test/verify"],
  },
  verify: {
    folder: "src/verify",
    tests: ["test/verify", "test/doors/cli/verify"],
    testsBefore: ["test/verify", "test/cli/verify"],
  },
  server: {
    folder: "src/doors/http",
    tests: ["test/doors/http", "test/doors/cli/serve"],
    testsBefore: ["test/server", "test/cli/serve"],
  },
  web: { folder: "web", tests: ["test/web", "test/browser"], testsBefore: ["test/web", "test/browser"] },
};

export interface PlantedFault {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

type Fate = "found" | "out of time" | "does not compile" | "survived";

interface Ending {
  readonly fate: Fate;
  /** The test that failed first. */
  readonly found: string | null;
}

interface Result extends Omit<PlantedFault, "start" | "end">, Ending {
  readonly seconds: number;
  /** Of a survivor: what the tests of npm run test:long say. */
  atLength?: Ending | null;
  /** Of a survivor: what became of it in an older checkout; null where its place is not there. */
  older?: Ending | null;
  /** Of a survivor, by hand: why no test can find it. */
  readonly note?: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "==": "!=",
  "!=": "==",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "+",
  "&": "|",
  "|": "&",
  "<<": ">>",
  ">>": "<<",
  ">>>": "<<",
  "&&": "||",
  "||": "&&",
};

const METHODS: Readonly<Record<string, string>> = { some: "every", every: "some", min: "max", max: "min" };

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Every fault that can be planted in a file: comparisons, arithmetic, conditions, numbers, left-out statements. */
export function faultsIn(path: string, text: string): PlantedFault[] {
  const faults: PlantedFault[] = [];
  const plant = (start: number, end: number, after: string): void => {
    const line = text.slice(0, start).split("\n").length;
    faults.push({ path, line, start, end, before: text.slice(start, end), after });
  };
  const walk = (node: Node): void => {
    if (node.type === "ImportDeclaration" || /^TS(?!As|NonNull|Satisfies)/.test(node.type)) return;
    plantAt(node, text, plant);
    for (const [name, member] of Object.entries(node)) {
      if (name === "typeArguments" || name === "typeAnnotation" || name === "returnType") continue;
      for (const child of Array.isArray(member) ? member : [member]) if (isNode(child)) walk(child);
    }
  };
  walk(parseSync(path, text).program as unknown as Node);
  return faults;
}

function plantAt(node: Node, text: string, plant: (start: number, end: number, after: string) => void): void {
  const source = (of: unknown) => text.slice((of as Node).start, (of as Node).end);
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const [left, right] = [node.left as Node, node.right as Node];
      const other = OPERATORS[node.operator as string];
      const isText = [left, right].some((side) => /^["'`]/.test(source(side)));
      if (other === undefined || (isText && node.operator === "+")) return;
      const at = text.indexOf(node.operator as string, left.end);
      return plant(at, at + (node.operator as string).length, other);
    }
    case "IfStatement":
    case "ConditionalExpression":
    case "WhileStatement": {
      const test = node.test as Node;
      return plant(test.start, test.end, `!(${source(test)})`);
    }
    case "Literal":
      if (typeof node.value === "boolean") return plant(node.start, node.end, String(!node.value));
      if (typeof node.value === "number") return plant(node.start, node.end, `${source(node)} + 1`);
      return;
    case "MemberExpression": {
      const name = node.property as Node;
      const other = node.computed ? undefined : METHODS[source(name)];
      return other === undefined ? undefined : plant(name.start, name.end, other);
    }
    case "ExpressionStatement": {
      const { type } = node.expression as Node;
      if (/^(Call|Await|Assignment|Update)Expression$/.test(type)) plant(node.start, node.end, ";");
    }
  }
}

/** By a number that what it changes decides, and nothing elsewhere in the room: the same faults for the same seed. */
function rank(fault: PlantedFault, lines: readonly string[], seed: string): string {
  const what = [seed, fault.path, lines[fault.line - 1], fault.before, fault.after];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}

function draw(folder: string, seed: string): PlantedFault[] {
  const paths = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (path) => !/\.d\.ts$|\/bytes\.ts$/.test(path),
  );
  const ranked = paths.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const lines = text.split("\n");
    return faultsIn(path, text).map((fault) => ({ fault, rank: rank(fault, lines, seed) }));
  });
  return ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ fault }) => fault);
}

/** A copy of a checkout in which faults are planted, so that an interrupted run leaves none behind. */
function copyOf(checkout: string): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), "canju-faults-"));
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: checkout, encoding: "utf8" }).split("\0");
  const built = globSync("src/**/kernel/bytes.ts", { cwd: checkout });
  for (const path of [...tracked.filter(Boolean), ...built, "build", "dist"]) {
    cpSync(join(checkout, path), join(copy, path), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(checkout, "node_modules"), join(copy, "node_modules"));
  return copy;
}

interface Ended {
  readonly code: number | null;
  readonly isLate: boolean;
}

function run(command: readonly string[], cwd: string, seconds: number, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const [program, ...rest] = command;
  const child = spawn(program!, rest, { cwd, stdio: "ignore", detached: true, env: { ...process.env, ...env } });
  const group = -child.pid!;
  return new Promise((end) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(group, "SIGKILL");
    }, seconds * 1000);
    child.on("exit", (code) => {
      clearTimeout(timer);
      end({ code, isLate });
    });
  });
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The first test that fails. @param options of vitest */
async function firstFailure(tree: string, tests: string, limit: number, options: readonly string[]): Promise<Ending> {
  const report = join(tree, "build/faults-report.json");
  rmSync(report, { force: true });
  const vitest = join(tree, "node_modules/vitest/vitest.mjs");
  const asked = [
    "run",
    "--bail",
    "1",
    "--passWithNoTests",
    "--reporter=json",
    `--outputFile=${report}`,
    ...options,
    tests,
  ];
  const ended = await run([process.execPath, vitest, ...asked], tree, limit);
  if (ended.isLate) return { fate: "out of time", found: null };
  if (ended.code === 0) return { fate: "survived", found: null };
  if (!existsSync(report)) return { fate: "found", found: `${tests}: nothing runs` };
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  // Files that the end of the run cut off have failed without a test that did.
  const failed =
    testResults.find(({ assertionResults }) => assertionResults.some(({ status }) => status === "failed")) ??
    testResults.find(({ status }) => status === "failed");
  if (failed === undefined) return { fate: "found", found: `${tests}: the run fails` };
  const test = failed.assertionResults.find(({ status }) => status === "failed");
  return { fate: "found", found: `${failed.name.slice(tree.length + 1)}: ${test?.fullName ?? "does not load"}` };
}

/** Whether it builds. Of the page only what its tests run in a browser. */
async function rebuild(tree: string, path: string): Promise<boolean> {
  const script = path.startsWith("web/") ? "build-page" : path.includes("/kernel/") ? "build-kernel" : null;
  return script === null || (await run([process.execPath, `scripts/${script}.ts`], tree, 600)).code === 0;
}

/** Stages are asked one after another until a test fails; the page is built before tests in a browser, and not sooner. */
async function tryFault(tree: string, stages: readonly Stage[], fault: PlantedFault, limit: number): Promise<Ending> {
  const file = join(tree, fault.path);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.slice(0, fault.start) + fault.after + text.slice(fault.end));
  const isOfPage = fault.path.startsWith("web/");
  let isBuilt = false;
  try {
    for (const { tests, options } of stages) {
      if (!isBuilt && (!isOfPage || tests.includes("browser"))) {
        if (!(await rebuild(tree, fault.path))) return { fate: "does not compile", found: null };
        isBuilt = true;
      }
      const ending = await firstFailure(tree, tests, limit, options);
      if (ending.fate !== "survived") return ending;
    }
    return { fate: "survived", found: null };
  } finally {
    writeFileSync(file, text);
  }
}

interface Stage {
  readonly tests: string;
  readonly options: readonly string[];
}

const CONFIG = ["--config", "scripts/plant-faults.config.ts"];

const stagesOf = ({ tests }: FaultyRoom): Stage[] => tests.map((each) => ({ tests: each, options: CONFIG }));
const stagesAtLength = ({ tests }: FaultyRoom): Stage[] =>
  tests.map((each) => ({ tests: each, options: [...CONFIG, "--mode", "long", "--tags-filter", "long"] }));
const stagesBefore = ({ testsBefore }: FaultyRoom): Stage[] => testsBefore.map((tests) => ({ tests, options: [] }));

/** Where the lines of a fault are in another checkout; null where they are not, or more than once. */
function placeIn(checkout: string, folder: string, { path, line, before, after }: Result): PlantedFault | null {
  const text = readFileSync(join(ROOT, path), "utf8");
  const from = text.split("\n", line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const own = faultsIn(path, text).find((each) => each.line === line && each.before === before && each.after === after);
  if (own === undefined) return null;
  const lines = text.slice(from, own.end) + /^.*/.exec(text.slice(own.end))![0];
  const places = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: checkout }).flatMap((place) => {
    const there = readFileSync(join(checkout, place), "utf8");
    const at = there.indexOf(lines);
    if (at < 0) return [];
    const start = at + own.start - from;
    return [{ ...own, path: place, start, end: start + own.end - own.start }];
  });
  return places.find((place) => place.path.endsWith(path.slice(path.lastIndexOf("/")))) ?? places[0] ?? null;
}

const pathOf = (room: string) => join(ROOT, RESULTS, `${room}.json`);
const resultsOf = (room: string): Result[] =>
  existsSync(pathOf(room)) ? (JSON.parse(readFileSync(pathOf(room), "utf8")) as Result[]) : [];
const keep = (room: string, results: readonly Result[]): void =>
  writeFileSync(pathOf(room), `${JSON.stringify(results, null, 2)}\n`);
const counts = ({ fate }: Result): boolean => fate !== "does not compile";

async function plantIn(name: string, seed: string, count: number, limit: number): Promise<void> {
  const room = ROOMS[name]!;
  const results = resultsOf(name);
  const tried = new Set(results.map(({ path, line, before, after }) => JSON.stringify([path, line, before, after])));
  const tree = copyOf(ROOT);
  for (const fault of draw(room.folder, seed)) {
    const { start: _start, end: _end, ...shown } = fault;
    if (results.filter(counts).length >= count) break;
    if (tried.has(JSON.stringify([fault.path, fault.line, fault.before, fault.after]))) continue;
    const began = performance.now();
    const ending = await tryFault(tree, stagesOf(room), fault, limit);
    results.push({ ...shown, ...ending, seconds: Math.round((performance.now() - began) / 1000) });
    keep(name, results);
    console.log(`${name} ${results.length}: ${fault.path}:${fault.line} ${ending.fate} ${ending.found ?? ""}`);
  }
  rmSync(tree, { recursive: true, force: true });
}

/** Asks other tests about those that are not found, where they have not been asked and nobody has said why. */
async function askAgain(name: string, by: "atLength" | "older", checkout: string, limit: number): Promise<void> {
  const room = ROOMS[name]!;
  const results = resultsOf(name);
  const tree = copyOf(checkout);
  for (const result of results) {
    if (result.fate !== "survived" || result[by] !== undefined || result.note !== undefined) continue;
    const folder = by === "older" && name === "server" ? "src/server" : room.folder;
    const place = placeIn(checkout, folder, result);
    const stages = by === "older" ? stagesBefore(room) : stagesAtLength(room);
    result[by] = place === null ? null : await tryFault(tree, stages, place, limit);
    keep(name, results);
    console.log(`${name} ${by}: ${result.path}:${result.line} ${result[by]?.found ?? result[by]?.fate ?? "not there"}`);
  }
  rmSync(tree, { recursive: true, force: true });
}

/** For a cell of a table. */
const code = (text: string): string => `\`${text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 60)}\``;

function reportOf(): string {
  const lines = [
    "# Planted faults",
    "",
    "Thirty faults a room, drawn by a seed, one at a time, and the test that finds each first. Written by `node scripts/plant-faults.ts --report`",
    "from what `node scripts/plant-faults.ts solve verify server web` has found; `--long` and `--before` ask other tests about those that survive.",
  ];
  for (const name of Object.keys(ROOMS)) {
    const results = resultsOf(name).filter(counts);
    const survivors = results.filter(({ fate }) => fate === "survived");
    lines.push("", `## ${name}`, "", `${results.length} planted, ${results.length - survivors.length} found.`, "");
    lines.push("| where | fault | found by |", "|---|---|---|");
    for (const { path, line, before, after, fate, found, atLength, older, note } of results) {
      const others = [
        atLength && `at length: ${atLength.found ?? atLength.fate}`,
        older !== undefined && `at a76a906: ${older === null ? "not there" : (older.found ?? older.fate)}`,
      ];
      const told = found ?? [fate, note, ...others].filter(Boolean).join("; ");
      lines.push(`| ${path}:${line} | ${code(before)} → ${code(after)} | ${told.replaceAll("|", "\\|")} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "30" },
      /** Seconds that a fault may take: endless loops are found by it. */
      limit: { type: "string", default: "1200" },
      long: { type: "boolean", default: false },
      before: { type: "string" },
      report: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.filter((name) => ROOMS[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`no room is called ${unknown.join(", ")}: there are ${Object.keys(ROOMS).join(", ")}`);
  mkdirSync(join(ROOT, RESULTS), { recursive: true });
  for (const name of positionals) {
    const limit = Number(values.limit);
    if (values.long) await askAgain(name, "atLength", ROOT, limit);
    else if (values.before !== undefined) await askAgain(name, "older", resolve(values.before), limit);
    else await plantIn(name, values.seed, Number(values.count), limit);
  }
  if (values.report) writeFileSync(join(ROOT, REPORT), reportOf());
}
