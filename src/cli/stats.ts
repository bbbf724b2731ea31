/** `canju stats`: the figures of an endgame, in the colours asked for. */
import { formatCollection } from "../table/header.ts";
import type { Command } from "commander";
import { canonicalEndgame, parseEndgame } from "../endgame/endgame.ts";
import { openOrMissing } from "../table/catalog.ts";
import type { Certificate, TableInfo } from "../table/header.ts";
import { formatShare, statisticsOf, type Statistics } from "../query/statistics.ts";
import { COLOURS } from "../xiangqi/pieces.ts";
import { addTableOptions, type TableOptions } from "./options.ts";
import { formatColumns, formatCount, printJson, printLine, formatPlies } from "./output.ts";
import { withTables } from "./tables.ts";
import { game } from "../words/english.ts";

export function registerStats(program: Command): void {
  const command = program.command("stats").description("counts, longest wins and orders of an endgame");
  addTableOptions(
    command.argument("<endgame>", "such as KRKAABB; KAABBKR is the same with the colours exchanged"),
  ).action((name: string, options: TableOptions) => stats(name, options));
}

async function stats(name: string, options: TableOptions): Promise<void> {
  const asked = parseEndgame(name);
  const info = await withTables(options, async (catalog) => {
    const { header } = await openOrMissing(catalog, canonicalEndgame(asked).endgame.name);
    return header.info;
  });
  const statistics = statisticsOf(info, asked);
  if (options.json) printJson(statistics);
  else printLine(describe(statistics, info));
}

function describe(statistics: Statistics, info: TableInfo): string {
  const { endgame, red, black, orders } = statistics;
  const both = [red, black] as const;
  const row = (label: string, count: "wins" | "draws" | "losses" | "checkmated" | "stalemated") => [
    label,
    ...both.flatMap((side) => [formatCount(side[count]), formatShare(side[count], side.positions)]),
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
      longest("longest win", "longestWin"),
      longest("longest loss", "longestLoss"),
    ],
    "lrrrr",
  );
  const collection = formatCollection({ ...info, orders: info.orderForm ?? undefined });
  const parts = [`${endgame}, ${collection}${describeSwitches(info)}`, table];
  const longestLines = describeLongest(statistics);
  if (longestLines !== "") parts.push(longestLines);
  if (orders.length > 1) parts.push(describeOrders(orders));
  if (info.certificate !== undefined) parts.push(describeCertificate(info.certificate));
  return parts.join("\n\n");
}

function describeSwitches({ switches }: TableInfo): string {
  const on = Object.keys(switches).filter((name) => switches[name] === true);
  return on.length === 0 ? "" : `, switched on: ${on.join(", ")}`;
}

function describeCertificate({ innerPatterns, correctedLosses }: Certificate): string {
  const exact = "Exact: no win by a forbidden perpetual is left";
  if (innerPatterns === 0) return `${exact} (no inner patterns of chasing in the last round).`;
  const patterns = `${formatCount(innerPatterns)} inner ${innerPatterns === 1 ? "pattern" : "patterns"} of chasing`;
  const added = correctedLosses === 0 ? "no" : formatCount(correctedLosses);
  const losses = correctedLosses === 1 ? "loss" : "losses";
  return `${exact} (${patterns} in the last round; the corrected Algorithm 5 found ${added} more ${losses}).`;
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
