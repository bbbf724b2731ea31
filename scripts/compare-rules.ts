/**
 * Writes docs/rules-compared.md from the tables of a data folder: `node scripts/compare-rules.ts <data folder> ENDGAME ...`.
 * Of each endgame the tables to conversion for the Asian rules, the Chinese rules and no rules have to be there. Results are
 * compared cell by cell; whole board, both sides to move.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalEndgame, parseEndgame } from "../src/endgame/endgame.ts";
import { openOrMissing } from "../src/table/catalog.ts";
import { RULES } from "../src/table/collection.ts";
import type { Rules } from "../src/table/header.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { categoryOf, distanceOf, isDependent, isDraw, orderOf, type Category, type Value } from "../src/table/value.ts";
import { formatFen } from "../src/xiangqi/fen.ts";
import { COLOURS, opponent, type Colour } from "../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../src/xiangqi/validate.ts";

/** An example of a difference: the Chinese value of the position, and what the Asian rules give. */
interface Example {
  readonly fen: string;
  readonly turn: Colour;
  readonly chinese: Value;
  readonly asian: Category;
}

interface Compared {
  readonly name: string;
  readonly positions: number;
  /** Orders of chases under the Asian rules. */
  readonly chaseOrders: number;
  /** Positions whose result is another: certainly so, or by the default reading alone. */
  readonly chinese: { certain: number; byDefault: number };
  /** Whatever the readings give: positions that depend. */
  depends: number;
  /** Positions whose result is another without rules than under the Asian ones, or under the Chinese ones, likewise. */
  readonly free: { asian: number; certain: number; byDefault: number };
  readonly examples: { certain: Example | null; byDefault: Example | null };
}

/** The values by codes, and the codes of a side, of one table. */
interface Side {
  readonly values: readonly Value[];
  readonly codes: Uint8Array | Uint16Array;
}

/** An example is the clearer the sooner it is decided: best where the loser has just begun what is forbidden. */
function isClearer(value: Value, than: Example | null): boolean {
  if (isDraw(value)) return than === null;
  return than === null || isDraw(than.chinese) || distanceOf(value) < distanceOf(than.chinese);
}

async function compare(folder: string, name: string): Promise<Compared> {
  const catalogs = RULES.map((rules) => [rules, new FolderCatalog(folder, { rules, metric: "dtc" })] as const);
  const tables = new Map<Rules, Awaited<ReturnType<typeof openOrMissing>>>();
  for (const [rules, catalog] of catalogs) tables.set(rules, await openOrMissing(catalog, name));
  const { index, header } = tables.get("asian")!;
  const { red, black, orders } = header.info;
  const found: Compared = {
    name,
    positions: red.positions + black.positions,
    chaseOrders: orders.filter(({ kind }) => kind === "chase").length,
    chinese: { certain: 0, byDefault: 0 },
    depends: 0,
    free: { asian: 0, certain: 0, byDefault: 0 },
    examples: { certain: null, byDefault: null },
  };
  const blockCells = index.black.count * index.width;
  for (const turn of COLOURS) {
    const sides = {} as Record<Rules, Side>;
    for (const rules of RULES) {
      const table = tables.get(rules)!;
      sides[rules] = { values: table.header.values, codes: await table.readSide(turn) };
    }
    const valueIn = ({ values, codes }: Side, cell: number) => values[codes[cell]!] ?? 0;
    for (let cell = 0; cell < index.cells; cell++) {
      const asian = categoryOf(valueIn(sides.asian, cell));
      const chinese = valueIn(sides.chinese, cell);
      const free = categoryOf(valueIn(sides.none, cell));
      const byChinese = categoryOf(chinese);
      const depends = isDependent(chinese);
      if (asian === free && asian === byChinese && !depends) continue;
      const board = index.boardAt(cell);
      if (board === null || !isLegalPosition({ board, turn })) continue; // its code means nothing
      const weight = index.weights[Math.floor(cell / blockCells)]! / index.twins;
      if (depends) found.depends += weight;
      if (free !== asian) found.free.asian += weight;
      const kind = depends ? "byDefault" : "certain";
      if (free !== byChinese) found.free[kind] += weight;
      if (asian === byChinese) continue;
      found.chinese[kind] += weight;
      if (isClearer(chinese, found.examples[kind])) {
        found.examples[kind] = { fen: formatFen({ board, turn }), turn, chinese, asian };
      }
    }
  }
  for (const [, catalog] of catalogs) await catalog.close();
  return found;
}

