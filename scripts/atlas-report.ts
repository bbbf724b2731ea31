/**
 * Writes docs/reports/atlas-report.md from an atlas alone: `node scripts/atlas-report.ts [FOLDER]`; default: the one that comes with
 * the program. What books say of endgames is in docs/reports/atlas/textbook.json.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AtlasEntry, Atlas } from "../src/knowledge/atlas/atlas.ts";
import { ATLAS_FOLDER, openAtlas } from "../src/knowledge/atlas/node/files.ts";
import { keyOf, type AtlasRecord } from "../src/knowledge/atlas/record.ts";
import { attackingMen, canonicalEndgame, makeEndgame, parseEndgame, type MenCount } from "../src/endgame/endgame.ts";
import { formatShare } from "../src/query/statistics.ts";
import { writeWhole } from "../src/base/node/disk.ts";
import { COLOURS } from "../src/xiangqi/pieces.ts";

const DOCS = join(import.meta.dirname, "..", "docs/reports");

type Row = readonly (string | number)[];

interface Textbook {
  readonly sources: Readonly<Record<string, string>>;
  readonly verdicts: readonly {
    readonly endgame: string;
    readonly verdict: Verdict;
    readonly sources: readonly string[];
  }[];
}

const VERDICTS = {
  win: "例胜",
  "skilful win": "巧胜",
  "hard to win": "难胜",
  "skilful draw": "巧和",
  draw: "例和",
} as const;
type Verdict = keyof typeof VERDICTS;

/** All defences, as letters. */
const DEFENCES = ["", "A", "B", "AA", "AB", "BB", "AAB", "ABB", "AABB"] as const;

const atlas = await openAtlas(process.argv[2] ?? ATLAS_FOLDER);
const records = new Map<string, AtlasRecord>();
for await (const record of atlas.records()) records.set(keyOf(record), record);
const asian = [...records.values()].filter((each) => keyOf(each).startsWith("asian/dtc/"));
const textbook = JSON.parse(readFileSync(join(DOCS, "atlas", "textbook.json"), "utf8")) as Textbook;

const parts = [
  "# What the atlas 图集 tells",
  "Written by `node scripts/atlas-report.ts` from the atlas that comes with the program ([atlas.md](../guides/atlas.md) tells what is in it " +
    "and how it is made), and from nothing else but what books say. Every figure is a count over whole tables that " +
    "`canju verify` has proven, or a share of such counts; positions are those of the whole board, mirror images apart. " +
    "Endgames are named as everywhere, Red first: K R N C P A B are king 将, chariot 车, horse 马, cannon 炮, soldier 兵, " +
    "advisor 士 and elephant 象.",
  coverage(),
  longestConversions(),
  longestMates(),
  highestOrders(),
  zugzwangs(),
  swings(),
  perpetualRules(),
  onlyMoves(),
  defenders(),
  ownDefenders(),
  oneAgainstOne(atlas),
  published(),
  books(textbook),
];
await writeWhole(join(DOCS, "atlas-report.md"), `${parts.join("\n\n")}\n`);

function coverage(): string {
  const groups = Map.groupBy(records.values(), (each) => keyOf(each).replace(/\/[^/]*$/, ""));
  const rows = Array.from(groups, ([collection, group]) => [
    `\`${collection}\``,
    group.length,
    count(group.reduce((sum, { red, black }) => sum + red.positions + black.positions, 0)),
    count(Math.max(...group.map(({ cells }) => cells))),
  ]);
  const text =
    "Collections are named by rules and metric: `dtc` is the distance to conversion, `dtm` to mate. A cell stands for a position " +
    "and its mirror image.";
  return `## What is in it\n\n${text}\n\n${markdown(["collection", "endgames", "positions", "cells of the largest"], rows)}`;
}

function longestConversions(): string {
  const rows = bestOfClasses(asian, (record) => Math.max(record.red.longestWin, record.black.longestWin), longestRow);
  return section(
    "Longest wins to conversion",
    "In plies, by the number of attacking men on both sides; the winner moves first.",
    ["attacking men", "endgame", "plies", "position"],
    rows,
  );
}

