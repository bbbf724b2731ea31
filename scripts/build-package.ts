// Compiles src/ to JavaScript with declarations in dist/, which is what a package holds: Node does not run TypeScript below
// node_modules. Beside build/ it finds all that src/ finds there.
import "./build-page.ts";
import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { whenChanged } from "./when-changed.ts";

const OUTPUT = "dist";

await whenChanged({
  name: "package",
  inputs: ["src/**", "tsconfig*.json", "scripts/{build-package.ts,package-json.d.ts}", "package-lock.json"],
  output: `${OUTPUT}/doors/cli/canju.js`,
  async build() {
    rmSync(OUTPUT, { recursive: true, force: true });
    const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
    const compile = (...options: string[]) => {
      const config = ["--project", "tsconfig.dist.json", ...options];
      execFileSync(process.execPath, [join(typescript, "bin/tsc"), ...config], { stdio: "inherit" });
    };
    compile("--emitDeclarationOnly"); // whose comments editors show
    compile("--declaration", "false", "--removeComments");
    cpSync("src/doors/package/kernel.wasm.d.ts", `${OUTPUT}/exports/kernel.wasm.d.ts`);
    for (const file of globSync(`${OUTPUT}/**/*.{js,d.ts}`)) nameJavaScript(file);
    const declared = declarationsFrom(globSync(`${OUTPUT}/exports/*.d.ts`));
    for (const file of globSync(`${OUTPUT}/**/*.d.ts`)) if (!declared.has(file)) rmSync(file);
    cpSync("src/knowledge/atlas/data", `${OUTPUT}/knowledge/atlas/data`, { recursive: true });
    cpSync("src/knowledge/material/data", `${OUTPUT}/knowledge/material/data`, { recursive: true });
  },
});

/** These declarations and all that they import: nobody can ask for others. */
function declarationsFrom(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files);
  for (const file of found) {
    const names = readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)\.js"/g);
    for (const [, name] of names) found.add(join(dirname(file), `${name}.d.ts`));
  }
  return found;
}

/** The compiler renames modules in imports, but neither in declarations nor where a worker or process is started. */
function nameJavaScript(file: string): void {
  const text = readFileSync(file, "utf8");
  const renamed = file.endsWith(".d.ts")
    ? text.replaceAll(/((?:from|import\() ?"\.[^"]+)\.ts"/g, '$1.js"')
    : text.replaceAll(/(new URL\("\.\/[^"]+)\.ts", import\.meta\.url\)/g, '$1.js", import.meta.url)');
  if (renamed !== text) writeFileSync(file, renamed);
}
