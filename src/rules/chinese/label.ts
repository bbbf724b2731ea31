/**
 * The class of a move under the Chinese rules, edition 2020 (docs/rules.md): check, kill, chase or idle, in three readings of
 * what a chase is. A label depends on the position and the move alone.
 */
import { attacks, inCheck, menAttacking, menGivingCheck } from "../../xiangqi/attacks.ts";
import { applyMove, isCapture, moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import { finish, Once, type Pausing } from "../../base/pausing.ts";
import { ADVISOR, ELEPHANT, EMPTY, KING, colourOf, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { isHomeSoldier } from "../../xiangqi/steps.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { manAt, type Man } from "../men.ts";
import { forcesByChecks, matesByChecks } from "./forced.ts";
import { blocks, freeCaptures, type FreeCapture } from "./idle.ts";
import { ALL_CLAUSES, type Clauses } from "./edition.ts";
import { SearchBoard } from "./search-board.ts";
import { RecentThreats, isKingOrSoldier, type FindMates, type Prey, type Threats } from "./prospects.ts";

/** What a move is under the Chinese rules. */
export type Label = "check" | "kill" | "chase" | "idle";

/** A man chased, by whom, and why that is an attack. */
export interface Chased {
  readonly target: Man;
  readonly capturers: readonly Man[];
  /** Whether taking it wins something; otherwise it is unprotected and the exchange even. */
  readonly gain: boolean;
  readonly weak: boolean;
}

/** Why a move is what it is; men by where they stand after it. */
export type MoveReason =
  | { readonly kind: "check"; readonly checkers: readonly Man[] }
  | { readonly kind: "kill" }
  | { readonly kind: "chase"; readonly chased: Chased }
  /** K6: a check, by whom, would win a man. */
  | { readonly kind: "series"; readonly checkers: readonly Man[] }
  | { readonly kind: "capture" | "king-parry" | "nothing" }
  /** A move out of check by a man that now stands in its way. */
  | { readonly kind: "block" }
  /** K7, K8: attacks that stand and are not new. */
  | { readonly kind: "standing"; readonly chased: Chased }
  /** K6, K8: checks, by whom, that would win a man, and are not new. */
  | { readonly kind: "standing-series"; readonly checkers: readonly Man[] }
  /** K10: attacks that are free. */
  | { readonly kind: "key-point"; readonly chased: Chased }
  | FreeCapture;

/** What a move is under the Chinese rules by each reading, and why. */
export interface MoveLabel {
  readonly move: Move;
  readonly mover: Colour;
  /** By the default reading. */
  readonly label: Label;
  /** A chase of the default reading that is joint, or only of men that can be retaken. */
  readonly weak: boolean;
  /** What the move is under every reading at least, and under any at most. */
  readonly narrow: Label;
  readonly wide: Label;
  readonly reasons: readonly MoveReason[];
}

/** What is known of positions: mates by checks, and what a side could win, having the move, by the same clauses. */
export interface PositionKnowledge {
  readonly mates: FindMates;
  threats(board: Uint8Array, side: Colour): Threats;
}

/** By searches; what could be won before a move, for one, is the same for all moves of a position. */
function searched(clauses: Clauses): PositionKnowledge {
  if (last?.clauses !== clauses) {
    const recent = new RecentThreats(clauses, 4096);
    last = { clauses, known: { mates: matesByChecks, threats: (board, side) => recent.of(board, side) } };
  }
  return last.known;
}

let last: { readonly clauses: Clauses; readonly known: PositionKnowledge } | null = null;

/** Labels a legal move. What the label leaves to be searched, `wide` and some `reasons`, is found out when it is asked for. */
export function labelMove(
  position: Position,
  move: Move,
  clauses: Clauses = ALL_CLAUSES,
  known: PositionKnowledge = searched(clauses),
): MoveLabel {
  return finish(findLabel(position, move, "label", clauses, known));
}

/** How much of a label is found out at once: what the move is, under every reading as well, and why. */
export type LabelExtent = "label" | "readings" | "reasons";

/** The same in pieces: in positions with many men a label can take a second and more. */
export function* findLabel(
  position: Position,
  move: Move,
  extent: LabelExtent,
  clauses: Clauses = ALL_CLAUSES,
  known: PositionKnowledge = searched(clauses),
): Pausing<MoveLabel> {
  const after = applyMove(position, move);
  const mover = position.turn;
  const certain = (label: Label, ...reasons: MoveReason[]): MoveLabel => ({
    move,
    mover,
    label,
    weak: false,
    narrow: label,
    wide: label,
    reasons,
  });
  const checkers = menGivingCheck(after.board, after.turn);
  if (checkers.length > 0) return certain("check", { kind: "check", checkers: menOn(after.board, checkers) });
  if (isCapture(position, move)) return certain("idle", { kind: "capture" });
  const parries = inCheck(position.board, mover);
  if (clauses.kingParry && parries && (after.board[moveTo(move)]! & 7) === KING)
    return certain("idle", { kind: "king-parry" });
  return yield* labelQuiet({ position, move, after, mover, parries, known }, clauses, extent);
}

/** The narrow reading alone, which mostly takes less: only a move that attacks a man anew in plain sight is labelled in full. */
export function labelNarrowly(position: Position, move: Move, known: PositionKnowledge = searched(ALL_CLAUSES)): Label {
  const after = applyMove(position, move);
  const mover = position.turn;
  if (inCheck(after.board, after.turn)) return "check";
  if (isCapture(position, move) || inCheck(position.board, mover)) return "idle";
  const quiet = { position, move, after, mover, parries: false, known };
  const isPlain = (target: Square) => {
    const capturers = menAttacking(after.board, target, mover);
    const men = () => capturers.map((square) => manAt(after.board, square));
    return capturers.length > 0 && isPlainTarget(quiet, manAt(after.board, target), men);
  };
  const mayChase =
    !isKingOrSoldier(after.board, moveTo(move)) &&
    squaresWhere(after.board, (piece) => piece !== EMPTY && colourOf(piece) !== mover && (piece & 7) !== KING).some(
      isPlain,
    );
  if (mayChase) return finish(labelQuiet(quiet, WITHOUT_SERIES, "label")).narrow;
  const mayKill = finish(known.mates(after.board, mover)) !== false;
  return mayKill && finish(known.threats(after.board, mover).kill(known.mates)) === "kill" ? "kill" : "idle";
}

/** Whether checks would win something makes no chase a plain one. */
const WITHOUT_SERIES: Clauses = { ...ALL_CLAUSES, series: false };

/** A quiet move that does not check and is no king's move out of check. */
interface Quiet {
  /** Before the move, and after it. */
  readonly position: Position;
  readonly after: Position;
  readonly move: Move;
  readonly mover: Colour;
  /** Whether the move is one out of check. */
  readonly parries: boolean;
  readonly known: PositionKnowledge;
}

function* labelQuiet(quiet: Quiet, clauses: Clauses, extent: LabelExtent): Pausing<MoveLabel> {
  const { position, after, mover, move, known } = quiet;
  const threats = known.threats(after.board, mover);
  const kill = yield* threats.kill(known.mates);
  if (clauses.kill && kill === "kill") {
    // Whether the parry of a check may stand on an old threat is open.
    const narrow = quiet.parries ? "idle" : "kill";
    return { move, mover, label: "kill", weak: false, narrow, wide: "kill", reasons: [{ kind: "kill" }] };
  }
  const before = known.threats(position.board, mover);
  const preys = [...(yield* threats.prey()).values()];
  const attackedBefore = preys.length > 0 ? yield* before.prey() : null;
  const reasons = preys.map((prey) => judgePrey(quiet, prey, attackedBefore!.get(prey.square), clauses));
  const series = clauses.series ? yield* newWinningChecks(quiet, threats, before, clauses) : [];
  if (series.length > 0) {
    reasons.unshift({ kind: "series", checkers: menOn(after.board, [...new Set(series.map(moveFrom))]) });
  }
  const chases = reasons.filter(({ kind }) => kind === "chase" || kind === "series");
  const spared = chases.length > 0 && clauses.keyPoint && (yield* holdsKeyPoint(quiet, chases));
  const label: Label = chases.length > 0 && !spared ? "chase" : "idle";
  const weak = label === "chase" && chases.every((reason) => reason.kind === "chase" && reason.chased.weak);
  const told = spared
    ? reasons.map((reason): MoveReason => (reason.kind === "chase" ? { ...reason, kind: "key-point" } : reason))
    : reasons;
  const narrow = label === "chase" && !weak && isPlainChase(quiet, chases) ? "chase" : "idle";
  // Searches that not everybody needs.
  const wide = new Once(function* (): Pausing<Label> {
    if (kill === "open") return "kill";
    return label === "chase" || (yield* aimsAtAnything(quiet)) ? "chase" : "idle";
  });
  const all = new Once(function* (): Pausing<readonly MoveReason[]> {
    return told.length > 0 ? told : yield* whyIdle(quiet, threats, clauses);
  });
  if (extent !== "label") yield* wide.find();
  if (extent === "reasons") yield* all.find();
  return {
    move,
    mover,
    label,
    weak,
    narrow,
    get wide() {
      return wide.get();
    },
    get reasons() {
      return all.get();
    },
  };
}

/** Of a move that attacks nothing. */
function* whyIdle({ after, move, mover, parries }: Quiet, threats: Threats, clauses: Clauses): Pausing<MoveReason[]> {
  const reasons: MoveReason[] = [];
  if (parries && blocks(after.board, moveTo(move), mover)) reasons.push({ kind: "block" });
  const checkers = (yield* threats.winningChecks()).map(moveFrom);
  if (checkers.length > 0) {
    reasons.push({ kind: "standing-series", checkers: menOn(after.board, [...new Set(checkers)]) });
  }
  reasons.push(...(yield* freeCaptures(after.board, mover, clauses)));
  return reasons.length > 0 ? reasons : [{ kind: "nothing" }];
}

function menOn(board: Uint8Array, squares: readonly Square[]): Man[] {
  return squares.map((square) => manAt(board, square));
}

/**
 * The wide reading: whether the mover, having the move once more, could take anything, or mate, or force either by checks.
 * Only soldiers that have not crossed the river are no prey under any reading.
 */
function* aimsAtAnything({ after, mover }: Quiet): Pausing<boolean> {
  const home = new Set(squaresWhere(after.board, isHomeSoldier));
  return (yield* forcesByChecks(after.board, mover, { goal: "capture", spared: home })) !== false;
}

function squaresWhere(board: Uint8Array, holds: (piece: number, square: Square) => boolean): Square[] {
  return Array.from({ length: SQUARES }, (_, square) => square).filter((square) => holds(board[square]!, square));
}

/** Where a man that stands after the move stood before it. */
function cameFrom(square: Square, move: Move): Square {
  return square === moveTo(move) ? moveFrom(move) : square;
}

/**
 * K7 and K8: what an attack that stands after the move is worth.
 * @param old the attack on the same square that stood before it
 */
function judgePrey(quiet: Quiet, prey: Prey, old: Prey | undefined, clauses: Clauses): MoveReason {
  const { after, move, position } = quiet;
  const chased: Chased = {
    target: manAt(after.board, prey.square),
    capturers: menOn(after.board, prey.captures.map(moveFrom)),
    gain: prey.gain,
    weak: prey.weak,
  };
  const stands = old !== undefined && (!clauses.improved || old.gain || !prey.gain);
  if (stands) return { kind: "standing", chased };
  if (clauses.parry && quiet.parries) {
    const aims = (capture: Move) => attacks(position.board, cameFrom(moveFrom(capture), move), prey.square);
    if (prey.captures.every(aims)) return { kind: "standing", chased };
  }
  return { kind: "chase", chased };
}

/** K6 to K8: checks that win a man by force, where nothing was to be gained before. */
function* newWinningChecks(
  { position, move, mover, parries }: Quiet,
  threats: Threats,
  before: Threats,
  clauses: Clauses,
): Pausing<readonly Move[]> {
  const checks = yield* threats.winningChecks();
  if (checks.length === 0) return [];
  if (!parries) return (yield* before.anyGain()) ? [] : checks;
  if (!clauses.parry) return checks;
  return checks.filter((check) => moveFrom(check) === moveTo(move) || !checkedBefore(position, check, mover));
}

/** Whether a man that has not moved since could have given this check by the way it moves. */
function checkedBefore({ board }: Position, check: Move, side: Colour): boolean {
  if (board[moveTo(check)] !== EMPTY && !attacks(board, moveFrom(check), moveTo(check))) return false;
  const search = new SearchBoard(board);
  search.play(check);
  return search.inCheck(opponent(side));
}

/** K10: the only attacking man of a side that would be mated if it passed, and that attacks nothing but advisors and elephants. */
function* holdsKeyPoint(
  { position, after, move, mover, known }: Quiet,
  chases: readonly MoveReason[],
): Pausing<boolean> {
  const minors = chases.every(
    (reason) => reason.kind === "chase" && ["advisor", "elephant"].includes(reason.chased.target.role),
  );
  if (!minors) return false;
  const attackingMen = attackingMenOf(after.board, mover);
  if (attackingMen.length !== 1 || attackingMen[0] !== moveTo(move)) return false;
  return (yield* known.mates(position.board, opponent(mover))) === true;
}

/** The squares of a side's chariots, horses, cannons and soldiers across the river. */
function attackingMenOf(board: Uint8Array, side: Colour): Square[] {
  return squaresWhere(board, (piece, square) => {
    const role = piece & 7;
    if (piece === EMPTY || colourOf(piece) !== side || role === KING || role === ADVISOR || role === ELEPHANT)
      return false;
    return !isHomeSoldier(piece, square);
  });
}

/**
 * The narrow reading: a move that is neither the parry of a check nor a king's or soldier's attacks a man that nobody protects,
 * not even in appearance, by a man that did not attack it before; taking it is a gain, and an advisor or elephant counts only
 * when the mover has more than one attacking man.
 */
function isPlainChase(quiet: Quiet, chases: readonly MoveReason[]): boolean {
  if (quiet.parries || isKingOrSoldier(quiet.after.board, moveTo(quiet.move))) return false;
  return chases.some((reason) => {
    if (reason.kind !== "chase" || !reason.chased.gain || reason.chased.weak) return false;
    return isPlainTarget(quiet, reason.chased.target, () => reason.chased.capturers);
  });
}

function isPlainTarget({ position, after, mover }: Quiet, target: Man, capturers: () => readonly Man[]): boolean {
  if (target.role === "soldier" || menAttacking(position.board, target.square, mover).length > 0) return false;
  const isMinor = target.role === "advisor" || target.role === "elephant";
  if (isMinor && attackingMenOf(after.board, mover).length <= 1) return false;
  return capturers().some((man) => isPlainCapture(after.board, man, target));
}

function isPlainCapture(board: Uint8Array, capturer: Man, target: Man): boolean {
  if (capturer.role === "king" || capturer.role === "soldier" || capturer.role === target.role) return false;
  const search = new SearchBoard(board);
  search.play(capturer.square * SQUARES + target.square);
  return menAttacking(search.board, target.square, target.colour).length === 0;
}

/** The men that a move chases by the default reading, by square. */
export function chasedMen(label: MoveLabel): Man[] {
  if (label.label !== "chase") return []; // nor are the reasons searched for
  const men = label.reasons.flatMap((reason) => (reason.kind === "chase" ? [reason.chased.target] : []));
  return men.sort((a, b) => a.square - b.square);
}
