/** Moves as players in Vietnam write them: P2-5, M8.7. */
import { checkText, InputError } from "../../base/errors.ts";
import type { Move } from "../moves.ts";
import type { Role } from "../pieces.ts";
import type { Position } from "../position.ts";
import { findNamedMove, nameMove, tellsItself, type NamedMove } from "./named.ts";

/** Tướng, sĩ, tượng, xe, mã, pháo, binh. */
const MEN: Readonly<Record<Role, string>> = {
  king: "Tg",
  advisor: "S",
  elephant: "T",
  chariot: "X",
  horse: "M",
  cannon: "P",
  soldier: "B",
};

/** Tiến, thoái, bình. */
const DIRECTIONS = { "+": ".", "-": "/", "=": "-" } as const;

/** The ways to write who moves; the first is the standard one: `Xt` the front one (trước), `Xs` the rear one (sau), `Bg` one between (giữa). */
function spellOrigin({ role, file, place, tandem, tandemFiles }: NamedMove): string[] {
  const plain = MEN[role] + file;
  if (tandem === 1) return [plain];
  const between = tandem > 3 ? `g${place}` : "g";
  const word = place === 0 ? "t" : place === tandem - 1 ? "s" : between;
  const named = MEN[role] + word + (tandemFiles > 1 ? file : "");
  return tellsItself(role) ? [plain, named] : [named, plain];
}

/** Files count from the mover's right, as in WXF; the signs are `.` ahead, `/` back and `-` sideways. */
export function formatVietnamese(position: Position, move: Move): string {
  const named = nameMove(position, move);
  return spellOrigin(named)[0]! + DIRECTIONS[named.direction] + named.target;
}

/**
 * Reads what formatVietnamese writes, in either case, `C` (chốt) for `B`, and plain names where only one man can make the move.
 * Throws InputError: `bad-move`, `illegal-move` or `ambiguous-move`.
 */
export function parseVietnamese(position: Position, text: string): Move {
  checkText(text, "bad-move");
  const match = /^(tg|[stxmpbc])([1-9]|[tsg]\d{0,2})([./-])([1-9])$/.exec(text.trim().toLowerCase());
  if (match === null) throw new InputError("bad-move", `"${text}" is not a move such as P2-5 or Xt.1`);
  const [, man, place, sign, target] = match as unknown as readonly [string, string, string, string, string];
  const letters = man === "c" ? "B" : man[0]!.toUpperCase() + man.slice(1);
  const direction = Object.entries(DIRECTIONS).find(([, each]) => each === sign)![0];
  return findNamedMove(position, letters + place, direction, Number(target), spellOrigin, text);
}
