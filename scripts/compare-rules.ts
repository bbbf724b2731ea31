/**
 * Compares the sets of rules by the tables of a data folder: `node scripts/compare-rules.ts <data folder> ENDGAME ...`. Of each
 * endgame the tables to conversion for the Asian rules, the Chinese rules and no rules have to be there. Results are compared cell
 * by cell; whole board, both sides to move. What is found goes into web/answers/compared.json, which the page shows, and into
 * docs/reports/rules-compared.md, which is made of nothing else.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalEndgame, parseEndgame } from "../src/endgame/endgame.ts";
import { lookUp } from "../src/query/lookup.ts";
import { openOrMissing } from "../src/table/catalog/catalog.ts";
import { RULES } from "../src/table/catalog/collection.ts";
import type { Rules } from "../src/table/format/header.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { categoryOf, distanceOf, isDependent, isDraw, orderOf, type Value, nameValue } from "../src/table/value.ts";
import { formatFen, parseLegalFen } from "../src/xiangqi/fen.ts";
import { COLOURS, opponent, type Colour } from "../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../src/xiangqi/validate.ts";
import { EXAMPLE_KINDS, type Compared, type Example, type ExampleKind, type Verdict } from "../web/answers/compared.ts";

const DOCUMENT = join(import.meta.dirname, "../docs/reports/rules-compared.md");
const DATA = join(import.meta.dirname, "../web/answers/compared.json");

/** The values by codes, and the codes of a side, of one table. */
interface Side {
  readonly values: readonly Value[];
  readonly codes: Uint8Array | Uint16Array;
}

/** A position that may become an example. */
interface Candidate {
  readonly fen: string;
  /** What decides how clear it is. */
  readonly value: Value;
}

/** An example is the clearer the sooner it is decided: best where the loser has just begun what is forbidden, and has no other way. */
function isClearer(value: Value, than: Candidate | undefined): boolean {
  if (than === undefined) return true;
  if (isDraw(value)) return false;
  if (isDraw(than.value)) return true;
  return (distanceOf(value) - distanceOf(than.value) || orderOf(value) - orderOf(than.value)) < 0;
}

/**
 * Where the sets of rules decide the positions of an endgame differently.
 * @param folder of the tables
 * @param name canonical
 * @throws MissingTableError where one of the three tables is not there
 */
export async function compareRules(folder: string, name: string): Promise<Compared> {
  const catalogs = {} as Record<Rules, FolderCatalog>;
  for (const rules of RULES) catalogs[rules] = new FolderCatalog(folder, { rules, metric: "dtc" });
  try {
    return await compareTables(catalogs, name);
  } finally {
    for (const rules of RULES) await catalogs[rules].close();
  }
}

async function compareTables(catalogs: Readonly<Record<Rules, FolderCatalog>>, name: string): Promise<Compared> {
  const tables = {} as Record<Rules, Awaited<ReturnType<typeof openOrMissing>>>;
  for (const rules of RULES) tables[rules] = await openOrMissing(catalogs[rules], name);
  const { index, header } = tables.asian;
  const { red, black, orders } = header.info;
  const chinese = { certain: 0, byDefault: 0 };
  const free = { asian: 0, certain: 0, byDefault: 0 };
  let depending = 0;
  const candidates: Partial<Record<ExampleKind, Candidate>> = {};
  const blockCells = index.black.count * index.width;
  for (const turn of COLOURS) {
    const sides = {} as Record<Rules, Side>;
    for (const rules of RULES) {
      sides[rules] = { values: tables[rules].header.values, codes: await tables[rules].readSide(turn) };
    }
    const valueIn = ({ values, codes }: Side, cell: number) => values[codes[cell]!] ?? 0;
    for (let cell = 0; cell < index.cells; cell++) {
      const value = valueIn(sides.asian, cell);
      const byClasses = valueIn(sides.chinese, cell);
      const asian = categoryOf(value);
      const byChinese = categoryOf(byClasses);
      const byNone = categoryOf(valueIn(sides.none, cell));
      const depends = isDependent(byClasses);
      if (asian === byNone && asian === byChinese && !depends) continue;
      const board = index.boardAt(cell);
      if (board === null || !isLegalPosition({ board, turn })) continue; // its code means nothing
      const weight = index.weights[Math.floor(cell / blockCells)]! / index.twins;
      const propose = (kind: ExampleKind, by: Value) => {
        if (isClearer(by, candidates[kind])) candidates[kind] = { fen: formatFen({ board, turn }), value: by };
      };
      const kind = depends ? "byDefault" : "certain";
      if (depends) depending += weight;
      if (byNone !== byChinese) free[kind] += weight;
      if (byNone !== asian) {
        free.asian += weight;
        propose("free", value);
      }
      if (asian !== byChinese) {
        chinese[kind] += weight;
        propose(kind, byClasses);
      }
    }
  }
  const examples: Example[] = [];
  for (const kind of EXAMPLE_KINDS) {
    const candidate = candidates[kind];
    if (candidate !== undefined) examples.push({ kind, ...(await describeExample(candidate.fen, catalogs)) });
  }
  return {
    endgame: name,
    positions: red.positions + black.positions,
    chaseOrders: orders.filter(({ kind }) => kind === "chase").length,
    chinese: { certain: Math.round(chinese.certain), byDefault: Math.round(chinese.byDefault) },
    depends: Math.round(depending),
    free: {
      asian: Math.round(free.asian),
      certain: Math.round(free.certain),
      byDefault: Math.round(free.byDefault),
    },
    examples,
  };
}

