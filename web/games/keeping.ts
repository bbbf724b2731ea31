/**
 * Variations and remarks survive a reload, and going back to where they were made: the tab keeps those of the last games. Those of
 * an opened game stand in its address as well.
 */
import { effect, untracked } from "@preact/signals";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { isAnnotated, type GameRecord } from "../../src/xiangqi/games/record.ts";
import { addressFen } from "../answers/answers.ts";
import { remarksInAddress } from "../state/address.ts";
import { readEntries, write } from "../base/stored.ts";
import { record } from "./tree.ts";

const KEY = "canju.variations";
const MOST_GAMES = 20;
/** Of an address, in characters: programs cut longer links. */
const LONGEST = 8000;

/** Moves as an address holds them, by the FEN where they begin; the latest last. */
function kept(): Readonly<Record<string, string>> {
  return readEntries(KEY, (entry) => typeof entry === "string", "sessionStorage");
}

/** @param link the address that the page was opened by: the variations in it go before those that were kept */
export function keepVariations(link: string): void {
  let start = "";
  const follow = (address: string) => {
    if (!/[?&#]game=/.test(address)) return;
    start = formatFen(record.peek().start);
    void recall(address);
  };
  follow(link);
  // A link of the position that is open loads nothing; what going back and forth brings is known already.
  let isLink = false;
  window.addEventListener("popstate", ({ state }) => (isLink = state === null));
  window.addEventListener("hashchange", ({ newURL }) => {
    if (isLink) follow(newURL);
  });
  effect(() => {
    const now = record.value;
    untracked(() => {
      const fen = formatFen(now.start);
      const before = start;
      start = fen;
      if (fen !== before || !isAnnotated(now)) remarksInAddress.value = "";
      if (isAnnotated(now)) return void keep(fen);
      const game = fen === before ? undefined : kept()[fen];
      if (game !== undefined) void recall(`?fen=${addressFen(fen)}&game=${encodeURIComponent(game)}`);
    });
  });
}

async function recall(link: string): Promise<void> {
  const module = await import("./open.ts");
  await module.recall(link);
}

/** Once it is loaded, games are kept at once: nothing is lost if the page is left right after a remark. */
let formatCompact: ((record: GameRecord) => string) | null = null;

async function keep(fen: string): Promise<void> {
  if (formatCompact === null) ({ formatCompact } = await import("../../src/xiangqi/games/pgn.ts"));
  const now = record.peek();
  if (formatFen(now.start) !== fen) return;
  const { [fen]: _, ...others } = kept();
  const compact = formatCompact(now);
  const remarks = `#game=${encodeURIComponent(compact)}`;
  remarksInAddress.value = remarks.length > LONGEST ? "" : remarks;
  const entries = [...Object.entries(others), [fen, compact] as const].slice(-MOST_GAMES);
  write(KEY, JSON.stringify(Object.fromEntries(entries)), "sessionStorage");
}