function longestMates(): string {
  const mates = [...records.values()].filter((each) => keyOf(each).startsWith("asian/dtm/"));
  const rows = bestOfClasses(mates, (record) => Math.max(record.red.longestWin, record.black.longestWin), longestRow);
  const most = count(Math.max(...mates.map(({ cells }) => cells)));
  return section(
    "Longest wins to mate",
    `Among the endgames of at most ${most} cells.`,
    ["attacking men", "endgame", "plies", "position"],
    rows,
  );
}

function longestRow(record: AtlasRecord): Row {
  const side = record.red.longestWin >= record.black.longestWin ? record.red : record.black;
  return [record.endgame, side.longestWin, fen(side.longestWinFen)];
}

function highestOrders(): string {
  const ranked = top(asian, highestOrder, 12);
  const rows = ranked.map((record) => {
    const kinds = Map.groupBy(
      record.orders.filter(({ order }) => order > 0),
      ({ kind }) => kind,
    );
    const last = record.orders.at(-1)!;
    const { red, black } = last.longest;
    return [
      record.endgame,
      highestOrder(record),
      Array.from(kinds, ([kind, orders]) => `${orders.length} of ${kind}s`).join(", "),
      fen(red.winFen ?? black.winFen),
    ];
  });
  return section(
    "Highest orders",
    "An order above 0 is won by a perpetual that the loser may not keep up ([rules](../rules.md)); the position is won in the highest one.",
    ["endgame", "highest order", "orders above 0", "position"],
    rows,
  );
}

function zugzwangs(): string {
  const rows = top(asian, (record) => zugzwangsOf(record), 12).map((record) => {
    const { both, red, black } = record.survey.zugzwangs;
    const positions = record.red.positions + record.black.positions;
    return [record.endgame, count(both), count(red), count(black), formatShare(zugzwangsOf(record), positions / 2)];
  });
  return section(
    "Most mutual zugzwangs 谁先走谁吃亏",
    "Whoever moves is lost; or one side is lost if it moves, while the other then only draws.",
    [
      "endgame",
      "whoever moves loses",
      "Red moves and loses, else a draw",
      "Black moves and loses, else a draw",
      "share",
    ],
    rows,
  );
}

/** By how much being to move helps Red: the mean of its results (win 1, draw ½, loss 0), if it moves less if Black does. */
function swingOf({ red, black }: Pick<AtlasRecord, "red" | "black">): number {
  const ifRed = (red.wins + red.draws / 2) / red.positions;
  const ifBlack = (black.losses + black.draws / 2) / black.positions;
  return ifRed - ifBlack;
}

function swings(): string {
  const rows = top(asian, swingOf, 12).map((record) => [
    record.endgame,
    (100 * swingOf(record)).toFixed(1),
    outcomesText(record.red.wins, record.red.draws, record.red.losses),
    outcomesText(record.black.losses, record.black.draws, record.black.wins),
  ]);
  return section(
    "How much the move is worth",
    "Red's mean result, a win counting 1 and a draw ½, with Red to move, less that with Black to move, in percentage points; won, " +
      "drawn and lost for Red. Positions in which a man can be taken at once count like all others.",
    ["endgame", "worth", "Red to move", "Black to move"],
    rows,
  );
}

function perpetualRules(): string {
  const rows = asian
    .flatMap((record) => {
      const plain = records.get(`none/dtc/${record.endgame}`);
      if (plain === undefined) return [];
      const fewer = COLOURS.map((turn) => plain[turn].draws - record[turn].draws);
      const positions = record.red.positions + record.black.positions;
      return [{ record, decided: fewer[0]! + fewer[1]!, positions }];
    })
    .filter(({ decided }) => decided > 0)
    .toSorted((a, b) => b.decided / b.positions - a.decided / a.positions)
    .slice(0, 12)
    .map(({ record, decided, positions }) => [
      record.endgame,
      count(decided),
      formatShare(decided, positions),
      highestOrder(record),
    ]);
  return section(
    "What the rules on perpetuals decide",
    "Positions that are a draw where repetition is free, and won or lost under the Asian rules.",
    ["endgame", "positions decided", "share", "highest order"],
    rows,
  );
}

