/**
 * The two ways to number orders: which losses of the patterns a level starts from.
 *
 * - `fang`, as Algorithm 8 is printed: checks before chases, and all losses of a pattern at distance 0.
 * - `chessdb`, as chessdb.cn publishes orders: a level takes both kinds where there are checks, and only the losses that can
 *   recur (`keepRecurring`).
 */
import type { Certificate, Orders } from "../../table/format/header.ts";
import { COLOURS, type Colour, EMPTY } from "../../xiangqi/pieces.ts";
import { InputError } from "../../base/errors.ts";
import { attackingMen } from "../../endgame/endgame.ts";
import {
  type CellSet,
  type CellSets,
  type LevelBorder,
  type LevelTask,
  type PatternWork,
  patternWorks,
} from "./cell-sets.ts";
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { mirrorPosition } from "../../xiangqi/position.ts";
import { menOf } from "../../rules/men.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { assessThreat, realThreats } from "../../rules/asian/threats.ts";
import { type Square, fileOf, rankOf } from "../../xiangqi/squares.ts";
import { cellOfSlot } from "../planes.ts";
import { ChaseCandidates } from "./chase-candidates.ts";
import { type SeenPatterns, totallyNonMutualChasing } from "./chase-patterns.ts";
import { nonMutualChecking } from "./check-patterns.ts";

export interface LevelSeeds {
  readonly kind: "check" | "chase";
  readonly seeds: readonly Seeds[];
}

export interface SeedFinder {
  /** The seeds of the next level; null when there is none. */
  findSeeds(): Promise<LevelSeeds | null>;
}

export function orderForm(
  orders: Orders,
  sets: CellSets,
  solving: LevelTask,
  patterns: Patterns,
): SeedFinder | Promise<SeedFinder> {
  return orders === "fang" ? fangOrders(patterns, solving.border) : chessdbOrders(sets, solving, patterns);
}

function fangOrders(patterns: Patterns, border?: LevelBorder): SeedFinder {
  return {
    async findSeeds() {
      const checks = await patterns.checks();
      if (isFound(checks) || border?.next() === "check") return { kind: "check", seeds: checks };
      return border === undefined ? findChases(patterns) : findChasesOfSlice(patterns, border);
    },
  };
}

/**
 * The same in a slice. @throws InputError `not-in-slices` where Algorithm 5' would have to be asked: whether it is depends on
 * all slices together
 */
async function findChasesOfSlice(patterns: Patterns, border: LevelBorder): Promise<LevelSeeds | null> {
  const chases = await patterns.chases({});
  if (isFound(chases) || border.next() === "chase") return { kind: "chase", seeds: chases };
  if (!patterns.inDoubt) return null;
  throw new InputError("not-in-slices", "it has patterns of chases that lie in one another: build it without --slices");
}

/** Sets of cells that orders as chessdb.cn's take beside those of patterns. */
export const CHESSDB_SETS = 4;

async function chessdbOrders(sets: CellSets, solving: LevelTask, patterns: Patterns): Promise<SeedFinder> {
  const pair = () => ({ red: sets.make("red"), black: sets.make("black") });
  const [open, both] = [pair(), pair()];
  for (const side of COLOURS) await sets.or(open[side], sets.unknown(side), sets.unknown(side)); // at order 0
  const keep: KeepSeeds = (work, kind) => keepRecurring(sets, work, open[work.attacker], solving, kind);
  return {
    async findSeeds() {
      const checks = await patterns.checks(keep);
      if (!isFound(checks)) return findChases(patterns, keep);
      for (const { losses } of checks) await sets.or(both[losses.side], losses, losses);
      const seeds: Seeds[] = [];
      for (const { losses } of await patterns.chases({ keep })) {
        const target = both[losses.side];
        seeds.push({ losses: target, count: await sets.or(target, target, losses) });
      }
      return { kind: "check", seeds };
    },
  };
}

/** The chases of a level without checks: by Algorithm 5', when inner patterns may have hidden all from Algorithm 5. */
async function findChases(patterns: Patterns, keep?: KeepSeeds): Promise<LevelSeeds | null> {
  const chases = await patterns.chases({ keep });
  if (isFound(chases)) return { kind: "chase", seeds: chases };
  if (!patterns.inDoubt) return null;
  const corrected = await patterns.chases({ keep, corrected: true });
  return isFound(corrected) ? { kind: "chase", seeds: corrected } : null;
}

