/** What was opened before is there without a connection. */
import { expect, test, vi } from "vitest";
import { serve } from "../../src/doors/http/serve.ts";
import { CHAPTERS, topicOf } from "../../web/course/course.ts";
import { playTree } from "./exercises.ts";
import { verdictOf } from "./playing-out.ts";
import { leaveOutFirstAnswer, picture, usePage, WON } from "./page.ts";
import { useStaticSite } from "./static-site.ts";
import { LONG } from "../long.ts";

const { host, open, restart, change } = useStaticSite(["KRKN"]);
const server = usePage(["KRKA"]);

/** An engine shares its processor with all else that is tested. */
vi.setConfig({ testTimeout: 180_000 });
const PATIENCE = { timeout: 120_000 };

const LONGEST = "5k3/9/9/9/9/R8/9/4n4/9/3K5 w";
/** Its table was not looked into before. */
const UNOPENED = "4k4/9/9/9/9/9/9/9/4N4/3K5 w";

test("a position that was opened before opens without a connection, others with the next one", async () => {
  const { page, errors } = await open(LONGEST);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await host().stop();

  await page.reload();
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  await page.goto(`${host().url}?fen=${UNOPENED.replaceAll(" ", "_")}`);
  await page.getByText("The server cannot be reached.").first().waitFor();

  await restart();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 11 plies/);
  expect(errors).toEqual([]);
});

test("what was answered by other rules than those chosen is there without a connection as well", LONG, async () => {
  const { page, errors } = await server.visit(`?fen=${WON.replaceAll(" ", "_")}&rules=chinese`, {
    serviceWorkers: "allow",
  });
  await expect.poll(() => verdictOf(page)).toMatch(/^Asian rules: Red wins in/);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload(); // by the worker, which keeps what it fetches
  await expect.poll(() => verdictOf(page)).toMatch(/^Asian rules: Red wins in/);
  await page.context().setOffline(true);
  await page.reload();
  await expect.poll(() => verdictOf(page)).toMatch(/^Asian rules: Red wins in/);
  expect(errors).toEqual([]);
});

test(
  "in an export the course goes on without a connection: its lessons, and drills as far as the page knows",
  LONG,
  async () => {
    const { page, errors } = await open(LONGEST);
    await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.context().setOffline(true);
    const chapter = CHAPTERS.find(({ endgame }) => endgame === "KNKA")!;
    await page.goto(`${host().url}?view=course&topic=${topicOf(chapter, 0)}`);
    await playTree(page, chapter.drills[0]!.tree);
    await page.locator(".message.solved").waitFor();
    await page.getByRole("button", { name: "Drawn" }).click();
    await page.getByText("to move: a draw.").waitFor();
    await picture(page, "course-offline");
    expect(errors).toEqual([]);
  },
);

test.each(["an export", "a server"])(
  "what a visitor without a link sees is there without a connection, whatever was looked at before: %s",
  LONG,
  async (name) => {
    const { page, errors } =
      name === "a server"
        ? await server.visit(`?fen=${WON.replaceAll(" ", "_")}`, { serviceWorkers: "allow" })
        : await open("5k3/9/9/9/9/R8/9/9/9/3K5 w");
    await expect.poll(() => verdictOf(page)).toMatch(/^Red wins/);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const first = name === "a server" ? "probe?fen=(?!3k5/4a4)" : "KRKN.canju";
    await page.waitForFunction(
      async (kept) => {
        const store = await caches.open("canju-read");
        return (await store.keys()).some(({ url }) => new RegExp(kept).test(decodeURIComponent(url)));
      },
      first.replace("?fen", "\\?fen"),
    );
    await page.context().setOffline(true);
    await page.goto(page.url().replace(/\?.*/, ""));
    await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in \d+ plies/);
    expect(errors).toEqual([]);
  },
);

test("after an update nobody is left with the old page", LONG, async () => {
  const { page } = await open(LONGEST);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await change("index.html", (html) => html.replace("<title>", '<meta name="update" /><title>'));
  await page.reload();
  await expect.poll(() => page.locator('meta[name="update"]').count()).toBe(1);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
});

test("with a server as well, what was answered before is there when it no longer answers", LONG, async () => {
  const { page } = await server.open(WON);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 1 ply/);
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 1 ply/);
  await page.locator("body").press(" ");
  await page.getByText("The server cannot be reached.").first().waitFor();
});