function onlyMoves(): string {
  const share = ({ survey, red, black }: AtlasRecord): number =>
    (survey.onlyWinningMoves.red + survey.onlyWinningMoves.black) / Math.max(1, red.wins + black.wins);
  const common = asian.filter(({ red, black }) => red.wins + black.wins > (red.positions + black.positions) / 100);
  const rows = top(common, share, 12).map((record) => {
    const only = record.survey.onlyWinningMoves;
    return [record.endgame, count(only.red + only.black), formatShare(only.red + only.black, wins(record))];
  });
  return section(
    "Hardest to win: one winning move only",
    "Of the positions that the side to move wins, those in which all moves but one give the win away; endgames in which at least one position of a hundred is won.",
    ["endgame", "positions", "share of the wins"],
    rows,
  );
}

function defenders(): string {
  return section(
    "What each defender 士象 is worth to the defence",
    "The share of the positions with Red to move that Red wins, by Black's advisors and elephants; Red has none. A bar: the atlas does not have it.",
    ["attack", ...DEFENCES.map((men) => (men === "" ? "none" : men))],
    attacks().map((attack) => [
      attack,
      ...DEFENCES.map((men) => winShare(atlas.entries.get(nameOf(`K${attack}K${men}`)))),
    ]),
  );
}

function ownDefenders(): string {
  return section(
    "What its own advisors and elephants are worth to the attack",
    "The same against a full defence AABB, by Red's own advisors and elephants.",
    ["attack", ...DEFENCES.map((men) => (men === "" ? "none" : men))],
    attacks()
      .filter((attack) => atlas.entries.has(nameOf(`K${attack}KAABB`)))
      .map((attack) => [
        attack,
        ...DEFENCES.map((men) => winShare(atlas.entries.get(nameOf(`K${attack}${men}KAABB`)))),
      ]),
  );
}

/** What attacks alone, as letters: each once. */
function attacks(): string[] {
  const found = asian
    .map(({ endgame }) => parseEndgame(endgame))
    .filter(({ black }) => attackingMen(black).length === 0)
    .map(({ red }) => lettersOf(red))
    .filter((letters) => letters !== "");
  const place = (letters: string): string => [...letters].map((letter) => "RNCP".indexOf(letter)).join("");
  return [...new Set(found)].toSorted((a, b) => a.length - b.length || (place(a) < place(b) ? -1 : 1));
}

/** The attacking men of a side, as letters. */
function lettersOf(men: MenCount): string {
  const attacking = Map.groupBy(attackingMen(men), (role) => role);
  const counts = Object.fromEntries(Array.from(attacking, ([role, each]) => [role, each.length]));
  return makeEndgame(counts, {}).name.slice(1, -1);
}

function oneAgainstOne({ entries }: Atlas): string {
  const men = ["R", "N", "C", "P"] as const;
  const rows = men.flatMap((red, i) =>
    men.slice(i).flatMap((black): Row[] => {
      const entry = entries.get(nameOf(`K${red}K${black}`));
      if (entry === undefined) return [];
      const { red: toMove, black: waiting } = entry;
      return [
        [entry.endgame, outcomesText(...toMove), outcomesText(waiting[2], waiting[1], waiting[0]), entry.highestOrder],
      ];
    }),
  );
  return section(
    "One against one",
    "Won, drawn and lost for Red.",
    ["endgame", "Red to move", "Black to move", "highest order"],
    rows,
  );
}

function published(): string {
  const complete = ["KRKCC", "KRKPPP", "KRKCAA"].map((name): Row => {
    const record = records.get(`asian/dtc/${name}`);
    if (record === undefined) return [name, "-", "not in the atlas"];
    const chases = record.orders.filter(({ kind }) => kind === "chase").length;
    const verdict =
      chases === 0 ? "complete: no win is by a chase" : `not complete: ${chases} orders are won by chases`;
    return [name, highestOrder(record), verdict];
  });
  return section(
    "What was published",
    "Fang calls a database that knows only the rule on perpetual check *complete* where no other rule changes a value, and names these " +
      "among the complete ones under the Asian rules: then no position is won by a chase. Pai's figures for large " +
      "endgames are beside ours in [large endgames](large-endgames.md).",
    ["endgame", "highest order", "here"],
    complete,
  );
}

