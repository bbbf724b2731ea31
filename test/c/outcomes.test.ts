// include/canju.h and tables of outcomes: the answers are those of the values, decoded or not. Left out where there is no compiler or no libzstd.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import { lookUp, valueOf } from "../../src/query/lookup.ts";
import { outcomeOf } from "../../src/query/outcome.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { isDraw, isLoss, nameValue, orderOf, outcomeValue, type Value } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { legalPosition } from "../../src/xiangqi/validate.ts";
import { LONG, testEach } from "../long.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";
import { randomPositions } from "./agreement.ts";
import { damagedFiles, soundFile } from "./damage.ts";
import { ask, compileDriver, LACKING, newFolder, takes } from "./driver.ts";

const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(LACKING !== null)(`outcomes by include/canju.h${LACKING === null ? "" : ` (${LACKING})`}`, () => {
  const NAMES = ["KRKN", "KNKP"];
  const data = join(folder, "data");
  const alone = join(folder, "alone");
  const fens: string[] = [];
  const expected: string[] = [];

  beforeAll(async () => {
    await buildTables(NAMES, DEFAULT_COLLECTION, data);
    const catalog = new FolderCatalog(data);
    await buildOutcomes(NAMES.map(parseEndgame), catalog);
    mkdirSync(join(alone, "asian/dtc"), { recursive: true });
    for (const { path } of (await catalog.list()).outcomes) {
      symlinkSync(path, join(alone, "asian/dtc", path.split("/").at(-1)!));
    }
    for (const name of NAMES) {
      for (const position of await randomPositions(catalog, name, 300, randomNumbers(11))) {
        const { value, kind } = await lookUp(legalPosition(position), catalog);
        const { category, order } = nameValue(value);
        const above = (order ?? 0) > 0;
        fens.push(formatFen(position));
        expected.push(
          `${{ win: 1, draw: 0, loss: -1 }[category]} ${Number(kind !== null && !above)} ${Number(above)} 0`,
        );
      }
    }
    await catalog.close();
  });

  const asked = (flags = 0): string[] => fens.map((fen) => `outcome ${flags} ${fen}`);

  testEach(1, [
    ["mapped", []],
    ["read", ["-DCANJU_NO_MMAP", "-DCANJU_NO_THREADS", "-U__SSE2__"]],
  ] as const)("are those of the values, from files that are %s", async (name, options) => {
    const program = compileDriver(folder, name, "-O2", ...options);
    const open = (from: string, cache = 0) => `open 0 ${cache} asian/dtc ${from}`;
    // From the files alone, with room for two blocks, and from tables of values where there are no others.
    for (const from of [open(alone), open(alone, 70_000), open(data)]) {
      const [, ...answers] = await ask(program, [from, ...asked(), ...asked(1), ...asked()]);
      expect(answers).toEqual([...expected, ...expected, ...expected]);
    }
    const loaded = [
      "load KRKN.outcomes",
      "load KNKP.outcomes",
      ...["KRK", "KNK", "KKP", "KKN"].map((each) => `load ${each}.outcomes`),
    ];
    const [, ...answers] = await ask(program, [open(alone), asked(2)[0]!, ...loaded, ...asked(2)]);
    expect(answers).toEqual(["-5", ...loaded.map(() => "0"), ...expected]);
  });

  test("are the same to four threads at once, under the sanitizer of threads", LONG, async (context) => {
    const sanitizer = ["-fsanitize=thread"];
    context.skip(!takes(...sanitizer), "this compiler has no thread sanitizer");
    const program = compileDriver(folder, "threads", "-O1", "-g", ...sanitizer);
    const file = join(folder, "fens");
    writeFileSync(file, fens.join("\n"));
    // Room for all, so that blocks become steps and then cells; and for a few, of which one is always being thrown out.
    const answers = await ask(
      program,
      [2 ** 24, 30_000].flatMap((cache) => [`open 0 ${cache} asian/dtc ${alone}`, `outcome-threads 4 20000 0 ${file}`]),
    );
    expect(answers).toEqual(["0", `0 ${fens.length}`, "0", `0 ${fens.length}`]);
  });

  test("are those of cones, by their outcomes alone or by their values, where there is no whole table", async () => {
    const cones = await buildTables(["KPKP.from7-5", "KRKP.from-8"], DEFAULT_COLLECTION, join(folder, "cones"));
    const catalog = new FolderCatalog(cones);
    const names = (await catalog.names()).filter((name) => name.includes(".from"));
    await buildOutcomes(names.map(parseEndgame), catalog);
    const outcomes = join(folder, "cones-alone");
    mkdirSync(join(outcomes, "asian/dtc"), { recursive: true });
    for (const { path } of (await catalog.list()).outcomes) {
      symlinkSync(path, join(outcomes, "asian/dtc", path.split("/").at(-1)!));
    }
    const positions: LegalPosition[] = [];
    for (const name of names) positions.push(...(await randomPositions(catalog, name, 100, randomNumbers(12))));
    const outcomesAlone = new FolderCatalog(outcomes);
    const values: Value[] = [];
    for (const position of positions) {
      values.push(outcomeValue(await valueOf(position, catalog)));
      expect(await outcomeOf(position, outcomesAlone)).toBe(values.at(-1));
    }
    await Promise.all([outcomesAlone.close(), catalog.close()]);
    const program = compileDriver(folder, "reads-cones", "-O2");
    for (const from of [cones, outcomes]) {
      const probes = positions.map((position) => `outcome 0 ${formatFen(position)}`);
      const [, ...answers] = await ask(program, [`open 0 0 asian/dtc ${from}`, ...probes]);
      const found = answers.map((answer) => answer.split(" ").map(Number));
      const worth = ([outcome, , order]: number[]) => [outcome, order];
      expect(found.map(worth)).toEqual(
        values.map((value) => [isDraw(value) ? 0 : isLoss(value) ? -1 : 1, orderOf(value)]),
      );
    }
  });

  test("say what there is and what is missing", async () => {
    const program = compileDriver(folder, "lists", "-O2");
    const both = join(folder, "both");
    mkdirSync(join(both, "asian/dtc"), { recursive: true });
    symlinkSync(join(data, "asian/dtc/KRKN.outcomes.canju"), join(both, "asian/dtc/KRKN.outcomes.canju"));
    const quiet = "3k5/9/9/9/9/7n1/9/9/9/R4K3 w";
    const capture = "3k5/9/9/9/9/9/n8/9/9/R4K3 w";
    const questions: [string, string][] = [
      [`open 0 0 asian/dtc ${both}`, "0"],
      ["names", "1 KRKN.outcomes"],
      [`has ${quiet}`, "2"],
      ["has 3k5/9/9/9/9/9/9/9/9/R4K3 w", "0"],
      [`probe 0 ${quiet}`, "-1"],
      [`outcome 0 ${quiet}`, expect.stringMatching(/^[01] [01] [01] 0$/) as unknown as string],
      ["outcome 0 3k5/9/9/9/9/9/9/9/9/R4K3 w", "-1"],
      // Where the table says "won" already, no capture is asked for.
      [`outcome 0 ${capture}`, expect.stringMatching(/^(1 1 0 0|-1)$/) as unknown as string],
      ["info KNKR.outcomes", expect.stringMatching(/^KRKN.outcomes 340200 \d+ [0-9a-f]{4} 1 0$/) as unknown as string],
      ["info KRKN", "-1"],
      [`verify ${join(data, "asian/dtc/KRKN.outcomes.canju")}`, "0"],
    ];
    expect(
      await ask(
        program,
        questions.map(([question]) => question),
      ),
    ).toEqual(questions.map(([, answer]) => answer));
  });

  test(
    "of damaged files are refused or right, under the sanitizers of addresses and undefined behaviour",
    LONG,
    async () => {
      const sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
      const program = compileDriver(folder, "guarded", "-O1", "-g", ...(takes(...sanitizers) ? sanitizers : []));
      const sound = await soundFile(new Uint8Array(readFileSync(join(data, "asian/dtc/KRKN.outcomes.canju"))));
      const files = damagedFiles(sound, 150);
      const some = asked().slice(0, 40);
      const questions = files.flatMap(({ bytes }, i) => {
        const place = join(folder, `damaged-${i}`, "asian/dtc");
        mkdirSync(place, { recursive: true });
        writeFileSync(join(place, "KRKN.outcomes.canju"), bytes);
        const opened = `open 0 0 asian/dtc ${join(folder, `damaged-${i}`)};${alone}`;
        return [opened, ...some, "load KRKN.outcomes", `verify ${join(place, "KRKN.outcomes.canju")}`];
      });
      const answers = await ask(program, questions);
      const each = some.length + 3;
      const wrong = files.flatMap(({ isForged }, i) => {
        const own = answers.slice(i * each + 1, i * each + 1 + some.length);
        const right = own.every((answer, at) => isForged || /^-\d+$/.test(answer) || answer === expected[at]);
        return right && (isForged || answers[i * each + each - 1] !== "0") ? [] : [i];
      });
      expect(wrong).toEqual([]);
    },
  );
});
