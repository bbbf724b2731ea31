// What an editor shows a stranger: every name that the package exports says what it is.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** The file, and the names in it, of every `export { ... } from` of a file. */
function reExports(file: string): { from: string; names: string[] }[] {
  const text = readFileSync(file, "utf8");
  return Array.from(text.matchAll(/^export (?:type )?\{([^}]+)\} from "([^"]+)"/gm), ([, names, from]) => ({
    from: join(dirname(file), from!),
    names: names!
      .split(",")
      .map((name) =>
        name
          .trim()
          .replace(/^type /, "")
          .replace(/ as .*/, ""),
      )
      .filter(Boolean),
  }));
}

/** The text before the declaration of a name, in a file or where the file has it from. */
function beforeDeclaration(file: string, name: string): string | null {
  const text = readFileSync(file, "utf8");
  const declared = new RegExp(
    `^export (?:async |abstract )?(?:function\\*?|class|const|interface|type) ${name}\\b`,
    "m",
  );
  const found = declared.exec(text);
  if (found !== null) return text.slice(0, found.index);
  const named = reExports(file)
    .filter(({ names }) => names.includes(name))
    .map(({ from }) => from);
  const all = Array.from(text.matchAll(/^export \* from "([^"]+)"/gm), ([, from]) => join(dirname(file), from!));
  return [...named, ...all].map((from) => beforeDeclaration(from, name)).find((before) => before !== null) ?? null;
}

test.each(globSync("src/doors/package/*.ts", { cwd: ROOT, exclude: ["**/*.d.ts"] }))(
  "every name of %s has a comment",
  (path) => {
    const file = join(ROOT, path);
    const named = reExports(file).flatMap(({ from, names }) => names.map((name) => ({ from, name })));
    const own = Array.from(readFileSync(file, "utf8").matchAll(/^export const (\w+)/gm), ([, name]) => ({
      from: file,
      name: name!,
    }));
    expect([...named, ...own]).not.toEqual([]);
    const bare = [...named, ...own].filter(
      ({ from, name }) => beforeDeclaration(from, name)?.endsWith("*/\n") !== true,
    );
    expect(bare.map(({ from, name }) => `${name} (${basename(from)})`)).toEqual([]);
  },
);
