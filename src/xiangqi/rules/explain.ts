/** The rules' verdicts in English. Everything said here stands in the data: other languages need only other words. */
import type { Colour } from "../pieces.ts";
import { opponent } from "../pieces.ts";
import { squareName } from "../squares.ts";
import type { Attack, MoveReport } from "./chase.ts";
import type { Man } from "./men.ts";
import type { Conduct, RepetitionVerdict, Verdict } from "./verdict.ts";

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
  if (threat.clause === "c4") return `${describeMan(target)}, which counts protected or not`;
  const unable = by.length === 0 ? "" : `, which ${describeMen(by)} could not legally retake on`;
  const powerless = threat.clause === "c5" ? `, which could not legally take it` : "";
  return `the unprotected ${target.role} on ${squareName(target.square)}${powerless}${unable}`;
}

/** Why a threat is new, where the attack is not. */
function describeNews({ before }: Attack): string {
  switch (before?.clause) {
    case undefined:
      return "";
    case "c3":
      return ": before the move it was protected";
    case "c5":
      return ": before the move it could take the attacker in exchange";
    case "c7":
      return ": before the move the capture would have been illegal";
    default:
      return ": before the move others threatened it";
  }
}

/** One attack and what it is worth: `the cannon on c4 newly attacks the unprotected horse on c7`. */
export function describeAttack(attack: Attack): string {
  const attacker = describeMan(attack.threat.attacker);
  const target = describeMan(attack.threat.target);
  const by = describeMen(attack.by);
  const attacks = `${attacker} attacks ${target}`;
  switch (attack.clause) {
    case "c1":
      return attack.before === null
        ? `${attacker} newly attacks ${describeThreatened(attack)}`
        : `${attacker} newly threatens ${describeThreatened(attack)}${describeNews(attack)}`;
    case "c2":
      return `${attacks}, a soldier that has not crossed the river: it may be chased`;
    case "c3":
    case "c4":
      return `${attacks}, which ${by} ${attack.by.length === 1 ? "protects" : "protect"}: no chase`;
    case "c5":
      return `${attacks}, which could take it in exchange: no chase`;
    case "c6":
      return `${attacks}: kings and soldiers may chase`;
    case "c7":
      return `${attacks} but could not legally take it, for ${by} would take the king: no chase`;
    case "c8":
      return `${attacks}, which ${by} threatened before the move: nothing new, no chase`;
    case "c9":
      return `${attacks} while the move checks: judged as a check only`;
    case "c12":
      return `${attacks}, newly for the taking only because the attacker was defended against ${by}: no chase`;
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

function describeConduct(side: Colour, conduct: Conduct): string {
  const { moves, checks, targets } = conduct;
  const deeds = targets.map(({ man, times }) => `chases the ${man.role} from ${squareName(man.square)} on ${times}`);
  if (checks > 0) deeds.unshift(`checks on ${checks}`);
  const done = deeds.length === 0 ? "neither checks nor chases on any" : list(deeds);
  return `${SIDES[side]} ${done} of ${moves} ${moves === 1 ? "move" : "moves"}`;
}

function chasedFor({ perpetuallyChased }: Conduct): string {
  return list(perpetuallyChased.map((man) => `the ${man.role} from ${squareName(man.square)}`));
}

function describeRepetition({ result, clause, conduct }: RepetitionVerdict): string {
  if (result === "draw") {
    if (clause === "d3") return "Draw: both sides check on every move.";
    if (clause === "d4") {
      const both = `Red chases ${chasedFor(conduct.red)}, Black ${chasedFor(conduct.black)}`;
      return `Draw: both sides chase on every move; ${both}.`;
    }
    const red = describeConduct("red", conduct.red);
    return `Draw: nothing forbidden is repeated; ${red}, ${describeConduct("black", conduct.black)}.`;
  }
  const loser = result === "red-loss" ? "red" : "black";
  const other = SIDES[opponent(loser)];
  if (clause === "d3") return `${SIDES[loser]} loses: every move checks, and not every move of ${other} does.`;
  const chased = chasedFor(conduct[loser]);
  return `${SIDES[loser]} loses: every move chases ${chased}, and ${other} does not do the like.`;
}

/** A verdict in one line. */
export function describeVerdict(verdict: Verdict): string {
  if (verdict.kind === "repetition") return describeRepetition(verdict);
  const why = verdict.ending === "checkmate" ? "checkmate" : "stalemate, which loses";
  return `${SIDES[verdict.loser]} loses: ${why}.`;
}
