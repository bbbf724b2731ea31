/** What the comparison of the rules says of single positions, for where no table can be asked. */
import type { Rules } from "../../src/table/format/header.ts";
import type { Decided } from "./answers.ts";
import all from "./compared.json" with { type: "json" };
import type { Compared } from "./compared.ts";

/** The verdict on an example; null of any other position. */
export function toldBy(fen: string, rules: Rules): Decided | null {
  const example = (all as readonly Compared[]).flatMap(({ examples }) => examples).find((each) => each.fen === fen);
  return example === undefined ? null : { ...example.verdicts[rules], metric: "dtc" };
}