function isFound(seeds: readonly Seeds[]): boolean {
  return seeds.some(({ count }) => count > 0);
}

/*
 * The order form `chessdb`: of a pattern's losses only those that can recur are seeds, those that follow an answer to the
 * perpetual. Mere entrances to the pattern are lost by propagation, two plies later or more.
 *
 * Answers are moves from positions that order 0 has left undecided: any quiet move out of check, or, without check, one
 * that parries a real threat. A man threatened along a line parries by leaving the line, or so far along it that the threat
 * is none; any other threatened man by moving at all; and any man by making the threat none from where it stood.
 */

/**
 * Keeps those of `work.losses` that follow an answer. Returns how many are left.
 * @param open what order 0 has left undecided, with the attacker to move
 */
export async function keepRecurring(
  sets: CellSets,
  { attacker, losses, goals, attackerChecked }: PatternWork,
  open: CellSet,
  { index, options }: LevelTask,
  kind: "check" | "chase",
): Promise<number> {
  await sets.some(goals, open, losses);
  if (kind === "check") await sets.and(goals, goals, attackerChecked);
  else await sets.andNot(goals, goals, attackerChecked);
  const recurring = new Set<Cell>();
  for (const slot of sets.slots(goals)) {
    const board = index.boardAt(cellOfSlot(index, slot))!;
    const threats = kind === "chase" ? threatsTo(board, attacker, options) : [];
    if (kind === "chase" && threats.length === 0) continue;
    for (const move of legalMoves({ board, turn: attacker })) {
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const child = board.slice();
      child[to] = child[from]!;
      child[from] = EMPTY;
      if (kind === "check" || threats.some((threat) => isParried(threat, child, from, to, options))) {
        recurring.add(representative(index, child));
      }
    }
  }
  const kept = [...sets.slots(losses)].filter((slot) =>
    recurring.has(representative(index, index.boardAt(cellOfSlot(index, slot))!)),
  );
  sets.assign(losses, kept);
  return kept.length;
}

/** One cell for a position, its mirror image and its twins' doubles. */
function representative(index: EndgameIndex, board: Uint8Array): Cell {
  return Math.min(index.indexOf(board), index.indexOf(mirrorPosition({ board, turn: "red" }).board));
}

interface Threat {
  readonly by: Square;
  readonly against: Square;
}

/** The real threats to the men of a side. */
function threatsTo(board: Uint8Array, colour: Colour, options: RuleOptions): Threat[] {
  return menOf(board, colour)
    .slice(1)
    .flatMap(({ square }) => realThreats(board, square, options, false))
    .map(({ capturer, target }) => ({ by: capturer.square, against: target.square }));
}

/** @param after the board after the quiet move `from`-`to` */
function isParried(
  { by, against }: Threat,
  after: Uint8Array,
  from: Square,
  to: Square,
  options: RuleOptions,
): boolean {
  if (from === against && !isOnLine(by, from, to)) return true;
  return assessThreat(after, by, from === against ? to : against, options, false)?.real !== true;
}

/** Whether three squares lie on one file or one rank. */
function isOnLine(a: Square, b: Square, c: Square): boolean {
  return (fileOf(a) === fileOf(b) && fileOf(b) === fileOf(c)) || (rankOf(a) === rankOf(b) && rankOf(b) === rankOf(c));
}

/* The patterns of both sides at the present level. */

/** Losses of one side that a level starts from. */
export interface Seeds {
  readonly losses: CellSet;
  readonly count: number;
}

/** Leaves of a pattern's losses, `work.losses`, those that a level may start from, and returns their number. */
export type KeepSeeds = (work: PatternWork, kind: "check" | "chase") => Promise<number>;

export class Patterns {
  readonly #sets: CellSets;
  readonly #solving: LevelTask;
  readonly #works: readonly PatternWork[];
  readonly #candidates: Readonly<Record<Colour, ChaseCandidates>>;
  /** Of the present level. */
  #seen: SeenPatterns = { count: 0, mutualPositions: 0 };
  readonly #seenCorrected: SeenPatterns = { count: 0, mutualPositions: 0 };
  #mutualChecks = 0;
  #correctedLosses: number;
  #checkedKnown = false;
  /** Of which attackers nothing is left of the maximum pattern of checks that was found last: all of it has been decided, if there was any. */
  readonly #decided = new Set<Colour>();
  /**
   * Of which attackers there is no pattern of chases, mutual ones included. Until one of them wins something there will be none: what
   * is undecided only gets less, and what loses the game for his opponent stays the same.
   */
  readonly #unchased = new Set<Colour>();