const both = ({ certain, byDefault }: { certain: number; byDefault: number }) =>
  `${count(certain)} + ${count(byDefault)}`;

const count = (figure: number) => Math.round(figure).toLocaleString("en");

function describe({ turn, chinese, asian, fen }: Example): string {
  const said = (category: Category) =>
    category === "draw" ? "a draw" : `${nameOf(category === "win" ? turn : opponent(turn))} wins`;
  const how = isDraw(chinese) ? "" : ` (order ${orderOf(chinese)}, ${distanceOf(chinese)} plies)`;
  const depends = isDependent(chinese) ? ", by the default reading" : "";
  return `\`${fen}\`: Chinese rules ${said(categoryOf(chinese))}${how}${depends}; Asian rules ${said(asian)}`;
}

const nameOf = (colour: Colour) => (colour === "red" ? "Red" : "Black");

const PUBLISHED = ["KRKCC", "KRKPPP", "KRKCAA"];

/** What the tables say of each of them. */
function published(all: readonly Compared[]): string {
  const rows = PUBLISHED.map((name) => {
    const found = all.find((each) => each.name === name);
    if (found === undefined) return `- ${name}: not built here.`;
    const { chaseOrders, chinese, depends } = found;
    const asian =
      chaseOrders === 0 ? "no chase decides anything: complete" : `${chaseOrders} orders of chases: stained`;
    const stained = chinese.certain + depends > 0 ? "stained" : "complete";
    return (
      `- ${name}: under the Asian rules ${asian}; under the Chinese rules ${both(chinese)} results are others than under the Asian ones ` +
      `and ${count(depends)} positions depend on what counts as a chase: ${stained}. Published: complete; stained.`
    );
  });
  return rows.join("\n");
}

function report(all: readonly Compared[]): string {
  const rows = all.map(
    ({ name, positions, chinese, depends, free }) =>
      `| ${name} | ${count(positions)} | ${both(chinese)} | ${count(depends)} | ${count(free.asian)} | ${both(free)} |`,
  );
  const examples = all.flatMap(({ name, examples: { certain, byDefault } }) => {
    const found = [certain, byDefault].filter((example) => example !== null);
    return found.map((example) => `- ${name} ${describe(example)}`);
  });
  return `# Where the sets of rules differ

Written by \`node scripts/compare-rules.ts <data folder> ENDGAME ...\` from tables to conversion, cell by cell; whole board, both sides
to move. [rules.md](rules.md) tells the rules, [chinese-rules.md](chinese-rules.md) what is certain of the Chinese ones.

- *Asian, Chinese*: positions that one set of rules decides otherwise than the other: for certain, whatever counts as a chase, + those
  that are so by the default reading alone.
- *depends*: positions whose value under the Chinese rules depends on what counts as a chase, whatever the default reading gives.
- *none*: positions that are decided otherwise where everything may be repeated than under the Asian rules, and than under the Chinese
  ones, certain + by reading.

| endgame | positions | Asian, Chinese | depends | none, Asian | none, Chinese |
|---|---:|---:|---:|---:|---:|
${rows.join("\n")}

## Published figures

Fang ([papers.md](papers.md); of the paper on it, *Rule-tolerant verification algorithms for completeness of Chinese-chess endgame databases*, 2004,
we have seen the abstract only) took 50 databases that know the rule on perpetual check, and calls one *complete* under a set of rules where no other rule stains
a value: 24 are so under the Asian rules, 21 under the Chinese ones of 1999, and KRKCC, KRKPPP and KRKCAA make the difference. As what a chase is
hangs on other moves, the check is a tolerant one: it counts whatever may be forbidden. So we take *stained* to mean that a value
may change, not that it does: here, a position that is decided otherwise for certain, or that depends on what counts as a chase.
${published(all)}

## Examples

To be played through on the page, with the rules chosen there, or with \`canju line "<fen>" --rules chinese\`; \`canju explain\` says why.

${examples.length === 0 ? "None: no result differs." : examples.join("\n")}
`;
}

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined || names.length === 0) throw new Error("which data folder, and which endgames?");
const compared: Compared[] = [];
for (const name of names) {
  const canonical = canonicalEndgame(parseEndgame(name)).endgame.name;
  const started = performance.now();
  compared.push(await compare(folder, canonical));
  console.log(canonical, `${((performance.now() - started) / 1000).toFixed(1)} s`, JSON.stringify(compared.at(-1)));
}
writeFileSync(join(import.meta.dirname, "../docs/rules-compared.md"), report(compared));
