/** Answers of an export, which nothing but files stands behind. What works them out is loaded when first needed. */
import type { Answers } from "./answers.ts";
import { fetchListing, tablesUrl } from "./listing.ts";
import { once } from "./once.ts";

/** @param path of the list of tables */
export function staticAnswers(path: string): Answers {
  const listing = once(() => fetchListing(path));
  const tables = async () => (await listing()).tables;
  const local = once(async () => {
    const [{ localAnswers }, { keptTables }] = await Promise.all([
      import("./local.ts"),
      import("./tables-by-range.ts"),
    ]);
    return localAnswers(
      once(async () => keptTables(tablesUrl(), await listing(), false)),
      tables,
    );
  });
  return {
    kind: "local",
    tables,
    provider: async () => (await local()).provider(),
    probe: async (fen, signal) => (await local()).probe(fen, signal),
    line: async (fen, options, signal) => (await local()).line(fen, options, signal),
    explain: async (fen, signal) => (await local()).explain(fen, signal),
    random: async (name, wish, signal) => (await local()).random(name, wish, signal),
    statistics: async (name, signal) => (await local()).statistics(name, signal),
  };
}
