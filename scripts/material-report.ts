/** Writes docs/reports/material-report.md, and its plot, from the atlas and the exact counts that are committed. A minute or two. */
import { join } from "node:path";
import { openAtlas } from "../src/knowledge/atlas/node/files.ts";
import {
  LEAST_TESTED,
  PARTING_NAMES,
  SEED,
  type TriedEndgame,
  classOf,
  crossValidate,
  drawHeldOut,
  judge,
  learnEstimates,
} from "../src/knowledge/learn/estimates.ts";
import { allExchanges } from "../src/knowledge/learn/exact/exchanges.ts";
import {
  type Evaluation,
  type HeldOutTally,
  PAPER,
  PREDICTOR_ALONE,
  type Rows,
  confusionRows,
  evaluate,
  methodOfTable,
  plbRows,
  tally,
  wilson,
} from "../src/knowledge/learn/held-out.ts";
import { makeExchangeTable } from "../src/knowledge/material/paper/exchange-table.ts";
import {
  type Knowledge,
  SOLDIER_CLAIMS,
  checkSoldierClaims,
  makeAttackFiles,
  makeKnowledge,
  missingDefences,
} from "../src/knowledge/material/paper/knowledge.ts";
import { materialName, pairName } from "../src/knowledge/material/paper/space.ts";
import { STATES } from "../src/knowledge/material/paper/basic.ts";
import { MATERIAL_FILES } from "../src/knowledge/material/base.ts";
import { MATERIAL_FOLDER, MEASURED_FOLDER, readExchanges, readMeasured } from "../src/knowledge/material/node/files.ts";
import { writeWhole } from "../src/base/node/disk.ts";

/** The paper's own figures, on its own 4,775 combinations judged by a master: another test set. */
const PAPER_FIGURES = { correct: "45.42 %", tolerant: "87.96 %", slight: "42.53 %" };

/** What is aimed at, in every class of at least `LEAST_TESTED` endgames of the atlas. */
const GOAL = { correct: 0.85, oneStep: 0.98 };

/** Of the states said to be about this probable, how many were right. */
interface Reliability {
  readonly cases: number;
  /** Means. */
  readonly said: number;
  readonly right: number;
}

const docs = join(import.meta.dirname, "../docs/reports");
const atlas = (await openAtlas()).entries;
const armed = [...atlas.keys()].filter((name) => classOf(name) !== "0v0");
const drawn = drawHeldOut(armed);
const rest = new Map([...atlas].filter(([name]) => !drawn.has(name)));
const model = learnEstimates(rest);
const heldOut = judge(model, rest, new Map([...atlas].filter(([name]) => drawn.has(name))));
const known = makeKnowledge(readMeasured(join(MATERIAL_FOLDER, MATERIAL_FILES.basic)));
const exchanges = readExchanges();
const experiments = evaluate(known, makeExchangeTable(exchanges), readMeasured(join(MEASURED_FOLDER, "held-out.json")));
await writeWhole(join(docs, "material/reliability.svg"), plot(reliabilityOf(heldOut)));
await writeWhole(
  join(docs, "material-report.md"),
  `${[...estimateParts(), ...paperParts(experiments)].join("\n\n")}\n`,
);
const all = tallyOf(heldOut);
console.log(`${all.correct} of ${all.total} held-out endgames right, ${all.oneStep} within one step`);

function tallyOf(judged: readonly TriedEndgame[]): HeldOutTally {
  return tally(judged.map(({ said, exact }) => ({ inferred: said, exact })));
}

