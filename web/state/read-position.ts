/** Reads what people type or paste: a move; a FEN or Pai's position code, alone, in a link, or somewhere in a text, with moves. */
import { InputError } from "../../src/base/errors.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { findFen, readBoard } from "../../src/xiangqi/notation/find-fen.ts";
import { parseChinese } from "../../src/xiangqi/notation/chinese.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { parsePaiCode, type PaiCode } from "../../src/xiangqi/notation/pai.ts";
import { parseVietnamese } from "../../src/xiangqi/notation/vietnamese.ts";
import { parseWxf } from "../../src/xiangqi/notation/wxf.ts";
import type { Notation } from "./notation.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../../src/xiangqi/position.ts";
import { excerpt, UnreadablePosition, type Fault } from "../../src/xiangqi/unreadable.ts";
import { findProblems, isLegalPosition, type Problem } from "../../src/xiangqi/validate.ts";

/** Why a text or a set-up board is not taken, or not all of it. */
export type Complaint =
  | { readonly kind: "unreadable"; readonly fault: Fault }
  | { readonly kind: "illegal"; readonly problem: Problem }
  /** What stands behind a position where its next move would be. */
  | { readonly kind: "no-move"; readonly text: string }
  /** A board without the side to move: whose turn it is taken for. */
  | { readonly kind: "no-side"; readonly turn: Colour }
  /** What a link asks for that there is not. */
  | { readonly kind: "nothing-there"; readonly text: string };

export interface ReadPosition {
  readonly position: LegalPosition;
  /** To be shown from Black's side. */
  readonly inverted: boolean;
  /** The moves behind it, as far as they are legal. */
  readonly moves: readonly Move[];
  /** Where they are not. */
  readonly complaint: Complaint | null;
}

export type Reading =
  | ReadPosition
  | {
      readonly position: null;
      readonly complaint: Complaint;
      /** What stands on the board, where only that cannot occur in a game. */
      readonly impossible: Position | null;
    };

/** A position in a text, with the moves behind it. */
export function readPosition(text: string): Reading {
  try {
    const { position, inverted, assumedTurn, behind } = parsePosition(text);
    if (isLegalPosition(position)) {
      const read = readMoves(position, behind);
      const silent = assumedTurn === null ? null : ({ kind: "no-side", turn: assumedTurn } as const);
      return { position, inverted, ...read, complaint: read.complaint ?? silent };
    }
    const complaint = { kind: "illegal", problem: findProblems(position)[0]! } as const;
    return { position: null, complaint, impossible: position };
  } catch (error) {
    if (!(error instanceof UnreadablePosition)) throw error;
    return { position: null, complaint: { kind: "unreadable", fault: error.fault }, impossible: null };
  }
}

/** Counters of a FEN, the end of a PGN tag; tags, remarks, numbers of moves and results, which are no moves. */
const COUNTERS = /^(?:[\s_]+(?:-|\d+)(?![\w.]))*["'\])]*/;
const NO_MOVES = /\[[^\]]*\]|\{[^}]*\}|;[^\n]*|\bmoves\b|(?<=^|\s)(?:\d+\.+|1-0|0-1|1\/2-1\/2|\*|\.\.+)(?=\s|$)/g;
const NUMBER = /^\d+\.+(?=\D)/;

/** The moves of a game in any notation. Text that does not begin with a move, a number or `moves` tells none. */
function readMoves(start: LegalPosition, text: string): Pick<ReadPosition, "moves" | "complaint"> {
  const behind = text.replace(COUNTERS, "").replaceAll("_", " ");
  const words = behind
    .replaceAll(NO_MOVES, " ")
    .split(/[\s,]+/)
    .filter((word) => word !== "");
  const isTold = /^\s*(?:moves\b|\d+\.|\[)/.test(behind);
  const moves: Move[] = [];
  let position = start;
  for (const word of words) {
    try {
      const move = parseMove(position, word.replace(NUMBER, ""));
      moves.push(move);
      position = applyMove(position, move);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const isProse = moves.length === 0 && !isTold;
      return { moves, complaint: isProse ? null : { kind: "no-move", text: excerpt(word) } };
    }
  }
  return { moves, complaint: null };
}

const PAI_CODE = /^[0-9a-z]+:?$/i;

/**
 * Finds a position in a text, and what stands behind it. It need not be legal; where the side to move is left out, it is
 * assumed.
 * @throws UnreadablePosition where there is none
 */
export function parsePosition(
  text: string,
): PaiCode & { readonly assumedTurn: Colour | null; readonly behind: string } {
  const words = unescape(text.trim());
  const named = /[?&]fen=([^&#]*)/.exec(words) ?? /\?([^?&#=]+)$/.exec(words);
  const code = named?.[1] ?? words;
  if (PAI_CODE.test(code)) return { ...parsePaiCode(code), assumedTurn: null, behind: "" };
  const found = findFen(code);
  const read = found === null ? { position: parseFen(code), assumedTurn: null } : readBoard(found.board, found.side);
  const line = /[?&]line=([a-i0-9]+)/.exec(words)?.[1]?.match(/.{4}/g) ?? []; // of the page's own links
  const behind = found === null ? "" : `${code.slice(found.to)} ${line.join(" ")}`;
  return { ...read, inverted: false, behind };
}

/** Undoes the escapes of a link. */
export function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}

/**
 * Reads a move in any notation, that of the reader first: P8.7 is a soldier's move in one and a cannon's in another.
 * @throws InputError when it is no legal move in any
 */
export function parseMove(position: Position, text: string, notation?: Notation): Move {
  const others = [parseUci, parseWxf, parseChinese]; // parseUci reads ICCS as well
  const parsers = notation === "vietnamese" ? [parseVietnamese, ...others] : [...others, parseVietnamese];
  for (const parse of parsers) {
    try {
      return parse(position, text.trim());
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  throw new InputError("bad-move", `"${text}" is no legal move here`);
}
