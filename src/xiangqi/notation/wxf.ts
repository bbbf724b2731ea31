/** The notation of the World Xiangqi Federation: C2=5. */
import { checkText, InputError } from "../../base/errors.ts";
import type { Move } from "../moves.ts";
import { pieceLetter, pieceOf, roleOfLetter } from "../pieces.ts";
import type { Position } from "../position.ts";
import { findNamedMove, nameMove, tellsItself, type NamedMove } from "./named.ts";

/** `+` for the foremost of a file, `-` for the rearmost, its file for one between. */
function placeSign(place: number, tandem: number, file: number): string {
  return place === 0 ? "+" : place === tandem - 1 ? "-" : String(file);
}

/**
 * Who moves among men in tandem, by the rules of the World Xiangqi Federation with the sign written first:
 * two or three on a file `+R`, `P3`, `-R`; four or five `++`, `+P`, `P3`, `-P`, `--`; two files with tandems `+3`, `33`, `-3`.
 */
function tandemOrigin(letter: string, { place, tandem, tandemFiles, file }: NamedMove): string {
  const last = tandem - 1;
  if (tandemFiles > 1) return placeSign(place, tandem, file) + file;
  if (tandem > 3 && place === 0) return "++";
  if (tandem > 3 && place === last) return "--";
  const sign = tandem > 3 ? placeSign(place - 1, tandem - 2, file) : placeSign(place, tandem, file);
  return sign === String(file) ? letter + file : sign + letter;
}

/** The ways to write who moves; the first is the standard one. */
function spellOrigin(named: NamedMove): string[] {
  const letter = pieceLetter(pieceOf("red", named.role));
  const plain = letter + named.file;
  if (named.tandem === 1) return [plain];
  const origin = tandemOrigin(letter, named);
  const signLast = origin[1]! + origin[0]!;
  const counted = `${named.place + 1}${named.file}`;
  const signed = /^[+-][^+-]$/.test(origin) ? [origin, signLast] : [origin];
  if (tellsItself(named.role)) return [plain, ...signed];
  return named.role === "soldier" ? [...signed, plain, counted] : [...signed, plain];
}

/**
 * A move in the World Xiangqi Federation's notation: `C2=5`, `N8+7`, and for men in tandem `+R=4`, `-R+2`. Letters are
 * K A B R N C P for both sides; files count from the mover's right.
 */
export function formatWxf(position: Position, move: Move): string {
  return spellWxf(nameMove(position, move));
}

/** The same for a move that is named already. */
export function spellWxf(named: NamedMove): string {
  return spellOrigin(named)[0]! + named.direction + named.target;
}

/**
 * Reads WXF: what formatWxf writes, in either case, with `.` for `=`, H N, E B, G A and S P taken for one another, the
 * sign of men in tandem before or after the letter (`R+=4`), soldiers counted from the front of a file (`15=4`: first
 * of file 5), and plain names where only one man can make the move.
 * Throws InputError: `bad-move`, `illegal-move` or `ambiguous-move`.
 */
export function parseWxf(position: Position, text: string): Move {
  checkText(text, "bad-move");
  const spelled = text
    .trim()
    .replace(/[.．。]/g, "=")
    .replace(/[−–]/g, "-")
    .replace(/[a-z]/gi, (letter) => {
      const role = roleOfLetter(letter);
      return role === undefined ? letter : pieceLetter(pieceOf("red", role));
    });
  const match = /^([KABRNCP][1-9+-]|[+-][KABRNCP1-9]|[1-9][1-9+-]|\+\+|--)([+=-])([1-9])$/.exec(spelled);
  if (match === null) throw new InputError("bad-move", `"${text}" is not a move such as C2=5 or +R=4`);
  return findNamedMove(position, match[1]!, match[2]!, Number(match[3]), spellOrigin, text);
}
