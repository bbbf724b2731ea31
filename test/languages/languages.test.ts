/** python/ and rust/: their examples, and that all languages answer alike; test/nightly/languages.test.ts does so at length. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { newFolder } from "../c/driver.ts";
import { LONG } from "../long.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";
import {
  askPython,
  expectLanguagesAgree,
  LACKING_PYTHON,
  LACKING_RUST,
  questions,
  runPython,
  runRust,
  PYTHON,
  RUST,
} from "./readers.ts";

const folder = newFolder();
let data: string;
beforeAll(async () => {
  data = await buildTables(["KRKNA", "KPPKA", "KPKP.from8-7"], DEFAULT_COLLECTION, join(folder, "data"));
  const catalog = new FolderCatalog(data);
  await buildOutcomes(["KPKA"].map(parseEndgame), catalog);
  await catalog.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const FEN = "3k5/9/9/9/9/4n4/9/9/9/R3K4 w";
const because = (lacking: string | null) => (lacking === null ? "" : ` (${lacking})`);

const agree = async (language: string) => {
  const asked = await questions(
    data,
    DEFAULT_COLLECTION,
    ["KRKNA", "KRKN", "KPPKA", "KPKA", "KPKP.from8-7"],
    200,
    randomNumbers(4),
  );
  expect(await expectLanguagesAgree(folder, data, DEFAULT_COLLECTION, asked, [language])).toBe(1);
};

describe.skipIf(LACKING_PYTHON !== null)(`python/${because(LACKING_PYTHON)}`, () => {
  test("answers as canju probe does", () => agree("python"));

  test(
    "has examples that run: a position with its moves, and all rows of a table, as many as there are",
    LONG,
    async () => {
      const lines = runPython("probe.py", [data, FEN]).trimEnd().split("\n");
      expect(lines[0]).toBe("Value(outcome=1, order=0, distance=5, kind='conversion', depends=False)");
      expect(lines[1]).toBe("a0d0 best -1 0 4 conversion");
      const provider = new FolderCatalog(data);
      for (const name of ["KRK", "KPKA"]) {
        const { red, black } = (await provider.open(name))!.header.info;
        const expected = [red, black].map(({ wins, draws, losses, longestWin }) => [
          wins,
          draws,
          losses,
          Math.max(0, longestWin),
        ]);
        const found = runPython("shares.py", [data, name]).trimEnd().split("\n");
        expect(found).toEqual([`w ${expected[0]!.join(" ")}`, `b ${expected[1]!.join(" ")}`]);
      }
      await provider.close();
    },
  );

  test("says what is wrong in one line", LONG, () => {
    const nonsense = ["3k5/9 w", "3k5/9/9/9/9/9/9/9/9/RR2K4 w", "4k4/9/9/9/9/9/9/9/9/R3K4 w"];
    expect(runPython("lines.py", [data, "asian/dtc"], `${nonsense.join("\n")}\n`)).toBe("-4\n-1\n-4\n");
    expect(() => runPython("lines.py", [data, "nonsense"])).toThrow(/CanjuError: .*\(nonsense\): /);
    const asked = [
      "tables.probe(None)",
      "tables.probe((b'', True))",
      "tables.probe(([300] * 90, True))",
      "tables.moves(5)",
      "tables.load(None)",
      "canju.parse_fen(None)",
      "list(tables.rows(''))",
      "list(tables.rows('RKN'))",
      "list(tables.rows(None))",
      "list(tables.rows('KRK', 'red'))",
      "canju.Tables(sys.argv[1], None)",
    ];
    const answers = askPython(data, asked).trimEnd().split("\n");
    expect(answers).toEqual(asked.map(() => expect.stringMatching(/^-9 .+: /)));
  });
});

describe.skipIf(LACKING_RUST !== null)(`rust/${because(LACKING_RUST)}`, () => {
  test("answers as canju probe does, and has an example that runs", LONG, async () => {
    await agree("rust");
    const [value, best] = runRust("probe", [data, FEN]).split("\n");
    expect(value).toBe("Value { outcome: 1, kind: 1, flags: 0, order: 0, distance: 5 }");
    expect(best).toMatch(/^a0d0 best Value \{ outcome: -1, /);
  });
});

test("all packages have the version of the program", () => {
  const { version } = JSON.parse(readFileSync(join(PYTHON, "../package.json"), "utf8")) as { version: string };
  for (const file of [join(PYTHON, "pyproject.toml"), join(RUST, "Cargo.toml")])
    expect(/^version = "(.*)"$/m.exec(readFileSync(file, "utf8"))![1]).toBe(version);
});
