/**
 * Why a position is lost, won or drawn by the rules on repetitions, as data: the cycle that play is forced into, what every
 * move of it checks or chases and by which clause, what comes of each attempt to leave it, and the rule that decides.
 */
import { type TableProvider, inPieces } from "../table/catalog/catalog.ts";
import type { OrderKind } from "../table/format/header.ts";
import { lookUp, valueOf } from "../query/lookup.ts";
import { type ValuedPosition, nameValuedPosition, rankMoves } from "../query/probe.ts";
import { type MoveNames, nameMoveIn } from "../xiangqi/notation/move-names.ts";
import {
  type Category,
  type NamedValue,
  categoryOf,
  compareChoices,
  isDraw,
  isLoss,
  isWin,
  nameValue,
  orderOf,
} from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { type Move, applyMove } from "../xiangqi/moves.ts";
import { type Colour, opponent } from "../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { Adjudicator } from "../rules/adjudicator.ts";
import { asianRules } from "../rules/asian/asian-rules.ts";
import { type Attack, reportMove } from "../rules/asian/chase.ts";
import { classDescriber, describeVerdict } from "../say/english.ts";
import { MoveLabeller } from "../rules/chinese/chinese-rules.ts";
import type { MoveLabel } from "../rules/chinese/label.ts";
import type { Edition } from "../rules/chinese/edition.ts";
import type { GradedConduct } from "../rules/chinese/grades.ts";
import type { Man } from "../rules/men.ts";
import type { RuleOptions } from "../rules/asian/options.ts";
import type { Conduct, RepetitionVerdict } from "../rules/asian/verdict.ts";
import type { Result } from "../rules/judging.ts";
import { squareName } from "../xiangqi/squares.ts";
import { legalPosition } from "../xiangqi/validate.ts";
import { type Context, type Cycle, type ExplanationLimit, losingCycle } from "./explanation-cycle.ts";
import { drawnCycle } from "./explanation-draw.ts";
import { rulesOf } from "./game.ts";
import { MissingTableError } from "../table/format/errors.ts";

export interface NamedMan extends Pick<Man, "colour" | "role"> {
  /** `e4`. */
  readonly square: string;
}

/** An attack that makes a move a chase (c1), as it stands after the move. */
export interface Chase {
  readonly capturer: NamedMan;
  readonly target: NamedMan;
  /** Why the target could be taken for nothing: c3 unprotected, c4 a chariot, c5 of the capturer's kind but unable to take it. */
  readonly clause: Attack["threat"]["clause"];
  /** Who only seems to protect the target. */
  readonly falseRoots: readonly NamedMan[];
  /** The clause that stood against the capture before the move; null where there was no attack. */
  readonly before: Attack["threat"]["clause"] | null;
}

/** What a move does by the rules. */
interface Deeds extends MoveNames {
  readonly check: boolean;
  readonly checkers: readonly NamedMan[];
  /** By the Asian rules. */
  readonly chases: readonly Chase[];
  /** By the Chinese rules. */
  readonly label?: NamedLabel;
}

/** The class of a move: by the default reading, and under every reading at least and at most. */
export interface NamedLabel extends Pick<MoveLabel, "label" | "weak" | "narrow" | "wide"> {
  /** Why, in English, a sentence each. */
  readonly reasons: readonly string[];
}

/**
 * Another legal move at a position of the cycle, with the value of the position after it, to the opponent.
 * `repeats`: it is one more move of the same repetition. `loses`: mated, or the opponent converts (order 0). `perpetual`: it
 * loses by a forbidden perpetual of its own order. `draws`: a draw elsewhere.
 */
export interface Attempt extends Deeds, NamedValue {
  readonly capture: boolean;
  readonly outcome: "repeats" | "loses" | "perpetual" | "draws";
  /** What decides after it, as for a probe; null for a draw. */
  readonly kind: OrderKind | null;
}

export interface ExplainedMove extends Deeds {
  readonly mover: Colour;
  readonly capture: boolean;
  /** Every other legal move. Null for moves that nobody is forced to make: the winner's, and those before the cycle. */
  readonly attempts: readonly Attempt[] | null;
}

/** What a side does in two rounds of the cycle. */
export interface NamedConduct {
  readonly moves: number;
  readonly checks: number;
  /** The men it chases, by where they stand at the start of the cycle. */
  readonly chased: readonly { readonly man: NamedMan; readonly times: number }[];
}

export interface ExplainedCycle {
  /** Where it begins and ends. */
  readonly fen: string;
  readonly moves: readonly ExplainedMove[];
  /** The adjudicator's verdict when the cycle is played for ever. */
  readonly verdict: AsianVerdict | ChineseVerdict;
}

interface Judged {
  readonly result: Result;
  /** In English. */
  readonly reason: string;
}

export interface AsianVerdict extends Judged {
  /** d3: perpetual check decides; d4: perpetual chase of one man; d5: nothing forbidden. */
  readonly clause: RepetitionVerdict["clause"];
  readonly conduct: Readonly<Record<Colour, NamedConduct>>;
}

