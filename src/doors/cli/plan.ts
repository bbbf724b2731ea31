/** `canju build --plan`: what a build would take, by counting alone. Nothing is read or written, and nothing too large to tell. */
import { cpus } from "node:os";
import { closureSize, countCells, countNetPairs, estimateSize } from "../../endgame/count.ts";
import { type Endgame, canonicalEndgame, isBeyondTables } from "../../endgame/endgame.ts";
import { closure } from "../../endgame/graph.ts";
import { sizesOfSlices } from "../../endgame/slice.ts";
import { memoryToTake } from "../../base/node/memory.ts";
import { formatBytes } from "../../base/sizes.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { formationClass } from "../../endgame/formation.ts";
import { estimateSolving, secondsToBuild } from "../../solve/build/estimate.ts";
import { programBytes } from "../../base/program-memory.ts";
import type { BuildFlags } from "./building.ts";
import { formatColumns, formatCount, formatSeconds, printJson, printLine } from "./output.ts";

/** Prints what each of the endgames would take, and the closure of each. */
export function printPlan(endgames: readonly Endgame[], options: BuildFlags): void {
  const plans = endgames.map((each) => planOf(canonicalEndgame(each).endgame, options));
  if (options.json) return printJson(plans);
  const head = [
    "endgame",
    "cells",
    "pairs",
    "slices",
    "largest, with border",
    "memory",
    "file",
    "tables",
    "their pairs",
    "time",
  ];
  const rows = plans.map((plan) => [
    plan.endgame + (plan.isBeyondTables ? " (beyond tables)" : ""),
    formatCount(plan.cells),
    formatCount(plan.netPairs),
    formatCount(plan.slices.count),
    formatCount(plan.slices.largestCells),
    formatBytes(plan.memoryBytes),
    formatBytes(plan.fileBytes),
    formatCount(plan.closure.tables),
    formatCount(plan.closure.netPairs),
    plan.seconds.map((each) => formatSeconds(Math.max(1, each))).join(" to "),
  ]);
  printLine(formatColumns([head, ...rows], "lrrrrrrrrl"));
  const most = options.memory ?? memoryToTake();
  for (const { endgame, memoryBytes } of plans) {
    if (memoryBytes <= most) continue;
    const why = options.memory === undefined ? "which is what is free, less a tenth" : "by --memory";
    printLine(
      `${endgame} does not fit: it takes ${formatBytes(memoryBytes)} of memory, but may have ${formatBytes(most)}, ${why}`,
    );
  }
}

/**
 * Exact are cells, for each side to move; net pairs, positions without the side to move and of mirror images one; and slices, with the
 * cells of the largest and its border. Memory is the least that building it takes, as `slices` says; seconds are for the closure.
 */
function planOf(endgame: Endgame, { rules, metric, slices, threads = cpus().length }: BuildFlags) {
  const { largest, slices: count } = sizesOfSlices(endgame);
  const cellsOfBlock = formationClass(endgame.black.advisor, endgame.black.elephant).count * SQUARES;
  return {
    endgame: endgame.name,
    isBeyondTables: isBeyondTables(endgame.name),
    cells: countCells(endgame),
    netPairs: countNetPairs(endgame),
    slices: { count, largestCells: largest * cellsOfBlock },
    memoryBytes: Math.round(
      estimateSolving(endgame, rules, metric, slices === true).leastBytes + programBytes(threads),
    ),
    fileBytes: estimateSize(endgame).fileBytes,
    closure: closureSize([endgame]),
    seconds: secondsToBuild(closure([endgame]), rules, threads),
  };
}
