/**
 * The experiments (Chen et al., section 5) on solved endgames that nothing was learned from: how well inferred states agree
 * with exact ones, by classes of material and in tables of the paper's layout.
 */
import { canonicalEndgame } from "../../endgame/endgame.ts";
import { makeEstimator, makeSymbols } from "../material/bounds.ts";
import { answerOf, symbolOfPrediction, type PairAnswer } from "../material/database.ts";
import type { MaterialBase } from "../material/answer.ts";
import type { Distributions } from "../material/paper/basic.ts";
import { adjustByPower } from "../material/paper/predictor.ts";
import { makeInference, PAPER_INFERENCE, type InferenceOptions } from "../material/paper/inference.ts";
import { makeKnowledge, type Knowledge, type KnownPair, type Roles } from "../material/paper/knowledge.ts";
import { ensembleOf } from "../material/model/model.ts";
import { endgameOfPair, pairName } from "../material/paper/names.ts";
import { Reduction } from "../material/model/reduction.ts";
import { countAttackers, countMen, isArmed } from "../material/paper/space.ts";
import { STATES, type Score, type Shares, type State } from "../material/paper/states.ts";

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

export interface Failure {
  readonly pair: string;
  readonly exact: State;
  readonly inferred: State;
  readonly stage: string;
  readonly shares: Shares;
}

/** How often the state was right that was said to be about this probable. */
export interface Reliability {
  readonly cases: number;
  /** Means. */
  readonly said: number;
  readonly right: number;
}

export interface Evaluation {
  readonly basic: { readonly endgames: number; readonly materials: number };
  readonly heldOut: { readonly endgames: number; readonly materials: number };
  /** The database first, then the paper's inference, its parts, and baselines. */
  readonly methods: readonly MethodResult[];
  /** Shares of tolerant correct by the lower bound of probabilities, of the paper's predictor alone and after extension. */
  readonly plb: readonly { readonly plb: number; readonly alone: number; readonly combined: number }[];
  /** Won taken for drawn or drawn for won by the database. */
  readonly failures: readonly Failure[];
}

export const DATABASE = "database: extension, then reduction model, within bounds";
export const PAPER = "paper: extension, predictor, attack power";
export const PREDICTOR_ALONE = "paper: predictor and attack power alone";

/** Attacking men of the attacking side against those of the other: `2 against 1`. */
export function classOf({ attack, defence }: Roles): string {
  return `${countAttackers(attack)} against ${countAttackers(defence)}`;
}

/** Which sides have advisors or elephants. */
export function defendersOf({ attack, defence }: Roles): string {
  const [ofAttack, ofDefence] = [attack, defence].map((side) => countMen(side) > countAttackers(side));
  if (ofAttack && ofDefence) return "defending men on both sides";
  if (ofDefence) return "on the defending side";
  return ofAttack ? "on the attacking side" : "none";
}

/** What a database of these says of a pair. */
export function databaseAnswers({
  knowledge,
  table,
  model,
}: Pick<MaterialBase, "knowledge" | "table" | "model">): (roles: Roles) => PairAnswer {
  const symbolOf = makeSymbols(knowledge, table, model);
  const estimate = makeEstimator(knowledge, model, (roles) => answerOf(model, symbolOf(roles), isArmed(roles)));
  return (roles) => estimate(roles).answer;
}

/** By the probability said of the state said, in tenths; tenths of no case are left out. */
export function reliabilityOf(cases: readonly { readonly answer: PairAnswer; readonly exact: Score }[]): Reliability[] {
  const groups = Map.groupBy(cases, ({ answer }) => Math.min(9, Math.floor(10 * answer.probabilities[answer.score]!)));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => {
      const mean = (of: (each: (typeof members)[number]) => number) =>
        members.reduce((sum, each) => sum + of(each), 0) / members.length;
      return {
        cases: members.length,
        said: mean(({ answer }) => answer.probabilities[answer.score]!),
        right: mean(({ answer, exact }) => (answer.score === exact ? 1 : 0)),
      };
    });
}

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

export function evaluate(base: MaterialBase, heldOut: Distributions): Evaluation {
  const { knowledge, table, model } = base;
  const cases = [...makeKnowledge(heldOut).values()];
  const reduction = new Reduction(ensembleOf(model), knowledge.values(), table);
  const usual = mostFrequent(knowledge);
  const answer = databaseAnswers(base);
  const database: Method = (roles) => {
    const { score, basis } = answer(roles);
    return { score, stage: basis };
  };
  const predicted: Method = (roles) => {
    const symbol = symbolOfPrediction(reduction.predict(roles));
    return { score: answerOf(model, symbol, isArmed(roles)).score, stage: "predicted" };
  };
  const paper = (changed: Partial<InferenceOptions>): Method =>
    makeInference(knowledge, table, { ...PAPER_INFERENCE, ...changed });
  const methods: [string, Method][] = [
    [DATABASE, database],
    ["reduction model alone", predicted],
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
    failures: failuresOf(database, cases),
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

function failuresOf(method: Method, cases: readonly KnownPair[]): Failure[] {
  return cases.flatMap((known) => {
    const { score, stage } = method(known);
    if (tally([{ inferred: score, exact: known.score }]).tolerant === 1) return [];
    const pair = pairName({ first: known.attack, second: known.defence });
    return [{ pair, exact: STATES[known.score], inferred: STATES[score], stage, shares: known.shares }];
  });
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

/** The methods that a table of the paper has: 2 all stages, 3 the predictor alone. */
export function methodsOfTable(evaluation: Evaluation, table: 2 | 3): readonly MethodResult[] {
  const wanted = table === 2 ? [PAPER, DATABASE] : [PREDICTOR_ALONE, "reduction model alone"];
  return wanted.map((name) => evaluation.methods.find((method) => method.name === name)!);
}
