import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type RunningServer } from "../../src/server/serve.ts";

const FEN = "3k5/4a4/9/9/9/9/9/9/4R4/4K4_w";

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-embed-"));
  server = await serve({ dataDir: folder, pageDir: join(folder, "none"), port: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const ask = (path: string) => fetch(new URL(path, server.url));

test("the view for other sites alone may be framed, and runs no script", async () => {
  const response = await ask(`embed?fen=${FEN}&line=e1d1d9e9&from=black`);
  const policy = response.headers.get("content-security-policy")!;
  expect(policy).toContain("frame-ancestors *");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("script-src");
  const html = await response.text();
  expect(html).toContain("<animateTransform");
  expect(html).toContain(`href="./?fen=${FEN}&amp;line=e1d1d9e9&amp;from=black"`);
});

test("a picture of a position, and of a game", async () => {
  const still = await ask(`picture.svg?fen=${FEN}`);
  expect(still.headers.get("content-type")).toBe("image/svg+xml");
  expect(await still.text()).not.toContain("animate");
  expect(await (await ask(`picture.svg?fen=${FEN}&line=e1d1`)).text()).toContain("animate");
});

test.each([
  ["picture.svg", "bad-fen"],
  ["embed?fen=x", "bad-fen"],
  [`embed?fen=${FEN}&line=e1a9`, "illegal-move"],
  [`embed?fen=${FEN}&line=<b>"`, "bad-move"],
  [`embed?fen=${FEN}&line=${"e1d1".repeat(201)}`, "bad-line"],
])("%s is refused", async (path, code) => {
  const response = await ask(path);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code]);
  expect(response.headers.get("content-security-policy") ?? "").not.toContain("frame-ancestors *");
});
