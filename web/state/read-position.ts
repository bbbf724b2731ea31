/** Reads what people paste: a FEN or Pai's position code, alone, in a link, or somewhere in a text. */
import { InputError } from "../../src/xiangqi/errors.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { parsePaiCode, type PaiCode } from "../../src/xiangqi/notation/pai.ts";
import type { LegalPosition, Position } from "../../src/xiangqi/position.ts";
import { findProblems, isLegalPosition, type Problem } from "../../src/xiangqi/validate.ts";

/** Why a text or a set-up board is not taken. */
export type Complaint =
  | { readonly kind: "unreadable"; readonly detail: string }
  | { readonly kind: "illegal"; readonly problem: Problem };

export type Reading =
  | { readonly position: LegalPosition; /** To be shown from Black's side. */ readonly inverted: boolean }
  | { readonly complaint: Complaint };

export function readPosition(text: string): Reading {
  try {
    const { position, inverted } = parsePosition(text);
    return judge(position, inverted);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { complaint: { kind: "unreadable", detail: error.message } };
  }
}

/** Takes a position that can occur in a game. */
export function judge(position: Position, inverted = false): Reading {
  if (isLegalPosition(position)) return { position, inverted };
  return { complaint: { kind: "illegal", problem: findProblems(position)[0]! } };
}

/** A board of ten ranks and the word behind it on its line, if there is one, which must tell the side to move. */
const FEN =
  /((?:[1-9kabrncpeghms]+\/){9}[1-9kabrncpeghms]+)(?![/1-9a-z])(?:[ \t_+]*((?:-[ \t_+]+)?[\p{L}\p{N}]+|-))?/iu;
const PAI_CODE = /^[0-9a-z]+:?$/i;

/**
 * Finds a position in a text. It need not be legal; where the side to move is left out, it is Red's turn.
 * @throws InputError where there is none
 */
export function parsePosition(text: string): PaiCode {
  const words = unescape(text.trim());
  const named = /[?&]fen=([^&#]*)/.exec(words) ?? /\?([^?&#=]+)$/.exec(words);
  const code = named?.[1] ?? words;
  if (PAI_CODE.test(code)) return parsePaiCode(code);
  const [, board, side = "w"] = FEN.exec(words) ?? [];
  return { position: parseFen(board === undefined ? code : `${board} ${side}`), inverted: false };
}

/** Undoes the escapes of a link. */
function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}
