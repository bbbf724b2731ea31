// include/canju.h: what compilers say of it, and that it answers as `canju probe` does. Left out where there is no compiler or no libzstd.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_COLLECTION, tablePath } from "../../src/table/catalog/catalog.ts";
import { rawCodec } from "../../src/table/format/codec.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { formatFen, parseFen, parseLegalFen, START_FEN } from "../../src/xiangqi/fen.ts";
import { applyMove, hasLegalMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";
import { contentOf, tableBytes } from "../table/fixtures.ts";
import { inventedTable } from "../table/invented.ts";
import { expectAgreement, formatAnswer, randomPositions } from "./agreement.ts";
import { readDamaged, soundFile } from "./damage.ts";
import {
  ask,
  compile,
  compileDriver,
  compileUsualDriver,
  compileWithZstd,
  IN_C,
  IN_CPP,
  newFolder,
  LACKING,
  takes,
  WINDOWS_COMPILERS,
} from "./driver.ts";
import { describeIndex } from "../../src/table/format/index-parameters.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import type { BadFile } from "../../scripts/make-bad-files.ts";
import { canonicalEndgame, endgameOf, parseEndgame } from "../../src/endgame/endgame.ts";
import { rankMoves } from "../../src/query/probe.ts";
import { lookUp, valueOf } from "../../src/query/lookup.ts";
import { distanceOf, isLoss, nameValue } from "../../src/table/value.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { fileOrder } from "../../src/endgame/file-order.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";
import { EMPTY } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, swapColours, type LegalPosition } from "../../src/xiangqi/position.ts";
import { LONG, testEach } from "../long.ts";

const SAMPLES = join(import.meta.dirname, "../../docs/spec/samples");
const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const answersOf = (name: string): { fen: string; value: number }[] =>
  JSON.parse(readFileSync(join(SAMPLES, `${name}.json`), "utf8"));

/** A data folder with a sample alone. */
function placeOf(name: string, collection = "asian/dtc"): string {
  const place = join(folder, name);
  mkdirSync(join(place, collection), { recursive: true });
  copyFileSync(join(SAMPLES, `${name}.canju`), join(place, collection, `${name.split("-")[0]!}.canju`));
  return place;
}

