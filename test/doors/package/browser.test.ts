/** The browser part of the package, bundled by a stranger's bundler, reads tables on a static host by ranges. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { connectChromium } from "../../browser/page.ts";
import { startRangeServer, type RangeServer } from "../../browser/static-site.ts";
import { LONG } from "../../long.ts";
import { installPackage, ROOT, type Installed } from "./installed.ts";

let installed: Installed;
let browser: Browser;
let host: RangeServer;

beforeAll(async () => {
  installed = installPackage();
  const { folder, program } = installed;
  const site = join(folder, "site");
  cpSync(join(ROOT, "examples/browser"), join(folder, "browser"), { recursive: true });
  const options = { configFile: false, root: join(folder, "browser"), base: "./", logLevel: "warn" } as const;
  await build({ ...options, build: { outDir: site, emptyOutDir: true } });
  mkdirSync(join(site, "tables"));
  execFileSync(process.execPath, [program, "build", "KRKA", "--data", join(site, "tables")], { stdio: "ignore" });
  host = await startRangeServer(site);
  browser = await connectChromium();
});

afterAll(async () => {
  await browser?.close();
  await host?.stop();
  installed?.remove();
});

test("the bundled example probes by ranges, and shows what a user got wrong", LONG, async () => {
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(host.url);
  await page.getByRole("heading", { name: "KRKA: win 3" }).waitFor();
  expect(await page.getByRole("listitem").first().textContent()).toMatch(/^\S{4} loss \*$/);
  const files = new Set(host.ranges.map(({ file }) => file));
  expect([...files].sort()).toEqual(["/tables/asian/dtc/KRK.canju", "/tables/asian/dtc/KRKA.canju"]);
  await page.goto(`${host.url}?fen=4k4/9/9/9/9/9/9/9/4R4/4K4_w`.replace("_", "%20"));
  await page.getByRole("heading", { name: "impossible position" }).waitFor();
  await page.goto(`${host.url}?fen=4k4/9/9/9/9/9/9/4N4/9/3K5%20w`);
  await page.getByRole("heading", { name: "there is no table for KNK" }).waitFor();
  expect(errors).toEqual([]);
});
