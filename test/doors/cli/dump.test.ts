/** `canju dump` and `canju random`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { unfinishedPath } from "../../../src/base/node/unfinished.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { indexOfTable } from "../../../src/table/format/index-parameters.ts";
import { nameValue } from "../../../src/table/value.ts";
import { formatFen, parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { isLegalPosition } from "../../../src/xiangqi/validate.ts";
import { isDouble } from "../../oracle/content-sum.ts";
import { dataFolderOfTest, newDataFolder, run, runJson, start } from "./program.ts";

const NAME = "KRKN";
const ROWS = 2_000;
let data: string;
/** The first positions of a side by the plain rules, value by value: `fen,outcome,order,distance,depends`. */
const expected: Record<"w" | "b", string[]> = { w: [], b: [] };
beforeAll(async () => {
  data = newDataFolder();
  expect((await run(["build", NAME], { data })).code).toBe(0);
  const catalog = new FolderCatalog(data);
  const table = (await catalog.open(NAME))!;
  const index = indexOfTable(table.header, table.file);
  for (const turn of ["red", "black"] as const) {
    const lines = expected[turn === "red" ? "w" : "b"];
    for (let cell = 0; lines.length < ROWS; cell++) {
      const board = index.boardAt(cell);
      if (board === null || !isLegalPosition({ board, turn }) || isDouble(index, cell, board)) continue;
      const { category, order, distance } = nameValue(await table.valueAt(turn, cell));
      const outcome = { win: 1, draw: 0, loss: -1 }[category];
      lines.push(`${formatFen({ board, turn })},${outcome},${order ?? 0},${distance ?? 0},0`);
    }
  }
  await catalog.close();
}, 60_000);
afterAll(() => rmSync(data, { recursive: true }));

const dump = async (...args: string[]) => (await run(["dump", NAME, "--rows", `${ROWS}`, ...args], { data })).stdout;

test("a dump has the positions of a table in their order, with what they are worth", LONG, async () => {
  for (const turn of ["w", "b"] as const) {
    const [head, ...lines] = (await dump("--csv", "--turn", turn)).trimEnd().split("\n");
    expect(head).toBe("fen,outcome,order,distance,depends");
    expect(lines).toEqual(expected[turn]);
  }
  const objects = (await dump("--jsonl"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(objects.map((each) => `${Object.values({ ...each, depends: 0 }).join(",")}`)).toEqual(expected.w);
});

test("an array of numpy has the same in records of 97 bytes, and the men as canju.h numbers them", async () => {
  const file = join(data, "rows.npy");
  expect(await dump("--npy", file, "--turn", "b")).toBe("");
  const bytes = readFileSync(file);
  expect(bytes.subarray(0, 10)).toEqual(Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, 246, 0]));
  expect(bytes.subarray(10, 256).toString()).toMatch(
    new RegExp(`^\\{'descr': \\[\\('board', '\\|u1', \\(90,\\)\\), .*'shape': \\(${ROWS},\\), \\} +\n$`),
  );
  const found: string[] = [];
  for (let at = 256; at < bytes.length; at += 97) {
    const ranks = Array.from({ length: 10 }, (_, i) =>
      Array.from(bytes.subarray(at + 9 * (9 - i), at + 9 * (10 - i)), (man) => ".RNCPABK.rncpabk"[man])
        .join("")
        .replaceAll(/\.+/g, (empty) => `${empty.length}`),
    );
    expect(bytes[at + 90]).toBe(0);
    const figures = [bytes.readInt8(at + 91), bytes.readUInt16LE(at + 93), bytes.readUInt16LE(at + 95), bytes[at + 92]];
    found.push(`${ranks.join("/")} b,${figures.join(",")}`);
  }
  expect(found).toEqual(expected.b);
  expect(readdirSync(data).filter((name) => name.startsWith("."))).toEqual([]);
});

test("what a killed dump has left of a file goes with the next, and nothing else", async () => {
  const folder = dataFolderOfTest();
  const ended = spawn(process.execPath, ["--version"]);
  await once(ended, "close");
  const [pid, other] = [String(process.pid), String(ended.pid)];
  const leftover = (name: string) => basename(unfinishedPath(name)).replace(`.${pid}`, `.${other}`);
  const kept = leftover("other.csv");
  for (const name of [leftover("rows.csv"), leftover("rows.npy"), kept]) writeFileSync(join(folder, name), "half");
  await dump("--csv", join(folder, "rows.csv"));
  await dump("--npy", join(folder, "rows.npy"));
  expect(readdirSync(folder).sort()).toEqual([kept, "rows.csv", "rows.npy"]);
});

test("what cannot be dumped is said in a line", LONG, async () => {
  for (const [args, line] of [
    [["dump", NAME], /say in which form/],
    [["dump", "KNKR", "--csv"], /the stronger side is Red: canju dump KRKN/],
    [["dump", NAME, "--npy", join(data, "no/folder.npy")], /cannot write|ENOENT/],
  ] as const) {
    const { code, stderr } = await run(args, { data });
    expect([code, stderr.trimEnd().split("\n").length, stderr]).toEqual([2, 1, expect.stringMatching(line)]);
  }
});

test("random positions are as wished, and the same by a seed", LONG, async () => {
  const wish = ["random", NAME, "-n", "20", "--turn", "w", "--outcome", "win", "--min", "9"];
  const [first, second, other] = await Promise.all(
    ["5", "5", "6"].map(async (seed) => (await run([...wish, "--seed", seed], { data })).stdout),
  );
  expect(first).toBe(second);
  expect(first).not.toBe(other);
  const fens = first!.trimEnd().split("\n");
  expect(new Set(fens).size).toBe(20);
  for (const fen of fens) expect(parseLegalFen(fen).turn).toBe("red");
  const named = await runJson<{ fen: string; distance: number }[]>([...wish, "--seed", "5"], { data });
  const { stdout } = await run([...wish, "--seed", "5", "--json"], { data });
  expect(stdout).toBe(`${JSON.stringify(named, null, 2)}\n`);
  expect(named.map(({ fen }) => fen)).toEqual(fens);
  for (const { distance } of named) expect(distance).toBeGreaterThanOrEqual(9);
});

test("random positions come as they are drawn", async () => {
  for (const [args, begin] of [
    [[], /^\S+ [wb]\n/],
    [["--json"], /^\[\n {2}\{\n {4}"fen"/],
  ] as const) {
    const child = start(["random", NAME, "-n", "1000000000", ...args], { data });
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    expect(chunk.toString()).toMatch(begin);
    child.kill("SIGINT");
    child.stdout.resume();
    expect(await once(child, "close")).toEqual([130, null]);
  }
});
