// A real client: uci2wb, by which XBoard speaks to engines. Left out where it is not installed (Debian: uci2wb).
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { environment, PROGRAM, waitFor } from "../cli/program.ts";
import { buildTables } from "../../play/sampled-games.ts";

const UCI2WB = ["uci2wb", "/usr/games/uci2wb"].find(
  (name) => spawnSync(name, ["--help"], { input: "" }).error === undefined,
);

let data: string;

beforeAll(async () => {
  data = await buildTables(["KNKP"], DEFAULT_COLLECTION);
});

afterAll(() => rmSync(data, { recursive: true }));

test.skipIf(UCI2WB === undefined).each([
  ["UCCI", ["-x"]],
  ["UCI-Cyclone", ["-c"]],
  ["UCI", []],
])("XBoard gets its move by %s", async (_, options) => {
  const engine = join(data, "engine.sh");
  writeFileSync(engine, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" uci\n`);
  chmodSync(engine, 0o755);
  const client = spawn(UCI2WB!, [...options, engine], { env: environment(data) });
  client.stdin.on("error", () => {});
  client.stdin.write("xboard\nprotover 2\n");
  await waitFor(client.stdout, "done=1");
  client.stdin.write("new\nvariant xiangqi\nlevel 40 5 0\npost\nforce\n");
  client.stdin.write("setboard 9/3k5/2H6/9/4p4/9/9/4K4/9/9 w 0 1\ntime 0\notim -44\ngo\n");
  expect(await waitFor(client.stdout, "move ")).toContain("move c7e6");
  client.stdin.end("quit\n");
});
