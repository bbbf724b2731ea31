import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { buffer } from "node:stream/consumers";
import { join } from "node:path";
import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { formatLesson } from "../../../src/xiangqi/games/lesson.ts";
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
  await copyFile(join(import.meta.dirname, "../../../build/first-view.js"), join(folder, "first-view.js"));
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
  expect(await response.text()).toContain("<title>page</title>");
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

describe("links to the page, for programs that show them", () => {
  const FEN = "3k5/4a4/9/9/9/9/9/9/4R4/4K4_w";
  const LESSON = formatLesson({
    title: "Ván 3 <&>",
    parts: [{ start: parseLegalFen(FEN.replaceAll("_", " ")), moves: [], note: "" }],
  });
  /** Title, description and picture. */
  const told = (html: string) =>
    ["title", "description", "image"].map(
      (name) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1],
    );
  const linked = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}${query}`, { headers });
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    return response.text();
  };

  test.each([
    ["en", "", "Xiangqi endgames, solved · Canju", /^Xiangqi endgames worked out/, "3a1k3/9/b2a5"],
    ["zh-CN", "", "象棋残局库 · 残局", /^象棋残局，/, "3a1k3/9/b2a5"],
    ["en", `?fen=${FEN}`, "Chariot against advisor", /^Red to move\. Chariot against advisor: Red always wins\.$/, FEN],
    ["zh-TW", `?fen=${FEN}`, "車對單士", /^輪到紅方走。車對單士：/, FEN],
    ["vi", "?view=endgames&topic=KRPKR", /^Xe tốt đối xe: /, /^Đỏ đi trước: thắng 88,29%/, "/"],
    ["zh-CN", "?view=endgames&topic=KRKRP&rules=chinese", /^车兵对车：亚洲规则/, /红方先走：胜 88\.29%.*黑方先走/, "/"],
    ["en", "?view=course&topic=KRKAA-2", "Chariot against two advisors: Red always wins, with Red to move", /won/, "/"],
    ["en", `?view=studies&topic=${FEN}`, "Studies: Chariot against advisor", /^Red to move\.$/, FEN],
    ["vi", `?view=lesson&topic=${LESSON}`, "Ván 3 &lt;&amp;&gt;", /^Đỏ đi\.$/, FEN],
    ["zh-CN", "?view=rules", "规则 · 象棋残局库", /^象棋残局，/, "3a1k3"],
  ] as const)("in %s %s", async (language, query, title, description, board) => {
    const [named, text, picture] = told(await linked(query, { "accept-language": language }));
    expect(named).toMatch(title);
    expect(text).toMatch(description);
    expect(picture).toContain(`${server.url}picture.png?fen=`);
    expect(picture).toContain(board);
  });

  test("their picture is one, from the side and at the move that the page shows", async () => {
    const [, , picture] = told(await linked(`?fen=${FEN}`));
    expect((await fetch(picture!)).headers.get("content-type")).toBe("image/png");
    const [, , seen] = told(await linked(`?fen=${FEN}&from=black`, { "x-forwarded-proto": "https" }));
    expect(seen).toMatch(/^https:.*&amp;from=black$/);
    const later = await linked(`?fen=${FEN}&line=e1d1&ply=1`);
    expect(later).toContain(
      'itemprop="image" content="' + server.url + 'picture.png?fen=3k5/4a4/9/9/9/9/9/9/3R5/4K4_b"',
    );
  });

  test("nothing hostile gets into them", async () => {
    const hostile = ["?fen=x", '?fen="><script>', "?view=endgames&topic=x", `?fen=${FEN.replace("k", "9")}`];
    for (const query of hostile) expect(told(await linked(query))).toEqual([undefined, undefined, undefined]);
    const [title] = told(await linked('?view="><script>'));
    expect(title).toBe("Xiangqi endgames, solved · Canju");
  });
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
