/** Chinese notation: 炮二平五. */
import { checkText, InputError } from "../../base/errors.ts";
import type { Move } from "../moves.ts";
import { ROLES, pieceLetter, pieceOf, type Colour, type Role } from "../pieces.ts";
import type { Position } from "../position.ts";
import { findNamedMove, nameMove, tellsItself, type NamedMove } from "./named.ts";

/** The characters that moves are written in: `马` or `傌`. */
export type ChineseScript = "simplified" | "traditional";

/** Names of the men in the order of ROLES. */
const MEN: Readonly<Record<ChineseScript, Readonly<Record<Colour, string>>>> = {
  simplified: { red: "帅仕相车马炮兵", black: "将士象车马炮卒" },
  traditional: { red: "帥仕相俥傌炮兵", black: "將士象車馬砲卒" },
};

const WORDS: Readonly<Record<ChineseScript, Readonly<Record<string, string>>>> = {
  simplified: { F: "前", M: "中", L: "后", "+": "进", "-": "退", "=": "平" },
  traditional: { F: "前", M: "中", L: "後", "+": "進", "-": "退", "=": "平" },
};

const NUMERALS: Readonly<Record<Colour, string>> = { red: "一二三四五六七八九", black: "１２３４５６７８９" };

/** What each character stands for: a letter of FEN, F(ront) M(iddle) L(ast), a direction or a digit. */
const MEANING: ReadonlyMap<string, string> = new Map([
  ...Object.values(MEN).flatMap((men) =>
    Object.values(men).flatMap((names) =>
      [...names].map((name, i): [string, string] => [name, pieceLetter(pieceOf("red", ROLES[i]!))]),
    ),
  ),
  ...Object.values(WORDS).flatMap((words) => Object.entries(words).map(([key, word]): [string, string] => [word, key])),
  ...[...Object.values(NUMERALS), "123456789", "壹贰叁肆伍陆柒捌玖"].flatMap((digits) =>
    [...digits].map((digit, i): [string, string] => [digit, String(i + 1)]),
  ),
  ["包", "C"],
  ["伡", "R"],
]);

function letterOf(role: Role): string {
  return pieceLetter(pieceOf("red", role));
}

/**
 * The ways to say who moves in the letters of MEANING; the first is the standard one (the computer standard of the
 * Xiangqi encyclopaedia): front, middle and rear for two or three on a file, and 一 to 五 for four or five soldiers on a
 * file, or for all soldiers of two files with tandems, from the mover's right and the front.
 */
function spellOrigin({ role, file, place, tandem, tandemFiles, ordinal }: NamedMove): string[] {
  const letter = letterOf(role);
  const plain = letter + file;
  if (tandem === 1) return [plain];
  const word = place === 0 ? "F" : place === tandem - 1 ? "L" : "M";
  const named = word === "M" && tandem > 3 ? [] : [word + letter, letter + word];
  if (tellsItself(role)) return [plain, ...named];
  if (tandemFiles > 1) return [ordinal + letter, word + letter + file, word + file, ...named, plain];
  const counted = `${place + 1}${letter}`;
  return tandem > 3 ? [counted, ...named, plain] : [...named, counted, plain];
}

/**
 * A move in Chinese notation: 炮二平五, 前车进一, 炮２平５. Red's numbers are Chinese numerals, Black's full-width digits;
 * the count of soldiers (一卒平５) is Chinese for both. Simplified unless asked otherwise.
 */
export function formatChinese(position: Position, move: Move, options: { script?: ChineseScript } = {}): string {
  return spellChinese(nameMove(position, move), options.script);
}

/** The same for a move that is named already. */
export function spellChinese(named: NamedMove, script: ChineseScript = "simplified"): string {
  const { role, colour } = named;
  const origin = spellOrigin(named)[0]!;
  const man = letterOf(role);
  let text = "";
  for (let i = 0; i < origin.length; i++) {
    const letter = origin[i]!;
    const numerals = NUMERALS[i === 0 ? "red" : colour];
    text +=
      letter === man
        ? MEN[script][colour][ROLES.indexOf(role)]!
        : (WORDS[script][letter] ?? numerals[Number(letter) - 1]!);
  }
  return text + WORDS[script][named.direction]! + NUMERALS[colour][named.target - 1]!;
}

/**
 * Reads Chinese notation in either script, whichever side's names and numerals it uses, also 车前进一 for 前车进一,
 * 前兵九平八 or 前九平八 where two files hold tandems, and plain names where only one man can make the move.
 * Throws InputError: `bad-move`, `illegal-move` or `ambiguous-move`.
 */
export function parseChinese(position: Position, text: string): Move {
  checkText(text, "bad-move");
  const letters = Array.from(text.replace(/\s/g, ""), (character) => MEANING.get(character) ?? "?").join("");
  const match = /^([KABRNCP][1-9FML]|[FML1-9][KABRNCP]|[FML]P?[1-9])([+=-])([1-9])$/.exec(letters);
  if (match === null) throw new InputError("bad-move", `"${text}" is not a move such as 炮二平五 or 前车进一`);
  return findNamedMove(position, match[1]!, match[2]!, Number(match[3]), spellOrigin, text);
}