function estimateParts(): string[] {
  return [
    "# What unsolved material is worth: the report",
    "Written by `node scripts/material-report.ts` from the atlas, `src/knowledge/material/data` and `docs/reports/material/measured`; every figure is " +
      "computed from exact counts over whole tables. How it works is told in [material.md](../guides/material.md), how it was chosen in " +
      "[0025](../decisions/0025-estimates.md).",
    "## The sets",
    `${armed.length} endgames of the atlas have an attacking man. ${drawn.size} of them are **held out**, drawn by the seed \`${SEED}\` from each class that has ` +
      `${LEAST_TESTED} or more, before anything was learned; here everything is learned from the other ${armed.length - drawn.size} (what comes with the ` +
      "program is learned from all, in the same way). **Looked at** once, when the model had been chosen. Whoever changes it after that draws by another seed.",
    "## Held-out endgames by class",
    "Right, and within one step (the state itself or the next one, WIN, EASY_WIN, CHANCE_WIN, HARD_WIN), with Wilson's interval of 95 %. Classes: attacking men of the " +
      "side with the stronger ones, against those of the other.",
    markdown([
      ["class", "in the atlas", "held out", "right", "within one step", "85 % right", "98 % within one step"],
      ...byClass(heldOut).map(([name, judged]) => goalRow(name, judged)),
      goalRow("all", heldOut),
    ]),
    "Said downwards, exact across; U is UNKNOWN, 1 WIN, 2 EASY_WIN, 3 CHANCE_WIN, 4 HARD_WIN.",
    markdown(confusionRows(tallyOf(heldOut))),
    missedText(),
    "## How sure",
    "How probable the state was said to be, and how often it was right, of the held-out endgames:",
    "![How probable the state was said to be, and how often it was right](material/reliability.svg)",
    markdown([
      ["said", "right", "endgames"],
      ...reliabilityOf(heldOut).map(({ said, right, cases }) => [percent(said), percent(right), String(cases)]),
    ]),
    "## Cross-validation",
    "Of the others, each predicted from what is left when a part with it is left out: right / within one step. Most unsolved endgames are about as far from " +
      "what is solved as those of which the set of attacking men, or the class, was left out.",
    validationTable(),
  ];
}

function byClass(judged: readonly TriedEndgame[]): [string, TriedEndgame[]][] {
  return [...Map.groupBy(judged, ({ endgame }) => classOf(endgame))].sort(([a], [b]) => (a < b ? -1 : 1));
}

function goalRow(name: string, judged: readonly TriedEndgame[]): string[] {
  const { total, correct, oneStep } = tallyOf(judged);
  const told = (count: number) => {
    const [least, most] = wilson(count, total).map((share) => (100 * share).toFixed(0));
    return `${count}, ${percent(count / total)} (${least} to ${most})`;
  };
  const kept = (count: number, goal: number) => (count / total >= goal ? "kept" : "**missed**");
  const inAtlas = armed.filter((each) => name === "all" || classOf(each) === name).length;
  const goals = [kept(correct, GOAL.correct), kept(oneStep, GOAL.oneStep)];
  return [name.replace("v", " against "), String(inAtlas), String(total), told(correct), told(oneStep), ...goals];
}

function missedText(): string {
  const missed = heldOut
    .filter(({ said, exact }) => said !== exact)
    .map(({ endgame, said, exact }) => `${endgame} ${STATES[said]} for ${STATES[exact]}`);
  return `Missed: ${missed.join(", ")}.`;
}

function validationTable(): string {
  const judged = PARTING_NAMES.map((parting) => new Map(byClass(crossValidate(model, rest, parting))));
  const rows = [...judged[0]!.keys()].map((name) => [
    name.replace("v", " against "),
    String(judged[0]!.get(name)!.length),
    ...judged.map((each) => {
      const { total, correct, oneStep } = tallyOf(each.get(name)!);
      return `${percent(correct / total)} / ${percent(oneStep / total)}`;
    }),
  ]);
  return markdown([["class", "endgames", ...PARTING_NAMES.map((each) => `without ${each}`)], ...rows]);
}

/** By the probability said of the state said, in tenths; tenths of no case are left out. */
function reliabilityOf(judged: readonly TriedEndgame[]): Reliability[] {
  const groups = Map.groupBy(judged, ({ probability }) => Math.min(9, Math.floor(10 * probability)));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => ({
      cases: members.length,
      said: members.reduce((sum, { probability }) => sum + probability, 0) / members.length,
      right: tallyOf(members).correct / members.length,
    }));
}

/** A plot of the shares right by the probabilities said; the area of a point is its number of cases. */
function plot(rows: readonly Reliability[]): string {
  const [size, edge] = [320, 40];
  const at = (share: number) => edge + share * size;
  const up = (share: number) => edge + (1 - share) * size;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${at(share)}" y="${up(0) + 16}" text-anchor="middle">${100 * share}</text>` +
      `<text x="${at(0) - 6}" y="${up(share) + 4}" text-anchor="end">${100 * share}</text>`,
  );
  const points = rows.map(
    ({ said, right, cases: count }) =>
      `<circle cx="${at(said).toFixed(1)}" cy="${up(right).toFixed(1)}" r="${(2 + Math.sqrt(count)).toFixed(1)}" fill="#1f6f8b" fill-opacity="0.7"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size + 2 * edge}" height="${size + 2 * edge}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<rect x="${edge}" y="${edge}" width="${size}" height="${size}" fill="none" stroke="#999"/>`,
    `<line x1="${at(0)}" y1="${up(0)}" x2="${at(1)}" y2="${up(1)}" stroke="#999" stroke-dasharray="4"/>`,
    ...ticks,
    `<text x="${at(0.5)}" y="${up(0) + 32}" text-anchor="middle">said, %</text>`,
    `<text x="${at(0)}" y="${edge - 12}">right, %</text>`,
    ...points,
    "</svg>\n",
  ].join("\n");
}

