/** Answers of a server's HTTP API (src/server/schemas.ts describes it). */
import { addressFen, type Answers } from "./answers.ts";
import { fetchJson } from "./fetch-json.ts";
import { fetchListing } from "./listing.ts";
import { once } from "./once.ts";

const API = "api/v1";

export function serverAnswers(): Answers {
  return {
    kind: "server",
    provider: once(async () => {
      const [{ tablesByRange }, { collection }] = await Promise.all([
        import("./tables-by-range.ts"),
        fetchListing(`${API}/tables`),
      ]);
      return tablesByRange(collection);
    }),
    probe: (fen, signal) => fetchJson(`${API}/probe?fen=${addressFen(fen)}`, signal),
    line: (fen, _, signal) => fetchJson(`${API}/line?fen=${addressFen(fen)}`, signal),
    tables: async (signal) => (await fetchListing(`${API}/tables`, signal)).tables,
    statistics: (name, signal) => fetchJson(`${API}/tables/${encodeURIComponent(name)}`, signal),
  };
}
