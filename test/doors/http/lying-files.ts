/** A server whose folder holds files that lie with right checksums: no route fails with a fault of its own. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { NODE_CODECS } from "../../../src/table/node/codecs.ts";
import { memorySource } from "../../../src/table/read/source.ts";
import { openTable } from "../../../src/table/read/table.ts";
import { randomBy, withLyingDescription, withLyingNumbers, withLyingParts } from "../../table/fuzzing.ts";
import { replaceFile } from "../../table/rot.ts";

/** An endgame, and a position of it. */
const SUBJECTS = [
  ["KRKN", "4k4/9/9/9/9/9/9/9/1n7/R2K5_w"],
  ["KPKA", "3k5/4a4/9/9/9/9/4P4/9/9/4K4_w"],
  ["KRK", "4k4/9/9/9/9/9/9/9/9/R2K5_w"],
] as const;

function pathsAbout(name: string, fen: string): string[] {
  return [
    "/api/v1/tables",
    `/api/v1/tables/${name}`,
    `/api/v1/probe?fen=${fen}`,
    `/api/v1/line?fen=${fen}`,
    `/api/v1/explain?fen=${fen}`,
    `/api/v1/random?endgame=${name}`,
    `/api/v1/random?endgame=${name}&outcome=loss&turn=w`,
    `/api/v1/random?endgame=${name}&outcome=win&min=5`,
    `/tables/asian/dtc/${name}.canju`,
    `/chessdb.php?action=queryall&board=${fen.replace("_", "%20")}`,
  ];
}

/** Asks a server for all that is about a table, of so many lying files. */
export async function askOfLyingFiles(seed: number, files: number): Promise<void> {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const folder = await mkdtemp(join(tmpdir(), "canju-lying-"));
  const names = SUBJECTS.map(([name]) => parseEndgame(name));
  await buildClosure(names, { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const random = randomBy(seed);
  const lies = [withLyingNumbers, withLyingDescription, withLyingDescription, withLyingParts];
  for (let i = 0; i < files; i++) {
    const [name, fen] = SUBJECTS[i % SUBJECTS.length]!;
    const path = join(folder, `asian/dtc/${name}.canju`);
    const bytes = await readFile(path);
    const { header } = await openTable(memorySource(bytes), NODE_CODECS);
    const lie = lies[random(lies.length)]!;
    replaceFile(path, lie({ bytes: new Uint8Array(bytes), header, codes: [] }, random));
    const data = new DataFolder(folder);
    const app = createApp({ data, page: new Map(), version: "0" });
    for (const asked of pathsAbout(name, fen)) {
      const response = await app.request(asked);
      const body = await response.text();
      expect([i, asked, body]).toEqual([i, asked, expect.not.stringContaining('"internal"')]);
    }
    const faults = logged.mock.calls.filter(([line]) => !/^canju: \S+\.canju is damaged: /.test(String(line)));
    expect(faults).toEqual([]);
    await data.close();
    replaceFile(path, bytes);
  }
  await rm(folder, { recursive: true });
  logged.mockRestore();
}