async function describeExample(fen: string, catalogs: Readonly<Record<Rules, FolderCatalog>>) {
  const verdicts = {} as Record<Rules, Verdict>;
  for (const rules of RULES) {
    const { value, kind } = await lookUp(parseLegalFen(fen), catalogs[rules]);
    verdicts[rules] = { ...nameValue(value), kind };
  }
  return { fen, verdicts };
}

const count = (figure: number) => figure.toLocaleString("en");

const both = ({ certain, byDefault }: { certain: number; byDefault: number }) =>
  `${count(certain)} + ${count(byDefault)}`;

const SETS: readonly (readonly [Rules, string])[] = [
  ["chinese", "Chinese rules"],
  ["asian", "Asian rules"],
  ["none", "no rules"],
];

function tell({ endgame }: Compared, { fen, verdicts }: Example): string {
  const { turn } = parseLegalFen(fen);
  const told = SETS.map(([rules, name]) => `${name} ${tellVerdict(verdicts[rules], turn)}`);
  return `- ${endgame} \`${fen}\`: ${told.join("; ")}`;
}

function tellVerdict({ category, order, distance, depends }: Verdict, turn: Colour): string {
  const reading = depends ? ", by the default reading" : "";
  if (category === "draw") return `a draw${reading}`;
  const winner = category === "win" ? turn : opponent(turn);
  return `${winner === "red" ? "Red" : "Black"} wins (order ${order}, ${distance} plies)${reading}`;
}

const PUBLISHED = ["KRKCC", "KRKPPP", "KRKCAA"];

/** What the tables say of each of them. */
function published(all: readonly Compared[]): string {
  const rows = PUBLISHED.map((name) => {
    const found = all.find((each) => each.endgame === name);
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

/** The document, in Markdown, of what was compared. Pure. */
export function formatReport(all: readonly Compared[]): string {
  const rows = all.map(
    ({ endgame, positions, chinese, depends, free }) =>
      `| ${endgame} | ${count(positions)} | ${both(chinese)} | ${count(depends)} | ${count(free.asian)} | ${both(free)} |`,
  );
  const examples = all.flatMap((each) => each.examples.map((example) => tell(each, example)));
  return `# Where the sets of rules differ

Written by \`node scripts/compare-rules.ts <data folder> ENDGAME ...\` from tables to conversion, cell by cell; whole board, both sides
to move. [rules.md](../rules.md) tells the rules, [chinese-rules.md](../chinese-rules.md) what is certain of the Chinese ones.

- *Asian, Chinese*: positions that one set of rules decides otherwise than the other: for certain, whatever counts as a chase, + those
  that are so by the default reading alone.
- *depends*: positions whose value under the Chinese rules depends on what counts as a chase, whatever the default reading gives.
- *none*: positions that are decided otherwise where everything may be repeated than under the Asian rules, and than under the Chinese
  ones, certain + by reading.

| endgame | positions | Asian, Chinese | depends | none, Asian | none, Chinese |
|---|---:|---:|---:|---:|---:|
${rows.join("\n")}

## Published figures

Fang ([papers.md](../papers.md); of the paper on it, *Rule-tolerant verification algorithms for completeness of Chinese-chess endgame databases*, 2004,
we have seen the abstract only) took 50 databases that know the rule on perpetual check, and calls one *complete* under a set of rules where no other rule stains
a value: 24 are so under the Asian rules, 21 under the Chinese ones of 1999, and KRKCC, KRKPPP and KRKCAA make the difference. As what a chase is
hangs on other moves, the check is a tolerant one: it counts whatever may be forbidden. So we take *stained* to mean that a value
may change, not that it does: here, a position that is decided otherwise for certain, or that depends on what counts as a chase.
${published(all)}

## Examples

For each endgame one that is certain, one by the default reading and one that is decided otherwise where repetition is free, as far as there are any: the
soonest decided, or the first where all are drawn. They are on the page as well, under its rules; to be played through there, or with \`canju line "<fen>" --rules chinese\`; \`canju explain\` says why.

${examples.length === 0 ? "None: no result differs." : examples.join("\n")}
`;
}

if (import.meta.main) {
  const [folder, ...names] = process.argv.slice(2);
  if (folder === undefined || names.length === 0) throw new Error("which data folder, and which endgames?");
  const all: Compared[] = [];
  for (const name of names) {
    const { endgame } = canonicalEndgame(parseEndgame(name));
    const started = performance.now();
    all.push(await compareRules(folder, endgame.name));
    console.log(endgame.name, `${((performance.now() - started) / 1000).toFixed(1)} s`, JSON.stringify(all.at(-1)));
  }
  writeFileSync(DATA, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(DOCUMENT, formatReport(all));
}
