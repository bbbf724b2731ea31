/** An endgame's table as its page shows it. */
import { useEffect, useState } from "preact/hooks";
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import type { TableHeader } from "../../src/table/format/header.ts";
import type { Histogram } from "../../src/table/format/histogram.ts";
import type { SampleWish } from "../../src/query/sample.ts";
import { InputError } from "../../src/base/errors.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";

export type TableState =
  | { readonly state: "asking" | "missing" }
  | {
      readonly state: "known";
      readonly provider: TableProvider;
      readonly header: TableHeader;
      readonly histogram: Histogram;
    }
  | { readonly state: "failed"; readonly code: string; readonly detail: string };

/**
 * The table of a canonical endgame.
 * @param listed whether it is in the list of tables; read again when this changes, since it may have been built
 */
export function useTable(name: string, listed: boolean): TableState {
  const [table, setTable] = useState<TableState>({ state: "asking" });
  useEffect(() => {
    if (!listed) return setTable({ state: "missing" });
    let wanted = true;
    setTable({ state: "asking" });
    void read(name).then((next) => wanted && setTable(next));
    return () => {
      wanted = false;
    };
  }, [name, listed]);
  return table;
}

async function read(name: string): Promise<TableState> {
  try {
    const provider = await answers().provider();
    const table = await provider.open(name);
    if (table === null) return { state: "missing" };
    return { state: "known", provider, header: table.header, histogram: await table.readHistogram() };
  } catch (error) {
    if (!(error instanceof InputError || error instanceof AnswerError)) throw error;
    return { state: "failed", code: error.code, detail: error.message };
  }
}

/** A random position of an endgame that is as wished; there must be one. */
export async function randomPosition(name: string, wish: SampleWish): Promise<LegalPosition> {
  return parseLegalFen((await answers().ask("random", { endgame: name, ...wish })).fen);
}
