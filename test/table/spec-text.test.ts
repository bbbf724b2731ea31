// What docs/spec says by example is so.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import { formatUci } from "../../src/xiangqi/notation/coordinates.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import type { BadFile } from "../../scripts/make-bad-files.ts";
import { readSpecTable } from "../oracle/spec-table.ts";

const folder = join(import.meta.dirname, "../../docs/spec");
const text = (name: string) => readFileSync(join(folder, name), "utf8");
const format = text("table-format.md");
const path = join(folder, "samples/KPK.canju");
const kpk = new Uint8Array(readFileSync(path));

const hexadecimal = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(" ");

/** A part of the text, from a heading on. */
const section = (of: string, heading: string) => of.slice(of.indexOf(heading)).split("\n## ")[0]!;

test("the file that is taken apart has these bytes, with no gap but where the text says so", () => {
  const rows = [...section(format, "13. A file").matchAll(/^ {4}([0-9A-F]{4}) {2}((?:[0-9A-F]{2} )+)(\.\.\.)?/gm)];
  expect(rows.length).toBeGreaterThan(30);
  let end = 0;
  for (const [, offset, bytes, more] of rows) {
    const at = Number.parseInt(offset!, 16);
    const shown = bytes!.trim();
    if (end >= 0) expect(at).toBe(end);
    const length = shown.split(" ").length;
    expect([offset, hexadecimal(kpk.subarray(at, at + length))]).toEqual([offset, shown]);
    end = more === undefined ? at + length : -1;
  }
  expect(section(format, "13. A file")).toContain(`    ${kpk.length.toString(16).padStart(4, "0").toUpperCase()} `);
});

test("the derived values that are worked through come from these codes", () => {
  const example = format.slice(
    format.indexOf("**Example.** In the sample KPK"),
    format.indexOf("A writer gives *d* = 0"),
  );
  const table = readSpecTable(kpk);
  const fens = [...example.matchAll(/`([^` ]+ b)`/g)].map(([, fen]) => fen!);
  expect(fens).toHaveLength(3);
  const worked = fens.map((fen) => {
    const position = parseFen(fen);
    const quiet = legalMoves(position).filter((move) => !isCapture(position, move));
    const rows = quiet.map((move) => {
      const place = table.placeOf(applyMove(position, move));
      const code = table.codeAt("red", place);
      return `| ${formatUci(position, move)} | ${place} | ${code} | ${table.lists.red[code]} |`;
    });
    const place = table.placeOf(position);
    return { rows, place, code: table.codeAt("black", place), value: table.valueOf(position) };
  });
  for (const row of worked[0]!.rows) expect(example).toContain(row);
  expect(worked[0]!.rows).toHaveLength(example.match(/^\| [a-i]\d[a-i]\d \|/gm)!.length);
  expect(worked.map(({ place, code, value }) => [place, code, value])).toEqual([
    [4279, 0, 17],
    [3592, 12, 0],
    [4119, 0, 1],
  ]);
  for (const said of ["code at place 4279 is 0", "the value is 16 + 1 = 17", "code at place 3592 is 12", "*D*[11] = 0"])
    expect(example).toContain(said);
  expect([worked[1]!.rows.length, table.lists.black[11], worked[2]!.rows.length]).toEqual([1, 0, 0]);
  expect(example).toContain(`${worked[1]!.rows[0]!.split(" ")[1]}, would give 3`);
});

test("the content sum that is written out is that of KK", () => {
  const example = section(text("content-sum.md"), "An example: KK");
  const lines = [...example.matchAll(/^ {4}(.*)\n/gm)].map(([, line]) => line!);
  const isBytes = (line: string) => /^[0-9A-F]{2}( [0-9A-F]{2}){8}$/.test(line);
  const bytes = lines.filter(isBytes).flatMap((line) => line.split(" ").map((byte) => Number.parseInt(byte, 16)));
  const words = lines.filter((line) => !isBytes(line)).map((line) => `${line}\n`);
  const sum = createHash("sha256").update(words.join("")).update(Uint8Array.from(bytes)).digest("hex");
  expect(example).toContain(`The sum is \`${sum}\``);
  expect(text("sums.txt")).toContain(`${sum}  asian/dtc/KK\n`);
});

test("the list of what a reader refuses names every file that it must refuse, and no other", () => {
  const list = section(format, "12. What a reader refuses");
  const files = JSON.parse(text("bad/files.json")) as BadFile[];
  for (const verdict of ["damaged", "unknown"]) {
    const rows = list.slice(list.indexOf(`| section | ${verdict} |`)).split("\n\n")[0]!;
    const named = [...rows.matchAll(/\| ([a-z0-9-]+(?:, [a-z0-9-]+)*) \|$/gm)].flatMap(([, names]) =>
      names!.split(", "),
    );
    const known = files.filter((each) => each.verdict === verdict).map(({ file }) => file.replace(".canju", ""));
    expect(named.filter((name) => name !== "files").sort()).toEqual(known.sort());
  }
});

test("every switch of the rules is named", () => {
  for (const name of [...Object.keys(DEFAULT_RULES), "edition1999"]) expect(format).toContain(`\`${name}\``);
});

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

describe("in a shell", () => {
  test.skipIf(!has("sha256sum") || !has("od"))("the commands give a file's SHA-256 and what it states", () => {
    const commands = section(format, "10. SHA-256")
      .split("\n")
      .filter((line) => line.startsWith("    "))
      .join("\n");
    const { stdout } = spawnSync("sh", ["-c", commands], { env: { ...process.env, file: path }, encoding: "utf8" });
    const [computed, stated] = stdout.split(/ +-\n/);
    expect(computed).toMatch(/^[0-9a-f]{64}$/);
    expect(stated).toBe(computed);
  });

  test.skipIf(!has("file"))("file(1) knows a table by the lines for it", () => {
    const lines = section(format, "14. Writing").matchAll(/^ {4}(0 |!|>)(.*)$/gm);
    const place = mkdtempSync(join(tmpdir(), "canju-magic-"));
    const magic = join(place, "magic");
    writeFileSync(magic, [...lines].map(([line]) => `${line.trim()}\n`).join(""));
    const say = (...options: string[]) =>
      spawnSync("file", ["-b", "-m", magic, ...options, path], { encoding: "utf8" });
    expect(say().stdout).toBe("Canju endgame table, format 2\n");
    expect(say("--mime-type").stdout).toBe("application/vnd.canju\n");
    rmSync(place, { recursive: true });
  });
});
