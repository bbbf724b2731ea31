/**
 * Copies small tables beside the specification, with answers for readers in other languages to check themselves.
 *
 *     node scripts/make-samples.ts <data folder>
 */
import { copyFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { endgameIndex } from "../src/endgame/index.ts";
import { MissingTableError } from "../src/table/errors.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { formatFen } from "../src/xiangqi/fen.ts";
import { COLOURS } from "../src/xiangqi/pieces.ts";
import { findProblems } from "../src/xiangqi/validate.ts";

const SAMPLES = ["KRK", "KPK"];
const STEP = 97; // every so many cells an answer

/** What a reader should find. */
interface Answer {
  readonly fen: string;
  readonly cell: number;
  readonly value: number;
}

export async function makeSamples(data: string, target: string): Promise<void> {
  const catalog = new FolderCatalog(data);
  for (const name of SAMPLES) {
    const table = await catalog.open(name);
    if (table === null) throw new MissingTableError(name);
    const index = endgameIndex(parseEndgame(name));
    const answers: Answer[] = [];
    for (let cell = 0; cell < index.cells; cell += STEP) {
      const board = index.boardAt(cell);
      if (board === null) continue;
      for (const turn of COLOURS) {
        const position = { board, turn };
        if (findProblems(position).length > 0) continue;
        answers.push({ fen: formatFen(position), cell, value: await table.valueAt(turn, cell) });
      }
    }
    await copyFile(table.file, join(target, basename(table.file)));
    const lines = answers.map((answer) => `  ${JSON.stringify(answer)}`).join(",\n");
    await writeFile(join(target, `${name}.json`), `[\n${lines}\n]\n`);
  }
  await catalog.close();
}

if (import.meta.main) {
  const [data] = process.argv.slice(2);
  if (data === undefined) throw new Error("which data folder?");
  await makeSamples(data, fileURLToPath(new URL("../docs/spec/samples", import.meta.url)));
}
