/** Reads what people paste: a FEN, Pai's position code, or a link with either. */
import { InputError } from "../../src/xiangqi/errors.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { parsePaiCode, type PaiCode } from "../../src/xiangqi/notation/pai.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { findProblems, type Problem } from "../../src/xiangqi/validate.ts";

/** Why a text or a set-up board is not taken. */
export type Complaint =
  | { readonly kind: "unreadable"; readonly detail: string }
  | { readonly kind: "illegal"; readonly problem: Problem };

export type Reading =
  | { readonly position: Position; /** To be shown from Black's side. */ readonly inverted: boolean }
  | { readonly complaint: Complaint };

export function readPosition(text: string): Reading {
  try {
    const { position, inverted } = parse(positionPart(text.trim()));
    return judge(position, inverted);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { complaint: { kind: "unreadable", detail: error.message } };
  }
}

/** Takes a position that can occur in a game. */
export function judge(position: Position, inverted = false): Reading {
  const problem = findProblems(position)[0];
  return problem === undefined ? { position, inverted } : { complaint: { kind: "illegal", problem } };
}

/** What follows `fen=`, or the question mark of Pai's links; any other text as it is. */
function positionPart(text: string): string {
  const link = /[?&]fen=([^&#]*)/.exec(text) ?? /\.cgi\?(.*)/.exec(text);
  if (link === null) return text;
  try {
    return decodeURIComponent(link[1]!);
  } catch {
    return link[1]!; // a stray percent sign: the parser says what is wrong
  }
}

function parse(text: string): PaiCode {
  return /^[0-9a-z]+:?$/i.test(text) ? parsePaiCode(text) : { position: parseFen(text), inverted: false };
}
