/** `examples/check-proof.py`, which replays proof trees by rules of the game of its own: in line with the program, and clear about what is none. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { crc32 } from "../../src/base/crc32.ts";
import { type ProofTree, writeProofTree } from "../../src/prove/proof-tree.ts";
import { provePosition } from "../../src/prove/prove.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { CAPTURE_FIRST, FIVE_TIGERS, numberOf, treeOf } from "./trees.ts";

const SCRIPT = join(import.meta.dirname, "../../examples/check-proof.py");
const SUM = "b".repeat(64);
const folder = mkdtempSync(join(tmpdir(), "canju-check-proof-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(tree: ProofTree | Buffer): string {
  const path = join(folder, `${files++}.canjuproof`);
  writeFileSync(path, Buffer.isBuffer(tree) ? tree : writeProofTree(tree));
  return path;
}

/** A tree whose header was changed, with its checksum. */
function altered(tree: ProofTree, from: string, to: string): Buffer {
  const bytes = Buffer.from(Buffer.from(writeProofTree(tree)).toString("latin1").replace(from, to), "latin1");
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

function checkBy(...paths: string[]) {
  const { status, stdout, stderr } = spawnSync("python3", [SCRIPT, ...paths], { encoding: "utf8" });
  return { status, stdout: stdout.replaceAll(`${folder}/`, ""), stderr: stderr.replaceAll(`${folder}/`, "") };
}

/** Won by taking the soldier, where the table is at hand. */
function captureFirst(...paths: string[]): ProofTree {
  const tables = paths.map((path) => ({ path, sum: SUM }));
  return treeOf(CAPTURE_FIRST, [numberOf(parseLegalFen(CAPTURE_FIRST), "h1h0")], { rules: "asian", tables });
}

const isPython = spawnSync("python3", ["--version"]).status === 0;

describe.skipIf(!isPython)("check-proof.py", () => {
  test("says what a proof proves, and on which tables it rests and does not rest", async () => {
    const { tree } = await provePosition(parseLegalFen(FIVE_TIGERS), { seconds: 20 });
    const proofs = [
      tree!,
      captureFirst("asian/dtc/KRKN"),
      captureFirst("asian/dtc/KRKA", "asian/dtc/KRKN", "none/dtc/KRKAA"),
    ];
    const { status, stdout, stderr } = checkBy(...proofs.map(fileOf));
    expect([status, stderr]).toEqual([0, ""]);
    const [tigers, one, idle] = stdout.split("\n");
    expect(tigers).toMatch(/: Red wins in at most \d+ plies, under any rules about repetitions: \d+ positions$/);
    const rests =
      "Red wins in at most 1 plies, under the Asian rules: 1 positions; not looked up: 1 positions of asian/dtc/KRKN";
    expect(one!.endsWith(rests)).toBe(true);
    expect(idle!.endsWith(`${rests}; nothing rests on asian/dtc/KRKA, none/dtc/KRKAA`)).toBe(true);
  });

  test("refuses in a line what is no proof", () => {
    const one = captureFirst("asian/dtc/KRKN");
    const two = captureFirst("asian/dtc/KRKN", "none/dtc/KRK");
    const table = `table asian/dtc/KRKN ${SUM}`;
    for (const [bytes, reason] of [
      [altered(one, table, "table   "), "the header is malformed"],
      [altered(one, table, "table asian"), "the header is malformed"],
      [altered(one, table, `${table}${"b".repeat(200)}`), "a line of the header is too long"],
      [altered(one, "position ", `position ${"9".repeat(3_000_000)}`), "a line of the header is too long"],
      [altered(one, "moves 1", `moves ${"9".repeat(10_000)}`), "the header is malformed"],
      [altered(one, "moves 1", "moves 01"), "the header is malformed"],
      [altered(one, "rules asian", "rules none"), "tables of other rules"],
      [altered(two, "none/dtc/KRK ", "asian/dtc/KRK "), "the tables are not in order"],
      [altered(two, "none/dtc/KRK ", "none/dtc/KRKN "), "two tables of one endgame"],
      [altered(one, "4k4", "4x4"), "a letter of no man"],
      [Buffer.alloc(2 ** 22 + 1), "too large"],
      [Buffer.from("no proof"), "no proof tree of version 1"],
    ] as const) {
      const { status, stdout, stderr } = checkBy(fileOf(bytes));
      expect([status, stdout, stderr]).toEqual([
        1,
        expect.stringMatching(`^\\d+\\.canjuproof: refused: ${reason}\n$`),
        "",
      ]);
    }
  });

  test("ends with 2 where a file cannot be read, and looks at the others", () => {
    const { status, stdout, stderr } = checkBy(join(folder, "none"), folder, fileOf(captureFirst("asian/dtc/KRKN")));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^none: cannot be read: No such file or directory\n.*: cannot be read: Is a directory\n$/);
    expect(stdout).toMatch(/: Red wins in at most 1 plies/);
    expect(checkBy()).toMatchObject({ status: 2, stderr: "usage: check-proof.py FILE...\n" });
  });
});
