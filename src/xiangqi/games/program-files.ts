/**
 * Games in the files of programs: XQF (象棋演播室), one game, its moves disguised from version 11 on; CBR and CBL (象棋桥), one
 * game and a library of many. What they hold is told as DhtmlXQ, which `readGame` then reads, checks and complains of as it
 * does of any text. The layouts are those on which the open readers of these files agree.
 */
import { formatFen } from "../fen.ts";
import { EMPTY, colourOf, pieceOf, roleOfLetter, type Colour } from "../pieces.ts";
import { SQUARES, squareAt, type Square } from "../squares.ts";
import { MOST_CHARACTERS, MOST_MOVES, cleanComment } from "./reading.ts";

/** A move of a tree that is written from the root on, each line to its end before what it could have been replaced by. */
interface Node {
  readonly from: Square;
  readonly to: Square;
  readonly comment: string;
  readonly hasNext: boolean;
  readonly hasOther: boolean;
}

/** What a file says of a game, but its moves. */
interface Head {
  readonly board: Uint8Array;
  /** Who moves first, where there is no move to tell. */
  readonly turn: Colour;
  readonly tags: readonly (readonly [name: string, value: string])[];
}

const RESULTS = ["", "红胜", "黑胜", "和棋"];
/** Of more, a file is damaged or no game. */
const MOST_NODES = 10 * MOST_MOVES;

/** The games of a file of one of these programs, as text; null where it is none of them. Whatever is cut off is told where it ends. */
export function textOfProgramFile(bytes: Uint8Array): string | null {
  const magic = String.fromCharCode(...bytes.subarray(0, 15));
  if (magic.startsWith("XQ") && bytes.length > XQF_MOVES && bytes[2]! < 0x20) return textOfXqf(bytes);
  if (magic === CBR_MAGIC) return textOfCbr(bytes, 0);
  if (magic === "CCBridgeLibrary") return textOfCbl(bytes);
  return null;
}

const XQF_MOVES = 0x400;
/** The men in the order of the file: each side's from its left as it stands at first. */
const XQF_MEN = "RNBAKABNRCCPPPPPrnbakabnrccppppp";
const XQF_SEED = "[(C) Copyright Mr. Dong Shiwei.]";
/** Where texts lie: a byte of length, then GB 18030. */
const XQF_TAGS: readonly (readonly [name: string, offset: number])[] = [
  ["title", 0x50],
  ["event", 0xd0],
  ["date", 0x110],
  ["place", 0x120],
  ["red", 0x130],
  ["black", 0x140],
  ["author", 0x1d0],
];

