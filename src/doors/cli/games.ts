/** Games in files, in all formats that the page takes. */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Option } from "commander";
import { describeTrouble } from "../../say/words/games.ts";
import { games } from "../../say/words/en/games.ts";
import { InputError } from "../../base/errors.ts";
import { decodeGameFile, readGame } from "../../xiangqi/games/read-game.ts";
import { MOST_CHARACTERS } from "../../xiangqi/games/reading.ts";
import type { GameRecord } from "../../xiangqi/games/record.ts";

export interface GameFlags {
  readonly game?: string;
}

export function gameOption(about: string): Option {
  return new Option("--game <file>", `${about}: PGN, DhtmlXQ, XQF, CBR, CBL or a list of moves; - reads stdin`);
}

/**
 * The first game of a file, all of it.
 * @throws InputError where something in it is not understood
 */
export async function readGameFile(file: string): Promise<GameRecord> {
  const reading = readGame(await contents(file), { mostMoves: MOST_CHARACTERS });
  const [trouble] = reading.troubles;
  if (trouble !== undefined)
    throw new InputError("bad-game", `${file}: ${describeTrouble(trouble, games, sayPosition)}`);
  return reading.record!;
}

/** What the command line says of a FEN that is none, and of a position that cannot occur. */
const sayPosition: Parameters<typeof describeTrouble>[2] = (about) =>
  "problem" in about ? `impossible position: ${about.problem.message}` : "malformed FEN";

async function contents(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  try {
    return decodeGameFile(await readFile(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new InputError("bad-game", `${file} cannot be read (${code})`);
  }
}
