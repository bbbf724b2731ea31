/** Requests made from the API's own description; 100,000 of them in the nightly tier. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApp } from "../../../src/doors/http/app.ts";
import { BuildQueue } from "../../../src/doors/http/build-queue.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { Prover } from "../../../src/doors/http/prover.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { LONG } from "../../long.ts";
import { fuzzApi } from "./api-fuzz.ts";

let folder: string;
let data: DataFolder;
let builds: BuildQueue;
let prover: Prover;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-fuzz-"));
  await buildClosure(["KRKA", "KRKN"].map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads: 1 });
  data = new DataFolder(folder);
  builds = new BuildQueue(data, { maxPositions: 1 }, 1); // what is there, or too large
  prover = new Prover(data);
});

afterAll(async () => {
  await builds.close();
  await prover.close();
  await data.close();
  await rm(folder, { recursive: true });
});

test(
  "whatever is asked by the API's own description, the answer is one that it describes, and no error is the server's",
  LONG,
  async () => {
    const logged = vi.spyOn(console, "error");
    await fuzzApi(createApp({ data, page: new Map(), version: "0", builds, prover }), 20260, 300);
    expect(logged).not.toHaveBeenCalled();
  },
);
