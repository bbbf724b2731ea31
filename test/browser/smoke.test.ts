import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end("<button onclick=\"this.textContent = '残局'\">open</button>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

test("a real browser opens a local page and its script runs", async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.getByRole("button").click();
  await expect.poll(() => page.getByRole("button").textContent()).toBe("残局");
});
