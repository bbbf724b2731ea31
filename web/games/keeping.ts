/** Variations and remarks survive a reload, and going back to where they were made: the tab keeps those of the last games. */
import { effect, untracked } from "@preact/signals";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { isAnnotated } from "../../src/xiangqi/notation/games/record.ts";
import { addressFen } from "../answers/answers.ts";
import { readEntries, write } from "../state/stored.ts";
import { record } from "./tree.ts";

const KEY = "canju.variations";
const MOST_GAMES = 20;

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
  window.addEventListener("hashchange", ({ newURL }) => follow(newURL)); // such a link of the position that is open loads nothing
  effect(() => {
    const now = record.value;
    untracked(() => {
      const fen = formatFen(now.start);
      const before = start;
      start = fen;
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

async function keep(fen: string): Promise<void> {
  const { formatCompact } = await import("../../src/xiangqi/notation/games/pgn.ts");
  const now = record.peek();
  if (formatFen(now.start) !== fen) return;
  const { [fen]: _, ...others } = kept();
  const entries = [...Object.entries(others), [fen, formatCompact(now)] as const].slice(-MOST_GAMES);
  write(KEY, JSON.stringify(Object.fromEntries(entries)), "sessionStorage");
}