function textOfXqf(bytes: Uint8Array): string {
  const version = bytes[2]!;
  const [mask, orA, orB, orC, orD, sum, position, source, target] = [3, 8, 9, 10, 11, 12, 13, 14, 15].map(
    (at) => bytes[at]!,
  ) as [number, number, number, number, number, number, number, number, number];
  const isDisguised = version > 10;
  const mix = (key: number, with_: number): number =>
    isDisguised ? (((((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * with_) & 255 : 0;
  const menKey = mix(position, position);
  const fromKey = mix(source, menKey);
  const toKey = mix(target, fromKey);
  const sizeKey = isDisguised ? ((sum * 256 + position) % 32_000) + 767 : 0;
  const words = [(sum & mask) | orA, (position & mask) | orB, (source & mask) | orC, (target & mask) | orD];
  const stream = Uint8Array.from(XQF_SEED, (letter, i) => (isDisguised ? letter.charCodeAt(0) & words[i % 4]! : 0));

  const board = new Uint8Array(SQUARES);
  for (let i = 0; i < 32; i++) {
    const man = version >= 12 ? (i + menKey + 1) % 32 : i;
    const square = xqfSquare(bytes[16 + i]! - menKey);
    const letter = XQF_MEN[man]!;
    if (square !== null) board[square] = pieceOf(letter < "a" ? "red" : "black", roleOfLetter(letter)!);
  }
  const gb = new TextDecoder("gb18030");
  const tags = XQF_TAGS.map(([name, at]) => {
    return [name, gb.decode(bytes.subarray(at + 1, at + 1 + bytes[at]!))] as const;
  });
  const reader = new Reader(bytes, XQF_MOVES, (byte, at) => byte - stream[at % 32]!);
  const node = (): Node => {
    const [from, to, flags] = reader.take(4) as unknown as [number, number, number];
    const hasComment = !isDisguised || (flags & 0x20) !== 0;
    const size = hasComment ? reader.number() - sizeKey : 0;
    return {
      from: xqfSquare(from - 0x18 - fromKey) ?? 0,
      to: xqfSquare(to - 0x20 - toKey) ?? 0,
      comment: size > 0 ? gb.decode(reader.take(size)) : "",
      hasNext: (flags & (isDisguised ? 0x80 : 0xf0)) !== 0,
      hasOther: (flags & (isDisguised ? 0x40 : 0x0f)) !== 0,
    };
  };
  const turn = bytes[50] === 1 ? "black" : "red";
  return textOfGame({ board, turn, tags: [...tags, ["result", RESULTS[bytes[51]!] ?? ""]] }, node);
}

/** File times ten and rank, from Red's left and its side; null for a man that is not on the board. */
function xqfSquare(code: number): Square | null {
  const known = code & 255;
  return known < 90 ? squareAt(Math.floor(known / 10), known % 10) : null;
}

const CBR_MAGIC = "CCBridge Record";
const CBR_MOVES = 2214;
const CBR_ROLES = " RNBAKCP";
/** Where texts lie, in UTF-16, ended by a 0, and the bytes they may have. */
const CBR_TAGS: readonly (readonly [name: string, offset: number, bytes: number])[] = [
  ["title", 180, 128],
  ["event", 692, 64],
  ["round", 756, 64],
  ["date", 884, 64],
  ["place", 948, 64],
  ["red", 1076, 64],
  ["black", 1300, 64],
  ["author", 1652, 64],
];

function textOfCbr(bytes: Uint8Array, start: number): string {
  const utf16 = new TextDecoder("utf-16le");
  const board = new Uint8Array(SQUARES);
  for (let i = 0; i < SQUARES; i++) {
    const man = bytes[start + 2120 + i] ?? 0;
    const role = roleOfLetter(CBR_ROLES[man & 15] ?? " ");
    if (role !== undefined && (man >> 4 === 1 || man >> 4 === 2)) {
      board[cbrSquare(i)] = pieceOf(man >> 4 === 1 ? "red" : "black", role);
    }
  }
  const tags = CBR_TAGS.map(([name, offset, size]) => {
    const at = start + offset;
    return [name, utf16.decode(bytes.subarray(at, at + size)).replace(/\0[^]*/, "")] as const;
  });
  const reader = new Reader(bytes, start + CBR_MOVES);
  const node = (): Node => {
    const [flags, , from, to] = reader.take(4) as unknown as [number, number, number, number];
    const comment = (flags & 4) === 0 ? "" : utf16.decode(reader.take(reader.number()));
    return {
      from: cbrSquare(from),
      to: cbrSquare(to),
      comment,
      hasNext: (flags & 1) === 0,
      hasOther: (flags & 2) !== 0,
    };
  };
  const turn = bytes[start + 2112] === 2 ? "black" : "red";
  return textOfGame({ board, turn, tags: [...tags, ["result", RESULTS[bytes[start + 2076]!] ?? ""]] }, node);
}

/** By rows from Black's side. */
function cbrSquare(number: number): Square {
  return number < SQUARES ? squareAt(number % 9, 9 - Math.floor(number / 9)) : 0;
}

/** Games of a library begin every 4,096 bytes behind its index; a long one goes on in the next such piece. */
function textOfCbl(bytes: Uint8Array): string {
  const slots = bytes.length < 64 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(60, true);
  const games: string[] = [];
  let characters = 0;
  for (let at = 66_624 + slots * 276; at + CBR_MOVES < bytes.length && characters <= MOST_CHARACTERS; at += 4096) {
    if (String.fromCharCode(...bytes.subarray(at, at + 15)) !== CBR_MAGIC) continue;
    const text = textOfCbr(bytes, at);
    characters += text.length;
    games.push(text);
  }
  return games.join("\n");
}

/** Hands out bytes, and at the end of the file says so once and for all. */
class Reader {
  readonly #bytes: Uint8Array;
  readonly #clear: (byte: number, at: number) => number;
  #at: number;

  constructor(bytes: Uint8Array, at: number, clear: (byte: number, at: number) => number = (byte) => byte) {
    this.#bytes = bytes;
    this.#at = at;
    this.#clear = clear;
  }

  /** @throws CutOff */
  take(size: number): Uint8Array {
    const at = this.#at;
    if (size > this.#bytes.length - at) throw new CutOff();
    this.#at += size;
    return this.#bytes.subarray(at, this.#at).map((byte, i) => this.#clear(byte, at + i));
  }

  /** A number of four bytes, the lowest first. */
  number(): number {
    const taken = this.take(4);
    return new DataView(taken.buffer).getUint32(0, true);
  }
}

class CutOff extends Error {}

/** A line of the tree: which one it leaves, and the number of its first move. */
interface Line {
  readonly parent: number;
  readonly first: number;
  readonly digits: string[];
}

/** @param next the next node of the file; the first is the root, which has a remark and no move */
function textOfGame({ board, turn, tags }: Head, next: () => Node): string {
  const fields: [string, string][] = tags.flatMap(([name, value]) => {
    const told = cleanComment(value).replaceAll("\n", " ");
    return told === "" ? [] : [[name, told] as [string, string]];
  });
  const lines: Line[] = [{ parent: 0, first: 1, digits: [] }];
  const left: { readonly parent: number; readonly first: number }[] = [];
  const comment = (name: string, text: string): void => {
    const told = cleanComment(text).replaceAll("\n", "||");
    if (told !== "") fields.push([`comment${name}`, told]);
  };
  let mover: Colour | null = null;
  let id = 0;
  let ply = 0;
  try {
    const root = next();
    comment("0", root.comment);
    let goesOn = root.hasNext;
    for (let nodes = 0; nodes < MOST_NODES; nodes++) {
      if (!goesOn) {
        const other = left.pop();
        if (other === undefined) break;
        id = lines.push({ ...other, digits: [] }) - 1;
        ply = other.first - 1;
      }
      const node = next();
      ply++;
      const line = lines[id]!;
      line.digits.push(digits(node.from) + digits(node.to));
      const man = board[node.from]!;
      if (mover === null && man !== EMPTY) mover = colourOf(man);
      comment(`${id === 0 ? "" : `${id}_`}${ply}`, node.comment);
      // What could have replaced the first move of a variation could have replaced the move that it replaces.
      if (node.hasOther) left.push({ parent: ply === line.first && id > 0 ? line.parent : id, first: ply });
      goesOn = node.hasNext;
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    lines[id]!.digits.push("----"); // no move: the reader tells that the file ends here
  }
  const moves = lines.map((line, i) => {
    return [i === 0 ? "movelist" : `move_${line.parent}_${line.first}_${i}`, line.digits.join("")] as const;
  });
  const fen = `${formatFen({ board, turn: mover ?? turn })} - - 0 1`;
  const body = [["fen", fen] as const, ...moves, ...fields].map(([name, value]) => {
    return `[DhtmlXQ_${name}]${value}[/DhtmlXQ_${name}]`;
  });
  return `[DhtmlXQ]\n${body.join("\n")}\n[/DhtmlXQ]\n`;
}

function digits(square: Square): string {
  return `${square % 9}${9 - Math.floor(square / 9)}`;
}
