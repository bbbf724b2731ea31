// Compiles src/ to JavaScript with declarations in dist/, which is what the package holds: Node does not run TypeScript below
// node_modules. Beside build/ it finds all that src/ finds there. The packages beside it are made in build/packages.
import "./build-page.ts";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { whenChanged } from "./when-changed.ts";

const OUTPUT = "dist";
/** What only reads tables, and the subpaths that it has of the core's. */
const READERS = "packages/tables";
const OF_READERS = ["xiangqi", "endgame", "table", "zstd", "node"];

await whenChanged({
  name: "package",
  inputs: [
    "{src,packages/*/src}/**",
    "packages/*/{package.json,README.md}",
    "package.json",
    "tsconfig*.json",
    "scripts/{build-package.ts,package-json.d.ts}",
    "package-lock.json",
  ],
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
    cpSync("src/doors/package/kernel.wasm.d.ts", `${OUTPUT}/doors/package/kernel.wasm.d.ts`);
    for (const file of globSync(`${OUTPUT}/**/*.{js,d.ts}`)) nameJavaScript(file);
    const declared = declarationsFrom(globSync(`${OUTPUT}/doors/package/*.d.ts`));
    for (const file of globSync(`${OUTPUT}/**/*.d.ts`)) if (!declared.has(file)) rmSync(file);
    for (const folder of globSync("packages/*")) if (folder !== READERS) makePackage(folder);
    makeReaders();
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

/** The readers alone: these doors and all that they import, as the core's package has it. */
function makeReaders(): void {
  const { private: _, ...described } = JSON.parse(readFileSync(`${READERS}/package.json`, "utf8")) as Record<
    string,
    unknown
  >;
  const output = `build/packages/${String(described.name)}`;
  rmSync(output, { recursive: true, force: true });
  const found = new Set(OF_READERS.map((name) => `${OUTPUT}/doors/package/${name}.js`));
  for (const file of found) {
    const names = readFileSync(file, "utf8").matchAll(/["'](\.{1,2}\/[^"'\n]+\.js)["']/g);
    for (const [, name] of names) found.add(join(dirname(file), name!));
    cpSync(file, join(output, file));
    const declared = file.replace(/\.js$/, ".d.ts");
    if (existsSync(declared)) cpSync(declared, join(output, declared));
  }
  for (const file of ["LICENSE", `${READERS}/README.md`]) cpSync(file, join(output, file.replace(/^.*\//, "")));
  const { version, engines } = manifest;
  const exports = Object.fromEntries(OF_READERS.map((name) => [`./${name}`, `./${OUTPUT}/doors/package/${name}.js`]));
  const made = { ...described, version, engines, exports: { ...exports, "./package.json": "./package.json" } };
  writeFileSync(join(output, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
}

/** A package beside the core: what it uses of the core it finds in the core's package, of the same version. */
function makePackage(folder: string): void {
  const own = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const { private: _, ...described } = own;
  const output = `build/packages/${String(own.name)}`;
  rmSync(output, { recursive: true, force: true });
  for (const file of globSync(`${folder}/src/**/*.ts`)) {
    const target = join(output, relative(folder, file)).replace(/\.ts$/, ".js");
    mkdirSync(dirname(target), { recursive: true });
    const text = stripTypeScriptTypes(readFileSync(file, "utf8"));
    writeFileSync(
      target,
      text.replaceAll(/"(\.[^"\n]*)\.ts"/g, (_match, path: string) => {
        const core = /^src\/(.*)/.exec(join(dirname(file), path))?.[1];
        return core === undefined ? `"${path}.js"` : `"canju/internal/${core}.js"`;
      }),
    );
  }
  const { version, repository, engines } = manifest as typeof manifest & { readonly repository?: unknown };
  const peers = { peerDependencies: { canju: version } };
  const made = { ...described, version, ...(repository !== undefined && { repository }), engines, ...peers };
  writeFileSync(join(output, "package.json"), `${JSON.stringify({ ...made, exports: "./src/door.js" }, null, 2)}\n`);
}
