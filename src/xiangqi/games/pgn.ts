/** Games as PGN, as Xiangqi programs write it: tags of chess, `Red` for White, and moves in Chinese, WXF or ICCS. */
import { START_FEN, formatFen, parseFen } from "../fen.ts";
import { applyMove, moveFrom, moveTo, type Move } from "../moves.ts";
import type { LegalPosition, Position } from "../position.ts";
import { squareName } from "../squares.ts";
import { UnreadablePosition } from "../unreadable.ts";
import { findProblems, isLegalPosition } from "../validate.ts";
import { formatChinese } from "../notation/chinese.ts";
import { formatIccs } from "../notation/coordinates.ts";
import { formatWxf } from "../notation/wxf.ts";
import { readMoveText } from "./move-text.ts";
import { Troubles, cleanComment } from "./reading.ts";
import { SIGNS, type GameRecord, type Line, type Ply } from "./record.ts";

/** How moves are written, by the names of the tag `Format`. */
export const PGN_FORMATS = {
  Chinese: (position: Position, move: Move) => formatChinese(position, move),
  WXF: formatWxf,
  ICCS: formatIccs,
} as const;
/** How the moves of a PGN are written: a name of PGN_FORMATS. */
export type PgnFormat = keyof typeof PGN_FORMATS;

const TAG = /\[\s*(\w{1,40})\s+"((?:[^"\\\n]|\\.)*)"\s*\]/y;
/** Every file has them, in this order. */
const USUAL = ["Event", "Site", "Date", "Round", "Red", "Black", "Result"];
/** Made anew from the game. */
const OWN = new Set(["Game", "FEN", "SetUp", "Format", "Variant"]);
const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "*"]);

/** Where the games of a text begin: at a tag that follows something else than tags. */
export function* findPgnGames(text: string): Generator<void, readonly number[]> {
  const starts: number[] = [];
  let isInTags = false;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    const first = firstLetter(text, at, next);
    if (first >= 0) {
      TAG.lastIndex = first;
      const isTag = text[first] === "[" && TAG.test(text);
      if (isTag && !isInTags) starts.push(first);
      isInTags = isTag;
    }
    at = next;
    yield;
  }
  return starts;
}

function firstLetter(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) if (!/[\s\ufeff]/.test(text[i]!)) return i;
  return -1;
}

/** Reads the game between two places of a text. Null where its position cannot be read. */
export function* readPgn(
  text: string,
  from: number,
  to: number,
  troubles: Troubles,
  mostMoves?: number,
): Generator<void, GameRecord | null> {
  const tags = new Map<string, string>();
  let fenAt = from;
  let at = from;
  for (;;) {
    const first = firstLetter(text, at, to);
    at = first < 0 ? to : first;
    TAG.lastIndex = at;
    const found = first < 0 ? null : TAG.exec(text); // tags of the next game are not this one's
    if (found === null) break;
    if (found[1] === "FEN") fenAt = at;
    tags.set(found[1]!, found[2]!.replaceAll(/\\(.)/g, "$1"));
    at += found[0].length;
    yield;
  }
  const start = readStart(tags.get("FEN") ?? START_FEN, fenAt, troubles);
  if (start === null) return null;
  for (const name of OWN) tags.delete(name);
  const { comment, line } = yield* readMoveText(text, start, troubles, { from: at, to, mostMoves });
  return { start, tags, comment, line };
}

/** A legal position; null where it is none, which is told. */
export function readStart(fen: string, offset: number, troubles: Troubles): LegalPosition | null {
  try {
    const position = parseFen(fen);
    if (isLegalPosition(position)) return position;
    troubles.add("illegal-position", offset, { text: fen, problem: findProblems(position)[0]!, position });
  } catch (error) {
    if (!(error instanceof UnreadablePosition)) throw error;
    troubles.add("bad-position", offset, { text: fen, fault: error.fault });
  }
  return null;
}

/** Writes a game, with all that is in the record. */
export function formatPgn(record: GameRecord, format: PgnFormat = "Chinese"): string {
  const result = record.tags.get("Result") ?? "*";
  const others = [...record.tags.keys()].filter((name) => !USUAL.includes(name) && !OWN.has(name));
  const fen = formatFen(record.start);
  const tags: [string, string][] = [
    ["Game", "Chinese Chess"],
    ...[...USUAL, ...others].map((name): [string, string] => [name, record.tags.get(name) ?? unknownTag(name)]),
    ...(fen === START_FEN ? [] : [["FEN", `${fen} - - 0 1`] satisfies [string, string]]),
    ["Format", format],
  ];
  const head = tags.map(([name, value]) => `[${name} "${value.replaceAll(/[\\"]/g, "\\$&").replaceAll(/\s+/g, " ")}"]`);
  const moves = formatMoveText(record, format);
  return `${head.join("\n")}\n\n${moves === "" ? "" : `${moves} `}${RESULTS.has(result) ? result : "*"}\n`;
}

function unknownTag(name: string): string {
  if (name === "Result") return "*";
  return name === "Date" ? "????.??.??" : "?";
}

/** The moves with numbers, signs, remarks and variations. */
export function formatMoveText(record: GameRecord, format: PgnFormat): string {
  const words: string[] = record.comment === "" ? [] : [`{${cleanComment(record.comment)}}`];
  writeLine(record.line, record.start, record.start.turn === "red" ? 0 : 1, PGN_FORMATS[format], words);
  return words.join(" ");
}

type Spell = (position: Position, move: Move) => string;

/** @param ply its number in the game, from 0; even for Red */
function writeLine(line: Line, start: LegalPosition, ply: number, spell: Spell, words: string[]): void {
  let position = start;
  let isNumbered = false; // whether the reader knows the number
  for (const [i, each] of line.entries()) {
    const at = ply + i;
    const number = `${Math.floor(at / 2) + 1}.`;
    if (at % 2 === 0) words.push(number);
    else if (!isNumbered) words.push(`${number}..`);
    words.push(...writePly(each, position, spell));
    for (const variation of each.variations) {
      const inside: string[] = [];
      writeLine(variation, position, at, spell, inside);
      words.push(`(${inside.join(" ")})`);
    }
    isNumbered = each.comment === "" && each.variations.length === 0;
    position = applyMove(position, each.move);
  }
}

function writePly({ move, sign, comment }: Ply, position: Position, spell: Spell): string[] {
  const words = [spell(position, move)];
  if (sign !== null) words.push(`$${SIGNS.indexOf(sign) + 1}`);
  if (comment !== "") words.push(`{${cleanComment(comment)}}`);
  return words;
}

/** The moves of a record in few characters, as an address holds them: squares alone, and no numbers. */
export function formatCompact({ comment, line }: GameRecord): string {
  const remark = (said: string) => (said === "" ? "" : `{${cleanComment(said)}}`);
  const write = (plies: Line): string =>
    plies
      .map((ply) => {
        const move = squareName(moveFrom(ply.move)) + squareName(moveTo(ply.move));
        return (
          move + (ply.sign ?? "") + remark(ply.comment) + ply.variations.map((each) => `(${write(each)})`).join("")
        );
      })
      .join("");
  return remark(comment) + write(line);
}
