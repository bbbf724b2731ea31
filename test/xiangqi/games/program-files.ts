/** Game files as XQStudio and CCBridge write them: XQF, CBR and CBL. */
import { moveFrom, moveTo } from "../../../src/xiangqi/moves.ts";
import { EMPTY, colourOf, pieceLetter } from "../../../src/xiangqi/pieces.ts";
import type { GameRecord, Line } from "../../../src/xiangqi/games/record.ts";

const RESULTS = [undefined, "1-0", "0-1", "1/2-1/2"];

/** The letters of GB 18030 that take one or two bytes. */
const GB = new Map<string, readonly number[]>();
for (let byte = 32; byte < 127; byte++) GB.set(String.fromCharCode(byte), [byte]);
GB.set("\n", [10]);
for (let lead = 0x81; lead < 0xff; lead++) {
  for (let trail = 0x40; trail < 0xff; trail++) {
    const letter = new TextDecoder("gb18030").decode(Uint8Array.of(lead, trail));
    if (letter.length === 1 && letter !== "\ufffd" && !GB.has(letter)) GB.set(letter, [lead, trail]);
  }
}
const gb = (text: string): number[] => [...text].flatMap((letter) => GB.get(letter)!);
const utf16 = (text: string): number[] =>
  Array.from({ length: 2 * text.length }, (_, i) => (text.charCodeAt(i >> 1) >> (8 * (i & 1))) & 255);
const number = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);

/** Such files know no signs, no letters beyond theirs, and one place for all that could be played instead of a move. */
export function fileable(record: GameRecord): GameRecord {
  const say = (text: string): string =>
    [...text]
      .filter((letter) => GB.has(letter))
      .join("")
      .trim();
  const level = (line: Line): Line =>
    line.map((ply) => ({
      ...ply,
      sign: null,
      comment: say(ply.comment)
        .replace(/^[!?]+/, "")
        .trim(),
      variations: distinct(
        ply.move,
        ply.variations.flatMap((each) => flat(level(each))),
      ),
    }));
  // A move is told once in a place.
  const distinct = (move: number, lines: readonly Line[]): Line[] => {
    const told = new Set([move]);
    return lines.filter(([first]) => !told.has(first!.move) && told.add(first!.move));
  };
  const flat = (line: Line): Line[] => {
    const [first, ...rest] = line;
    return [[{ ...first!, variations: [] }, ...rest], ...first!.variations.flatMap(flat)];
  };
  const tags = [...record.tags].map(([name, value]) => [name, say(value).slice(0, 7).trim()] as const);
  return {
    ...record,
    comment: say(record.comment),
    tags: new Map(
      tags
        .filter(([, value]) => value !== "")
        .map(([name, value]) => [name, name === "Result" ? record.tags.get(name)! : value]),
    ),
    line: level(record.line),
  };
}

interface Written {
  readonly move: number | null;
  readonly comment: string;
  readonly hasNext: boolean;
  readonly hasOther: boolean;
}

/** The tree as these programs write it: a move, what follows it, what could have been played instead. */
function nodesOf({ comment, line }: GameRecord): Written[] {
  const nodes: Written[] = [{ move: null, comment, hasNext: line.length > 0, hasOther: false }];
  const write = (ply: Line, at: number, others: readonly Line[]): void => {
    if (at === ply.length) return;
    const all = [...ply[at]!.variations, ...others];
    nodes.push({ ...ply[at]!, hasNext: at + 1 < ply.length, hasOther: all.length > 0 });
    write(ply, at + 1, []);
    if (all.length > 0) write(all[0]!, 0, all.slice(1));
  };
  write(line, 0, []);
  return nodes;
}

