/** Writes docs/material-report.md from the exact data that are committed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalEndgame } from "../src/endgame/endgame.ts";
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
import { makeKnowledge, type Knowledge, type Known } from "../src/material/paper/knowledge.ts";
import { endgameOfPair, materialName, pairName } from "../src/material/paper/names.ts";
import { checkSoldierClaims, SOLDIER_CLAIMS } from "../src/material/paper/soldiers.ts";
import { STATES, type Score, type State } from "../src/material/paper/states.ts";
import {
  MATERIAL_FILES,
  MATERIAL_FOLDER,
  MEASURED_FOLDER,
  readDrawn,
  readExchanges,
  readMeasured,
  readModel,
} from "../src/material/node/files.ts";
import { writeWhole } from "../src/table/node/disk.ts";

/** The paper's own figures, on its own 4,775 combinations judged by a master: another test set. */
const PAPER_FIGURES = { correct: "45.42 %", tolerant: "87.96 %", slight: "42.53 %" };

console.log(summaryOf(await writeReport(MATERIAL_FOLDER, join(import.meta.dirname, "../docs/material-report.md"))));

function summaryOf({ basic, heldOut, methods }: Evaluation): string {
  const { name, all } = methods[0]!;
  return `basic ${basic.endgames} endgames, held out ${heldOut.endgames}; ${name}: ${all.correct} of ${all.total} correct, ${all.tolerant} tolerantly`;
}

async function writeReport(folder: string, path: string): Promise<Evaluation> {
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
    drawnText(),
    `## Results\n\n${methodTable(evaluation)}`,
    stageText(evaluation),
    `## Table 1: the lower bound of probabilities (PLB)\n\nTolerant correct in percent, of the paper's predictor.\n\n${markdown(plbRows(evaluation))}`,
    confusionText(evaluation, 2, "Tables 2: all stages"),
    confusionText(evaluation, 3, "Tables 3: prediction alone"),
    failureText(evaluation),
    claimText(knowledge),
    exchangeText(exchanges.exchanges.length),
  ];
  await writeWhole(path, `${parts.join("\n\n")}\n`);
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

/** What was said of the drawn endgames before any of them was counted. */
type Said = Readonly<Record<string, { readonly database: State; readonly probability: number; readonly paper: State }>>;

/** The database and the paper's method on endgames drawn by seed and class. */
function drawnText(): string {
  const said = JSON.parse(readFileSync(join(MEASURED_FOLDER, "said-before.json"), "utf8")) as Said;
  const outcomes = readMeasured(join(MEASURED_FOLDER, "drawn-outcomes.json"));
  const { seed, classes } = readDrawn();
  const cases = [...makeKnowledge(outcomes).values()].map((known) => ({
    known,
    said: said[pairName({ first: known.attack, second: known.defence })]!,
  }));
  const rowOf = (name: string, members: typeof cases) => {
    const share = (isRight: (member: (typeof cases)[number]) => boolean) =>
      members.length === 0 ? "–" : percent(members.filter(isRight).length / members.length);
    const near = (state: State, exact: Score) => {
      const score = STATES.indexOf(state);
      return score === exact || (score > 0 && exact > 0 && Math.abs(score - exact) === 1);
    };
    return [
      name,
      String(members.length),
      ...(["database", "paper"] as const).flatMap((method) => [
        share((each) => STATES[each.known.score] === each.said[method]),
        share((each) => near(each.said[method], each.known.score)),
      ]),
    ];
  };
  const rows = Object.entries(classes).map(([name, endgames]) => {
    const built = endgames.filter((endgame) => outcomes.tables[endgame] !== undefined);
    const members = cases.filter(({ known }) => built.includes(endgameNameOf(known)));
    return [...rowOf(name.replace("v", " against "), members), `${built.length} of ${endgames.length}`];
  });
  const sure = cases.filter(({ said: { probability } }) => probability >= 0.995);
  const wrong = sure.filter(({ known, said: { database } }) => database !== STATES[known.score]);
  const head = [
    "attacking men",
    "materials",
    "database",
    "within one step",
    "paper",
    "within one step",
    "endgames built",
  ];
  const all = [...rowOf("all", cases), `${Object.keys(outcomes.tables).length}`];
  return [
    "## Drawn by class",
    `The held-out endgames below are those that were quick to build. Others were drawn by the seed \`${seed}\` from all that ` +
      "were neither learned from nor looked at, stratified by the attacking men of the attacking side against those of the " +
      "other and by advisors and elephants, before any of them was built. What the program says of them was written down before any of them was counted. " +
      "Total correct, and correct or the next state (WIN, EASY_WIN, CHANCE_WIN, HARD_WIN); the paper's method on the same basic database.",
    markdown([head, ...rows, all]),
    `Of ${sure.length} of these materials the database is certain (at least 99.5 %); of those it is wrong about ${wrong.length}` +
      `${wrong.length === 0 ? "" : `: ${wrong.map(({ known }) => pairName({ first: known.attack, second: known.defence })).join(" ")}`}. ` +
      "Classes without materials have no endgame built yet: nothing is known of how good answers about them are.",
  ].join("\n\n");
}

function endgameNameOf({ attack, defence }: Known): string {
  return canonicalEndgame(endgameOfPair({ first: attack, second: defence })).endgame.name;
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
