import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

// The lint must refuse imports against the order of the rooms (docs/architecture.md): both lists are planted as files
// in a folder with this project's lint configuration.

const FORBIDDEN: [file: string, statement: string][] = [
  ["src/xiangqi/a.ts", `import "../endgame/index.ts"`],
  ["src/xiangqi/b.ts", `import "node:fs"`],
  ["src/xiangqi/c.ts", `import "zod"`],
  ["src/xiangqi/notation/d.ts", `import "../../table/value.ts"`],
  ["src/endgame/a.ts", `export * from "../table/value.ts"`],
  ["src/endgame/b.ts", `import "./deeper/../../solve/index.ts"`],
  ["src/table/a.ts", `import "../solve/index.ts"`],
  ["src/table/b.ts", `import "node:fs"`],
  ["src/table/c.ts", `import "./node/file.ts"`],
  ["src/table/d.ts", `await import("../verify/index.ts")`],
  ["src/table/node/e.ts", `import "zod"`],
  ["src/table/node/f.ts", `import "../../solve/index.ts"`],
  ["src/table/g.ts", `import "../query/probe.ts"`],
  ["src/query/a.ts", `import "../play/line.ts"`],
  ["src/query/b.ts", `import "../table/node/file.ts"`],
  ["src/solve/e.ts", `import "../query/probe.ts"`],
  ["src/fang/a.ts", `import "../table/value.ts"`],
  ["src/words/a.ts", `import "../play/line.ts"`],
  ["src/words/b.ts", `import "hono"`],
  ["src/pictures/a.ts", `import "../table/value.ts"`],
  ["src/play/a.ts", `import "../solve/kernel.ts"`],
  ["src/play/b.ts", `import "zod"`],
  ["src/material/a.ts", `import "../table/value.ts"`],
  ["src/material/b.ts", `import "./node/files.ts"`],
  ["src/material/d.ts", `import "./exact/quiet.ts"`],
  ["src/material/exact/c.ts", `import "../../play/line.ts"`],
  ["src/solve/a.ts", `import "../verify/index.ts"`],
  ["src/solve/b.ts", `import type { A } from "../study/index.ts"; export type B = A`],
  ["src/solve/c.ts", `import "./node/build.ts"`],
  ["src/solve/vector/d.ts", `import "node:fs"`],
  ["src/verify/a.ts", `import "../solve/index.ts"`],
  ["src/verify/b.ts", `import "../solve/kernel/host.ts"`],
  ["src/atlas/a.ts", `import "../query/probe.ts"`],
  ["src/atlas/b.ts", `import "./node/files.ts"`],
  ["src/study/a.ts", `import "../solve/team.ts"`],
  ["src/engine/a.ts", `import "../server/app.ts"`],
  ["src/fleet/a.ts", `import "../server/app.ts"`],
  ["src/server/a.ts", `import "../cli/canju.ts"`],
  ["src/server/b.ts", `import "../fleet/store.ts"`],
  ["src/doors/package/table.ts", `import "../table/node/file.ts"`],
  ["src/doors/package/zstd.ts", `import "node:zlib"`],
  ["src/doors/package/play.ts", `import "fzstd"`],
  ["src/doors/package/solve.ts", `import "../verify/check.ts"`],
  ["src/doors/package/node.ts", `import "../server/app.ts"`],
  ["src/play/c.ts", `import "../exports/table.ts"`],
  ["web/a.ts", `import "../src/solve/index.ts"`],
  ["web/solving/a.ts", `import "../../src/solve/node/build.ts"`],
  ["web/board/b.tsx", `import "../../src/server/index.ts"`],
  ["web/c.ts", `import "../src/table/node/file.ts"`],
];

/** No two modules may need each other, for their types either. */
const CIRCLE: typeof FORBIDDEN = [
  ["src/solve/k.ts", `import type { L } from "./l.ts"; export type K = L`],
  ["src/solve/l.ts", `import type { K } from "./k.ts"; export type L = K`],
];

const ALLOWED: [file: string, statement: string][] = [
  ["src/xiangqi/y.ts", `import "./squares.ts"`],
  ["src/xiangqi/notation/z.ts", `import "../squares.ts"`],
  ["src/endgame/z.ts", `import "../xiangqi/squares.ts"`],
  ["src/engine/z.ts", `import "../play/player.ts"`],
  ["src/table/z.ts", `import "../endgame/index.ts"`],
  ["src/table/node/y.ts", `import "node:fs"`],
  ["src/table/node/z.ts", `import "../value.ts"`],
  ["src/query/z.ts", `import "../table/value.ts"`],
  ["src/solve/node/z.ts", `import "../../table/node/file.ts"`],
  ["src/fang/z.ts", `import "../xiangqi/squares.ts"`],
  ["src/pictures/z.ts", `import "../xiangqi/squares.ts"`],
  ["src/puzzles/z.ts", `import "../play/line.ts"`],
  ["src/words/z.ts", `import "../material/answer.ts"`],
  ["src/play/z.ts", `import "../fang/graph.ts"`],
  ["src/material/y.ts", `import "../endgame/endgame.ts"`],
  ["src/material/exact/z.ts", `import "../../solve/kernel.ts"`],
  ["src/material/node/z.ts", `import "../exact/quiet.ts"`],
  ["src/verify/z.ts", `import "../table/value.ts"`],
  ["src/atlas/z.ts", `import "../table/proof.ts"`],
  ["src/study/z.ts", `import "../xiangqi/errors.ts"`],
  ["src/fleet/z.ts", `import "../solve/index.ts"`],
  ["src/server/z.ts", `import "../solve/index.ts"`],
  ["src/cli/z.ts", `import "../server/index.ts"`],
  ["src/table/format/fzstd.ts", `import "fzstd"`],
  ["src/doors/package/build.ts", `import "../solve/node/build.ts"`],
  ["web/solving/y.ts", `import "../../src/solve/kernel.ts"`],
  ["web/y.ts", `import "../src/table/value.ts"`],
  ["web/board/z.tsx", `import "preact"`],
];

const ROOT = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), "canju-layers-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The files that break a rule of imports. */
function refusedFiles(): Set<string> {
  for (const [file, statement] of [...FORBIDDEN, ...CIRCLE, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${statement};\n`);
  }
  for (const name of ["oxlint.config.ts", "node_modules"]) symlinkSync(join(ROOT, name), join(folder, name));
  const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json", "src", "web"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return new Set(diagnostics.filter(({ code }) => /no-restricted-imports|no-cycle/.test(code)).map((d) => d.filename));
}

describe("the lint", () => {
  const refused = refusedFiles();
  test.each([...FORBIDDEN, ...CIRCLE])("refuses in %s: %s", (file) => expect(refused).toContain(file));
  test.each(ALLOWED)("lets pass in %s: %s", (file) => expect(refused).not.toContain(file));
  test("knows every room", () => {
    const planted = ALLOWED.map(([file]) => file.split("/")[1]);
    const rooms = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of rooms) expect(planted).toContain(name);
  });
});
