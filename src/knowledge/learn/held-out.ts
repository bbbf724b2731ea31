/**
 * The experiments of Chen et al. (section 5), with their method on solved endgames that it knows nothing of: how well inferred states
 * agree with exact ones, in tables of the paper's layout.
 */
import { canonicalEndgame } from "../../endgame/endgame.ts";
import { type Distributions, STATES, type Score } from "../material/paper/basic.ts";
import { type ExchangeTable, makeExchangeTable } from "../material/paper/exchange-table.ts";
import { type InferenceOptions, PAPER_INFERENCE, adjustByPower, makeInference } from "../material/paper/inference.ts";
import { type Knowledge, type KnownPair, type Roles, makeKnowledge } from "../material/paper/knowledge.ts";
import { endgameOfPair } from "../material/paper/space.ts";
import { join } from "node:path";
import { MATERIAL_FILES } from "../material/base.ts";
import { MATERIAL_FOLDER, MEASURED_FOLDER, readExchanges, readMeasured } from "../material/node/files.ts";

export interface HeldOutTally {
  readonly total: number;
  /** The state itself. */
  readonly correct: number;
  /** Confused only WIN with EASY_WIN, or CHANCE_WIN with HARD_WIN. */
  readonly slight: number;
  /** Correct but for slight errors: won material told from drawn. */
  readonly tolerant: number;
  /** Correct, or the next state in the order of their scores; none is next to UNKNOWN. */
  readonly oneStep: number;
  /** Confusions[inferred][exact], by scores. */
  readonly confusion: readonly (readonly number[])[];
}

export interface JudgedPair {
  readonly inferred: Score;
  readonly exact: Score;
}

/** Won, drawn, or unknown. */
function verdict(score: Score): number {
  return score === 0 ? 0 : score <= 2 ? 1 : 2;
}

function isTolerable({ inferred, exact }: JudgedPair): boolean {
  return verdict(inferred) === verdict(exact);
}

function isOneStep({ inferred, exact }: JudgedPair): boolean {
  return inferred === exact || (inferred > 0 && exact > 0 && Math.abs(inferred - exact) === 1);
}

export function tally(cases: readonly JudgedPair[]): HeldOutTally {
  const confusion = Array.from({ length: 5 }, () => new Array<number>(5).fill(0));
  for (const { inferred, exact } of cases) confusion[inferred]![exact]! += 1;
  const correct = cases.filter(({ inferred, exact }) => inferred === exact).length;
  const tolerant = cases.filter(isTolerable).length;
  return {
    total: cases.length,
    correct,
    tolerant,
    slight: tolerant - correct,
    oneStep: cases.filter(isOneStep).length,
    confusion,
  };
}

/** One way to infer states: what it says of a pair, and by which of its stages. */
export type Method = (roles: Roles) => { readonly score: Score; readonly stage: string };

export interface MethodResult {
  readonly name: string;
  readonly all: HeldOutTally;
  readonly stages: Readonly<Record<string, HeldOutTally>>;
}

export interface Evaluation {
  readonly basic: { readonly endgames: number; readonly materials: number };
  readonly heldOut: { readonly endgames: number; readonly materials: number };
  /** The paper's inference, its parts, and baselines. */
  readonly methods: readonly MethodResult[];
  /** Shares of tolerant correct by the lower bound of probabilities, of the paper's predictor alone and after extension. */
  readonly plb: readonly { readonly plb: number; readonly alone: number; readonly combined: number }[];
}

export const PAPER = "paper: extension, predictor, attack power";
export const PREDICTOR_ALONE = "paper: predictor and attack power alone";

const ABLATIONS: readonly (readonly [name: string, changed: Partial<InferenceOptions>])[] = [
  [PAPER, {}],
  [PREDICTOR_ALONE, { extension: false, soldiers: false }],
  ["paper without soldier inference", { soldiers: false }],
  ["paper without extension", { extension: false }],
  ["paper without the attacker's exchanges", { attackerExchanges: false }],
  ["paper without the defender's exchanges", { defenderExchanges: false }],
  ["paper without helpers", { helpers: false }],
  ["paper without attack power", { heuristic: false }],
];

