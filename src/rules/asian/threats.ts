/** Clauses c2 to c7: whether a man could be taken for free if its capturer's side had the move. */
import { menAttacking, attacks } from "../../xiangqi/attacks.ts";
import { EMPTY, opponent, type Role } from "../../xiangqi/pieces.ts";
import { isHomeSoldier } from "../../xiangqi/steps.ts";
import type { Square } from "../../xiangqi/squares.ts";
import { menGivingCheck } from "../../xiangqi/attacks.ts";
import { manAt, type Man } from "../men.ts";
import type { RuleOptions } from "./options.ts";

/** One man attacking another, and what the attack is worth. */
export interface Threat {
  readonly capturer: Man;
  readonly target: Man;
  /** Whether the capture would be a real threat. */
  readonly real: boolean;
  /**
   * The clause that decides. No threat: c2, the target may be attacked freely; c3, it is protected; c5, it could take
   * the capturer; c6, kings and soldiers threaten nothing; c7, the capture would be illegal. A threat: c3, the target
   * is not protected; c4, it counts protected or not; c5, it is unprotected and, though of one kind with the capturer,
   * could not take it.
   */
  readonly clause: "c2" | "c3" | "c4" | "c5" | "c6" | "c7";
  /**
   * The men that decide, if any. c3: who protects the target, or in a real threat whoever only seems to, as its
   * recapture would be illegal. c7: who could then take the capturer's king.
   */
  readonly by: readonly Man[];
}

/** cap(B,a,t): the board after the man on one square has taken on another. */
function boardAfterCapture(board: Uint8Array, from: Square, to: Square): Uint8Array {
  const after = board.slice();
  after[to] = after[from]!;
  after[from] = EMPTY;
  return after;
}

/** Who could take the capturer's king after a capture, but for men to be ignored. None: the capture is legal. */
function exposedTo(board: Uint8Array, from: Square, to: Square, ignored: readonly Square[]): Square[] {
  const { colour } = manAt(board, from);
  return menGivingCheck(boardAfterCapture(board, from, to), colour).filter((square) => !ignored.includes(square));
}

const DEFENDING_MEN: readonly Role[] = ["advisor", "elephant"];
const STRONG_MEN: readonly Role[] = ["chariot", "horse", "cannon"];

/** Clause c4: whether an attack counts although the target is protected. Switch 4 adds the advisors and elephants. */
function countsThoughProtected(capturer: Man, target: Man, options: RuleOptions): boolean {
  if (target.role === "chariot" && (capturer.role === "horse" || capturer.role === "cannon")) return true;
  return options.minorsChaseProtected && DEFENDING_MEN.includes(capturer.role) && STRONG_MEN.includes(target.role);
}

/**
 * Clause c3: the men that attack the capturer on the square where it has just taken, divided by whether they can legally
 * retake. Under switch 1 the checks that stood before the capture are ignored.
 */
function findRoots(
  board: Uint8Array,
  capturer: Man,
  target: Man,
  options: RuleOptions,
): { roots: Man[]; seeming: Man[] } {
  const after = boardAfterCapture(board, capturer.square, target.square);
  const ignored = options.checksMayChase ? menGivingCheck(board, target.colour) : [];
  const roots: Man[] = [];
  const seeming: Man[] = [];
  for (const square of menAttacking(after, target.square, target.colour)) {
    const legal = exposedTo(after, square, target.square, ignored).length === 0;
    (legal ? roots : seeming).push(manAt(after, square));
  }
  return { roots, seeming };
}

/** Clause c5: whether a target of its capturer's kind may legally take the capturer: an offer of exchange. */
function offersExchange(board: Uint8Array, capturer: Man, target: Man): boolean {
  if (capturer.role !== target.role || !attacks(board, target.square, capturer.square)) return false;
  return exposedTo(board, target.square, capturer.square, []).length === 0;
}

/**
 * What the attack of the man on one square on the enemy man on another is worth; null when it attacks nothing there.
 * With `suspended`, an attack that only a check standing against the capturer's side prevents counts as possible.
 */
export function assessThreat(
  board: Uint8Array,
  from: Square,
  to: Square,
  options: RuleOptions,
  suspended: boolean,
): Threat | null {
  if (!attacks(board, from, to)) return null;
  const capturer = manAt(board, from);
  const target = manAt(board, to);
  const threat = (real: boolean, clause: Threat["clause"], by: readonly Man[] = []): Threat => ({
    capturer,
    target,
    real,
    clause,
    by,
  });

  if (capturer.role === "king" || capturer.role === "soldier") return threat(false, "c6");
  if (target.role === "king" || isHomeSoldier(board[to]!, to)) return threat(false, "c2");
  const exposed = exposedTo(board, from, to, suspended ? menGivingCheck(board, capturer.colour) : []);
  if (exposed.length > 0) {
    const by = exposed.map((square) => manAt(board, square));
    return threat(false, "c7", by);
  }
  if (countsThoughProtected(capturer, target, options)) return threat(true, "c4");
  const { roots, seeming } = findRoots(board, capturer, target, options);
  if (roots.length > 0) return threat(false, "c3", roots);
  if (offersExchange(board, capturer, target)) return threat(false, "c5");
  return threat(true, capturer.role === target.role ? "c5" : "c3", seeming);
}

/** The real threats of a side against one enemy man. */
export function realThreats(board: Uint8Array, target: Square, options: RuleOptions, suspended: boolean): Threat[] {
  const side = opponent(manAt(board, target).colour);
  return menAttacking(board, target, side)
    .map((from) => assessThreat(board, from, target, options, suspended))
    .filter((threat): threat is Threat => threat?.real === true);
}
