/** `canju stats`: the figures of an endgame, in the colours asked for. */
import type { Command } from "commander";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { canonicalEndgame, parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import { formatShare, statisticsOf, type Statistics } from "../../query/statistics.ts";
import { openOrMissing } from "../../table/catalog/catalog.ts";
import { formatCollection, type Bracket, type Certificate, type TableInfo } from "../../table/format/header.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { readProof } from "../../table/node/record-file.ts";
import type { ProofRecord, Survey } from "../../table/format/proof.ts";
import type { Table } from "../../table/read/table.ts";
import { COLOURS } from "../../xiangqi/pieces.ts";
import { addTableOptions, type TableOptions, checkDataFolder } from "./options.ts";
import { formatColumns, formatCount, printJson, printLine, formatPlies } from "./output.ts";
import { withTables } from "./tables.ts";
import { game } from "../../say/english.ts";

export function registerStats(program: Command): void {
  const command = program.command("stats").description("counts, longest wins and orders of an endgame");
  addTableOptions(
    command.argument("<endgame>", "such as KRKAABB; KAABBKR is the same with the colours exchanged"),
  ).action((name: string, options: TableOptions) => stats(name, options));
}

async function stats(name: string, options: TableOptions): Promise<void> {
  const asked = parseEndgame(name);
  const found =
    (await figuresHere(asked, options)) ?? (await figuresOfAtlas(asked, options)) ?? (await build(asked, options));
  const statistics = statisticsOf(found.info, asked);
  const { bracket } = found.info;
  const { atlas, verified } = found;
  const known = { ...(atlas && { atlas }), ...(verified !== undefined && { verified }) };
  if (options.json) printJson({ ...statistics, ...(bracket && { bracket }), ...known });
  else printLine(describe(statistics, found));
}

/** What is known of an endgame. */
interface Figures {
  readonly info: Omit<Statistics, "endgame"> &
    Pick<TableInfo, "orderForm" | "certificate"> &
    Partial<Pick<TableInfo, "switches" | "bracket">>;
  /** Its proof, where it is of a table here; null: it has none. */
  readonly verified?: ProofRecord | null;
  /** Where it is from the atlas that comes with the program: what the table is that was proven, and by which version. */
  readonly atlas?: { readonly sum: string; readonly outcomeSum?: string; readonly version: string };
}

async function figuresHere(asked: Endgame, options: TableOptions): Promise<Figures | null> {
  await checkDataFolder(options.data);
  const catalog = new FolderCatalog(options.data, options);
  try {
    const table = await catalog.open(canonicalEndgame(asked).endgame.name);
    return table && figuresOf(table);
  } finally {
    await catalog.close();
  }
}

async function figuresOf({ file, header }: Table): Promise<Figures> {
  const verified = await readProof(file, header);
  return { info: { ...header.info, ...(verified?.survey && { survey: verified.survey }) }, verified };
}

async function figuresOfAtlas(asked: Endgame, options: TableOptions): Promise<Figures | null> {
  const record = await (await openAtlas()).find(asked, options);
  if (record === null) return null;
  const { sum, outcomeSum, proof } = record;
  return { info: record, atlas: { sum, ...(outcomeSum !== undefined && { outcomeSum }), version: proof.version } };
}

async function build(asked: Endgame, options: TableOptions): Promise<Figures> {
  return withTables(options, async (catalog) =>
    figuresOf(await openOrMissing(catalog, canonicalEndgame(asked).endgame.name)),
  );
}

/** Whether nobody has proven here what the header says. */
function isStated({ verified }: Figures): boolean {
  return verified === null || verified?.stated === true;
}

function describe(statistics: Statistics, found: Figures): string {
  const { info, atlas } = found;
  const { endgame, red, black, orders, dependentOrders, typical } = statistics;
  const both = [red, black] as const;
  const row = (label: string, count: "wins" | "draws" | "losses" | "checkmated" | "stalemated") => [
    label,
    ...both.flatMap((side) => [formatCount(side[count]), formatShare(side[count], side.positions)]),
  ];
  const dependent = ([label, count]: (typeof DEPENDENT)[number]) => [
    label,
    ...both.flatMap(({ depends, positions }) => [
      formatCount(depends?.[count] ?? 0),
      formatShare(depends?.[count] ?? 0, positions),
    ]),
  ];
  const longest = (label: string, distance: "longestWin" | "longestLoss") => [
    label,
    ...both.flatMap((side) => [formatLongest(side[distance]), ""]),
  ];
  const table = formatColumns(
    [
      ["to move", "Red", "", "Black", ""],
      ["positions", formatCount(red.positions), "", formatCount(black.positions), ""],
      row("wins", "wins"),
      row("draws", "draws"),
      row("losses", "losses"),
      row("checkmated", "checkmated"),
      row("stalemated", "stalemated"),
      ...(red.depends !== undefined || black.depends !== undefined ? DEPENDENT.map(dependent) : []),
      longest("longest win", "longestWin"),
      longest("longest loss", "longestLoss"),
    ],
    "lrrrr",
  );
  const collection = formatCollection({ ...info, orders: info.orderForm ?? undefined });
  const parts = [`${endgame}, ${collection}${describeSwitches(info)}`, table];
  if (statistics.survey !== undefined) parts.push(describeSurvey(statistics.survey));
  const longestLines = describeLongest(statistics);
  if (longestLines !== "") parts.push(longestLines);
  if (typical !== undefined) parts.push(describeTypical(typical));
  if (orders.length > 1) parts.push(describeOrders(orders));
  if (dependentOrders !== undefined) {
    parts.push(`Of these, by the default reading only:\n${describeOrders(dependentOrders)}`);
  }
  if (info.bracket !== undefined) parts.push(describeBracket(info.bracket));
  if (info.certificate !== undefined) parts.push(describeCertificate(info.certificate));
  if (atlas !== undefined) parts.push(describeAtlas(endgame, atlas));
  if (isStated(found)) parts.push(`The figures are as the file states them: canju verify ${endgame} proves them.`);
  return parts.join("\n\n");
}

function describeSwitches({ switches = {} }: Figures["info"]): string {
  const on = Object.keys(switches).filter((name) => switches[name] === true);
  return on.length === 0 ? "" : `, switched on: ${on.join(", ")}`;
}

function describeSurvey({ onlyWinningMoves, zugzwangs }: Survey): string {
  const rows = [
    ["won by one move only", formatCount(onlyWinningMoves.red), formatCount(onlyWinningMoves.black)],
    ["lost if to move, drawn if not", formatCount(zugzwangs.red), formatCount(zugzwangs.black)],
  ];
  const both = `Mutual zugzwangs in which whoever moves is lost: ${formatCount(zugzwangs.both)}`;
  return `${formatColumns([["", "Red", "Black"], ...rows], "lrr")}\n${both}`;
}

function describeAtlas(endgame: string, { sum, outcomeSum, version }: NonNullable<Figures["atlas"]>): string {
  const ofOutcomes = outcomeSum === undefined ? "" : `, sum over outcomes ${outcomeSum}`;
  return `From the atlas: proven by canju ${version}, content sum ${sum}${ofOutcomes}. There is no table of ${endgame} here.`;
}

function describeCertificate(certificate: Certificate): string {
  return `${describeExactness(certificate)}\n${describeMutual(certificate)}`;
}

/** Fang's mutual patterns: positions that both sides could only win by making the other check or chase for ever. */
export function describeMutual({ mutual }: Pick<Certificate, "mutual">): string {
  if (mutual === undefined) return "Mutual patterns: none in the last round.";
  const { checks, chases } = mutual;
  return `Mutual patterns in the last round: ${formatCount(checks)} positions of checks, ${formatCount(chases)} of chases.`;
}

function describeExactness({ innerPatterns, correctedLosses }: Certificate): string {
  const exact = "Exact: no win by a forbidden perpetual is left";
  if (innerPatterns === 0) return `${exact} (no inner patterns of chasing in the last round).`;
  const patterns = `${formatCount(innerPatterns)} inner ${innerPatterns === 1 ? "pattern" : "patterns"} of chasing`;
  const added = correctedLosses === 0 ? "no" : formatCount(correctedLosses);
  const losses = correctedLosses === 1 ? "loss" : "losses";
  return `${exact} (${patterns} in the last round; the corrected Algorithm 5 found ${added} more ${losses}).`;
}

/** Of the wins, draws and losses by the default reading, those that another reading may change. */
const DEPENDENT = [
  ["wins that depend", "wins"],
  ["draws that depend", "draws"],
  ["losses that depend", "losses"],
] as const;

function describeBracket({ edition, classes }: Bracket): string {
  const depends = "Where readings of a chase differ, the value given is that of the default reading.";
  return `Edition ${edition}; classes ${classes.join(", ")}. ${depends}`;
}

function describeLongest(statistics: Statistics): string {
  const rows = COLOURS.flatMap((colour) => {
    const { longestWin, longestWinFen, longestLoss, longestLossFen } = statistics[colour];
    const name = game.colours[colour];
    return [
      ...(longestWinFen === null ? [] : [[`${name} wins in ${formatPlies(longestWin)}`, longestWinFen]]),
      ...(longestLossFen === null ? [] : [[`${name} loses in ${formatPlies(longestLoss)}`, longestLossFen]]),
    ];
  });
  return rows.length === 0 ? "" : formatColumns(rows, "ll");
}

function describeTypical(typical: NonNullable<Statistics["typical"]>): string {
  const rows = COLOURS.flatMap((colour) =>
    (["win", "draw", "loss"] as const).flatMap((category) => {
      const fen = typical[colour][category];
      return fen === null ? [] : [[`Typical ${category} for ${game.colours[colour]} to move`, fen]];
    }),
  );
  return formatColumns(rows, "ll");
}

function describeOrders(orders: Statistics["orders"]): string {
  const head = ["order", "kind", "to move", "wins", "losses", "longest win", "longest loss"];
  const rows = orders.flatMap(({ order, kind, ...sides }) =>
    COLOURS.map((colour) => {
      const { wins, losses, longestWin, longestLoss } = sides[colour];
      const counts = [formatCount(wins), formatCount(losses), formatLongest(longestWin), formatLongest(longestLoss)];
      return [String(order), kind, game.colours[colour], ...counts];
    }),
  );
  return formatColumns([head, ...rows], "rllrrrr");
}

function formatLongest(plies: number): string {
  return plies < 0 ? "-" : formatPlies(plies);
}
