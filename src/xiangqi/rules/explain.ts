/** The rules' verdicts in English. Everything said here stands in the data: other languages need only other words. */
import type { Colour } from "../pieces.ts";
import { opponent } from "../pieces.ts";
import { squareName } from "../squares.ts";
import type { Attack, MoveReport } from "./chase.ts";
import type { Man } from "./men.ts";
import type { Threat } from "./threats.ts";
import type { Conduct, RepetitionVerdict, Target, Verdict } from "./verdict.ts";

const SIDES: Readonly<Record<Colour, string>> = { red: "Red", black: "Black" };

/** `the cannon on c4`. */
export function describeMan(man: Man): string {
  return `the ${man.role} on ${squareName(man.square)}`;
}

/** `a`, `a and b`, `a, b and c`. */
function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)!}`;
}

function describeMen(men: readonly Man[]): string {
  return list(men.map(describeMan));
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** What a chase threatens: `the unprotected horse on c7`, and why what seems to protect it does not. */
function describeThreatened({ threat }: Attack): string {
  const { target, by } = threat;
  if (threat.clause === "c4") return `${describeMan(target)}, which is chased even if protected`;
  const unable: string[] = [];
  if (threat.clause === "c5") unable.push("it could not legally take the attacker");
  if (by.length > 0) unable.push(`${describeMen(by)} could not legally retake`);
  const why = unable.length === 0 ? "" : ` (${list(unable)})`;
  return `the unprotected ${target.role} on ${squareName(target.square)}${why}`;
}

/** Why a threat is new where the attack is not: what stood against the capture before the move. */
const OBSTACLES: Readonly<Partial<Record<Threat["clause"], string>>> = {
  c3: "it was protected",
  c5: "it could take the attacker in exchange",
  c7: "the capture would have been illegal",
};

function describeChaseOf(attack: Attack): string {
  const capturer = describeMan(attack.threat.capturer);
  const threatened = describeThreatened(attack);
  if (attack.before === null) return `${capturer} newly attacks ${threatened}`;
  return `${capturer} newly threatens ${threatened}: before the move ${OBSTACLES[attack.before.clause]!}`;
}

/** One attack and what it is worth: `the cannon on c4 newly attacks the unprotected horse on c7`. */
export function describeAttack(attack: Attack): string {
  const capturer = describeMan(attack.threat.capturer);
  const target = describeMan(attack.threat.target);
  const by = describeMen(attack.by);
  const attacks = `${capturer} attacks ${target}`;
  switch (attack.clause) {
    case "c1":
      return describeChaseOf(attack);
    case "c2":
      return `${attacks}, a soldier that has not crossed the river: free to be chased`;
    case "c3":
    case "c4":
      return `${attacks}, which ${by} ${attack.by.length === 1 ? "protects" : "protect"}: no chase`;
    case "c5":
      return `${attacks}, which could take it in exchange: no chase`;
    case "c6":
      return `${attacks}: kings and soldiers are free to chase`;
    case "c7":
      return `${attacks} but could not legally take it, as ${by} would then attack the king: no chase`;
    case "c8":
      return `${attacks}, which ${by} already threatened: no chase`;
    case "c9":
      return `${attacks} while the move checks: judged as a check only`;
    case "c12":
      return `${attacks}, which hangs only because the attacker was defended against ${by}: no chase`;
  }
}

/** What a move does, a sentence each: its check, its chases, and attacks that are none. */
export function describeMove(report: MoveReport): string[] {
  const sentences: string[] = [];
  if (report.check) {
    const verb = report.checkers.length === 1 ? "gives" : "give";
    sentences.push(sentence(`${describeMen(report.checkers)} ${verb} check`));
  }
  if (report.capture) sentences.push("A capture is never a chase.");
  const chasesFirst = [...report.attacks].sort((a, b) => Number(b.chase) - Number(a.chase));
  for (const attack of chasesFirst) sentences.push(sentence(describeAttack(attack)));
  return sentences;
}

function describeTarget({ man }: Target): string {
  return `the ${man.role} from ${squareName(man.square)}`;
}

/** What a side did when nothing it did is forbidden. */
function describeConduct(side: Colour, conduct: Conduct): string {
  const { moves, checks, targets } = conduct;
  const deeds = targets.map((target) => `chases ${describeTarget(target)} on ${target.times} of ${moves} moves`);
  if (checks > 0) deeds.unshift(`checks on ${checks} of ${moves} moves`);
  return `${SIDES[side]} ${deeds.length === 0 ? "neither checks nor chases" : list(deeds)}`;
}

/** Whom a side chased on every move, and by which attacks. */
function describeChase({ perpetuallyChased }: Conduct): string {
  const attacks = new Set(perpetuallyChased.flatMap((target) => target.attacks.map(describeAttack)));
  return `${list(perpetuallyChased.map(describeTarget))} (${[...attacks].join("; ")})`;
}

function describeDraw({ clause, conduct: { red, black } }: RepetitionVerdict): string {
  switch (clause) {
    case "d3":
      return "Draw: both sides check on every move.";
    case "d4":
      return `Draw: on every move Red chases ${describeChase(red)} and Black ${describeChase(black)}.`;
    case "d5":
      return `Draw: nothing forbidden; ${describeConduct("red", red)}; ${describeConduct("black", black)}.`;
  }
}

function describeRepetition(verdict: RepetitionVerdict): string {
  if (verdict.result === "draw") return describeDraw(verdict);
  const loser = verdict.result === "red-loss" ? "red" : "black";
  const other = opponent(loser);
  if (verdict.clause === "d3") return `${SIDES[loser]} loses: it checks on every move, while ${SIDES[other]} does not.`;
  const chase = describeChase(verdict.conduct[loser]);
  return `${SIDES[loser]} loses: on every move it chases ${chase}, while ${SIDES[other]} neither checks nor chases one man on every move.`;
}

/** A verdict in one line. */
export function describeVerdict(verdict: Verdict): string {
  if (verdict.kind === "repetition") return describeRepetition(verdict);
  const why = verdict.ending === "checkmate" ? "checkmate" : "stalemate, which loses";
  return `${SIDES[verdict.loser]} loses: ${why}.`;
}
