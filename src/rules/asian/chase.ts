/** Clauses c1 and c8 to c12: what a move checks and chases, and why it chases nothing else. */
import { menAttacking, menGivingCheck } from "../../xiangqi/attacks.ts";
import { applyMove, isCapture, moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { manAt, menOf, type Man } from "../men.ts";
import { DEFAULT_RULES, type RuleOptions } from "./options.ts";
import { assessThreat, realThreats, type Threat } from "./threats.ts";

/** One attack on a man that stands after a move, and whether it makes the move a chase of this man. */
export interface Attack {
  /** The attack as it stands after the move. */
  readonly threat: Threat;
  /** The same attack before the move; null when there was none. */
  readonly before: Threat | null;
  readonly chase: boolean;
  /**
   * The clause that decides: c1 for a chase; the threat's own clause when it is not real; c8 when it is not new, c9 when
   * the move checks, c12 when it only follows from the capturer's defending itself.
   */
  readonly clause: "c1" | "c8" | "c9" | "c12" | Threat["clause"];
  /** c8: who threatened the target before the move. c12: who threatened the capturer. Otherwise the threat's own men. */
  readonly by: readonly Man[];
}

/** What a legal move does. */
export interface MoveReport {
  readonly move: Move;
  readonly mover: Colour;
  /** The man that moved, where it stood. */
  readonly man: Man;
  /** Clause c11: a capture chases nothing. */
  readonly capture: boolean;
  /** Clause b1. */
  readonly check: boolean;
  readonly checkers: readonly Man[];
  /** Every attack on a man other than the king after a quiet move, by target and then by capturer. */
  readonly attacks: readonly Attack[];
  /** The enemy men chased, by ascending square. */
  readonly chased: readonly Man[];
}

/** Clause c8: who threatened the target before the move. Under switch 2 only the capturer itself is asked. */
function oldThreats(before: Position, target: Man, own: Threat | null, options: RuleOptions): Man[] {
  if (options.newnessPerAttacker) return own?.real === true ? [own.capturer] : [];
  const threats = realThreats(before.board, target.square, options, !options.suspendedIsNew);
  return threats.map((threat) => threat.capturer);
}

/**
 * Clause c12: who really threatened an capturer that has not moved and whose capture of the target was possible before,
 * only not for free. Empty when the new threat is no mere by-product of defending the capturer.
 */
function menDefendedAgainst(before: Position, own: Threat | null, moved: boolean, options: RuleOptions): Man[] {
  if (moved || own === null || own.clause === "c7") return [];
  return realThreats(before.board, own.capturer.square, options, false).map((threat) => threat.capturer);
}

function judgeAttack(before: Position, move: Move, threat: Threat, check: boolean, options: RuleOptions): Attack {
  const { capturer, target } = threat;
  const moved = capturer.square === moveTo(move);
  const from = moved ? moveFrom(move) : capturer.square;
  const own = assessThreat(before.board, from, target.square, options, !options.suspendedIsNew);
  const attack = (clause: Attack["clause"], by: readonly Man[]): Attack => ({
    threat,
    before: own,
    chase: clause === "c1",
    clause,
    by,
  });

  if (!threat.real) return attack(threat.clause, threat.by);
  if (check && !options.checksMayChase) return attack("c9", []);
  const old = oldThreats(before, target, own, options);
  if (old.length > 0) return attack("c8", old);
  const defendedAgainst = menDefendedAgainst(before, own, moved, options);
  if (defendedAgainst.length > 0) return attack("c12", defendedAgainst);
  return attack("c1", threat.by);
}

/** What a legal move checks and chases, with the reasons. */
export function reportMove(position: Position, move: Move, options: RuleOptions = DEFAULT_RULES): MoveReport {
  const after = applyMove(position, move);
  const capture = isCapture(position, move);
  const checkers = menGivingCheck(after.board, after.turn).map((square) => manAt(after.board, square));
  const check = checkers.length > 0;
  const attacks: Attack[] = [];
  const chased: Man[] = [];
  const targets = capture ? [] : menOf(after.board, after.turn).filter((man) => man.role !== "king");
  for (const target of targets.sort((a, b) => a.square - b.square)) {
    const found = menAttacking(after.board, target.square, position.turn).map((from) => {
      const threat = assessThreat(after.board, from, target.square, options, false)!;
      return judgeAttack(position, move, threat, check, options);
    });
    attacks.push(...found);
    if (found.some((attack) => attack.chase)) chased.push(target);
  }
  const man = manAt(position.board, moveFrom(move));
  return { move, mover: position.turn, man, capture, check, checkers, attacks, chased };
}
