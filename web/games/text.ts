/** The game as a link or a file. */
import { formatDhtmlXq } from "../../src/xiangqi/games/dhtmlxq.ts";
import { formatCompact, formatPgn, type PgnFormat } from "../../src/xiangqi/games/pgn.ts";
import { isAnnotated, type GameRecord } from "../../src/xiangqi/games/record.ts";
import type { Notation } from "../state/notation.ts";
import { addressOf, addressOfGame } from "../state/address.ts";
import { continueGame, newGame } from "../state/game.ts";

const FORMATS: Readonly<Record<Notation, PgnFormat>> = {
  chinese: "Chinese",
  wxf: "WXF",
  vietnamese: "WXF",
  iccs: "ICCS",
  uci: "ICCS",
};

/** The forms that a game is saved in beside plain text. */
export const GAME_FILES = {
  pgn: { name: "canju.pgn", format: (record: GameRecord, as: Notation) => formatPgn(record, FORMATS[as]) },
  dhtmlxq: { name: "canju-dhtmlxq.txt", format: (record: GameRecord) => formatDhtmlXq(record) },
} as const;
export type GameFile = keyof typeof GAME_FILES;

/** The link that opens the whole game at its start, with variations, signs and remarks. */
export function linkTo(record: GameRecord): string {
  const { start, line } = record;
  const address = isAnnotated(record)
    ? `${addressOf(start)}#game=${encodeURIComponent(formatCompact(record))}` // long remarks need not pass the host
    : addressOfGame(
        continueGame(
          newGame(start),
          line.map(({ move }) => move),
        ),
      );
  return new URL(address, location.href).href;
}
