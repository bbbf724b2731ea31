/** Positions as users write them. */
import type { Command } from "commander";
import { formatFen, parseLegalFen, parseSide } from "../../xiangqi/fen.ts";
import { parsePaiCode } from "../../xiangqi/notation/pai.ts";
import type { Position } from "../../xiangqi/position.ts";

/** A FEN has slashes, Pai's code has none, no blanks, and at least a letter or digit for each rank. */
const isPaiCode = (text: string): boolean => /^\s*[a-zA-Z0-9]{10,}:?\s*$/.test(text);

/**
 * Reads a FEN (blanks or underscores) or Jih-tung Pai's position code.
 * @param parse reads the FEN and refuses what is impossible
 * @throws InputError when it is malformed or cannot occur in a game
 */
export function readPosition(text: string, parse: (fen: string) => Position = parseLegalFen): Position {
  return parse(isPaiCode(text) ? formatFen(parsePaiCode(text).position) : text);
}

/** Parts a position, whose blanks may go unquoted, from the moves after it. */
export function splitPosition(words: readonly string[]): { readonly text: string; readonly moves: readonly string[] } {
  const [first = "", ...rest] = words;
  const isWhole = /[\s_]/.test(first) || isPaiCode(first);
  const isSide = (word: string, i: number) => i <= (rest[0] === "-" ? 1 : 0) && parseSide(word) !== undefined;
  const found = isWhole ? 0 : rest.findIndex((word, i) => !isSide(word, i) && !/^(-|\d+)$/.test(word));
  const length = found < 0 ? rest.length : found;
  const moves = rest.slice(length).flatMap((word) => word.split(/\s+/));
  return { text: [first, ...rest.slice(0, length)].join(" "), moves: moves.filter((move) => move !== "") };
}

/** Parts a line of a batch: a position, a tab, and moves. */
export function splitLine(line: string): { readonly text: string; readonly moves: readonly string[] } {
  const [text = "", moves = ""] = line.split("\t");
  return { text, moves: moves.split(/\s+/).filter((move) => move !== "") };
}

/** The position argument: blanks within it may go unquoted. */
export function addPositionArgument(command: Command, required: boolean): Command {
  const name = required ? "<position...>" : "[position...]";
  return command.argument(name, 'a FEN, such as "3k5/9/9/9/9/9/9/4R4/9/4K4 w", or a Pai code');
}