  /** @param correctedLosses of the levels that are known already */
  constructor(sets: CellSets, solving: LevelTask, correctedLosses = 0) {
    this.#correctedLosses = correctedLosses;
    this.#sets = sets;
    this.#solving = solving;
    this.#works = patternWorks(sets);
    this.#candidates = {
      red: new ChaseCandidates(sets, solving, "red"),
      black: new ChaseCandidates(sets, solving, "black"),
    };
  }

  /** To be called at the beginning of a level. */
  async update(): Promise<void> {
    this.#seen = { count: 0, mutualPositions: 0 };
    this.#mutualChecks = 0;
    if (this.#checkedKnown) return;
    for (const { attackerChecked, attacker, defender } of this.#works) {
      if (attackingMen(this.#solving.index.endgame[defender]).length > 0) await this.#sets.checked(attackerChecked);
      else this.#decided.add(attacker); // nobody can check him
    }
    this.#checkedKnown = true;
  }

  /** Losses of the maximum patterns of non-mutual checking (Algorithm 4). */
  checks(keep?: KeepSeeds): Promise<Seeds[]> {
    return this.#find("check", keep, async (work) => {
      const before = this.#mutual;
      const decidesAll = keep === undefined && this.#solving.border === undefined; // what is found
      const wasDecided = this.#decided.delete(work.attacker) && decidesAll;
      const onMutual = (count: number) => (this.#mutualChecks += count);
      const count = await nonMutualChecking(this.#sets, work, onMutual, wasDecided);
      if (this.#mutual === before && decidesAll) this.#decided.add(work.attacker);
      return count;
    });
  }

  /** Losses of the maximum patterns of totally non-mutual chasing (Algorithm 5, or 5' when `corrected`). */
  async chases({ keep, corrected = false }: { keep?: KeepSeeds; corrected?: boolean }): Promise<Seeds[]> {
    const seen = corrected ? this.#seenCorrected : this.#seen;
    const found = await this.#find("chase", keep, async (work) => {
      const { attacker } = work;
      if (keep === undefined && this.#unchased.has(attacker)) return 0;
      const before = this.#mutual;
      const candidates = this.#candidates[attacker];
      const count = await totallyNonMutualChasing(this.#sets, work, this.#solving, candidates, corrected, seen);
      if (count === 0 && this.#mutual === before && this.#solving.border === undefined) this.#unchased.add(attacker);
      return count;
    });
    if (corrected) this.#correctedLosses += found.reduce((sum, { count }) => sum + count, 0);
    return found;
  }

  /** Whether Algorithm 5 may have missed a win at this level: only inner patterns can hide one (docs/rules.md). */
  get inDoubt(): boolean {
    return this.#seen.count > 0;
  }

  /** Something that any mutual pattern adds to. */
  get #mutual(): number {
    const [seen, corrected] = [this.#seen, this.#seenCorrected];
    return this.#mutualChecks + seen.count + seen.mutualPositions + corrected.count + corrected.mutualPositions;
  }

  get certificate(): Certificate {
    const mutual = { checks: this.#mutualChecks, chases: this.#seen.mutualPositions };
    return {
      innerPatterns: this.#seen.count,
      correctedLosses: this.#correctedLosses,
      ...(mutual.checks + mutual.chases > 0 && { mutual }),
    };
  }

  async #find(
    kind: "check" | "chase",
    keep: KeepSeeds | undefined,
    find: (work: PatternWork) => Promise<number>,
  ): Promise<Seeds[]> {
    const found: Seeds[] = [];
    for (const work of this.#works) {
      this.#solving.border?.offer(work.attacker, kind);
      const count = await find(work);
      if (count > 0) this.#unchased.delete(work.attacker); // he will win
      found.push({ losses: work.losses, count: count > 0 && keep !== undefined ? await keep(work, kind) : count });
    }
    return found;
  }
}