export interface ChineseVerdict extends Judged {
  /** What holds under every reading of what a chase is; null where readings differ. */
  readonly certain: Result | null;
  readonly grades: Readonly<Record<Colour, GradedConduct>>;
  /** What the Asian rules say of the same cycle. */
  readonly asian: Result;
}

/** Why a position is worth what it is: the perpetual or the repetition that decides, and what comes of leaving it. */
export interface Explanation extends ValuedPosition {
  /** What decides, as for a probe. */
  readonly kind: OrderKind | null;
  /** How the rules' open points stand in the table. */
  readonly switches: RuleOptions;
  /** The edition of the Chinese rules, where the table was built for them. */
  readonly edition?: Edition;
  /**
   * `perpetual`: a side must go on with what is forbidden. `repetition`: the position is drawn because moves must be repeated.
   * `nothing`: no repetition decides, or none was found within the limit.
   */
  readonly subject: "perpetual" | "repetition" | "nothing";
  /** Of a perpetual: who must go on, and loses. */
  readonly loser: Colour | null;
  /** Of a repetition: the sides that have nothing but checks and chases to hold the draw with. */
  readonly bound: readonly Colour[];
  /** Of a repetition: how many positions the game can still be in, where whoever leaves them loses. */
  readonly confinedTo: number | null;
  /** Perfect play from the position to the cycle. */
  readonly approach: readonly ExplainedMove[];
  readonly cycle: ExplainedCycle | null;
  /** Of a perpetual under the Chinese rules: what the Asian ones make of the position, where that is another result and known. */
  readonly byAsian?: AsianResult;
  readonly limit: ExplanationLimit & { /** More might be found with a higher limit. */ readonly reached: boolean };
}

/** How far `explain` looks where nothing else is said. */
export const EXPLANATION_LIMIT: ExplanationLimit = { positions: 1000, plies: 300 };

/**
 * Explains the value of a position.
 * @param asian tables of the Asian rules, which say what those make of a position that the Chinese ones decide
 * @throws InputError for a position that cannot occur, MissingTableError, and whatever reading a table throws
 */
export async function explain(
  asked: Position,
  provider: TableProvider,
  limit: ExplanationLimit = EXPLANATION_LIMIT,
  asian: TableProvider | null = null,
): Promise<Explanation> {
  const position = legalPosition(asked);
  const { value, kind } = await lookUp(position, provider);
  const rules = await rulesOf(position, provider);
  const common = {
    ...nameValuedPosition(position, value, provider),
    kind,
    switches: rules.rules,
    ...(provider.rules === "chinese" && { edition: rules.edition }),
    loser: null,
    bound: [],
    confinedTo: null,
    approach: [],
    cycle: null,
  };
  const nothing = (reached: boolean): Explanation => ({ ...common, subject: "nothing", limit: { ...limit, reached } });
  const setOfRules = provider.rules;
  if (setOfRules === "none") return nothing(false);
  const context: Context = { provider, setOfRules, rules, labeller: new MoveLabeller("reasons") };
  if (isDraw(value)) {
    const { found, reached } = await drawnCycle(position, context, limit);
    if (found === null) return nothing(reached);
    const { bound, confinedTo, holds } = found;
    const cycle = await explainCycle(found.cycle, context, () => true, holds);
    const approach = await explainMoves(position, found.cycle.approach, context);
    return { ...common, subject: "repetition", bound, confinedTo, approach, cycle, limit: { ...limit, reached } };
  }
  if (orderOf(value) === 0) return nothing(false);
  const loser = isLoss(value) ? position.turn : opponent(position.turn);
  const { cycle: found, reached } = await losingCycle(position, loser, context, limit);
  const approach = await explainMoves(position, found?.approach ?? [], context);
  const cycle = found && (await explainCycle(found, context, (mover) => mover === loser));
  const explained = { ...common, subject: "perpetual", loser, approach, cycle, limit: { ...limit, reached } } as const;
  if (asian === null || found === null || provider.rules !== "chinese") return explained;
  const byAsian = await asianResultOf(position, loser, [...found.approach, ...found.moves], asian);
  return byAsian === null ? explained : { ...explained, byAsian };
}

async function explainCycle(
  { start, moves, verdict }: Cycle,
  context: Context,
  isForced: (mover: Colour) => boolean,
  holds?: (next: LegalPosition) => boolean,
): Promise<ExplainedCycle> {
  const explained: ExplainedMove[] = [];
  let position = start;
  for (const [i, plain] of (await explainMoves(start, moves, context)).entries()) {
    const attempts = isForced(plain.mover) ? await attemptsAt(position, moves[i]!, context, holds) : null;
    explained.push({ ...plain, attempts });
    position = applyMove(position, moves[i]!);
  }
  return { fen: formatFen(start), moves: explained, verdict: explainVerdict(verdict, start, moves) };
}