/** The method of Chen et al., on endgames that it knows nothing of. */
function paperParts(evaluation: Evaluation): string[] {
  return [
    "## The paper's method",
    `Chen et al. infer the state of quiet positions, by categories of soldiers. Known to it: ${evaluation.basic.endgames} solved endgames, ` +
      `${evaluation.basic.materials} materials by soldier categories; tested on ${evaluation.heldOut.materials} materials of ${evaluation.heldOut.endgames} endgames that were ` +
      "drawn for it by a seed (`src/knowledge/material/data/drawn.json`), and that it knows nothing of.",
    `### All methods\n\n${methodTable(evaluation)}`,
    stageText(evaluation),
    `### Table 1: the lower bound of probabilities (PLB)\n\nTolerant correct in percent, of the paper's predictor.\n\n${markdown(plbRows(evaluation))}`,
    confusionText(evaluation, 2, "Table 2: all stages"),
    confusionText(evaluation, 3, "Table 3: prediction alone"),
    claimText(known),
    defenceText(known),
    exchangeText(exchanges.exchanges.length),
  ];
}

function methodTable({ methods }: Evaluation): string {
  const paper = [
    "*the paper, on its own test set*",
    "4775",
    PAPER_FIGURES.correct,
    PAPER_FIGURES.tolerant,
    PAPER_FIGURES.slight,
    "",
  ];
  const head = ["method", "materials", "total correct", "tolerant correct", "slight errors", "within one step"];
  return markdown([head, ...methods.map((method) => [method.name, ...figures(method.all)]), paper]);
}

function stageText({ methods }: Evaluation): string {
  const rows = [PAPER, PREDICTOR_ALONE].flatMap((wanted) => {
    const { name, stages } = methods.find((method) => method.name === wanted)!;
    return Object.entries(stages).map(([stage, each]) => [name, stage, ...figures(each)]);
  });
  const head = [
    "method",
    "stage",
    "materials",
    "total correct",
    "tolerant correct",
    "slight errors",
    "within one step",
  ];
  return `### By stage\n\n${markdown([head, ...rows])}`;
}

function confusionText(evaluation: Evaluation, table: 2 | 3, title: string): string {
  const { name, all: counts } = methodOfTable(evaluation, table);
  return `### ${title}\n\n${name}: inferred states downwards, exact ones across.\n\n${markdown(confusionRows(counts))}`;
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
  return `### What the paper says of soldiers\n\nCompared in what is learned from; shares of quiet positions won.\n\n${markdown([["claim", "holds", "strongest exceptions"], ...rows])}`;
}

function defenceText(knowledge: Knowledge): string {
  const missing = missingDefences(makeAttackFiles(knowledge)).map(materialName);
  const ruled = 144;
  return (
    `### Completeness\n\nOf the ${ruled} defences of the paper's rule (at most one strong man and one soldier) ` +
    `${ruled - missing.length} have an attack that is solved. ` +
    (missing.length === 0 ? "" : `Not yet: ${missing.join(" ")}.`)
  );
}

function exchangeText(measured: number): string {
  return `### Exchanges\n\n${measured} of ${allExchanges().length} kinds of exchange are measured (pairs of men with no helper, an active or a passive one); where both sides have helpers their effects are added in log-odds.`;
}

function figures({ total, correct, tolerant, slight, oneStep }: HeldOutTally): string[] {
  return [
    String(total),
    ...[correct, tolerant, slight, oneStep].map((count) => percent(count / Math.max(1, total), 2)),
  ];
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function markdown([head, ...rows]: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head!.map((_, i) => (i === 0 ? "---" : "---:"));
  return [line(head!), line(rule), ...rows.map(line)].join("\n");
}
