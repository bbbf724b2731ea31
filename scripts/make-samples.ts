/**
 * Copies small tables beside the specification, with answers for readers in other languages to check themselves.
 *
 *     node scripts/make-samples.ts <data folder>
 */
import { copyFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileOrder } from "../src/endgame/file-order.ts";
import { MissingTableError } from "../src/table/errors.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { formatFen } from "../src/xiangqi/fen.ts";
import { COLOURS } from "../src/xiangqi/pieces.ts";
import { findProblems } from "../src/xiangqi/validate.ts";

/** Defenders of neither side; both sides armed; twins. */
const SAMPLES = ["KPK", "KRKN", "KPPK"];
/** Answers for each, about. */
const ANSWERS = 200;

/** What a reader should find. */
interface Answer {
  readonly fen: string;
  readonly cell: number;
  readonly place: number;
  readonly value: number;
}

export async function makeSamples(data: string, target: string): Promise<void> {
  const catalog = new FolderCatalog(data);
  for (const name of SAMPLES) {
    const table = await catalog.open(name);
    if (table === null) throw new MissingTableError(name, catalog);
    const { index } = table;
    const step = Math.max(1, Math.floor(index.cells / ANSWERS)) | 1;
    const answers: Answer[] = [];
    for (let cell = 0; cell < index.cells; cell += step) {
      const board = index.boardAt(cell);
      if (board === null || index.indexOf(board) !== cell) continue;
      for (const turn of COLOURS) {
        const position = { board, turn };
        if (findProblems(position).length > 0) continue;
        const place = fileOrder(index).placeOf(cell);
        answers.push({ fen: formatFen(position), cell, place, value: await table.valueAt(turn, cell) });
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