describe.skipIf(LACKING !== null)(`include/canju.h${LACKING === null ? "" : ` (${LACKING})`}`, () => {
  const main = join(folder, "main.c");
  const user = join(folder, "user.c");
  const whole = join(folder, "whole.cc");

  beforeAll(() => {
    writeFileSync(
      main,
      '#include "canju.h"\n#define CANJU_IMPLEMENTATION\n#include "canju.h"\n#include "canju.h"\nint main(void) { return 0; }\n',
    );
    writeFileSync(user, '#include "canju.h"\nconst char *says(void) { return canju_strerror(CANJU_OK); }\n');
    writeFileSync(whole, readFileSync(main));
  });

  // At -O3 compilers look closest: for what is not set, and beyond the ends of arrays.
  const alone = ["-O0", "-fsyntax-only", "-DCANJU_NO_MMAP", "-DCANJU_NO_THREADS", "-DCANJU_NO_ZSTD"];
  testEach(1, IN_C)("compiles without a warning: %s -std=%s", (compiler, standard) => {
    const link = ["-DCANJU_NO_ZSTD", main, user, "-o", join(folder, "c"), "-pthread"];
    compile(compiler, `-std=${standard}`, "-O3", ...link);
    compile(compiler, `-std=${standard}`, ...alone, main);
  });

  testEach(0, IN_CPP)("compiles without a warning: %s -std=%s", (compiler, standard) => {
    compile(compiler, `-std=${standard}`, "-O3", "-DCANJU_NO_ZSTD", whole, "-o", join(folder, "cc"), "-pthread");
    compile(compiler, `-std=${standard}`, ...alone, whole);
  });

  test.skipIf(WINDOWS_COMPILERS.length === 0)(
    "compiles for Windows without a warning, where there is mingw-w64",
    () => {
      compile(WINDOWS_COMPILERS[0]!, "-std=c11", "-O2", "-DCANJU_NO_ZSTD", main, user, "-o", join(folder, "c.exe"));
    },
  );

  describe("its answers", () => {
    let program: string;
    let data: string;
    beforeAll(async () => {
      program = compileDriver(folder, "driver", "-O2");
      data = await buildTables(["KRKNA", "KNKP", "KPPKA", "KCAKB", "KRKAB"], DEFAULT_COLLECTION, join(folder, "data"));
      await buildTables(["KRKN"], { rules: "asian", metric: "dtm" }, data);
      await buildTables(["KRKC"], { rules: "asian", metric: "dtc", orders: "chessdb" }, data);
      await buildTables(["KPPK"], { rules: "none", metric: "dtm" }, data);
      await buildTables(["KNKCA", "KPAKP"], { rules: "chinese", metric: "dtc" }, data);
    });

    test.each([
      ["the start", START_FEN, 4, 3_290_240],
      ["horses, elephants and a cannon", "2bak4/4a4/4b4/9/2N6/6n2/4C4/3A5/4K4/2B6 w", 4, 0],
      ["soldiers beside the river, kings on one file", "4k4/9/9/2p6/p1P1P4/4p4/2p1P4/9/9/4K4 b", 5, 0],
    ])("perft from %s", async (_, fen, depth, known) => {
      const expected = known === 0 ? perft(parseFen(fen), depth) : known;
      expect(await ask(program, [`perft ${depth} ${fen}`])).toEqual([`${expected}`]);
    });

    testEach(1, [400, 2_000])("agree with %i probes, values and every move", async (all) => {
      const random = randomNumbers(3);
      const kinds = new Set<string>();
      let positions = 0;
      for (const [collection, names, each, flags] of [
        [DEFAULT_COLLECTION, ["KRKNA", "KRKN", "KNKP", "KPPKA", "KCAKB", "KNK"], 200, 0],
        [DEFAULT_COLLECTION, ["KRKN", "KPPKA"], 100, 1],
        [{ rules: "asian", metric: "dtm" }, ["KRKN"], 250, 0],
        [{ rules: "asian", metric: "dtc", orders: "chessdb" }, ["KRKC"], 250, 0],
        [{ rules: "none", metric: "dtm" }, ["KPPK"], 200, 0],
        [{ rules: "chinese", metric: "dtc" }, ["KNKCA", "KPAKP"], 100, 0],
      ] as const) {
        const met = await expectAgreement(program, data, collection, names, {
          each: (each * all) / 2_000,
          random,
          flags,
        });
        positions += met.positions;
        for (const kind of met.kinds) kinds.add(kind);
      }
      expect(positions).toBeGreaterThanOrEqual(all);
      for (const kind of ["draw", "loss conversion", "win conversion", "win check"]) expect(kinds).toContain(kind);
    });

    testEach(1, [
      [["KPKP.from8-7", "KRKP.from-8"], "win conversion"],
      [["KPPKP.from77-8", "KNKPP.from-88"], "win check"],
      [["KPPPKPPP.from999-999"], "draw"], // soldiers on the last rank seldom win
    ] as const)("are those of cones %s, where there is no whole table", async (names, kind) => {
      const cones = await buildTables(names, DEFAULT_COLLECTION, join(folder, names[0]));
      const provider = new FolderCatalog(cones);
      const all = (await provider.names()).filter((name) => name.includes(".from"));
      await provider.close();
      const kinds = new Set<string>();
      for (const flags of [0, 1]) {
        const options = { each: 20, random: randomNumbers(5), flags };
        for (const met of (await expectAgreement(program, cones, DEFAULT_COLLECTION, all, options)).kinds)
          kinds.add(met);
      }
      expect(kinds).toContain(kind);
    });

    test("pass over a table that is damaged for a smaller cone that is sound", async () => {
      const cones = await buildTables(["KPKP.from9-8"], DEFAULT_COLLECTION, join(folder, "damaged-cone"));
      const path = (name: string) => join(cones, tablePath(DEFAULT_COLLECTION, name));
      const fen = "3k2P2/9/9/9/9/9/9/9/6p2/4K4 w";
      const questions = [`open 0 0 asian/dtc ${cones}`, `has ${fen}`, `probe 0 ${fen}`, `root ${fen}`];
      const sound = await ask(program, questions);
      expect(sound[2]).toMatch(/^[01] /);
      for (const larger of ["KPKP.from8-5", "KPKP"]) {
        copyFileSync(path("KPKP.from9-8"), path(larger));
        expect(await ask(program, questions)).toEqual(sound);
      }
      rmSync(path("KPKP.from9-8"));
      expect(await ask(program, questions)).toEqual(["0", "1", "-2", "-2"]);
    });

    test.each([
      ["KK", "asian/dtc"],
      ["KPK", "asian/dtc"],
      ["KRKN", "asian/dtc"],
      ["KPPK", "asian/dtc"],
      ["KPPPK", "asian/dtc"],
      ["KPABKAB", "asian/dtc"],
      ["KPKP-dtm", "asian/dtm"],
      ["KRKN-chessdb", "asian-chessdb/dtc"],
      ["KPK-plain", "asian/dtc"],
      ["KPK-two-bytes", "asian/dtc"],
      ["KPPPPK-sparse", "asian/dtc"],
      ["KPAKP-chinese", "chinese/dtc"],
      ["KNKCA-chinese", "chinese/dtc"],
    ])("are those beside the sample %s, resolved or not", async (name, collection) => {
      const samples = answersOf(name);
      const place = placeOf(name, collection);
      const questions = [0, 1].flatMap((flags) => [
        `open ${flags} 0 ${collection} ${place}`,
        ...samples.map(({ fen }) => `probe 0 ${fen}`),
      ]);
      const answers = await ask(program, [...questions, `verify ${join(SAMPLES, `${name}.canju`)}`]);
      expect(answers.pop()).toBe("0");
      const expected = samples.map(({ value }) => {
        const { category, order, distance, depends } = nameValue(value);
        return `${{ win: 1, draw: 0, loss: -1 }[category]} ${order ?? 0} ${distance ?? 0}${depends ? " depends" : ""}`;
      });
      const found = answers.map((answer) => answer.replace(/^(\S+) \S+/, "$1"));
      expect(found).toEqual(["0", ...expected, "0", ...expected]);
    });

    test.each([200, 300])("are right of a table of %i orders, whose header leaves figures out", async (orders) => {
      const place = join(folder, `orders-${orders}`);
      const path = join(place, tablePath(DEFAULT_COLLECTION, "KPK"));
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, await inventedTable([5, ...Array<number>(orders + 30).fill(2)]));
      const provider = new FolderCatalog(place);
      const { header } = (await provider.open("KPK"))!;
      expect(header.info.orders.length).toBeGreaterThan(orders);
      const positions = await randomPositions(provider, "KPK", 1_000, randomNumbers(11));
      const expected = await Promise.all(
        positions.map(async (position) => {
          const { value, kind } = await lookUp(position, provider);
          return formatAnswer({ ...nameValue(value), kind });
        }),
      );
      await provider.close();
      const asked = positions.map((position) => `probe 0 ${formatFen(position)}`);
      const { order: highest } = header.info.orders.at(-1)!;
      for (const flags of [0, 1]) {
        const open = `open ${flags} 0 asian/dtc ${place}`;
        const [opened, info, ...answers] = await ask(program, [open, "info KPK", ...asked]);
        expect([opened, info!.split(" ")[4]]).toEqual(["0", `${highest}`]);
        expect(answers).toEqual(expected);
      }
      expect(new Set(expected.map((answer) => answer.split(" ")[2])).size).toBeGreaterThan(100);
      expect(await ask(program, [`verify ${path}`])).toEqual(["0"]);
    });

    describe("of the files of docs/spec/bad", () => {
      const bad = join(SAMPLES, "../bad");
      const files = JSON.parse(readFileSync(join(bad, "files.json"), "utf8")) as BadFile[];
      const kindOf = (value: number) => (value === 0 ? null : ("conversion" as const));
      const answers = answersOf("KPK").map(
        ({ fen, value }) => [fen, formatAnswer({ ...nameValue(value), kind: kindOf(value) })] as const,
      );
      const asked = (turn: string) => answers.filter(([fen]) => fen.endsWith(turn)).map(([fen]) => `probe 0 ${fen}`);
      const told = (turn: string) => answers.filter(([fen]) => fen.endsWith(turn)).map(([, answer]) => answer);

      test.each(files)("$file: $what", async ({ file, verdict, stage }) => {
        const place = join(folder, "bad", file);
        mkdirSync(join(place, "asian/dtc"), { recursive: true });
        const path = join(place, tablePath(DEFAULT_COLLECTION, "KPK"));
        copyFileSync(join(bad, file), path);
        const readings = (
          [
            [0, "w"],
            [0, "b"],
            [1, "b"],
          ] as const
        ).map(([flags, turn]) => ({
          questions: [`open ${flags} 0 asian/dtc ${place}`, ...asked(turn)],
          right: told(turn),
        }));
        const all = await ask(program, [...readings.flatMap(({ questions }) => questions), `verify ${path}`]);
        const found = readings.map(({ questions, right }) => {
          const [, ...given] = all.splice(0, questions.length);
          const refused = given.find((answer) => /^-\d+$/.test(answer));
          if (refused === undefined) expect(given).toEqual(right);
          return refused ?? "0";
        });
        found.push(...all);
        const error = verdict === "damaged" ? "-2" : file === "codec-2.canju" ? "-7" : "-6";
        const firstRefused = { open: 0, red: 0, details: 2, all: 3 };
        if (verdict === "sound") expect(found).toEqual(["0", "0", "0", "0"]);
        else
          expect([found.findIndex((each) => each !== "0"), found.find((each) => each !== "0")]).toEqual([
            firstRefused[stage!],
            error,
          ]);
      });
    });

    test("are right of files with their cells in the order of the index, not compressed, in blocks of any size", async () => {
      const place = join(folder, "plain");
      for (const [endgame, cellsPerBlock, blocksPerPage, values] of [
        ["KRK", 64, 11, 300],
        ["KPPK", 4_096, 3, 40],
        ["KCKB", 262_144, 4_096, 200],
      ] as const) {
        const content = contentOf(endgame, values);
        const info = { ...content.info, index: describeIndex(endgameIndex(parseEndgame(endgame))) };
        const bytes = await tableBytes({ ...content, info }, { cellsPerBlock, blocksPerPage, codec: rawCodec });
        const collection = { rules: info.rules, metric: info.metric, orders: info.orderForm ?? undefined };
        const path = join(place, tablePath(collection, endgame));
        mkdirSync(join(path, ".."), { recursive: true });
        writeFileSync(path, bytes);
        const provider = new FolderCatalog(place, collection);
        const positions = await randomPositions(provider, endgame, 200, randomNumbers(5));
        const table = (await provider.open(endgame))!;
        const asked = positions.map((position) => `probe 0 ${formatFen(position)}`);
        const [, ...answers] = await ask(program, [`open 0 0 ${info.rules}/${info.metric} ${place}`, ...asked]);
        for (const [i, position] of positions.entries()) {
          const { swapped } = canonicalEndgame(endgameOf(position.board));
          const { board, turn } = swapped ? swapColours(position) : position;
          const value = await table.valueAt(turn, table.index.indexOf(board));
          const kind = value === 0 ? null : "conversion";
          expect([asked[i], answers[i]]).toEqual([asked[i], formatAnswer({ ...nameValue(value), kind })]);
        }
        await provider.close();
      }
    });

    testEach(3, ["KPPPPK", "KPPPKP", "KNPKPPAB", "KCCPK", "KRNAKRNB"])(
      "come from the right places: %s",
      async (name) => {
        const index = endgameIndex(parseEndgame(name));
        const random = randomNumbers(6);
        const questions: string[] = [];
        const expected: string[] = [];
        while (questions.length < 500) {
          const cell = Math.floor(random() * index.cells);
          const board = index.boardAt(cell);
          if (board === null) continue;
          for (const position of [{ board, turn: "red" } as const, mirrorPosition({ board, turn: "red" })]) {
            if (findProblems(position).some(({ code }) => code !== "opponent-in-check" && code !== "kings-facing"))
              continue;
            const number = index.indexOf(position.board);
            questions.push(`place ${name} ${formatFen(position)}`);
            expected.push(`${index.cells} ${fileOrder(index).placeOf(number)} ${number}`);
          }
        }
        expect(await ask(program, questions)).toEqual(expected);
      },
    );

    test("give the places of the fifty positions beside the specification", async () => {
      const positions = JSON.parse(readFileSync(join(SAMPLES, "index.json"), "utf8")) as {
        endgame: string;
        fen: string;
        cell: number;
        place: number;
      }[];
      const questions = positions.map(({ endgame, fen }) => {
        const position = parseLegalFen(fen);
        const { swapped } = canonicalEndgame(endgameOf(position.board));
        return `place ${endgame} ${formatFen(swapped ? swapColours(position) : position)}`;
      });
      const answers = await ask(program, questions);
      expect(answers.map((answer) => answer.split(" ").slice(1).map(Number))).toEqual(
        positions.map(({ cell, place }) => [place, cell]),
      );
    });

    test("are errors where there is nothing to say", async () => {
      const files = readdirSync(join(data, "asian/dtc")).filter((file) => file.endsWith(".canju"));
      const names = files.map((file) => file.replace(".canju", "")).sort();
      const legal = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      const questions: [question: string, answer: string][] = [
        [`open 0 0 asian/dtc /no/such/folder;${data}`, "0"],
        [`most`, "5"],
        [`names`, `${names.length} ${names.join(" ")}`],
        [`has ${legal}`, "1"],
        [`has 3k5/9/9/9/9/9/9/9/9/RR2K4 w`, "0"],
        [`has 3k5/4a4/9/9/9/9/9/9/9/2B1K4 w`, "3"], // neither side can win
        [`probe 0 3k5/4a4/9/9/9/9/9/9/9/2B1K4 w`, "0 0 0 0"],
        [`probe 0 3k5/9/9/9/9/9/9/9/9/RR2K4 w`, "-1"],
        [`probe 0 R2k5/R8/9/9/9/9/9/9/9/4K4 b`, "-1 1 0 0"], // mate needs no table
        [`root R2k5/R8/9/9/9/9/9/9/9/4K4 b`, ""],
        [`root 3k5/9/9/9/9/9/9/9/9/RR2K4 w`, "-1"],
        [`probe 0 4k4/9/9/9/9/9/9/9/9/R3K4 w`, "-4"], // the kings face each other
        [`probe 0 3k5/9/9/9/9/9/9/9/9/3RK4 w`, "-4"], // Black is in check
        [`probe 0 3k5/9/9/9/9/9/9/9/9/RRR1K4 w`, "-4"],
        [`probe 0 9/9/9/9/9/9/9/9/9/R3K4 w`, "-4"],
        [`probe 0 3k5/9/9/9/9/9/9/9/A8/R3K4 w`, "-4"],
        [`probe 0 3k5/9/9/9/9/9/P8/P8/9/4K4 w`, "-4"],
        [`fen 3k5/9/9/9/9/9/9/9/9/R3K4 r - - 0 1`, "3 men, red"],
        [`fen rheakaehr/9/9/9/9/9/9/9/9/RNBAKABNR_b`, "18 men, black"],
        [`fen rhmgkgehr/9/9/9/s8/9/9/9/9/RNBAKABNR b`, "19 men, black"],
        [`fen 3k5/9/9/9/9/9/9/9/9/R3K4`, "-4"],
        [`fen 3k5/9/9/9/9/9/9/9/9/R3K4 x`, "-4"],
        [`fen 3k5/9/9/9/9/9/9/9/9/R3K5 w`, "-4"],
        [`fen 3k5/9/9/9/9/9/9/9/9 w`, "-4"],
        [`fen 3k5/9/9/9/9/9/9/9/9/R3Q4 w`, "-4"],
        [`info KRKN`, expect.stringMatching(/^KRKN 340200 \d+ [0-9a-f]{4} 1 \d+$/) as unknown as string],
        [`info KNKR`, expect.stringMatching(/^KRKN /) as unknown as string],
        [`info KRRK`, "-1"],
        [`info KRNKX`, "-9"],
        [`verify ${join(data, "asian/dtc/KRKN.canju")}`, "0"],
        [`verify ${join(SAMPLES, "KPK.json")}`, "-2"],
        [`verify ${join(SAMPLES, "KPAKP-chinese.canju")}`, "0"],
        [`verify ${join(SAMPLES, "no such file")}`, "-1"],
        [`verify ${SAMPLES}`, "-8"],
        [`verify ${pipe}`, "-8"], // nobody waits for what somebody may write into it
        [`open 0 0 none ${data}`, "-9"],
        [`open 0 0 chinese/dtc ${data}`, "0"],
        [`open 2 0 asian/dtc ${data}`, "-9"],
        [`open 0 0 later-rules/dtc ${data}`, "0"],
        [`probe 0 ${legal}`, "-1"],
      ];
      const answers = await ask(
        program,
        questions.map(([question]) => question),
      );
      expect(answers.map((answer, i) => [questions[i]![0], answer])).toEqual(questions);
    });

    test("with CANJU_CACHED_ONLY come from blocks that are there, and decode none", async () => {
      const fen = "3k5/9/9/9/9/4n4/9/9/9/R3K4 b";
      const asked = [
        `probe 2 ${fen}`,
        "decoded",
        `probe 0 ${fen}`,
        "decoded",
        `probe 2 ${fen}`,
        `probe 3 ${fen}`,
        "decoded",
      ];
      for (const flags of [0, 1]) {
        const [, first, none, value, some, second, third, same] = await ask(program, [
          `open ${flags} 0 asian/dtc ${data}`,
          ...asked,
        ]);
        expect([first, none]).toEqual(["-5", "0"]);
        expect(Number(some)).toBeGreaterThan(0);
        expect([second, third, same]).toEqual([value, value, some]);
      }
    });

    test("of a table that was loaded decode nothing more, and a cache that is full is told", async () => {
      const positions = await randomPositions(new FolderCatalog(data), "KRKNA", 50, randomNumbers(9));
      const probes = (flags: number) => positions.map((position) => `probe ${flags} ${formatFen(position)}`);
      const [, ...expected] = await ask(program, [`open 0 0 asian/dtc ${data}`, ...probes(0)]);
      for (const flags of [0, 1]) {
        const asked = [
          `open ${flags} 0 asian/dtc ${data}`,
          "load KRKNA",
          "decoded",
          ...probes(2),
          "load KNAKR",
          "decoded",
        ];
        const [, loaded, all, ...more] = await ask(program, asked);
        expect(loaded).toBe("0");
        expect(Number(all)).toBeGreaterThan(2);
        expect(more).toEqual([...expected, "0", all]);
      }
      const full = [`open 0 300000 asian/dtc ${data}`, "load KRKNA", "decoded", "load KPPKPP", "load nonsense"];
      expect(await ask(program, full)).toEqual(["0", "-5", "1", "-1", "-9"]);
    });

    test("come of a cache that holds no more than two blocks", LONG, async () => {
      const positions = await randomPositions(new FolderCatalog(data), "KRKNA", 300, randomNumbers(8));
      const asked = positions.map((position) => `probe 0 ${formatFen(position)}`);
      for (const flags of [0, 1]) {
        const [, ...large] = await ask(program, [
          `open ${flags} 0 asian/dtc ${data}`,
          ...asked.slice(0, flags ? 20 : 300),
        ]);
        const [, ...small] = await ask(program, [
          `open ${flags} 600000 asian/dtc ${data}`,
          ...asked.slice(0, flags ? 20 : 300),
        ]);
        expect(small).toEqual(large);
      }
    });

    test(
      "of 300 damaged files are refused or right, under the sanitizers of addresses and undefined behaviour",
      LONG,
      async () => {
        const sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        const options = takes(...sanitizers) ? sanitizers : [];
        const guarded = compileDriver(folder, "guarded", "-O1", "-g", ...options);
        for (const [bytes, name, resolved] of [
          [await inventedTable(), "KPK-two-bytes", 2],
          [new Uint8Array(readFileSync(join(SAMPLES, "KRKN.canju"))), "KRKN", 25],
        ] as const) {
          const fens = answersOf(name)
            .map(({ fen }) => fen)
            .filter((_, i) => i % 9 === 0);
          const place = join(folder, `damaged-${name}`);
          const damages = await readDamaged(guarded, place, await soundFile(bytes), fens, { count: 150, resolved });
          expect(damages.wrong).toEqual([]);
          expect(damages.refused).toBeGreaterThan(75);
        }
      },
    );

    test("are the same to four threads at once, under the sanitizer of threads", LONG, async (context) => {
      const sanitizer = ["-fsanitize=thread"];
      context.skip(!takes(...sanitizer), "this compiler has no thread sanitizer");
      const guarded = compileDriver(folder, "threads", "-O1", "-g", ...sanitizer);
      const provider = new FolderCatalog(data);
      const fens = join(folder, "fens");
      const positions = [
        ...(await randomPositions(provider, "KRKNA", 100, randomNumbers(4))),
        ...(await randomPositions(provider, "KPPKA", 100, randomNumbers(4))),
      ];
      await provider.close();
      writeFileSync(fens, positions.map((position) => `${formatFen(position)}\n`).join(""));
      const small = join(folder, "small");
      writeFileSync(
        small,
        answersOf("KPK-two-bytes")
          .map(({ fen }) => `${fen}\n`)
          .join(""),
      );
      // Caches of a few blocks, of which one is always being thrown out.
      const answers = await ask(guarded, [
        `open 0 2000000 asian/dtc ${data}`,
        `threads 4 250 0 ${fens}`,
        `open 0 1000 asian/dtc ${placeOf("KPK-two-bytes")}`,
        `threads 4 25000 0 ${small}`,
        `open 1 1000 asian/dtc ${placeOf("KPK-two-bytes")}`,
        `threads 4 5000 0 ${small}`,
      ]);
      expect(answers).toEqual(["0", "0 200", "0", "0 304", "0", "0 304"]);
    });

    test("are the same by the libzstd that the header finds itself", LONG, async () => {
      const usual = compileUsualDriver(folder);
      await expectAgreement(usual, data, DEFAULT_COLLECTION, ["KRKNA"], { each: 20, random: randomNumbers(9) });
    });

    testEach(0, [
      ["in the tables", "3k5/9/4n4/9/9/9/9/9/9/4RK3 w", 1],
      ["a capture before them", "3k5/9/4n4/9/9/4p4/9/9/9/4RK3 w", 4],
      ["Black before them", "3kr4/9/9/9/4P4/9/9/8N/9/5K3 b", 4],
    ])("guide the search of the example: %s", async (_, fen, depth) => {
      const { next, score, hits } = searchOf(parseLegalFen(fen), depth);
      const provider = new FolderCatalog(data);
      const value = await valueOf(next, provider);
      await provider.close();
      // In the band of the tables' wins, below the mates that a search finds.
      expect([isLoss(value), score]).toEqual([true, 32_000 - 246 - 1 - 1 - distanceOf(value)]);
      expect(hits).toBeGreaterThan(0);
    });

    test("lead the example through the longest win of an endgame and those behind it to the mate", LONG, async () => {
      const provider = new FolderCatalog(data);
      const { longestWin, longestWinFen } = (await provider.open("KRKAB"))!.header.info.red;
      let position = parseLegalFen(longestWinFen!);
      let plies = 0;
      for (let men = 5; hasLegalMove(position); plies++) {
        const left = position.board.filter((piece) => piece !== EMPTY).length;
        if (left < men) expect(plies).toBe(longestWin); // not sooner, and not later: then it counts anew
        if (left < men) men = 0;
        position =
          position.turn === "red" ? searchOf(position, 3).next : (await rankMoves(position, provider))[0]!.next;
        expect(plies).toBeLessThan(longestWin + 60);
      }
      await provider.close();
      expect(position.turn).toBe("black");
      expect(plies).toBeGreaterThanOrEqual(longestWin);
    });

    /** What the program of the example plays. */
    function searchOf(position: LegalPosition, depth: number): { next: LegalPosition; score: number; hits: number } {
      const engine = join(folder, "engine");
      if (!existsSync(engine)) compileWithZstd(join(import.meta.dirname, "../../examples/engine.c"), engine, "-O2");
      const input = `setoption name Tables value ${data}\nposition fen ${formatFen(position)}\ngo depth ${depth}\n`;
      const { stdout } = spawnSync(engine, { input, encoding: "utf8" });
      const [, score, hits, move] = /score cp (\S+) nodes \d+ tbhits (\d+)[^\n]*\nbestmove (\S+)\n$/.exec(stdout)!;
      return { next: applyMove(position, parseUci(position, move!)), score: Number(score), hits: Number(hits) };
    }
  });
});

function perft(position: ReturnType<typeof parseFen>, depth: number): number {
  const moves = legalMoves(position);
  return depth === 1 ? moves.length : moves.reduce((sum, move) => sum + perft(applyMove(position, move), depth - 1), 0);
}
