/** The review of a game where tables are those of other rules than the ones chosen. */
import { afterAll, expect, test, vi } from "vitest";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { newRecord } from "../../src/xiangqi/games/record.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";

const line = ["e1d1", "d9e9", "d1d9", "e9d9"];
const positions = [parseLegalFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w")];
for (const uci of line) positions.push(applyMove(positions.at(-1)!, parseUci(positions.at(-1)!, uci)));
const fens = positions.map(formatFen);

/** What a host has that has all but one position under the Asian rules alone, and says something else of that one. */
const HELD: Readonly<Record<Rules, Readonly<Record<string, ProbeResult["category"]>>>> = {
  asian: { [fens[0]!]: "win", [fens[2]!]: "win", [fens[3]!]: "draw" },
  chinese: { [fens[1]!]: "win" },
  none: {},
};

vi.doMock("../../web/answers/server.ts", () => ({
  serverAnswers: (by: Rules) => ({
    kind: "server",
    provider: async () => null,
    list: async () => ({ tables: by === "asian" ? [{ endgame: "KRKA" }] : [], damaged: [] }),
    async ask(_question: string, { fen }: { fen: string }) {
      const category = HELD[by][fen];
      if (category === undefined) throw new AnswerError("missing-table", "", { endgame: "KRKA" });
      return { category, distance: category === "draw" ? null : 9, moves: [], rules: by };
    },
  }),
}));

vi.doMock("../../web/answers/built.ts", () => ({
  loadBuilt: async () => ({ damaged: new Set(), files: new Map(), list: async () => [] }),
}));

// Other tests of this process may have loaded the page's answers already, and use them after this.
vi.resetModules();
const { AnswerError } = await import("../../web/answers/answers.ts");
const { rules } = await import("../../web/base/rules.ts");
const { checkGame, checked, known, knownOtherwise, slips } = await import("../../web/games/slips.ts");
const { record } = await import("../../web/games/tree.ts");
afterAll(() => {
  vi.doUnmock("../../web/answers/server.ts");
  vi.doUnmock("../../web/answers/built.ts");
  vi.resetModules();
});

test("under rules without a table it goes by others, names them, and compares no values by different rules", async () => {
  rules.value = "chinese";
  let at = positions[0]!;
  const moves = line.map((uci) => {
    const move = parseUci(at, uci);
    at = applyMove(at, move);
    return move;
  });
  record.value = newRecord(positions[0]!, moves);
  await checkGame();
  expect(checked.value!.values.map((value) => value && [value.category, value.by])).toEqual([
    ["win", "asian"],
    ["win", "chinese"],
    ["win", "asian"],
    ["draw", "asian"],
    ["draw", null],
  ]);
  expect([known.value, knownOtherwise.value]).toEqual([5, { positions: 3, by: ["asian"] }]);
  expect([...slips.value]).toEqual([[2, "win-drawn"]]);
});
