import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { judgeMoves, type Judgement } from "../../src/rules/asian/asian-rules.ts";
import { DEFAULT_RULES, type RuleOptions } from "../../src/rules/asian/options.ts";

// Judged positions: `constructed.jsonl` is part of the project; a larger collection is read where it lies beside it.

interface CommonCase {
  readonly id: string;
  readonly clause: string;
  readonly fen: string;
  readonly moves: readonly string[];
  readonly provenance: string;
}

/** What the last move checks and chases. */
export interface EdgeCase extends CommonCase {
  readonly kind: "edge";
  readonly expected: { readonly check: boolean; readonly chase: readonly string[] };
  /** By the name of a switch: the squares it makes chased. */
  readonly variants: Readonly<Record<string, readonly string[]>>;
}

/** The verdict when the moves from `cycle_start` on repeat for ever. */
export interface CycleCase extends CommonCase {
  readonly kind: "cycle";
  readonly cycle_start: number;
  readonly expected: { readonly result: string; readonly perpetual_chase?: string };
  /** By the name of a switch: the verdict it makes. */
  readonly variants: Readonly<Record<string, string>>;
}

export type Case = EdgeCase | CycleCase;

/** The switches by the names that the cases give them. */
export const SWITCHES: Readonly<Record<string, keyof RuleOptions>> = {
  checking_move_may_chase: "checksMayChase",
  pairwise_newness: "newnessPerAttacker",
  suspended_attacks_count_as_new: "suspendedIsNew",
  minor_on_major_even_if_protected: "minorsChaseProtected",
};

export function isEdge(one: Case): one is EdgeCase {
  return one.kind === "edge";
}

export function isCycle(one: Case): one is CycleCase {
  return one.kind === "cycle";
}

function readCases(path: string): Case[] {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}

const SHARED = fileURLToPath(new URL("../../../shared/rules/cases.jsonl", import.meta.url));

const constructed = readCases(fileURLToPath(new URL("constructed.jsonl", import.meta.url)));
const shared = existsSync(SHARED) ? readCases(SHARED) : [];

/** All cases there are, each once. */
export const CASES: readonly Case[] = [
  ...constructed,
  ...shared.filter(({ id }) => !constructed.some((one) => one.id === id)),
];

/** The moves of a case; those of a cycle go on until a position must have occurred three times. */
export function movesOf(one: Case): string[] {
  if (one.kind === "edge") return [...one.moves];
  return [...one.moves, ...one.moves.slice(one.cycle_start)];
}

/** The case's moves judged, on squares where men may not be able to stand. */
export function judgeCase(one: Case, options: RuleOptions = DEFAULT_RULES): Judgement {
  return judgeMoves(parseFen(one.fen), movesOf(one), options);
}
