// Any legal game, in a file of another program, is read as the same game; whatever is cut off or altered is told, not believed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeGameFile, readGame } from "../../../src/xiangqi/games/read-game.ts";
import type { GameRecord } from "../../../src/xiangqi/games/record.ts";
import { cbl, cbr, fileable, xqf } from "./program-files.ts";
import { plain, records } from "./records.ts";
import { testEach } from "../../long.ts";

const RUNS = { interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false };
function read(bytes: Uint8Array, which = 0): GameRecord {
  const { record, troubles } = readGame(decodeGameFile(bytes), { which });
  expect(troubles).toEqual([]);
  return record!;
}

const keys = fc.uint8Array({ minLength: 13, maxLength: 13 }).map((bytes) => [...bytes]);

testEach<[version: number, numRuns: number]>(
  4,
  [30, 100].flatMap((numRuns) => [10, 11, 12, 18].map((version): [number, number] => [version, numRuns])),
)("XQF of version %i: %i runs", (version, numRuns) => {
  fc.assert(
    fc.property(records, keys, (any, key) => {
      const record = fileable(any);
      expect(plain(read(xqf(record, version, key)))).toEqual(plain(record));
    }),
    { ...RUNS, numRuns },
  );
});

testEach(1, [30, 100])("CBR: %i runs", (numRuns) => {
  fc.assert(
    fc.property(records, (any) => {
      const record = fileable(any);
      expect(plain(read(cbr(record)))).toEqual(plain(record));
    }),
    { ...RUNS, numRuns },
  );
});

test("CBL: each of many games", () => {
  fc.assert(
    fc.property(fc.array(records, { minLength: 1, maxLength: 4 }), (many) => {
      const games = many.map(fileable);
      const file = cbl(games);
      expect(readGame(decodeGameFile(file)).games).toBe(games.length);
      games.forEach((game, i) => expect(plain(read(file, i))).toEqual(plain(game)));
    }),
    { ...RUNS, numRuns: 20 },
  );
});

testEach(1, [30, 100])(
  "a file that is cut off or altered is read as far as it goes, and never throws: %i runs",
  (numRuns) => {
    fc.assert(
      fc.property(
        records,
        keys,
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
        (any, key, cut, altered) => {
          const record = fileable(any);
          for (const whole of [xqf(record, 18, key), cbr(record), cbl([record])]) {
            const bytes = whole.slice(0, 1 + (cut % whole.length));
            for (const [at, byte] of altered) bytes[at % bytes.length] = byte;
            expect(readGame(decodeGameFile(bytes)).games).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { ...RUNS, numRuns },
    );
  },
);

test("where a file ends within its moves is told", () => {
  const [record] = fc.sample(records.filter(({ line }) => line.length > 2).map(fileable), { numRuns: 1, seed: 1 });
  const bytes = cbr({ ...record!, line: record!.line.map((ply) => ({ ...ply, comment: "", variations: [] })) });
  const { troubles } = readGame(decodeGameFile(bytes.subarray(0, bytes.length - 2)));
  expect(troubles.map(({ reason, text }) => [reason, text])).toEqual([["no-move", "----"]]);
});
