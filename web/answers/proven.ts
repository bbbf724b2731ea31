/**
 * What comes with the program, whatever tables there are: the atlas, and what is known about material. A server answers from it;
 * an export has its files.
 */
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import type { MapCell, MaterialAnswer } from "../../src/knowledge/material/answer.ts";
import { once, type ProvenData } from "./answers.ts";
import { answers } from "./current.ts";
import { fetchKept, orMissing } from "./fetching.ts";
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
