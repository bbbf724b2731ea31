/** Reads moves: a list in any notation, or the moves of a PGN with signs, remarks and variations. */
import { InputError } from "../../base/errors.ts";
import { applyMove, type Move } from "../moves.ts";
import type { LegalPosition } from "../position.ts";
import { parseChinese } from "../notation/chinese.ts";
import { parseUci } from "../notation/coordinates.ts";
import { parseVietnamese } from "../notation/vietnamese.ts";
import { parseWxf } from "../notation/wxf.ts";
import {
  MOST_DEPTH,
  MOST_MOVES,
  cleanComment,
  finishLine,
  joinComments,
  signOf,
  type Draft,
  type UnreadableReason,
  type Troubles,
} from "./reading.ts";
import { SIGNS, type Line, type Sign } from "./record.ts";

const MEN = "帅帥将將仕士相象车車俥伡马馬傌炮砲包兵卒";
const DIGITS = "一二三四五六七八九1-9１-９";
const COORDINATES = /[a-i]\d-?[a-i]\d/iy;
const CHINESE = new RegExp(
  `[前中后後${DIGITS}${MEN}][${MEN}${DIGITS}前中后後][${DIGITS}]?\\s?[进進退平][${DIGITS}]`,
  "y",
);
const WXF = /(?:[kabrncphegms][1-9+-]|[+-][kabrncphegms1-9]|[1-9][1-9+-]|\+\+|--)[+=.-][1-9]/iy;

const VIETNAMESE = /(?:tg|[stxmpbc])(?:[1-9]|[tsg]\d{0,2})[./-][1-9]/iy;
/** A move that only Vietnamese notation has: of a chariot, an elephant or a king by their letters, or back by a stroke. */
const ONLY_VIETNAMESE =
  /(?<![\p{L}\d])(?:(?:tg|[tx])(?:[1-9]|[tsg]\d{0,2})[./-]|[smpbc](?:[1-9]|[tsg]\d{0,2})\/)[1-9]/iu;

type Parse = (position: LegalPosition, text: string) => Move;

/** Reads as one notation does and, where that finds no move, as another. */
const either =
  (first: Parse, second: Parse): Parse =>
  (position, text) => {
    try {
      return first(position, text);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      try {
        return second(position, text);
      } catch {
        throw error;
      }
    }
  };

/** A move in any notation at a place of a text, and how it is read: P2.5 is a soldier's in WXF, and a cannon's in Vietnam. */
function movesIn(text: string): readonly (readonly [RegExp, Parse])[] {
  const isVietnamese = ONLY_VIETNAMESE.test(text);
  const named = isVietnamese ? either(parseVietnamese, parseWxf) : either(parseWxf, parseVietnamese);
  return [
    [COORDINATES, parseUci],
    [CHINESE, parseChinese],
    [WXF, named],
    [VIETNAMESE, named],
  ];
}

const BLANK = /(?:[\s,，、。_\u200b\ufeff]|\bmoves\b)+/iy;
const RESULT = /(?:1-0|0-1|1\/2-1\/2|\*|[红紅黑]方?[胜勝]|和棋|和局)/y;
const NUMBER = /\d{1,4}\s?(?:[.．:：、]+|…+)|\.{2,}|…+/y;
const NAG = /\$(\d{1,3})/y;
const SIGN = /[!?！？]{1,2}/y;
const LINE_REMARK = /[;%][^\n]*/y;
const WORD = /[^\s,，、{}();]+/y;

/** How a remark in brackets ends, by how it begins. */
const REMARKS: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["（", "）"],
  ["[", "]"],
]);

interface Frame {
  readonly line: Draft[];
  /** Before its last move and after it. */
  before: LegalPosition;
  after: LegalPosition;
  /** Said before its first move. */
  comment: string;
  /** Where it was opened. */
  readonly offset: number;
  readonly isVariation: boolean;
  /** A move of it was not understood: the others cannot be. */
  isBroken: boolean;
}

export interface MoveText {
  readonly comment: string;
  readonly line: Line;
}

export interface MoveTextOptions {
  readonly from?: number;
  readonly to?: number;
  /** Words before the first move are no mistake. */
  readonly prose?: boolean;
  readonly mostMoves?: number;
}