function explainVerdict(verdict: Cycle["verdict"], start: LegalPosition, moves: readonly Move[]) {
  if (verdict.kind === "grades") {
    const { result, certain, conduct: grades } = verdict;
    return { result, certain, grades, asian: asianResult(start, moves), reason: classDescriber.verdict(verdict) };
  }
  const { result, clause, conduct } = verdict;
  const named = { red: nameConduct(conduct.red), black: nameConduct(conduct.black) };
  return { result, clause, conduct: named, reason: describeVerdict(verdict) };
}

/** How the Asian rules judge a cycle that is played for ever. */
function asianResult(start: LegalPosition, moves: readonly Move[]): Result {
  const adjudicator = new Adjudicator(start, asianRules());
  for (;;) {
    for (const move of moves) {
      const verdict = adjudicator.play(move);
      if (verdict !== null) return verdict.result;
    }
  }
}

async function explainMoves(start: LegalPosition, moves: readonly Move[], context: Context): Promise<ExplainedMove[]> {
  let position = start;
  const explained: ExplainedMove[] = [];
  for (const move of moves) {
    const { mover, capture, ...deeds } = await deedsOf(position, move, context);
    position = applyMove(position, move);
    explained.push({ ...deeds, mover, capture, attempts: null });
  }
  return explained;
}

/** All legal moves but the one made, the best for the mover first. */
async function attemptsAt(
  position: LegalPosition,
  made: Move,
  context: Context,
  holds?: (next: LegalPosition) => boolean,
): Promise<Attempt[]> {
  const ranked = await rankMoves(position, context.provider);
  const cycle = ranked.find(({ move }) => move === made)!.after;
  const others = ranked.filter(({ move }) => move !== made);
  const attempts: Attempt[] = [];
  for (const { move, next, capture, after, kind } of others) {
    const { mover: _, ...deeds } = await deedsOf(position, move, context);
    const repeats = !capture && after === cycle && (holds?.(next) ?? true);
    const decided = isWin(after) && orderOf(after) > 0 ? "perpetual" : "loses";
    const outcome = repeats ? "repeats" : isDraw(after) ? "draws" : decided;
    attempts.push({ ...deeds, ...nameValue(after), outcome, kind });
  }
  return attempts;
}

async function deedsOf(position: LegalPosition, move: Move, { provider, rules, labeller }: Context) {
  const { mover, capture, check, checkers, attacks } = reportMove(position, move, rules.rules);
  if (provider.rules === "chinese") {
    const found = await inPieces(labeller.find(position, move), provider);
    const { label, weak, narrow, wide } = found;
    const named: NamedLabel = { label, weak, narrow, wide, reasons: classDescriber.move(found) };
    return {
      ...nameMoveIn(position, move),
      mover,
      capture,
      check,
      checkers: checkers.map(nameMan),
      chases: [],
      label: named,
    };
  }
  const chases = attacks.filter(({ chase }) => chase).map(nameChase);
  return { ...nameMoveIn(position, move), mover, capture, check, checkers: checkers.map(nameMan), chases };
}

function nameMan({ colour, role, square }: Man): NamedMan {
  return { colour, role, square: squareName(square) };
}

function nameChase({ threat, before }: Attack): Chase {
  const { capturer, target, clause, by } = threat;
  return {
    capturer: nameMan(capturer),
    target: nameMan(target),
    clause,
    falseRoots: by.map(nameMan),
    before: before?.clause ?? null,
  };
}

function nameConduct({ moves, checks, targets }: Conduct): NamedConduct {
  return { moves, checks, chased: targets.map(({ man, times }) => ({ man: nameMan(man), times })) };
}

/* What the Asian rules make of a position that the Chinese ones decide by a repetition. */

/** A better result for the loser, and how it gets it. */
export interface AsianResult {
  /** Of the position explained, for the side to move there. */
  readonly category: Category;
  /** The first move that the loser would rather make than what the Chinese rules force it to; null where it need not. */
  readonly move: MoveNames | null;
  /** What both sides play before it. */
  readonly after: readonly MoveNames[];
}

/**
 * Null where the Asian rules have it lost as well, or their tables are not all at hand.
 * @param line what is played by the Chinese rules, from the position on
 */
export async function asianResultOf(
  start: LegalPosition,
  loser: Colour,
  line: readonly Move[],
  tables: TableProvider,
): Promise<AsianResult | null> {
  try {
    const category = categoryOf(await valueOf(start, tables));
    if (category === (start.turn === loser ? "loss" : "win")) return null;
    const after: MoveNames[] = [];
    let position = start;
    for (const played of line) {
      if (position.turn === loser) {
        const ranked = await rankMoves(position, tables);
        const best = ranked.filter(({ value }) => compareChoices(value, ranked[0]!.value) === 0);
        const other = best.find(({ move }) => move !== played);
        if (other !== undefined) return { category, move: nameMoveIn(position, other.move), after };
      }
      after.push(nameMoveIn(position, played));
      position = applyMove(position, played);
    }
    return { category, move: null, after: [] };
  } catch (error) {
    if (error instanceof MissingTableError) return null;
    throw error;
  }
}
