/**
 * The database of all 13,608 x 13,608 pairs (Chen et al., section 4), answered in well under a microsecond.
 *
 * It is factored by classes of soldiers and by attacking men: for each two combinations of attacking men, a block of 9 x 9
 * answers by defending men. Equal blocks are stored once.
 *
 * A class is materials that soldier inference takes to be worth the same: 6,561 in place of 13,608, numbered by attacking
 * men (27 combinations of strong men x 27 of soldiers) and then defending men.
 */
import { BINS, binOf, CALIBRATION_ROWS, rowOf, scoreOfProbabilities } from "./model/calibration.ts";
import type { ReductionModel } from "./model/model.ts";
import { MOST_STEPS, type Prediction } from "./model/reduction.ts";
import type { Roles } from "./paper/knowledge.ts";
import { attackingSide, DEFENDING_COMBINATIONS, POWER } from "./paper/space.ts";
import { InputError } from "../../base/errors.ts";
import { rankOf, scoreOfRank, STATES, type Rank, type Score } from "./paper/states.ts";
import { CLASS_OF, CLASSES, REPRESENTATIVES } from "./paper/soldiers.ts";
import type { LookedUp } from "./paper/lookup.ts";

export const ATTACKING_CLASSES = CLASSES / DEFENDING_COMBINATIONS;

/**
 * 0 to 4: that score, solved. 5 to 9: the scores again, inferred from what is solved. From 10 on: predicted, by steps and bin, and
 * by how many ranks (of the four, round and round) the state is better than the one that these tell: bounds may overrule them.
 */
export type Symbol = number;
const INFERRED = 5;
const FIRST_PREDICTED = 10;
const PREDICTED = MOST_STEPS * BINS;
const RANKS = 4;
const SYMBOLS = FIRST_PREDICTED + RANKS * PREDICTED;

export interface PairAnswer {
  readonly score: Score;
  readonly basis: "exact" | "inferred" | "predicted";
  /** How probable each state is, by its score. */
  readonly probabilities: readonly number[];
}

/** Bytes. */
export const BLOCK = DEFENDING_COMBINATIONS * DEFENDING_COMBINATIONS;
const MAGIC = 0x4d4a4334; // "4CJM"
const HEADER_BYTES = 16;

/** Of what the two stages that rest on facts tell. */
export function symbolOfFound({ stage, score }: LookedUp): Symbol {
  return stage === "exact" ? score : symbolOfInferred(score);
}

export function symbolOfInferred(score: Score): Symbol {
  return INFERRED + score;
}

export function symbolOfPrediction(prediction: Prediction): Symbol {
  return FIRST_PREDICTED + (Math.max(1, prediction.steps) - 1) * BINS + binOf(prediction);
}

/** The symbol of what a symbol tells of, where the state has another rank. Not of what is solved. */
export function symbolOfRank(
  model: Pick<ReductionModel, "probabilities">,
  symbol: Symbol,
  armed: boolean,
  rank: Rank,
): Symbol {
  const { score, basis } = answerOf(model, symbol, armed);
  if (rankOf(score) === rank) return symbol;
  if (basis === "inferred") return symbolOfInferred((4 - rank) as Score);
  const better = Math.floor((symbol - FIRST_PREDICTED) / PREDICTED) + rank - rankOf(score);
  return FIRST_PREDICTED + ((better + RANKS) % RANKS) * PREDICTED + ((symbol - FIRST_PREDICTED) % PREDICTED);
}

/** What a symbol says, of a pair of which one side or both are armed. */
export function answerOf(model: Pick<ReductionModel, "probabilities">, symbol: Symbol, armed: boolean): PairAnswer {
  if (symbol < INFERRED) {
    return {
      score: symbol as Score,
      basis: "exact",
      probabilities: STATES.map((_, score) => (score === symbol ? 1 : 0)),
    };
  }
  if (symbol < FIRST_PREDICTED) {
    const score = (symbol - INFERRED) as Score;
    return { score, basis: "inferred", probabilities: model.probabilities[CALIBRATION_ROWS + score]! };
  }
  const prediction = (symbol - FIRST_PREDICTED) % PREDICTED;
  const [steps, bin] = [Math.floor(prediction / BINS) + 1, prediction % BINS];
  const probabilities = model.probabilities[rowOf(armed, steps, bin)]!;
  const predicted = { score: scoreOfProbabilities(probabilities), basis: "predicted", probabilities } as const;
  const rank = (rankOf(predicted.score) + Math.floor((symbol - FIRST_PREDICTED) / PREDICTED)) % RANKS;
  return withRank(predicted, rank as Rank);
}

