/** The files that answers about material are made of, wherever they are read from. */
import { InputError } from "../../base/errors.ts";
import type { MaterialBase } from "./answer.ts";
import { decodeDatabase } from "./database.ts";
import type { ReductionModel } from "./model/model.ts";
import type { Distributions, Exchanges } from "./paper/basic.ts";
import { makeExchangeTable } from "./paper/exchange-table.ts";
import { makeKnowledge } from "./paper/knowledge.ts";

export const MATERIAL_FILES = {
  basic: "basic.json",
  exchanges: "exchanges.json",
  model: "model.json",
  states: "states.zst",
  drawn: "drawn.json",
} as const;

/** Those that answers are made of; `states` is compressed. */
export const ANSWERING_FILES = ["basic", "exchanges", "model", "states"] as const;

/**
 * @param texts of the files of these names
 * @param states decompressed
 * @throws InputError where one is damaged
 */
export function makeMaterialBase(
  texts: Readonly<Record<"basic" | "exchanges" | "model", string>>,
  states: Uint8Array,
): MaterialBase {
  const model = parseKind<ReductionModel>(texts.model, MATERIAL_FILES.model, "canju-material-model");
  const basic = parseKind<Distributions>(texts.basic, MATERIAL_FILES.basic, "canju-material-distributions");
  const exchanges = parseKind<Exchanges>(texts.exchanges, MATERIAL_FILES.exchanges, "canju-material-exchanges");
  return {
    knowledge: makeKnowledge(basic),
    table: makeExchangeTable(exchanges),
    model,
    database: decodeDatabase(states, model),
  };
}

/** The contents of a file that states its kind. @throws InputError where it is damaged */
export function parseKind<T extends { readonly kind: string }>(text: string, file: string, kind: T["kind"]): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if ((value as T | null | undefined)?.kind === kind) return value as T;
  throw new InputError("damaged-material", `${file} of the material database is damaged`);
}