export function xqf(record: GameRecord, version: number, keys: readonly number[]): Uint8Array {
  const head = new Uint8Array(0x400);
  head.set([88, 81, version]);
  const isDisguised = version > 10;
  if (isDisguised) head.set(keys, 3);
  const [mask, , , , , orA, orB, orC, orD, sum, men, source, target] = head.subarray(3);
  const f = (key: number): number => ((((key ** 2 * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) % 256;
  const menKey = isDisguised ? (f(men!) * men!) % 256 : 0;
  const fromKey = isDisguised ? (f(source!) * menKey) % 256 : 0;
  const toKey = isDisguised ? (f(target!) * fromKey) % 256 : 0;
  const squares = [..."RNBAKABNRCCPPPPPrnbakabnrccppppp"].map((letter, i, all) => {
    const same = [...record.start.board.keys()].filter((square) => {
      const piece = record.start.board[square]!;
      if (piece === EMPTY) return false;
      const own = pieceLetter(piece);
      return (colourOf(piece) === "red" ? own.toUpperCase() : own.toLowerCase()) === letter;
    });
    const square = same[all.slice(0, i).filter((each) => each === letter).length];
    return square === undefined ? 255 : (square % 9) * 10 + Math.floor(square / 9);
  });
  // Version 12 and later turn the men round, by a key of their own.
  squares.forEach((code, man) => {
    const place = version >= 12 ? (man + 64 * 32 - menKey - 1) % 32 : man;
    head[16 + place] = code === 255 ? (menKey + 200) % 256 : code + menKey;
  });
  head[50] = record.start.turn === "black" ? 1 : 0;
  head[51] = Math.max(0, RESULTS.indexOf(record.tags.get("Result")));
  for (const [name, at] of [
    ["Event", 0xd0],
    ["Red", 0x130],
    ["Black", 0x140],
  ] as const) {
    const value = gb(record.tags.get(name) ?? "");
    head.set([value.length, ...value], at);
  }
  const body: number[] = [];
  for (const { move, comment, hasNext, hasOther } of nodesOf(record)) {
    const code = (square: number): number => (square % 9) * 10 + Math.floor(square / 9);
    const told = gb(comment);
    const from = move === null ? 0 : code(moveFrom(move));
    const to = move === null ? 0 : code(moveTo(move));
    if (isDisguised) {
      const flags = (hasNext ? 0x80 : 0) | (hasOther ? 0x40 : 0) | (told.length > 0 ? 0x20 : 0);
      body.push((from + 24 + fromKey) & 255, (to + 32 + toKey) & 255, flags, 0);
      if (told.length > 0) body.push(...number(told.length + ((sum! * 256 + men!) % 32_000) + 767), ...told);
    } else {
      body.push(from + 24, to + 32, (hasNext ? 0xf0 : 0) | (hasOther ? 0x0f : 0), 0, ...number(told.length), ...told);
    }
  }
  const seed = "[(C) Copyright Mr. Dong Shiwei.]";
  const words = [(sum! & mask!) | orA!, (men! & mask!) | orB!, (source! & mask!) | orC!, (target! & mask!) | orD!];
  return Uint8Array.from([...head, ...body], (byte, at) =>
    at < 0x400 || !isDisguised ? byte : byte + (seed.charCodeAt(at % 32) & words[at % 4]!),
  );
}

export function cbr(record: GameRecord): Uint8Array {
  const head = new Uint8Array(2214).fill(0);
  head.set(gb("CCBridge Record"));
  for (const [name, at] of [
    ["Event", 692],
    ["Red", 1076],
    ["Black", 1300],
  ] as const) {
    head.set(utf16(record.tags.get(name) ?? ""), at);
  }
  head[2076] = Math.max(0, RESULTS.indexOf(record.tags.get("Result")));
  head[2112] = record.start.turn === "red" ? 1 : 2;
  const index = (square: number): number => (9 - Math.floor(square / 9)) * 9 + (square % 9);
  record.start.board.forEach((piece, square) => {
    if (piece === EMPTY) return;
    const role = "RNBAKCP".indexOf(pieceLetter(piece).toUpperCase()) + 1;
    head[2120 + index(square)] = (colourOf(piece) === "red" ? 16 : 32) + role;
  });
  const body = nodesOf(record).flatMap(({ move, comment, hasNext, hasOther }) => {
    const flags = (hasNext ? 0 : 1) | (hasOther ? 2 : 0) | (comment === "" ? 0 : 4);
    const squares = move === null ? [0, 0] : [index(moveFrom(move)), index(moveTo(move))];
    return [flags, 0, ...squares, ...(comment === "" ? [] : [...number(2 * comment.length), ...utf16(comment)])];
  });
  return Uint8Array.from([...head, ...body]);
}

export function cbl(games: readonly GameRecord[]): Uint8Array {
  const slots = games.length + 3;
  const head = new Uint8Array(66_624 + 276 * slots);
  head.set(gb("CCBridgeLibrary"));
  head.set(number(slots), 60);
  const pieces = games.map((game) => {
    const file = cbr(game);
    const piece = new Uint8Array(Math.ceil(file.length / 4096) * 4096);
    piece.set(file);
    return piece;
  });
  return Buffer.concat([head, ...pieces]);
}
