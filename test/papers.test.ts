import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// docs/papers.md leads from the papers to the code: its files must exist, and hold the names that follow them.

const ROOT = join(import.meta.dirname, "..");
const page = readFileSync(join(ROOT, "docs/papers.md"), "utf8");

const isPath = (term: string): boolean => /^[a-z][\w-]*(\/[\w.-]+)+$/.test(term);
const locate = (term: string): string | undefined =>
  [join(ROOT, term), join(ROOT, "src", term)].find((path) => existsSync(path));

const named = page
  .split("\n\n")
  .flatMap((part) => part.split("\n|"))
  .flatMap((part) => {
    let path: string | undefined;
    return [...part.matchAll(/`([^`]+)`/g)].flatMap(([, term]) => {
      if (isPath(term!)) return [[(path = term!), ""] as const];
      return path !== undefined &&
        /^[A-Za-z_]\w+$/.test(term!) &&
        /[A-Z]|^(extend|naive|predict|probe|tally|prune|closure|evaluate|forward|backward)$/.test(term!)
        ? [[path, term!] as const]
        : [];
    });
  });

test("the page of the papers names many files", () => expect(named.length).toBeGreaterThan(80));

test.each(named)("the page of the papers finds %s %s", (path, name) => {
  const file = locate(path);
  expect(file).toBeDefined();
  if (name !== "" && statSync(file!).isFile()) expect(readFileSync(file!, "utf8")).toMatch(new RegExp(`\\b${name}\\b`));
});
