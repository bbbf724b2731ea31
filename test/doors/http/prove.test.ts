/** Proofs over HTTP. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { checkProofTree } from "../../../src/prove/check.ts";
import { readProofTree } from "../../../src/prove/proof-tree.ts";
import type { ProvedJson } from "../../../src/say/proof.ts";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-prove-"));
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "0" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

async function prove(fen: string, more = ""): Promise<{ status: number; body: ProvedJson & { code: string } }> {
  const response = await app.request(`/api/v1/prove?fen=${fen.replaceAll(" ", "_")}${more}`);
  return { status: response.status, body: (await response.json()) as ProvedJson & { code: string } };
}

test("a win by checks comes with a proof tree that passes the checker", async () => {
  const { status, body } = await prove("C7r/3kaP3/b1c1ba3/1R3N3/9/C8/9/9/4p1r2/5K3 w");
  expect(status).toBe(200);
  expect(body).toMatchObject({ result: "win", proof: { winner: "red", byChecks: true, rules: "none" } });
  const { plies } = await checkProofTree(readProofTree(Buffer.from(body.certificate!, "base64")));
  expect(body.proof!.plies).toBe(plies);
  expect(body.line).toHaveLength(plies);
});

test("what is not proven is unknown, within the time asked for", async () => {
  const { status, body } = await prove("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "&seconds=1");
  expect(status).toBe(200);
  expect(body).toMatchObject({ result: "unknown", proof: null, certificate: null, line: [] });
  expect(body.seconds).toBeLessThan(3);
});

test("a client has one proof looked for at a time, and bad input is told", async () => {
  const slow = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
  const answers = await Promise.all([prove(slow), prove(slow), prove("nonsense"), prove(slow, "&seconds=99")]);
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([200, "queue-full", "bad-fen", "bad-request"]);
});

test("other moves that win are looked for when they are asked for", async () => {
  const { status, body } = await prove("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "&cooks=true");
  expect([status, body.result]).toEqual([200, "win"]);
  expect(body.cooks!.length).toBeGreaterThan(1);
  const { outcome, plies } = await checkProofTree(readProofTree(Buffer.from(body.cooks![0]!.certificate, "base64")));
  expect([outcome, plies + 1]).toEqual(["loss", body.cooks![0]!.plies]);
  expect((await prove("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")).body.cooks).toBeUndefined();
});
