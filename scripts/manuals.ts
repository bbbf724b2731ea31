/** The old manuals' positions, from the lists that the page's studies are made of: web/studies/shiqing-yaqu.txt and manuals.txt. */
import { readFileSync } from "node:fs";
import { endgameOf, isBeyondOffers } from "../src/endgame/endgame.ts";
import type { InBook, Manual } from "../src/play/studies/puzzle.ts";
import { parseFen } from "../src/xiangqi/fen.ts";

/** A line of a list: number, name, position; in manuals.txt, whose positions Red wins, the manual's name comes first. */
export interface BookPosition {
  readonly book: InBook;
  readonly name: string;
  readonly fen: string;
}

/**
 * Of Shiqing yaqu: its sixth volume holds what is drawn, the volumes before it what Red wins. The source gives no verdicts; that the
 * volume begins here is read off the titles, many of which speak of draws from here on.
 */
const FIRST_DRAW = 469;

/** @param path of a list */
export function readManuals(path: string): BookPosition[] {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [, manual, number, name, fen] = /^(?:([a-z-]+) )?(\d+) (\S+) (.+)$/.exec(line)!;
    const isDrawn = manual === undefined && Number(number) >= FIRST_DRAW;
    const own = { number: Number(number), claim: isDrawn ? "draw" : "win" } as const;
    return { book: manual === undefined ? own : { manual: manual as Manual, ...own }, name: name!, fen: fen! };
  });
}

/** Whether a position is proven rather than looked up: it has more attacking men than tables are offered for. */
export function isToBeProven({ fen }: BookPosition): boolean {
  return isBeyondOffers(endgameOf(parseFen(fen).board).name);
}
