/** What comes with the program, from the files of an export. */
import { Atlas, storedAs } from "../../src/knowledge/atlas/atlas.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { makeAnswerer } from "../../src/knowledge/material/answer.ts";
import { makeMaterialBase, MATERIAL_FILES } from "../../src/knowledge/material/base.ts";
import { parsePair } from "../../src/knowledge/material/paper/space.ts";
import { statisticsOf } from "../../src/query/statistics.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/collection.ts";
import { hexadecimal } from "../../src/table/format/format.ts";
import { sha256 } from "../../src/base/sha256.ts";
import { InputError } from "../../src/base/errors.ts";
import { AnswerError, once, type Known, type ProvenData } from "./answers.ts";
import { fetchBytes } from "./fetching.ts";
/** Where an export has them (src/doors/cli/export-site.ts). */
const [ATLAS, MATERIAL] = ["atlas", "material"];

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const atlas = once(() =>
  Atlas.open({
    read: async (file) => decode(await unpacked(await fetchBytes(`${ATLAS}/${storedAs(file)}`))),
    async sha256(text) {
      const hash = sha256();
      hash.update(new TextEncoder().encode(text));
      return hexadecimal(hash.digest());
    },
  }),
);

const answerer = once(async () => {
  const read = async (file: keyof typeof MATERIAL_FILES) =>
    decode(await fetchBytes(`${MATERIAL}/${MATERIAL_FILES[file]}`));
  const [basic, model] = await Promise.all([read("basic"), read("model")]);
  return makeAnswerer(makeMaterialBase({ basic, model }), (await atlas()).entries);
});

/** The bytes of a file that may be compressed: hosts undo that or leave it to the reader. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The errors of a reader as a server would send them. */
async function asked<Answer>(answer: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof InputError ? new AnswerError(error.code, error.message) : error;
  }
}

export const PROVEN_FILES: ProvenData = {
  entries: () => asked(async () => [...(await atlas()).entries.values()]),
  record: (name, collection, signal) =>
    asked(async (): Promise<Known> => {
      const endgame = parseEndgame(name);
      const record = await (await atlas()).find(endgame, { ...DEFAULT_COLLECTION, ...collection });
      if (record === null) throw new InputError("not-in-atlas", `the atlas does not have ${name}`);
      const { sum, proof, survey } = record;
      return { ...statisticsOf(record, endgame), survey, sum, proof } as Known;
    }, signal),
  material: (name, signal) => asked(async () => (await answerer()).answer(parsePair(name)), signal),
  materialAbout: (name, signal) =>
    asked(async () => {
      const pair = parsePair(name);
      const { answer, map } = await answerer();
      return { answer: answer(pair), rows: map(pair) };
    }, signal),
};
