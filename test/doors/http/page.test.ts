import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { buffer } from "node:stream/consumers";
import { join } from "node:path";
import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { serve, type RunningServer } from "../../../src/doors/http/serve.ts";

const SCRIPT = "export const answer = 42;\n".repeat(50);

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-page-"));
  await mkdir(join(folder, "page/assets"), { recursive: true });
  await writeFile(join(folder, "page/index.html"), "<!doctype html><head><title>page</title></head>");
  await writeFile(join(folder, "page/assets/main-abc123.js"), SCRIPT);
  await writeFile(join(folder, "secret.html"), "secret");
  server = await serve({ dataDir: join(folder, "data"), pageDir: join(folder, "page"), port: 0 });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test("the server listens on this machine only", () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test("the page is always asked for again, and comes with a policy against foreign scripts", async () => {
  const response = await fetch(server.url);
  expect(await response.text()).toContain("<title>page</title></head>");
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("the page is told the rules that the server answers by", async () => {
  const collection = { rules: "chinese", metric: "dtc" } as const;
  const other = await serve({ dataDir: join(folder, "data"), pageDir: join(folder, "page"), port: 0, collection });
  const stated = async (url: string) => /name="canju-rules" content="(\w+)"/.exec(await (await fetch(url)).text())?.[1];
  expect([await stated(server.url), await stated(other.url)]).toEqual(["asian", "chinese"]);
  await other.close();
});

test("assets with a hash in their name are kept for good", async () => {
  const response = await fetch(new URL("assets/main-abc123.js", server.url));
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect(response.headers.get("content-type")).toContain("text/javascript");
  expect(await response.text()).toBe(SCRIPT);
});

test("files come compressed to those who can read that", async () => {
  const { body, encoding, length } = await getRaw("/assets/main-abc123.js", "gzip");
  expect(encoding).toBe("gzip");
  expect(length).toBeLessThan(SCRIPT.length / 2);
  expect(gunzipSync(body).toString()).toBe(SCRIPT);
  expect((await getRaw("/assets/main-abc123.js", "gzip, br")).encoding).toBe("br");
  expect((await getRaw("/assets/main-abc123.js", "identity")).body.toString()).toBe(SCRIPT);
});

test("a link to a position names its endgame and a picture for programs that show links; nothing hostile gets in", async () => {
  const fen = "3k5/4a4/9/9/9/9/9/9/4R4/4K4_w";
  const linked = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}${query}`, { headers });
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    return response.text();
  };
  const tags = await linked(`?fen=${fen}`);
  expect(tags).toContain('<meta property="og:title" content="KRKA · Canju 残局" />');
  expect(tags).toContain(`<meta property="og:image" content="${server.url}picture.png?fen=${fen}" />`);
  const picture = /og:image" content="([^"]+)"/.exec(tags)![1]!;
  expect((await fetch(picture)).headers.get("content-type")).toBe("image/png");
  expect(await linked(`?fen=${fen}&from=black`, { "x-forwarded-proto": "https" })).toMatch(
    /og:image" content="https:[^"]+&amp;from=black"/,
  );
  const plain = await linked("");
  expect(plain).not.toContain("og:image");
  const later = await linked(`?fen=${fen}&line=e1d1&ply=1`); // the position that the page shows
  expect(later).toContain('itemprop="image" content="' + server.url + 'picture.png?fen=3k5/4a4/9/9/9/9/9/9/3R5/4K4_b"');
  for (const query of ["?fen=x", '?fen="><script>', "?view=rules", `?fen=${fen.replace("k", "9")}`]) {
    expect(await linked(query)).toBe(plain);
  }
});

test("an unchanged page is not sent again", async () => {
  const etag = (await fetch(server.url)).headers.get("etag")!;
  expect((await fetch(server.url, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test.each(["/../secret.html", "/assets/../../secret.html", "/..%2fsecret.html", "/%2e%2e/secret.html"])(
  "%s leads nowhere",
  async (path) => {
    expect((await getRaw(path, "identity")).status).toBe(404);
  },
);

test("a taken port is an error", LONG, async () => {
  await expect(serve({ dataDir: folder, port: Number(new URL(server.url).port) })).rejects.toThrow("EADDRINUSE");
});

/** Asks for a path as it is written, which fetch would tidy up. */
async function getRaw(path: string, encoding: string) {
  return new Promise<{ status: number; encoding: string | undefined; body: Buffer; length: number }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      get({ hostname, port, path, headers: { "accept-encoding": encoding } }, async (response) => {
        const body = await buffer(response);
        const found = response.headers["content-encoding"];
        resolve({ status: response.statusCode!, encoding: found, body, length: body.length });
      }).on("error", reject);
    },
  );
}
