/** Writes docs/material-report.md from the exact data that are committed. */
import { join } from "node:path";
import {
  DATABASE,
  evaluate,
  PAPER,
  PREDICTOR_ALONE,
  confusionRows,
  methodsOfTable,
  plbRows,
  type Tally,
  type Evaluation,
  type Failure,
  type Rows,
} from "../src/material/paper/held-out.ts";
import { makeExchangeTable } from "../src/material/paper/exchange-table.ts";
import { makeKnowledge, type Knowledge } from "../src/material/paper/knowledge.ts";
import { materialName, pairName } from "../src/material/paper/names.ts";
import { checkSoldierClaims, SOLDIER_CLAIMS } from "../src/material/paper/soldiers.ts";
import { STATES } from "../src/material/paper/states.ts";
import {
  MATERIAL_FILES,
  MATERIAL_FOLDER,
  MEASURED_FOLDER,
  readExchanges,
  readMeasured,
  readModel,
  writeFile,
} from "../src/material/node/files.ts";

/** The paper's own figures, on its own 4,775 combinations judged by a master: another test set. */
const PAPER_FIGURES = { correct: "45.42 %", tolerant: "87.96 %", slight: "42.53 %" };

console.log(summaryOf(writeReport(MATERIAL_FOLDER, join(import.meta.dirname, "../docs/material-report.md"))));

function summaryOf({ basic, heldOut, methods }: Evaluation): string {
  const { name, all } = methods[0]!;
  return `basic ${basic.endgames} endgames, held out ${heldOut.endgames}; ${name}: ${all.correct} of ${all.total} correct, ${all.tolerant} tolerantly`;
}

function writeReport(folder: string, path: string): Evaluation {
  const basic = readMeasured(join(folder, MATERIAL_FILES.basic));
  const heldOut = readMeasured(join(MEASURED_FOLDER, "held-out.json"));
  const exchanges = readExchanges(folder);
  const evaluation = evaluate(basic, makeExchangeTable(exchanges), readModel(folder), heldOut);
  const knowledge = makeKnowledge(basic);
  const heldOutKnowledge = makeKnowledge(heldOut);
  const parts = [
    "# What unsolved material is worth: the report",
    "Written by `node scripts/material-report.ts` from `src/material/data` and `docs/material/measured`; every figure is " +
      "computed from exact counts over whole tables. How it works is told in [material.md](material.md).",
    describeSets(evaluation, knowledge, heldOutKnowledge, Object.keys(heldOut.tables).length),
    `## Results\n\n${methodTable(evaluation)}`,
    stageText(evaluation),
    `## Table 1: the lower bound of probabilities (PLB)\n\nTolerant correct in percent, of the paper's predictor.\n\n${markdown(plbRows(evaluation))}`,
    confusionText(evaluation, 2, "Tables 2: all stages"),
    confusionText(evaluation, 3, "Tables 3: prediction alone"),
    failureText(evaluation),
    claimText(knowledge),
    exchangeText(exchanges.exchanges.length),
  ];
  writeFile(path, `${parts.join("\n\n")}\n`);
  return evaluation;
}

function describeSets({ basic, heldOut }: Evaluation, known: Knowledge, tested: Knowledge, tables: number): string {
  const counts = (knowledge: Knowledge) =>
    STATES.map(
      (state, score) => `${[...knowledge.values()].filter((each) => each.score === score).length} ${state}`,
    ).join(", ");
  return [
    "## The sets",
    `**Basic database** (everything is learned from it): ${basic.endgames} solved endgames, ${basic.materials} materials by soldier ` +
      `categories: ${counts(known)}.`,
    `**Held out**: ${tables} solved endgames with attacking men on both sides, ${heldOut.materials} materials: ${counts(tested)}. ` +
      "They have two strong men on a side, or two soldiers on the defending one. Nothing is fitted to them; what a look at the " +
      "first of them has changed is told in [material.md](material.md#the-reduction-model).",
  ].join("\n\n");
}

