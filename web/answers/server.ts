/** Answers of a server's HTTP API (src/server/schemas.ts describes it). */
import type { LineOptions } from "../../src/play/line.ts";
import type { SampleWish } from "../../src/query/sample.ts";
import { addressFen, type Answers } from "./answers.ts";
import { fetchJson, fetchKept } from "./fetch-json.ts";
import { fetchListing, tablesUrl } from "./listing.ts";
import { once } from "./once.ts";

const API = "api/v1";

export function serverAnswers(): Answers {
  return {
    kind: "server",
    provider: once(async () => {
      const [{ keptTables }, listing] = await Promise.all([
        import("./tables-by-range.ts"),
        fetchListing(`${API}/tables`),
      ]);
      return keptTables(tablesUrl(), listing, true);
    }),
    probe: (fen, signal) => fetchKept(`${API}/probe?fen=${addressFen(fen)}`, signal),
    line: (fen, options, signal) => fetchKept(`${API}/line?fen=${addressFen(fen)}${lineQuery(options)}`, signal),
    explain: (fen, signal) => fetchKept(`${API}/explain?fen=${addressFen(fen)}`, signal),
    tables: async (signal) => (await fetchListing(`${API}/tables`, signal)).tables,
    random: (name, wish, signal) => fetchJson(`${API}/random?${randomQuery(name, wish)}`, signal),
    statistics: (name, signal) => fetchKept(`${API}/tables/${encodeURIComponent(name)}`, signal),
  };
}

function lineQuery({ played = [], seed, maxPlies }: LineOptions = {}): string {
  const moves = played.length === 0 ? "" : `&played=${played.join(",")}`;
  return moves + (seed === undefined ? "" : `&seed=${seed}`) + (maxPlies === undefined ? "" : `&plies=${maxPlies}`);
}

function randomQuery(endgame: string, { turn, ...wish }: SampleWish): URLSearchParams {
  const query = new URLSearchParams({ endgame });
  if (turn !== undefined) query.set("turn", turn === "red" ? "w" : "b");
  for (const [name, value] of Object.entries(wish)) if (value !== undefined) query.set(name, String(value));
  return query;
}
