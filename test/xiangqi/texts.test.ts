// Whatever is typed: a text is read, or refused in one line; what is read can be written and read again.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { InputError } from "../../src/base/errors.ts";
import { formatFen, parseFen } from "../../src/xiangqi/fen.ts";
import { isLegalMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { formatChinese, parseChinese } from "../../src/xiangqi/notation/chinese.ts";
import { parseIccs, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { formatPaiCode, parsePaiCode } from "../../src/xiangqi/notation/pai.ts";
import { formatWxf, parseWxf } from "../../src/xiangqi/notation/wxf.ts";
import { samePosition } from "../../src/xiangqi/position.ts";
import { anyPositions } from "./positions.ts";

/** Null for a text that was refused as a user's mistake is. */
function read<Value>(parse: () => Value): Value | null {
  try {
    return parse();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).not.toContain("\n");
    return null;
  }
}

/** A text with some characters replaced by others, taken out or put in. */
function damaged(text: string, alphabet: string): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.nat(text.length), take: fc.nat(1), put: fc.constantFrom("", ...alphabet) });
  return fc
    .array(edit, { maxLength: 3 })
    .map((edits) => edits.reduce((all, { at, take, put }) => all.slice(0, at) + put + all.slice(at + take), text));
}

test("a FEN or Pai's code with a few wrong characters is refused, or is another position that reads back", () => {
  const texts = anyPositions.chain((position) =>
    fc.tuple(
      damaged(formatFen(position), "kabrncpKABRNCPEMGHS0123456789/ w-b_x将"),
      damaged(formatPaiCode(position, false), "kaebrncpKAEBRNCP0123456789:x"),
    ),
  );
  fc.assert(
    fc.property(texts, ([fen, code]) => {
      const position = read(() => parseFen(fen));
      if (position !== null) expect(samePosition(parseFen(formatFen(position)), position)).toBe(true);
      const coded = read(() => parsePaiCode(code));
      if (coded !== null) expect(parsePaiCode(formatPaiCode(coded.position, coded.inverted))).toEqual(coded);
    }),
    { numRuns: 400 },
  );
});

test("a move with a few wrong characters is refused, or is a legal move", () => {
  const texts = anyPositions
    .filter((position) => legalMoves(position).length > 0)
    .chain((position) =>
      fc
        .constantFrom(...legalMoves(position))
        .chain((move) =>
          fc.tuple(
            fc.constant(position),
            damaged(formatWxf(position, move), "KABRNCPHSEGkabrncp123456789+-=.x"),
            damaged(formatChinese(position, move), "车馬炮兵卒帅将仕士相象前中后進退平一二三四五六七八九123456789９x"),
            fc.string({ maxLength: 6 }),
          ),
        ),
    );
  fc.assert(
    fc.property(texts, ([position, wxf, chinese, any]) => {
      for (const text of [wxf, chinese, any]) {
        for (const parse of [parseUci, parseIccs, parseWxf, parseChinese]) {
          const move = read(() => parse(position, text));
          if (move !== null) expect(isLegalMove(position, move)).toBe(true);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test("the name of an endgame with a few wrong letters is refused, or names an endgame that reads back", () => {
  fc.assert(
    fc.property(damaged("KRNPKCAABB", "KRNCPABHSGEMkx 3"), (text) => {
      const endgame = read(() => parseEndgame(text));
      if (endgame !== null) expect(parseEndgame(endgame.name)).toEqual(endgame);
    }),
    { numRuns: 1000 },
  );
});

test("a text that is quoted by its error leaves that one line", () => {
  for (const end of ["\n", "\r\n", "\u2028", "\u2029"]) {
    const refused = () => parseEndgame(`KRK${end}KRK`);
    expect(refused).toThrow(/^.*is not an endgame.*$/);
    expect(refused).not.toThrow(end);
  }
});
