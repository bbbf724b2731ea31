/** What is known of the position shown, and by which rules. */
import type { Rules } from "../../src/table/format/header.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Decided } from "../answers/answers.ts";
import type { Answer } from "../state/answer.ts";
import { rules } from "../base/rules.ts";
import type { Dictionary } from "../words/en/page.ts";
import { verdictOf } from "./verdict-words.ts";

export interface Shown {
  readonly decided: Decided;
  readonly by: Rules;
}

/** What is known of the position: by the rules of the page if that is known at all. */
export function decidedIn(now: Answer): Shown | null {
  if (now.state !== "known") return now.told && { decided: now.told, by: rules.value };
  const told = now.missing?.told ?? null;
  return told === null ? { decided: now.probe, by: now.probe.rules } : { decided: told, by: rules.value };
}

/** The verdict; with the rules that it is by, where these are not the page's. */
export function sayDecided(at: Position, { decided, by }: Shown, say: Dictionary): string {
  return sayByRules(verdictOf(at, decided, say), by, say);
}

/** What is decided by some rules; with these, where they are not the page's. */
export function sayByRules(verdict: string, by: Rules, say: Dictionary): string {
  return by === rules.value ? verdict : say.otherwise.byRules(say.rulesNames[by], verdict);
}
