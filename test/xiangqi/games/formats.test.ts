// Any legal game, written in any format, reads back as the same game.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { START_FEN, formatFen, parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { formatDhtmlXq } from "../../../src/xiangqi/games/dhtmlxq.ts";
import { PGN_FORMATS, formatCompact, formatPgn, type PgnFormat } from "../../../src/xiangqi/games/pgn.ts";
import { readGame } from "../../../src/xiangqi/games/read-game.ts";
import type { GameRecord } from "../../../src/xiangqi/games/record.ts";
import { formatUci } from "../../../src/xiangqi/notation/coordinates.ts";
import { formatVietnamese } from "../../../src/xiangqi/notation/vietnamese.ts";
import { applyMove } from "../../../src/xiangqi/moves.ts";
import { plain, records } from "./records.ts";
import { testEach } from "../../long.ts";

const RUNS = { interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false };

function readBack(text: string): GameRecord {
  const { record, troubles } = readGame(text);
  expect(troubles).toEqual([]);
  return record!;
}

const FORMATS = Object.keys(PGN_FORMATS) as PgnFormat[];

testEach<[format: PgnFormat, numRuns: number]>(
  FORMATS.length,
  [30, 100].flatMap((numRuns) => FORMATS.map((format): [PgnFormat, number] => [format, numRuns])),
)("PGN in %s: %i runs", (format, numRuns) => {
  fc.assert(
    fc.property(records, (record) => {
      expect(plain(readBack(formatPgn(record, format)))).toEqual(plain(record));
    }),
    { ...RUNS, numRuns },
  );
});

testEach(1, [30, 100])("DhtmlXQ: %i runs", (numRuns) => {
  fc.assert(
    fc.property(records, (record) => {
      expect(plain(readBack(formatDhtmlXq(record)))).toEqual(plain(record));
    }),
    { ...RUNS, numRuns },
  );
});

testEach(1, [30, 100])("the compact form of an address: %i runs", (numRuns) => {
  fc.assert(
    fc.property(records, (record) => {
      const link = `https://host/x/?fen=${formatFen(record.start).replaceAll(" ", "_")}&game=${encodeURIComponent(formatCompact(record))}`;
      expect(plain(readBack(link))).toEqual(plain({ ...record, tags: new Map() }));
    }),
    { ...RUNS, numRuns },
  );
});

testEach(1, [30, 100])("moves alone, behind a position, in every notation: %i runs", (numRuns) => {
  fc.assert(
    fc.property(records, ({ start, line }) => {
      const spells = [...Object.values(PGN_FORMATS), formatUci, formatVietnamese];
      for (const spell of spells) {
        let position = start;
        const words = line.map(({ move }) => {
          const word = spell(position, move);
          position = applyMove(position, move);
          return word;
        });
        // Letters that both notations have for other men are WXF where nothing in the text is Vietnamese alone.
        if (spell === formatVietnamese && !/[XT/]/.test(words.join())) continue;
        const read = readBack(`position fen ${formatFen(start)} - - 0 1 moves ${words.join(" ")}`);
        expect(read.line.map(({ move }) => move)).toEqual(line.map(({ move }) => move));
      }
    }),
    { ...RUNS, numRuns },
  );
});

describe("what other programs write", () => {
  test("a PGN of a whole game, with Format and a result", () => {
    const { record, troubles } = readGame(
      `[Game "Chinese Chess"]\r\n[Event "第一届"]\r\n[Red "甲"]\r\n[Black "乙"]\r\n[Result "1-0"]\r\n[Format "Chinese"]\r\n\r\n` +
        "1. 炮二平五 马８进７\r\n2. 马二进三 {正着}  车９平８ (2. ... 卒７进１ 3. 车一平二)\r\n3. 车一平二 1-0\r\n",
    );
    expect(troubles).toEqual([]);
    expect(formatFen(record!.start)).toBe(START_FEN);
    expect(record!.line).toHaveLength(5);
    expect(record!.line[2]!.comment).toBe("正着");
    expect(record!.line[3]!.variations[0]).toHaveLength(2);
    expect(record!.tags.get("Red")).toBe("甲");
  });

  test("DhtmlXQ of a forum, with a variation of a variation and remarks of each", () => {
    const { record, troubles } = readGame(
      "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_init]500,350[/DhtmlXQ_init]\n[DhtmlXQ_title]试[/DhtmlXQ_title]\n" +
        "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n" +
        "[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n" +
        "[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_move_1_3_2]1927[/DhtmlXQ_move_1_3_2]\n" +
        "[DhtmlXQ_comment0]全局||两行[/DhtmlXQ_comment0]\n[DhtmlXQ_comment1]中炮[/DhtmlXQ_comment1]\n[DhtmlXQ_comment1_2]屏风[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]",
    );
    expect(troubles).toEqual([]);
    expect(record!.comment).toBe("全局\n两行");
    expect(record!.line.map(({ comment }) => comment)).toEqual(["中炮", "", "", ""]);
    const [variation] = record!.line[1]!.variations;
    expect(variation!.map(({ comment }) => comment)).toEqual(["屏风", ""]);
    expect(variation![1]!.variations[0]).toHaveLength(1);
    expect(record!.tags.get("Result")).toBe("1-0");
  });

  test.each([
    ["1.炮二平五马8进7 2.马二进三", 3],
    ["炮二平五 馬8進7 馬二進三 車9平8", 4],
    ["1. C2.5 H8+7\n2. H2+3 R9.8", 4],
    ["position startpos moves h2e2 h9g7", 2],
    ["h2e2h9g7h0g2", 3],
    ["开局：1、炮二平五　马８进７　2、马二进三", 3],
    ["1. P2-5 M8.7 2. M2.3 X9-8", 4],
    ["P2-5 P8-5", 2],
    ["1.P2.7 X1.1 2.X1.1 M2.3", 4], // in WXF P2.7 would be a soldier's
  ])("moves alone begin at the opening: %s", (text, plies) => {
    const { record, troubles } = readGame(text);
    expect(troubles).toEqual([]);
    expect(record!.line).toHaveLength(plies);
  });

  test("moves alone that no opening has begin where the reader is", () => {
    const here = parseLegalFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w");
    const { record } = readGame("车五平六 将4平5", { here });
    expect(formatFen(record!.start)).toBe(formatFen(here));
    expect(record!.line.length).toBeGreaterThan(0);
  });

  test("one game of several", () => {
    const game = (red: string) => `[Red "${red}"]\n[Result "*"]\n\n1. h2e2 h9g7 *\n\n`;
    const { games, record } = readGame(game("a") + game("b") + game("c"), { which: 1 });
    expect([games, record!.tags.get("Red")]).toEqual([3, "b"]);
  });
});