/** A state that is ruled out keeps at most this probability: exact counts, which rule it out, are not always monotone. */
const RULED_OUT = 0.004;

/** An estimate where the state is known to have no lower and no higher rank than these. Not of what is solved. */
export function within(answer: PairAnswer, lowest: Rank, highest: Rank): PairAnswer {
  const isRuledOut = (score: number) => rankOf(score as Score) < lowest || rankOf(score as Score) > highest;
  if (!answer.probabilities.some((each, score) => isRuledOut(score) && each > RULED_OUT)) return answer;
  const left = answer.probabilities.map((each, score) =>
    isRuledOut(score) ? Math.min(each, RULED_OUT) : Math.max(each, RULED_OUT),
  );
  const sum = left.reduce((a, b) => a + b);
  const probabilities = left.map((each) => Math.round((1000 * each) / sum) / 1000);
  const rank = Math.min(highest, Math.max(lowest, rankOf(scoreOfProbabilities(probabilities)))) as Rank;
  return { ...answer, probabilities, score: scoreOfRank(rank, probabilities) };
}

/** An estimate whose state is known to be of this rank: by the loosest bound that leaves it the most probable. */
function withRank(answer: PairAnswer, rank: Rank): PairAnswer {
  const before = rankOf(answer.score);
  if (rank === before) return answer;
  for (let bound = before; bound !== rank; bound += Math.sign(rank - before)) {
    const bounded = rank < before ? within(answer, 0, bound) : within(answer, bound, 3);
    if (rankOf(bounded.score) === rank) return bounded;
  }
  const { probabilities } = rank < before ? within(answer, 0, rank) : within(answer, rank, 3);
  return { ...answer, probabilities, score: scoreOfRank(rank, probabilities) };
}

export class StateDatabase {
  /** By symbol, of pairs with one armed side, then with two. */
  readonly #answers: readonly PairAnswer[];
  readonly #index: Uint32Array;
  readonly #blocks: Uint8Array;

  /** @param index the first answer of each block, by the two combinations of attacking men */
  constructor(model: Pick<ReductionModel, "probabilities">, index: Uint32Array, blocks: Uint8Array) {
    this.#index = index;
    this.#blocks = blocks;
    this.#answers = [false, true].flatMap((armed) =>
      Array.from({ length: SYMBOLS }, (_, symbol) => answerOf(model, symbol, armed)),
    );
  }

  /** The state of a pair in its roles. */
  lookUp({ attack, defence }: Roles): PairAnswer {
    const [a, d] = [CLASS_OF[attack]!, CLASS_OF[defence]!];
    const [ofAttacker, ofDefender] = [(a / DEFENDING_COMBINATIONS) | 0, (d / DEFENDING_COMBINATIONS) | 0];
    const start = this.#index[ofAttacker * ATTACKING_CLASSES + ofDefender]!;
    const place = (a - ofAttacker * DEFENDING_COMBINATIONS) * DEFENDING_COMBINATIONS;
    const symbol = this.#blocks[start + place + d - ofDefender * DEFENDING_COMBINATIONS]!;
    return this.#answers[POWER[defence] === 0 ? symbol : SYMBOLS + symbol]!;
  }
}

/** Asks for the symbol of every pair of classes whose first side attacks. */
export function encodeDatabase(symbolOf: (roles: Roles) => Symbol, tell?: (share: number) => void): Uint8Array {
  const numbers = new Map<string, number>();
  const blocks: Uint8Array[] = [];
  const index = new Uint32Array(ATTACKING_CLASSES * ATTACKING_CLASSES);
  const block = new Uint8Array(BLOCK);
  for (let ofAttacker = 0; ofAttacker < ATTACKING_CLASSES; ofAttacker++) {
    tell?.(ofAttacker / ATTACKING_CLASSES);
    for (let ofDefender = 0; ofDefender < ATTACKING_CLASSES; ofDefender++) {
      fillBlock(block, ofAttacker, ofDefender, symbolOf);
      const key = String.fromCharCode(...block);
      let number = numbers.get(key);
      if (number === undefined) {
        numbers.set(key, (number = blocks.length));
        blocks.push(block.slice());
      }
      index[ofAttacker * ATTACKING_CLASSES + ofDefender] = number;
    }
  }
  return packDatabase(index, blocks);
}

/**
 * Soldiers that count for power but are left out of classes can exchange the roles: then the first side, which should
 * defend, attacks. It hardly wins.
 */
