/** The files that answers about material are made of, wherever they are read from. */
import { InputError } from "../../base/errors.ts";
import type { MaterialBase } from "./answer.ts";
import type { EstimateModel } from "./model/model.ts";
import type { Distributions } from "./paper/basic.ts";
import { makeKnowledge } from "./paper/knowledge.ts";

export const MATERIAL_FILES = {
  basic: "basic.json",
  exchanges: "exchanges.json",
  model: "model.json",
  drawn: "drawn.json",
} as const;

/** Those that answers are made of. */
export const ANSWERING_FILES = ["basic", "model"] as const;

/**
 * @param texts of the files of these names
 * @throws InputError where one is damaged
 */
export function makeMaterialBase(texts: Readonly<Record<(typeof ANSWERING_FILES)[number], string>>): MaterialBase {
  return {
    knowledge: makeKnowledge(
      parseKind<Distributions>(texts.basic, MATERIAL_FILES.basic, "canju-material-distributions"),
    ),
    model: parseKind<EstimateModel>(texts.model, MATERIAL_FILES.model, "canju-material-model"),
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
