// Damaged tables of outcomes: refused by a line that names the file, by src/table and by include/canju.h, and never another outcome.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import { outcomeOf } from "../../src/query/outcome.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { nameValue, outcomeValue } from "../../src/table/value.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { legalPosition } from "../../src/xiangqi/validate.ts";
import { randomPositions } from "../c/agreement.ts";
import { soundFile } from "../c/damage.ts";
import { ask, compileDriver, LACKING, newFolder } from "../c/driver.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { randomBy, withLyingNumbers } from "../table/fuzzing.ts";
import { buildTablesUnder } from "../verify/tables.ts";

const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const PLACE = "asian/dtc";
const FILE = `${PLACE}/KRKN.outcomes.canju`;

describe("a table of outcomes that is damaged", () => {
  let data: string;
  let program: string;
  let sound: Uint8Array<ArrayBuffer>;
  let positions: LegalPosition[];
  let outcomes: number[];

  beforeAll(async () => {
    data = await buildTablesUnder(DEFAULT_COLLECTION, "KRKN", "KNKP");
    const catalog = new FolderCatalog(data);
    await buildOutcomes(["KRKN", "KNKP"].map(parseEndgame), catalog);
    positions = (await randomPositions(catalog, "KRKN", 30, randomNumbers(4))).map(legalPosition);
    outcomes = await Promise.all(positions.map(async (each) => outcomeValue(await valueOf(each, catalog))));
    await catalog.close();
    if (LACKING === null) program = compileDriver(folder, "driver", "-O1");
    sound = new Uint8Array(readFileSync(join(data, FILE)));
  });

  /** A data folder with a file in the place of the sound one. */
  function folderWith(name: string, bytes: Uint8Array): string {
    const made = join(folder, name);
    mkdirSync(join(made, PLACE), { recursive: true });
    for (const below of ["KRK", "KNK"]) {
      const path = `${PLACE}/${below}.outcomes.canju`;
      symlinkSync(join(data, path), join(made, path));
    }
    writeFileSync(join(made, FILE), bytes);
    return made;
  }

  /** What each reader says of the positions: an outcome, or null where it refuses. */
  async function answersFrom(made: string): Promise<(number | null)[][]> {
    const catalog = new FolderCatalog(made);
    const own = await Promise.all(
      positions.map(async (position) => {
        try {
          return await outcomeOf(position, catalog);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as InputError).message).toContain("KRKN.outcomes");
          return null;
        }
      }),
    );
    await catalog.close();
    if (LACKING !== null) return [own];
    const asked = positions.map((each) => `outcome 0 ${formatFen(each)}`);
    const [opened, ...told] = await ask(program, [`open 0 0 ${PLACE} ${made}`, ...asked]);
    expect(opened).toBe("0");
    return [own, told.map((answer, i) => (/^-\d+$/.test(answer) ? null : agreed(answer, outcomes[i]!)))];
  }

  /** The outcome that an answer of the driver stands for, if it is this one. */
  function agreed(answer: string, outcome: number): number {
    const { category, order } = nameValue(outcome);
    const [told, , ofOrder] = answer.split(" ").map(Number);
    return told === { win: 1, draw: 0, loss: -1 }[category] && ofOrder === Math.min(order ?? 0, 1) ? outcome : NaN;
  }

  const changed = (at: (bytes: Uint8Array) => number): Uint8Array => {
    const bytes = sound.slice();
    bytes[at(bytes)]! ^= 0x10;
    return bytes;
  };
  const file = (name: string): Uint8Array => new Uint8Array(readFileSync(join(data, PLACE, `${name}.canju`)));

  test.each<[string, () => Uint8Array]>([
    ["empty", () => sound.slice(0, 0)],
    ["cut in its header", () => sound.slice(0, 100)],
    ["cut in the middle", () => sound.slice(0, sound.length / 2)],
    ["cut by a byte", () => sound.slice(0, -1)],
    ["with a byte of its header flipped", () => changed(() => 33)],
    ["with a byte of its description flipped", () => changed((bytes) => Buffer.from(bytes).indexOf('"packing"') + 30)],
    ["that of another endgame", () => file("KNKP.outcomes")],
    ["that of the values", () => file("KRKN")],
  ])("is refused: %s", async (name, bytes) => {
    for (const answers of await answersFrom(folderWith(name.replaceAll(" ", "-"), bytes()))) {
      expect(answers).toEqual(positions.map(() => null));
    }
  });

  test("with a byte of its blocks flipped is refused where that matters, and right elsewhere", async () => {
    const { header } = await soundFile(sound);
    const { offset, length } = header.data;
    for (const at of [0, 0.3, 0.6, 0.99]) {
      const made = folderWith(
        `block-${at}`,
        changed(() => offset + Math.floor(at * length)),
      );
      for (const answers of await answersFrom(made)) {
        answers.forEach((answer, i) => expect([null, outcomes[i]]).toContain(answer));
      }
    }
  });

  test("by a header that lies with a right checksum crashes nobody", async () => {
    const random = randomBy(11);
    const whole = await soundFile(sound);
    for (let i = 0; i < 10; i++) {
      const made = folderWith(`lie-${i}`, withLyingNumbers(whole, random));
      expect((await answersFrom(made)).every((answers) => answers.length === positions.length)).toBe(true);
    }
  });
});