test("an endgame that was kept is wholly there without a connection, until it is removed", LONG, async () => {
  const { page, errors } = await server.visit("?view=endgames&topic=KRKA");
  await page.getByRole("button", { name: /^Keep it for use without a connection \(4 tables, .*B\)$/ }).click();
  await page.getByText("Kept: it is there without a connection.").waitFor();
  await page.route(/\/(api|tables)\//, (route) => route.abort());
  await leaveOutFirstAnswer(page);
  const never = "4k4/4a4/9/9/9/9/R8/9/9/3K5 w";
  const address = page.url().replace(/\?.*/, `?fen=${never.replaceAll(" ", "_")}`);
  await page.goto(address);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in \d+ plies/);
  await page.locator("body").press(" ");
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in \d+ pl/);
  await page.locator(".verdict").getByRole("link", { name: "KRKA" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: /^Keep it/ }).waitFor();
  await page.goto(address);
  await page.getByText("The server cannot be reached.").first().waitFor();
  expect(errors).toEqual([]);
});

test(
  "an engine that was asked once is there without a connection; before that the page says why it is not",
  LONG,
  async () => {
    const asked = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    const other = await serve({ dataDir: server.folder(), port: 0 });
    const { page, errors } = await server.visit("?view=rules", { serviceWorkers: "allow" });
    const engine = page.locator(".engine");
    const ask = () => engine.getByRole("button", { name: "Ask an engine" }).click();
    await page.goto(`${other.url}?fen=${asked.replaceAll(" ", "_")}`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null); // from the first visit on
    await engine.waitFor();
    await other.close();
    await page.reload();
    await ask();
    await engine.getByText("it comes from the server").waitFor();
    const again = await serve({ dataDir: server.folder(), port: Number(new URL(other.url).port) });
    await engine.getByRole("button", { name: "Try again" }).click();
    await engine.getByText(/^Searched/).waitFor(PATIENCE);
    const kept = async () => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return files.flat().filter(({ url }) => url.includes("/stockfish")).length;
    };
    await expect.poll(() => page.evaluate(kept)).toBe(3); // it may answer before all of it is put away
    await again.close();
    await page.reload();
    await ask();
    await engine.getByText(/^Searched/).waitFor(PATIENCE);
    expect(await engine.locator("li").count()).toBe(3);
    expect(errors).toEqual([]);
  },
);

test("a browser without room says so before anything is fetched", LONG, async () => {
  const { page } = await server.visit("?view=rules", { locale: "zh-CN" });
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 2048, usage: 1024 });
  });
  await page.goto(page.url().replace(/\?.*/, "?view=endgames&topic=KRKA"));
  await page.getByRole("button", { name: /^保留以便离线使用/ }).click();
  await page.getByText(/浏览器只给本页留有 1(\.0)? kB/).waitFor();
});

test(
  "the page can be installed: its manifest is there, with icons for every system, and those that are cut are full",
  LONG,
  async () => {
    const { page } = await server.visit("");
    const address = await page.locator('link[rel="manifest"]').evaluate((link) => (link as HTMLLinkElement).href);
    const answer = await fetch(address);
    expect(answer.headers.get("content-type")).toBe("application/manifest+json");
    const { start_url, icons } = (await answer.json()) as { start_url: string; icons: Record<string, string>[] };
    expect(start_url).toBe("./");
    const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
    const pngs = [
      ...icons.filter(({ type }) => type === "image/png"),
      { src: apple!, sizes: "180x180", purpose: "apple" },
    ];
    const drawn = await page.evaluate(
      (all) =>
        Promise.all(
          all.map(async ({ src, purpose }) => {
            const image = await createImageBitmap(await (await fetch(src!)).blob());
            const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
            canvas.drawImage(image, 0, 0);
            const opaque = canvas.getImageData(0, 0, 1, 1).data[3] === 255;
            return `${purpose} ${image.width}x${image.height} ${opaque ? "full" : "round"}`;
          }),
        ),
      pngs,
    );
    expect(drawn).toEqual(["any 192x192 round", "any 512x512 round", "maskable 512x512 full", "apple 180x180 full"]);
    expect(pngs.map(({ sizes }) => sizes)).toEqual(drawn.map((each) => each.split(" ")[1]));
    expect((await fetch(new URL(icons[0]!.src!, address))).headers.get("content-type")).toBe("image/svg+xml");
  },
);
