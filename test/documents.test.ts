import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
// docs/papers.md leads from the papers to the code: its files must exist, and hold the names that follow them.
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

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);
const top = readdirSync(ROOT);
const sources = [...top, ...["src", "web", "packages", "test", "bench", "scripts", "examples"].flatMap(filesIn)];
const isCode = (file: string): boolean => /\.(ts|tsx|js|html|css|json)$/.test(file);
const code = sources
  .filter((file) => file.includes("/") && isCode(file) && file !== "test/documents.test.ts")
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .join("\n");
const words = new Set(code.match(/[A-Za-z_]\w*/g));
const documents = [...top, ...filesIn("docs")].filter((file) => file.endsWith(".md"));

/** Files, folders with a file below them, and links that a document names and that are not there; words of code that no code has. */
function missingIn(document: string): string[] {
  const text = readFileSync(join(ROOT, document), "utf8").replaceAll(/```.*?```/gs, "");
  const terms = [...text.matchAll(/`([^`\n]+)`/g)].map(([, term]) => term!);
  const files = terms
    .filter((term) => /^[a-z][\w.-]*(\/[\w.-]+)*\.tsx?$/.test(term))
    .filter((term) => !/(^|\/)[a-z](\.test)?\.ts$/.test(term)) // one letter stands for any name, as X does below
    .filter((term) => !sources.some((file) => `/${file}`.endsWith(`/${term}`)));
  const folders = terms
    .filter((term) => /^(src|web|packages|test|bench|docs|scripts|examples)(\/[\w-]+)+$/.test(term))
    .filter((term) => !existsSync(join(ROOT, term)));
  const names = terms
    .map((term) => term.replace(/\(.*\)$/, ""))
    .filter((term) => /^([a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w*$/.test(term) && !/^[a-z]+X$/.test(term) && !words.has(term));
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !existsSync(join(ROOT, dirname(document), link)));
  return [...files, ...folders, ...names, ...links];
}

test.each(documents)("what %s names of the code is there", (document) => expect(missingIn(document)).toEqual([]));

interface Figures {
  readonly endgame: string;
  readonly orders: readonly { readonly red: object; readonly black: object }[];
}

const figures = readdirSync(join(ROOT, "docs/reports/large-endgames")).map(
  (file) => JSON.parse(readFileSync(join(ROOT, "docs/reports/large-endgames", file), "utf8")) as Figures,
);

test.each(figures.filter(({ endgame }) => /^(K.+)\1$/.test(endgame)))(
  "both sides of $endgame, which have the same men, have the same figures",
  ({ orders }) => {
    for (const { red, black } of orders) expect(red).toEqual(black);
  },
);
