/** Automatic accessibility checks. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Serious findings of axe on what the page shows now, as `rule: element`. */
export async function seriousFindings(page: Page): Promise<string[]> {
  return named((await run(page)).filter(({ impact }) => impact === "serious" || impact === "critical"));
}

/** All findings, whatever their impact. */
export async function findings(page: Page): Promise<string[]> {
  return named(await run(page));
}

async function run(page: Page): Promise<Finding[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return (await page.evaluate("axe.run().then(({ violations }) => violations)")) as Finding[];
}

function named(found: readonly Finding[]): string[] {
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
