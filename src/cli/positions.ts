/** Positions as users write them. */
import type { Command } from "commander";
import { formatFen, parseLegalFen } from "../xiangqi/fen.ts";
import { parsePaiCode } from "../xiangqi/notation/pai.ts";
import type { Position } from "../xiangqi/position.ts";

/** A FEN has slashes, Pai's code has none, no blanks, and at least a letter or digit for each rank. */
const PAI_CODE = /^\s*[a-zA-Z0-9]{10,}:?\s*$/;

/**
 * Reads a FEN (blanks or underscores) or Jih-tung Pai's position code.
 * @throws InputError when it is malformed or cannot occur in a game
 */
export function readPosition(text: string): Position {
  return parseLegalFen(PAI_CODE.test(text) ? formatFen(parsePaiCode(text).position) : text);
}

/** The position argument: blanks within it may go unquoted. */
export function addPositionArgument(command: Command, required: boolean): Command {
  const name = required ? "<position...>" : "[position...]";
  return command.argument(name, 'a FEN, such as "3k5/9/9/9/9/9/9/4R4/9/4K4 w", or a Pai code');
}