function books({ verdicts, sources }: Textbook): string {
  const keys = Object.keys(sources);
  const rows = verdicts.map(({ endgame, verdict, sources: cited }) => {
    const canonical = canonicalEndgame(parseEndgame(endgame));
    const entry = atlas.entries.get(canonical.endgame.name);
    const shown = `${VERDICTS[verdict]} ${verdict}`;
    const numbers = cited.map((source) => keys.indexOf(source) + 1).join(", ");
    if (entry === undefined) return [endgame, shown, numbers, "-", "-", ""];
    const [red, black] = canonical.swapped ? [entry.black, entry.red] : [entry.red, entry.black];
    const forRed: readonly (readonly number[])[] = [red, black.toReversed()];
    const [redToMove, blackToMove] = forRed.map((outcomes) => outcomes[0]! / all(outcomes));
    const remark = agreement(verdict, redToMove!, blackToMove!);
    return [endgame, shown, numbers, ...forRed.map((outcomes) => outcomesText(...outcomes)), remark];
  });
  const list = keys.map((key, i) => `${i + 1}. ${sources[key]}`).join("\n");
  const text =
    "What books say of practical endgames 实用残局, for the stronger side, beside what is proven of all positions: won, drawn and " +
    "lost for Red. A book means positions in which nothing is lost at once and the defence stands well; a table counts every " +
    "position, those with a man hanging or a king caught away from its advisors too. So a draw by the book has wins in its " +
    "table, and the two are at odds only where a win is claimed and fewer than nine positions in ten are won with Red to move, " +
    "or less than a win is claimed and more than nine in ten are won even with Black to move. Soldiers stand anywhere here; books often " +
    "mean high ones.";
  const head = ["endgame", "book", "sources", "Red to move", "Black to move", ""];
  return `${section("Books and tables", text, head, rows)}\n\nSources:\n\n${list}`;
}

/** Where the shares of positions that Red wins, by who is to move, do not go with a verdict. */
function agreement(verdict: Verdict, redToMove: number, blackToMove: number): string {
  if (verdict === "win") return redToMove >= 0.9 ? "" : "at odds: not nine in ten are won";
  return blackToMove <= 0.9 ? "" : "at odds: nearly all are won";
}

/** The best of each number of attacking men on either side. */
function bestOfClasses(
  of: readonly AtlasRecord[],
  figure: (record: AtlasRecord) => number,
  row: (r: AtlasRecord) => Row,
) {
  const classes = Map.groupBy(of, ({ endgame }) => {
    const { red, black } = parseEndgame(endgame);
    return `${attackingMen(red).length} against ${attackingMen(black).length}`;
  });
  return Array.from(classes, ([name, group]) => ({ name, best: top(group, figure, 1)[0]! }))
    .filter(({ best }) => figure(best) >= 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, best }): Row => [name, ...row(best)]);
}

/** Those with the highest figures; of equal ones the smaller endgames first. */
function top(of: readonly AtlasRecord[], figure: (record: AtlasRecord) => number, most: number): AtlasRecord[] {
  return of
    .toSorted((a, b) => figure(b) - figure(a) || a.cells - b.cells || (a.endgame < b.endgame ? -1 : 1))
    .slice(0, most);
}

function highestOrder({ orders }: AtlasRecord): number {
  return Math.max(...orders.map(({ order }) => order));
}

function zugzwangsOf({ survey: { zugzwangs: found } }: AtlasRecord): number {
  return found.both + found.red + found.black;
}

function wins({ red, black }: AtlasRecord): number {
  return red.wins + black.wins;
}

function winShare(entry: AtlasEntry | undefined): string {
  if (entry === undefined) return "-";
  const [won, drawn, lost] = entry.red;
  return formatShare(won, won + drawn + lost);
}

function outcomesText(...outcomes: readonly number[]): string {
  return outcomes.map((each) => formatShare(each, all(outcomes))).join(", ");
}

function all(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0);
}

/** The canonical order of letters in a name. */
function nameOf(name: string): string {
  return parseEndgame(name).name;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function fen(text: string | null): string {
  return text === null ? "" : `\`${text}\``;
}

function section(title: string, text: string, head: readonly string[], rows: readonly Row[]): string {
  return `## ${title}\n\n${text}\n\n${markdown(head, rows)}`;
}

function markdown(head: readonly string[], rows: readonly Row[]): string {
  const isFigure = (column: number): boolean =>
    rows.every((row) => /^$|^-|^(< |> )?[\d,.]+( %)?$/.test(String(row[column])));
  const lines = [head, head.map((_, i) => (isFigure(i) ? "---:" : "---")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
