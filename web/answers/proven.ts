/**
 * What comes with the program, whatever tables there are: the atlas, and what is known about material. A server answers from it;
 * an export has its files.
 */
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import type { AtlasRecord } from "../../src/knowledge/atlas/record.ts";
import type { MapCell, MaterialAnswer } from "../../src/knowledge/material/answer.ts";
import type { Collection } from "../../src/table/catalog/collection.ts";
import { once } from "./answers.ts";
import { answers } from "./current.ts";
import { fetchKept, orMissing } from "./fetching.ts";

/** Of one endgame, in the colours asked for. */
export type Known = Pick<
  AtlasRecord,
  "endgame" | "rules" | "metric" | "red" | "black" | "orders" | "survey" | "sum" | "proof"
>;

export interface MaterialAbout {
  readonly answer: MaterialAnswer;
  readonly rows: readonly (readonly MapCell[])[];
}

/** Whatever is asked fails with AnswerError, or with `signal.reason` when aborted. */
export interface ProvenData {
  /** Every endgame of the atlas, the smallest first. */
  entries(): Promise<readonly AtlasEntry[]>;
  /** AnswerError `not-in-atlas`: it does not have the endgame in this collection. */
  record(endgame: string, asked: Partial<Collection>, signal: AbortSignal): Promise<Known>;
  /** What the men of both sides are worth. */
  material(name: string, signal: AbortSignal): Promise<MaterialAnswer>;
  /** The same, with the map of what surrounds it. */
  materialAbout(name: string, signal: AbortSignal): Promise<MaterialAbout>;
}

const API = "api/v1";

function askMaterial(name: string, signal: AbortSignal): Promise<MaterialAnswer> {
  return fetchKept(`${API}/material?name=${encodeURIComponent(name)}`, signal);
}

const SERVER: ProvenData = {
  entries: once(async () => (await fetchKept<{ endgames: readonly AtlasEntry[] }>(`${API}/atlas`)).endgames),
  record: (endgame, asked, signal) =>
    fetchKept(orMissing(`${API}/atlas/${endgame}?${new URLSearchParams(asked)}`), signal),
  material: askMaterial,
  async materialAbout(name, signal) {
    const map = fetchKept<{ rows: MapCell[][] }>(`${API}/material/map?name=${encodeURIComponent(name)}`, signal);
    const [answer, { rows }] = await Promise.all([askMaterial(name, signal), map]);
    return { answer, rows };
  },
};

const files = once(async () => (await import("./proven-files.ts")).PROVEN_FILES);

const EXPORT: ProvenData = {
  entries: async () => (await files()).entries(),
  record: async (...about) => (await files()).record(...about),
  material: async (...about) => (await files()).material(...about),
  materialAbout: async (...about) => (await files()).materialAbout(...about),
};

export function proven(): ProvenData {
  return answers().kind === "server" ? SERVER : EXPORT;
}
