import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Rasteriser } from "../../../src/doors/http/rasteriser.ts";
import { parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { formatLesson, parseLine } from "../../../src/xiangqi/games/lesson.ts";
import { serve, type RunningServer } from "../../../src/doors/http/serve.ts";
import { LONG } from "../../long.ts";

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

test("step by step over links: the side to move, the moves in the language asked for, light or dark", async () => {
  const html = await (await ask(`embed?fen=${FEN}&line=e1d1d9e9&ply=1&lang=zh-Hant&theme=dark&rules=none`)).text();
  expect(html).toContain('<html lang="zh-Hant" class="dark">');
  expect(html).not.toContain("animate");
  expect(html).toContain("<p>輪到黑方走</p>");
  expect(html).toMatch(/ply=1[^>]*aria-current="step">1\. 俥五平六</);
  for (const [name, ply] of [
    ["回到開始", "ply=0"],
    ["後退", "ply=0"],
    ["前進", "ply=2"],
    ["到最後", "ply=2"],
  ] as const) {
    const link = new RegExp(`<a href="([^"]*)" aria-label="${name}"`).exec(html)![1]!;
    expect([name, link]).toEqual([name, expect.stringContaining(ply)]);
    expect(link).toContain("rules=none"); // what else is in the address stays
    expect((await ask(`embed${link.replaceAll("&amp;", "&")}`)).status).toBe(200);
  }
  expect(await (await ask(`embed?fen=${FEN}&lang=xx&theme=%22%3E`)).text()).toContain('<html lang="en" class="auto">');
});

test("a lesson is shown part by part, and what is written in it is no code", async () => {
  const start = parseLegalFen(FEN.replace("_", " "));
  const parts = [
    { start, moves: [], note: "<script>" },
    { start, moves: parseLine(start, "e1d1"), note: "" },
  ];
  const lesson = formatLesson({ title: '"&<b>', parts });
  const html = await (await ask(`embed?lesson=${lesson}`)).text();
  expect(html).toContain('<p class="title">&quot;&amp;&lt;b&gt;</p>');
  expect(html).toContain('<p class="note">&lt;script&gt;</p>');
  expect(html).toContain("<span>1 / 2</span>");
  expect(html).toContain(`href="./?view=lesson&amp;topic=${lesson}"`);
  expect(await (await ask(`embed?lesson=${lesson}&part=99`)).text()).toContain("<animateTransform");
});

test("a picture of a position, and of a game", async () => {
  const still = await ask(`picture.svg?fen=${FEN}`);
  expect(still.headers.get("content-type")).toBe("image/svg+xml");
  expect(await still.text()).not.toContain("animate");
  expect(await (await ask(`picture.svg?fen=${FEN}&line=e1d1`)).text()).toContain("animate");
});

test("a preview for links is a PNG of 1200 by 630, made once, while other requests are answered", async () => {
  const address = `picture.png?fen=${FEN}&from=black`;
  const started = performance.now();
  const making = ask(address);
  expect((await ask("api/v1/health")).status).toBe(200);
  const response = await making;
  const took = performance.now() - started;
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("cache-control")).toContain("max-age");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  const again = performance.now();
  expect(Buffer.from(await (await ask(address)).arrayBuffer()).equals(bytes)).toBe(true);
  expect(performance.now() - again).toBeLessThan(took);
  expect(Buffer.from(await (await ask(`picture.png?fen=${FEN}`)).arrayBuffer()).equals(bytes)).toBe(false);
});

test("more pictures than can be waited for are refused, and made when asked for again", async () => {
  const rasteriser = new Rasteriser();
  const svg = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="1"/>`;
  const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => rasteriser.png(svg(i + 1))));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(16);
  const refused = asked.findIndex(({ status }) => status === "rejected");
  expect(asked[refused]).toMatchObject({ reason: { code: "queue-full" } });
  expect((await rasteriser.png(svg(refused + 1))).length).toBeGreaterThan(50);
  await expect(rasteriser.png("<svg")).rejects.toThrow();
  expect((await rasteriser.png(svg(30))).length).toBeGreaterThan(50); // what is no picture ends nothing else
});

test.each([
  ["picture.svg", "bad-fen"],
  ["picture.png", "bad-fen"],
  ["picture.png?fen=x", "bad-fen"],
  ["embed?fen=x", "bad-fen"],
  [`embed?fen=${FEN}&line=e1a9`, "illegal-move"],
  [`embed?fen=${FEN}&line=<b>"`, "bad-move"],
  [`embed?fen=${FEN}&line=${"e1d1".repeat(201)}`, "bad-line"],
  ["embed?lesson=x", "bad-lesson"],
  [`embed?lesson=${formatLesson({ title: "", parts: [] })}`, "bad-lesson"],
])("%s is refused", async (path, code) => {
  const response = await ask(path);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code]);
  expect(response.headers.get("content-security-policy") ?? "").not.toContain("frame-ancestors *");
});

test("of pictures the latest are remembered, and no more", LONG, async () => {
  const pictures = new Rasteriser();
  const svg = (i: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><text>${i}</text></svg>`;
  const first = await pictures.png(svg(0));
  for (let i = 1; i < 64; i++) await pictures.png(svg(i));
  expect(await pictures.png(svg(0))).toBe(first);
  await pictures.png(svg(64));
  expect(await pictures.png(svg(0))).not.toBe(first);
  expect(await pictures.png(svg(0))).toEqual(first);
});