export const ROLES_EXCHANGED: Symbol = INFERRED + 4;

function fillBlock(
  block: Uint8Array,
  ofAttacker: number,
  ofDefender: number,
  symbolOf: (roles: Roles) => Symbol,
): void {
  const [a, d] = [ofAttacker * DEFENDING_COMBINATIONS, ofDefender * DEFENDING_COMBINATIONS];
  block.fill(ROLES_EXCHANGED);
  if (POWER[REPRESENTATIVES[a]!]! < POWER[REPRESENTATIVES[d]!]!) return;
  for (let i = 0; i < BLOCK; i++) {
    const attack = REPRESENTATIVES[a + ((i / DEFENDING_COMBINATIONS) | 0)]!;
    const defence = REPRESENTATIVES[d + (i % DEFENDING_COMBINATIONS)]!;
    if (attackingSide(attack, defence) === "first") block[i] = symbolOf({ attack, defence });
  }
}

/**
 * The file: magic, combinations of attacking men, blocks, numbers given in full (four bytes each); how the number of each
 * two combinations is told, a byte each; the numbers given in full, in three planes of bytes; the blocks, by number.
 *
 * @param index the number of the block of each two combinations of attacking men, the new ones in order
 */
export function packDatabase(index: Uint32Array, blocks: readonly Uint8Array[]): Uint8Array {
  const told = new Uint8Array(index.length);
  const inFull: number[] = [];
  let next = 0;
  index.forEach((number, i) => {
    const way = waysToTell(index, i, next).indexOf(number);
    told[i] = way < 0 ? IN_FULL : way;
    if (way < 0) inFull.push(number);
    if (number === next) next++;
  });
  const bytes = new Uint8Array(HEADER_BYTES + index.length + 3 * inFull.length + blocks.length * BLOCK);
  const view = new DataView(bytes.buffer);
  [MAGIC, ATTACKING_CLASSES, blocks.length, inFull.length].forEach((each, i) => view.setUint32(4 * i, each, true));
  bytes.set(told, HEADER_BYTES);
  const planes = HEADER_BYTES + index.length;
  inFull.forEach((number, i) => {
    for (let plane = 0; plane < 3; plane++) bytes[planes + plane * inFull.length + i] = number >> (8 * plane);
  });
  blocks.forEach((each, i) => bytes.set(each, planes + 3 * inFull.length + i * BLOCK));
  return bytes;
}

/** The numbers that number i of an index most often is: that of a new block, and those to its left, above, and above that. */
function waysToTell(index: Uint32Array, i: number, next: number): number[] {
  return [next, index[i - 1] ?? 0, index[i - ATTACKING_CLASSES] ?? 0, index[i - ATTACKING_CLASSES - 1] ?? 0];
}

/** A number that is none of those. */
const IN_FULL = 4;

/** @throws InputError when it is no database */
export function decodeDatabase(bytes: Uint8Array, model: Pick<ReductionModel, "probabilities">): StateDatabase {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pairs = ATTACKING_CLASSES * ATTACKING_CLASSES;
  const planes = HEADER_BYTES + pairs;
  const [magic, classes, blocks, inFull] = [0, 4, 8, 12].map((at) =>
    bytes.length < planes ? 0 : view.getUint32(at, true),
  );
  const start = planes + 3 * inFull!;
  const sound = magic === MAGIC && classes === ATTACKING_CLASSES && bytes.length === start + blocks! * BLOCK;
  const index = sound && numbersOf(bytes.subarray(HEADER_BYTES, start), blocks!, inFull!);
  if (!index) throw new InputError("damaged-material", "the states of the material database are damaged");
  return new StateDatabase(
    model,
    index.map((number) => number * BLOCK),
    bytes.subarray(start),
  );
}

/** The index that `packDatabase` told, or undefined where it is damaged. */
function numbersOf(told: Uint8Array, blocks: number, inFull: number): Uint32Array | undefined {
  const index = new Uint32Array(ATTACKING_CLASSES * ATTACKING_CLASSES);
  let [next, given] = [0, 0];
  for (let i = 0; i < index.length; i++) {
    const way = told[i]!;
    const byte = (plane: number) => told[index.length + plane * inFull + given]!;
    index[i] =
      way === IN_FULL ? byte(0) | (byte(1) << 8) | (byte(2) << 16) : (waysToTell(index, i, next)[way] ?? blocks);
    if (way === IN_FULL) given++;
    if (index[i] === next) next++;
    if (index[i]! >= next || given > inFull) return undefined;
  }
  return next === blocks && given === inFull ? index : undefined;
}