/** A generator so that a page can do something else between moves. */
export function* readMoveText(
  text: string,
  start: LegalPosition,
  troubles: Troubles,
  { from = 0, to = text.length, prose = false, mostMoves = MOST_MOVES }: MoveTextOptions = {},
): Generator<void, MoveText> {
  const stack: Frame[] = [newFrame(start, from)];
  let at = from;
  let moves = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null || at + found[0].length > to) return null;
    at += found[0].length;
    return found;
  };
  const patterns = movesIn(text.slice(from, to));
  const takeMove = () => {
    for (const [pattern, parse] of patterns) {
      const word = take(pattern)?.[0];
      if (word !== undefined) return { word, parse };
    }
    return undefined;
  };
  const remark = (said: string) => {
    const frame = stack.at(-1)!;
    const last = frame.line.at(-1);
    if (frame.isBroken) return;
    if (last === undefined) frame.comment = joinComments(frame.comment, cleanComment(said));
    else last.comment = joinComments(last.comment, cleanComment(said));
  };
  const stop = (reason: UnreadableReason, offset: number, said?: string) => {
    troubles.add(reason, offset, said === undefined ? {} : { text: said });
    stack.at(-1)!.isBroken = true;
  };
  while (at < to && !(stack.length === 1 && stack[0]!.isBroken) && !troubles.isFull) {
    yield;
    if (take(BLANK) !== null || take(RESULT) !== null) continue;
    const frame = stack.at(-1)!;
    const offset = at;
    const letter = text[at]!;
    const end = REMARKS.get(letter);
    const isProse = prose && moves === 0 && stack.length === 1;
    if (isProse && "()".includes(letter)) at++;
    else if (end !== undefined) {
      const last = text.indexOf(end, at + 1);
      const isClosed = last >= 0 && last < to;
      if (!isClosed) troubles.add("unclosed", at);
      remark(text.slice(at + 1, isClosed ? last : to));
      at = isClosed ? last + 1 : to;
    } else if (letter === "(") {
      at++;
      if (stack.length > MOST_DEPTH) {
        stop("too-deep", offset);
        break;
      }
      const isBroken = frame.isBroken || frame.line.length === 0;
      stack.push({ ...newFrame(frame.before, offset), isVariation: true, isBroken });
      if (!frame.isBroken && frame.line.length === 0) troubles.add("no-move", offset);
    } else if (letter === ")") {
      at++;
      if (stack.length === 1) troubles.add("unopened", offset);
      else close(stack);
    } else if (take(LINE_REMARK) !== null) remark(text.slice(offset + 1, at));
    else if (!frame.isBroken && readSign(frame, take)) continue;
    else if (take(NUMBER) === null) {
      const found = takeMove();
      if (frame.isBroken) {
        if (found === undefined && take(WORD) === null) at++;
      } else if (found === undefined) {
        if (take(WORD) === null) at++;
        if (!isProse) stop("no-move", offset, text.slice(offset, at));
      } else if (++moves > mostMoves) {
        stop("too-many-moves", offset);
        break;
      } else {
        const reason = playIn(frame, found.word, found.parse);
        if (reason !== null) stop(reason, offset, found.word);
      }
    }
  }
  const isWhole = !troubles.isFull && stack.every(({ isBroken }, i) => i > 0 || !isBroken);
  if (stack.length > 1 && isWhole) troubles.add("unclosed", at, { text: text.slice(stack.at(-1)!.offset, at) });
  while (stack.length > 1) close(stack);
  return { comment: stack[0]!.comment, line: finishLine(stack[0]!.line) };
}

function newFrame(start: LegalPosition, offset: number): Frame {
  return { line: [], before: start, after: start, comment: "", offset, isVariation: false, isBroken: false };
}

/** Ends a variation: it belongs to the last move of the line around it. */
function close(stack: Frame[]): void {
  const { line } = stack.pop()!;
  if (line.length > 0) stack.at(-1)!.line.at(-1)!.variations.push(line);
}

/** Plays a move; why it cannot be played, or null. */
function playIn(
  frame: Frame,
  word: string,
  parse: (position: LegalPosition, text: string) => Move,
): UnreadableReason | null {
  try {
    const move = parse(frame.after, word);
    // What is said before a variation begins is said of its first move; that before the game, of the game.
    const comment = frame.isVariation && frame.line.length === 0 ? frame.comment : "";
    frame.line.push({ move, sign: null, comment, variations: [] });
    frame.before = frame.after;
    frame.after = applyMove(frame.after, move);
    return null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.code === "ambiguous-move" ? "ambiguous-move" : "illegal-move";
  }
}

/** A sign or a number that stands for one, behind a move. */
function readSign(frame: Frame, take: (pattern: RegExp) => RegExpExecArray | null): boolean {
  const last = frame.line.at(-1);
  const written = take(SIGN);
  if (written !== null) {
    const sign = written[0].replaceAll("！", "!").replaceAll("？", "?");
    if (last !== undefined && isSign(sign)) last.sign = sign;
    return true;
  }
  const nag = take(NAG);
  if (nag === null) return false;
  if (last === undefined) return true;
  const sign = signOf(Number(nag[1]));
  if (sign !== null) last.sign = sign;
  else last.comment = joinComments(last.comment, nag[0]); // what the number says is left to the reader
  return true;
}

function isSign(text: string): text is Sign {
  return (SIGNS as readonly string[]).includes(text);
}