export function evaluate(knowledge: Knowledge, table: ExchangeTable, heldOut: Distributions): Evaluation {
  const cases = [...makeKnowledge(heldOut).values()];
  const usual = mostFrequent(knowledge);
  const paper = (changed: Partial<InferenceOptions>): Method =>
    makeInference(knowledge, table, { ...PAPER_INFERENCE, ...changed });
  const methods: [string, Method][] = [
    ...ABLATIONS.map(([name, changed]): [string, Method] => [name, paper(changed)]),
    [`baseline: always ${STATES[usual]}`, () => ({ score: usual, stage: "baseline" })],
    ["baseline: attack power alone", (known) => ({ score: adjustByPower(known, 0), stage: "baseline" })],
  ];
  const tolerant = (changed: Partial<InferenceOptions>) => {
    const { all } = measure("", paper(changed), cases);
    return all.tolerant / Math.max(1, all.total);
  };
  return {
    basic: { endgames: countEndgames([...knowledge.values()]), materials: knowledge.size },
    heldOut: { endgames: countEndgames(cases), materials: cases.length },
    methods: methods.map(([name, method]) => measure(name, method, cases)),
    plb: Array.from({ length: 11 }, (_, i) => ({
      plb: i / 10,
      alone: tolerant({ plb: i / 10, extension: false, soldiers: false }),
      combined: tolerant({ plb: i / 10 }),
    })),
  };
}

function measure(name: string, method: Method, cases: readonly KnownPair[]): MethodResult {
  const judged = cases.map((known) => ({ ...method(known), known }));
  const tallyOf = (group: typeof judged) =>
    tally(group.map(({ score, known }): JudgedPair => ({ inferred: score, exact: known.score })));
  const stages = Object.entries(Object.groupBy(judged, ({ stage }) => stage));
  return {
    name,
    all: tallyOf(judged),
    stages: Object.fromEntries(stages.map(([stage, group]) => [stage, tallyOf(group!)])),
  };
}

function mostFrequent(knowledge: Knowledge): Score {
  const counts = [0, 0, 0, 0, 0];
  for (const { score } of knowledge.values()) counts[score]! += 1;
  return counts.indexOf(Math.max(...counts)) as Score;
}

function nameOf({ attack, defence }: KnownPair): string {
  return canonicalEndgame(endgameOfPair({ first: attack, second: defence })).endgame.name;
}

function countEndgames(cases: readonly KnownPair[]): number {
  return new Set(cases.map(nameOf)).size;
}

const SHORT = ["U", "1", "2", "3", "4"];

/** Rows of cells, the first being the head. */
export type Rows = readonly (readonly string[])[];

/** Table 1: tolerant correct in percent by the lower bound of probabilities, of the predictor alone. */
export function plbRows({ plb }: Evaluation): Rows {
  return [
    ["PLB, %", ...plb.map((point) => String(Math.round(100 * point.plb)))],
    ["predictor alone, %", ...plb.map(({ alone }) => (100 * alone).toFixed(2))],
    ["with extension, %", ...plb.map(({ combined }) => (100 * combined).toFixed(2))],
  ];
}

/** Tables 2 and 3: inferred states downwards, exact ones across. U is UNKNOWN, 1 WIN to 4 HARD_WIN. */
export function confusionRows({ confusion }: HeldOutTally): Rows {
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const columns = SHORT.map((_, exact) => sum(confusion.map((row) => row[exact]!)));
  return [
    ["", ...SHORT, "Sum"],
    ...confusion.map((row, inferred) => [SHORT[inferred]!, ...row.map(String), String(sum(row))]),
    ["Sum", ...columns.map(String), String(sum(columns))],
  ];
}

/** The method that a table of the paper is about: 2 all stages, 3 the predictor alone. */
export function methodOfTable(evaluation: Evaluation, table: 2 | 3): MethodResult {
  const wanted = table === 2 ? PAPER : PREDICTOR_ALONE;
  return evaluation.methods.find(({ name }) => name === wanted)!;
}

/* Wilson's interval (1927) of a share. */

/** Of a normal variable 95 % lie within so many standard deviations. */
const DEVIATIONS = 1.96;

/** The shares, of which so many of a total may come: 95 % of such intervals have the share in them. */
export function wilson(count: number, total: number): readonly [least: number, most: number] {
  const weight = DEVIATIONS ** 2 / total;
  const share = count / total;
  const middle = share + weight / 2;
  const half = Math.sqrt(weight * (share * (1 - share) + weight / 4));
  return [(middle - half) / (1 + weight), (middle + half) / (1 + weight)];
}

/* The test of the paper's method, from the files. */

/** What is known, and the tests of it. */
export function evaluateHeldOut(folder = MATERIAL_FOLDER): Evaluation {
  const knowledge = makeKnowledge(readMeasured(join(folder, MATERIAL_FILES.basic)));
  const heldOut = readMeasured(join(MEASURED_FOLDER, "held-out.json"));
  return evaluate(knowledge, makeExchangeTable(readExchanges(folder)), heldOut);
}
