import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { START_FEN, parseFen } from "../../src/xiangqi/fen.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import { legalMoves } from "../../src/xiangqi/moves.ts";
import { formatChinese, parseChinese } from "../../src/xiangqi/notation/chinese.ts";
import { formatIccs, parseIccs, formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { formatVietnamese, parseVietnamese } from "../../src/xiangqi/notation/vietnamese.ts";
import { formatWxf, parseWxf } from "../../src/xiangqi/notation/wxf.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { anyPositions } from "./positions.ts";

interface Notation {
  format(position: Position, move: Move): string;
  parse(position: Position, text: string): Move;
}

const NOTATIONS: [name: string, notation: Notation][] = [
  ["UCI", { format: formatUci, parse: parseUci }],
  ["ICCS", { format: formatIccs, parse: parseIccs }],
  ["WXF", { format: formatWxf, parse: parseWxf }],
  ["Vietnamese", { format: formatVietnamese, parse: parseVietnamese }],
  ["simplified Chinese", { format: formatChinese, parse: parseChinese }],
  [
    "traditional Chinese",
    { format: (position, move) => formatChinese(position, move, { script: "traditional" }), parse: parseChinese },
  ],
];

describe.each(NOTATIONS)("%s", (_name, { format, parse }) => {
  test("every legal move reads back as itself", () => {
    fc.assert(
      fc.property(anyPositions, (position) => {
        for (const move of legalMoves(position)) expect(parse(position, format(position, move))).toBe(move);
      }),
      { numRuns: 200 },
    );
  });
});

test.each(["", "h2", "h2e2e3", "z2e2", "h2-e10", "炮"])("%o is no move in coordinates", (text) => {
  const position = parseFen(START_FEN);
  expect(() => parseUci(position, text)).toThrow(
    new InputError("bad-move", `"${text}" is not a move such as h2e2 or H2-E2`),
  );
});

test("a move that is not legal is refused in every notation", () => {
  const position = parseFen(START_FEN);
  const illegal: [Notation["parse"], string][] = [
    [parseUci, "h2h8"],
    [parseIccs, "E0-E2"],
    [parseWxf, "C2+8"],
    [parseVietnamese, "P2.8"],
    [parseChinese, "炮二进八"],
  ];
  for (const [parse, text] of illegal) {
    expect(() => parse(position, text)).toThrow(new InputError("illegal-move", `"${text}" is not a legal move here`));
  }
});

const TANDEM_CHARIOTS = "4k4/9/3R5/9/9/9/9/3R5/9/5K3 w";
const TANDEM_BLACK = "3k5/9/5r3/9/9/9/9/5r3/9/4K4 b";
const THREE = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w";
const FOUR = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w";
const FIVE = "3k1P3/5P3/5P3/5P3/5P3/9/9/9/9/4K4 w";
const THREE_AND_TWO = "3k5/9/2P1P4/2P1P4/2P6/9/9/9/9/5K3 w";
const BLACK_TWO_AND_TWO = "3k5/9/9/9/9/2p3p2/2p3p2/9/9/4K4 b";
const BLACK_FOUR = "4k4/9/9/9/9/4p4/4p4/4p4/4p4/3K5 b";
const ADVISORS = "4k4/9/9/9/9/9/9/3A5/9/3AK4 w";
const ELEPHANTS = "4k4/9/9/9/9/2B6/9/9/9/2BK5 w";

/** A move in every notation: simplified and traditional. */
const NAMED: [fen: string, uci: string, wxf: string, simplified: string, traditional: string][] = [
  [START_FEN, "h2e2", "C2=5", "炮二平五", "炮二平五"],
  [START_FEN, "b0c2", "N8+7", "马八进七", "傌八進七"],
  [START_FEN, "g3g4", "P3+1", "兵三进一", "兵三進一"],
  [START_FEN, "g0e2", "B3+5", "相三进五", "相三進五"],
  [START_FEN, "f0e1", "A4+5", "仕四进五", "仕四進五"],
  [START_FEN, "e0e1", "K5+1", "帅五进一", "帥五進一"],
  [START_FEN, "a0a2", "R9+2", "车九进二", "俥九進二"],
  [START_FEN.replace("w", "b"), "h7e7", "C8=5", "炮８平５", "砲８平５"],
  [START_FEN.replace("w", "b"), "h9g7", "N8+7", "马８进７", "馬８進７"],
  [START_FEN.replace("w", "b"), "c6c5", "P3+1", "卒３进１", "卒３進１"],
  [START_FEN.replace("w", "b"), "c9e7", "B3+5", "象３进５", "象３進５"],
  [START_FEN.replace("w", "b"), "d9e8", "A4+5", "士４进５", "士４進５"],
  [START_FEN.replace("w", "b"), "e9e8", "K5+1", "将５进１", "將５進１"],
  [START_FEN.replace("w", "b"), "a9a7", "R1+2", "车１进２", "車１進２"],
  [TANDEM_CHARIOTS, "d7d8", "+R+1", "前车进一", "前俥進一"],
  [TANDEM_CHARIOTS, "d2f2", "-R=4", "后车平四", "後俥平四"],
  [TANDEM_BLACK, "f2e2", "+R=5", "前车平５", "前車平５"],
  [TANDEM_BLACK, "f7f8", "-R-1", "后车退１", "後車退１"],
  [THREE, "e7d7", "+P=6", "前兵平六", "前兵平六"],
  [THREE, "e6d6", "P5=6", "中兵平六", "中兵平六"],
  [THREE, "e5d5", "-P=6", "后兵平六", "後兵平六"],
  [FOUR, "e8d8", "++=6", "一兵平六", "一兵平六"],
  [FOUR, "e7d7", "+P=6", "二兵平六", "二兵平六"],
  [FOUR, "e6d6", "-P=6", "三兵平六", "三兵平六"],
  [FOUR, "e5d5", "--=6", "四兵平六", "四兵平六"],
  [FIVE, "f9e9", "++=5", "一兵平五", "一兵平五"],
  [FIVE, "f8e8", "+P=5", "二兵平五", "二兵平五"],
  [FIVE, "f7e7", "P4=5", "三兵平五", "三兵平五"],
  [FIVE, "f6e6", "-P=5", "四兵平五", "四兵平五"],
  [FIVE, "f5e5", "--=5", "五兵平五", "五兵平五"],
  [THREE_AND_TWO, "e7d7", "+5=6", "一兵平六", "一兵平六"],
  [THREE_AND_TWO, "e6d6", "-5=6", "二兵平六", "二兵平六"],
  [THREE_AND_TWO, "c7d7", "+7=6", "三兵平六", "三兵平六"],
  [THREE_AND_TWO, "c6d6", "77=6", "四兵平六", "四兵平六"],
  [THREE_AND_TWO, "c5d5", "-7=6", "五兵平六", "五兵平六"],
  [BLACK_TWO_AND_TWO, "c3d3", "+3=4", "一卒平４", "一卒平４"],
  [BLACK_TWO_AND_TWO, "g4f4", "-7=6", "四卒平６", "四卒平６"],
  [BLACK_FOUR, "e1f1", "++=6", "一卒平６", "一卒平６"],
  [ADVISORS, "d0e1", "A6+5", "仕六进五", "仕六進五"],
  [ADVISORS, "d2e1", "A6-5", "仕六退五", "仕六退五"],
  [ELEPHANTS, "c4e2", "B7-5", "相七退五", "相七退五"],
];

test.each(NAMED)("in %s the move %s is %s, %s and %s", (fen, uci, wxf, simplified, traditional) => {
  const position = parseFen(fen);
  const move = parseUci(position, uci);
  expect(formatIccs(position, move)).toBe(`${uci.slice(0, 2)}-${uci.slice(2)}`.toUpperCase());
  expect(formatWxf(position, move)).toBe(wxf);
  expect(formatChinese(position, move)).toBe(simplified);
  expect(formatChinese(position, move, { script: "traditional" })).toBe(traditional);
});

/** Other ways to write a move that are read too. */
const VARIANTS: [fen: string, uci: string, parse: Notation["parse"], texts: string][] = [
  [START_FEN, "h2e2", parseUci, "H2E2 h2-e2"],
  [START_FEN, "h2e2", parseIccs, "h2-e2 H2E2"],
  [START_FEN, "h2e2", parseWxf, "C2.5 c2=5 c2.5"],
  [START_FEN, "b0c2", parseWxf, "H8+7 h8+7 n8+7"],
  [START_FEN, "g0e2", parseWxf, "E3+5 e3+5 b3+5"],
  [START_FEN, "f0e1", parseWxf, "G4+5 a4+5"],
  [START_FEN, "g3g4", parseWxf, "S3+1 p3+1"],
  [TANDEM_CHARIOTS, "d2f2", parseWxf, "R-=4 r-.4 -r.4"],
  [TANDEM_CHARIOTS, "d7d4", parseWxf, "R6-3 R+-3"],
  [TANDEM_CHARIOTS, "d7d9", parseWxf, "R++2 r++2"],
  [THREE, "e5d5", parseWxf, "P-=6 35=6"],
  [THREE_AND_TWO, "c6d6", parseWxf, "27=6"],
  [THREE_AND_TWO, "e7d7", parseWxf, "5+.6"],
  [ADVISORS, "d0e1", parseWxf, "-A+5 A-+5"],
  [START_FEN, "h2e2", parseChinese, "炮2平5 炮２平５ 砲二平五 包二平五"],
  [START_FEN, "b0c2", parseChinese, "馬八進七 马8进7 傌八进七"],
  [START_FEN.replace("w", "b"), "h7e7", parseChinese, "炮8平5 炮八平五 砲８平５"],
  [TANDEM_CHARIOTS, "d7d8", parseChinese, "车前进一 前車進1"],
  [THREE, "e6d6", parseChinese, "二兵平六"],
  [FOUR, "e8d8", parseChinese, "前兵平六"],
  [FOUR, "e5d5", parseChinese, "后兵平六"],
  [THREE_AND_TWO, "c7d7", parseChinese, "前兵七平六 前七平六"],
  [THREE_AND_TWO, "c6d6", parseChinese, "中兵七平六 中七平六 中兵平六"],
  [ADVISORS, "d2e1", parseChinese, "前仕退五 仕六退五"],
];

test.each(VARIANTS)("in %s the move %s is also read by %o from %s", (fen, uci, parse, texts) => {
  const position = parseFen(fen);
  for (const text of texts.split(" ")) expect(formatUci(position, parse(position, text))).toBe(uci);
});

test("a name that fits two moves is refused with both", () => {
  const position = parseFen(TANDEM_CHARIOTS);
  const message = '"R6=5" could be d2e2 or d7e7';
  expect(() => parseWxf(position, "R6=5")).toThrow(new InputError("ambiguous-move", message));
});

test.each(["", "C2", "C2=0", "C25", "X2=5", "+R=45", "炮二平五"])("%o is no move in WXF", (text) => {
  expect(() => parseWxf(parseFen(START_FEN), text)).toThrow(
    new InputError("bad-move", `"${text}" is not a move such as C2=5 or +R=4`),
  );
});

test.each(["", "炮二", "炮二平十", "二炮五平", "C2=5", "前后进一"])("%o is no move in Chinese", (text) => {
  expect(() => parseChinese(parseFen(START_FEN), text)).toThrow(
    new InputError("bad-move", `"${text}" is not a move such as 炮二平五 or 前车进一`),
  );
});

test.each([
  [START_FEN, "h2e2", "P2-5", "p2-5"],
  [START_FEN, "b0c2", "M8.7", "m8.7"],
  [START_FEN, "g3g4", "B3.1", "C3.1"],
  [START_FEN, "e0e1", "Tg5.1", "TG5.1"],
  [START_FEN, "g0e2", "T3.5", "T3.5"],
  ["4k4/9/3R5/9/9/9/9/3R5/9/5K3 w", "d7d8", "Xt.1", "xt.1"],
  ["4k4/9/3R5/9/9/9/9/3R5/9/5K3 w", "d2d1", "Xs/1", "xs/1"],
  ["3k5/9/4P1P2/4P1P2/9/9/9/9/9/5K3 w", "e7d7", "Bt5-6", "ct5-6"],
])("in Vietnam the move of %s %s is %s, and %s is read as that", (fen, uci, written, read) => {
  const position = parseFen(fen);
  const move = parseUci(position, uci);
  expect(formatVietnamese(position, move)).toBe(written);
  expect(parseVietnamese(position, read)).toBe(move);
});

test("what is no move in Vietnamese is refused", () => {
  for (const text of ["", "P2", "Q2-5", "P2=5", "P0-5"]) {
    expect(() => parseVietnamese(parseFen(START_FEN), text)).toThrow(/is not a move such as P2-5/);
  }
});