function methodTable({ methods }: Evaluation): string {
  const paper = [
    "*the paper, on its own test set*",
    "4775",
    PAPER_FIGURES.correct,
    PAPER_FIGURES.tolerant,
    PAPER_FIGURES.slight,
  ];
  const head = ["method", "materials", "total correct", "tolerant correct", "slight errors"];
  return markdown([head, ...methods.map(({ name, all }) => [name, ...figures(all)]), paper]);
}

function stageText({ methods }: Evaluation): string {
  const rows = [DATABASE, PAPER, PREDICTOR_ALONE].flatMap((wanted) => {
    const { name, stages } = methods.find((method) => method.name === wanted)!;
    return Object.entries(stages).map(([stage, tally]) => [name, stage, ...figures(tally)]);
  });
  const head = ["method", "stage", "materials", "total correct", "tolerant correct", "slight errors"];
  return `## By stage\n\n${markdown([head, ...rows])}`;
}

function confusionText(evaluation: Evaluation, table: 2 | 3, title: string): string {
  const tables = methodsOfTable(evaluation, table).map(
    ({ name, all }) => `${name}:\n\n${markdown(confusionRows(all))}`,
  );
  const how =
    "Inferred states downwards, exact ones across; U is UNKNOWN, 1 WIN, 2 EASY_WIN, 3 CHANCE_WIN, 4 HARD_WIN.";
  return `## ${title}\n\n${how}\n\n${tables.join("\n\n")}`;
}

function failureText({ failures }: Evaluation): string {
  if (failures.length === 0)
    return "## Failures that matter\n\nNone: no won material is taken for drawn, nor drawn for won.";
  const row = ({ pair, exact, inferred, stage, shares }: Failure) => [
    pair,
    exact,
    inferred,
    stage,
    percent(shares.win),
    percent(shares.loss),
  ];
  const head = ["material", "exact", "inferred", "stage", "won", "lost"];
  return `## Failures that matter\n\nWon material taken for drawn, or drawn for won, by the database; why: [material.md](material.md#failures).\n\n${markdown([head, ...failures.map(row)])}`;
}

function claimText(knowledge: Knowledge): string {
  const comparisons = checkSoldierClaims(knowledge);
  const rows = SOLDIER_CLAIMS.map((claim) => {
    const about = comparisons.filter((comparison) => comparison.claim === claim);
    const failing = about.filter(({ holds }) => !holds);
    const examples = failing
      .sort(
        (a, b) =>
          Math.abs(b.better.shares.win - b.other.shares.win) - Math.abs(a.better.shares.win - a.other.shares.win),
      )
      .slice(0, 3)
      .map(({ better, other }) => {
        const pair = pairName({ first: better.attack, second: better.defence });
        return `${pair} ${percent(better.shares.win)} against ${materialName(other.attack)} ${percent(other.shares.win)}`;
      });
    const held = about.length === 0 ? "not tested" : `${about.length - failing.length} of ${about.length}`;
    return [claim, held, examples.join("; ") || "–"];
  });
  return `## What the paper says of soldiers\n\nCompared in the basic database; shares of quiet positions won.\n\n${markdown([["claim", "holds", "strongest exceptions"], ...rows])}`;
}

function exchangeText(measured: number): string {
  return `## Exchanges\n\n${measured} kinds of exchange are measured (pairs of men with no helper, an active or a passive one); where both sides have helpers their effects are added in log-odds.`;
}

function figures({ total, correct, tolerant, slight }: Tally): string[] {
  return [String(total), ...[correct, tolerant, slight].map((count) => percent(count / Math.max(1, total), 2))];
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function markdown([head, ...rows]: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head!.map((_, i) => (i === 0 ? "---" : "---:"));
  return [line(head!), line(rule), ...rows.map(line)].join("\n");
}
