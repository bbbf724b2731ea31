/** Moves on which one clause of the Chinese rules' chase decides: what each is with it and without it. */
import type { Clauses } from "../../src/rules/chinese/edition.ts";
import type { BookLabel } from "./chinese-cases.ts";

export interface ClauseCase {
  readonly clause: keyof Clauses;
  readonly what: string;
  readonly fen: string;
  readonly move: string;
  readonly with: BookLabel;
  readonly without: BookLabel;
}

const clauseCase = (
  clause: ClauseCase["clause"],
  what: string,
  fen: string,
  move: string,
  labels: readonly [BookLabel, BookLabel],
): ClauseCase => ({ clause, what, fen, move, with: labels[0], without: labels[1] });

export const CLAUSE_CASES: readonly ClauseCase[] = [
  clauseCase("exchange", "a cannon offered to a cannon", "9/5k3/9/9/9/9/3n3C1/3c4C/9/4K4 w", "h3h2", ["idle", "chase"]),
  clauseCase("exchange", "a chariot offered to one", "9/5k3/9/7n1/9/9/5r3/R2K5/8R/4r4 w", "i1e1", ["idle", "chase"]),
  clauseCase("even", "a horse's protector takes a soldier", "9/9/3k5/3N5/9/6p2/2R1r4/9/3K5/9 w", "c3c4", [
    "chase",
    "idle",
  ]),
  clauseCase("even", "the same from behind", "9/9/5k3/9/1r6R/9/9/3K5/N8/3p5 w", "i5i0", ["chase", "idle"]),
  clauseCase("hiddenRoots", "a check wins it back", "4k4/9/9/2Nc5/9/9/9/8r/9/3K5 w", "c6d8", ["idle", "chase"]),
  clauseCase("hiddenRoots", "the same with a cannon", "r8/9/2n1k4/9/9/9/9/5K3/C5R2/9 w", "a1f1", ["idle", "chase"]),
  clauseCase("series", "a check that wins a horse", "3k5/9/9/2C6/n8/9/9/9/7R1/3c1K3 w", "c6c0", ["chase", "idle"]),
  clauseCase("series", "a check on two men", "2n1k4/9/9/9/9/9/5R3/9/9/3K5 w", "f3i3", ["chase", "idle"]),
  clauseCase("improved", "a cannon covers its chariot", "R1r6/9/5k3/9/9/9/p8/9/9/1C1K5 w", "b0b5", ["chase", "idle"]),
  clauseCase("parry", "an advisor parries", "9/N4k3/9/9/3r4R/9/9/9/4A3c/3K5 w", "e1d2", ["idle", "chase"]),
  clauseCase("parry", "a horse parries", "7R1/3k5/9/7c1/3N5/4r4/9/4K4/9/3A5 w", "d5e3", ["idle", "chase"]),
  clauseCase("kingsAndSoldiers", "a king goes after a cannon", "9/9/3k5/9/9/9/2r6/4N4/3cK4/9 w", "e2d4", [
    "idle",
    "chase",
  ]),
  clauseCase("keyPoint", "an elephant on the way", "2b2k3/8r/9/9/9/1n7/9/9/9/3RK4 w", "d0c0", ["idle", "chase"]),
  clauseCase("keyPoint", "the same elsewhere", "4k1b2/9/9/R6n1/8r/9/9/9/9/5K3 w", "a6g6", ["idle", "chase"]),
  clauseCase("weak", "an advisor taken under the king's cover", "4k4/4a4/b8/9/9/8R/9/4K4/9/2N6 w", "i4e4", [
    "weak chase",
    "chase",
  ]),
  clauseCase("kill", "a chariot threatens mate", "3k5/9/9/9/9/9/9/R8/1R7/4K4 w", "b1b8", ["kill", "idle"]),
  clauseCase("kill", "a mate that takes several checks", "4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b", "e0e7", ["kill", "chase"]),
  clauseCase("kingParry", "a king frees its horse's leg", "5k3/4r4/9/9/9/9/9/5c3/4K4/4N4 w", "e1d1", ["idle", "chase"]),
  clauseCase("homeSoldiers", "a soldier at home", "4k4/9/9/p8/9/9/9/1R7/9/3K5 w", "b2a2", ["idle", "chase"]),
  clauseCase("soldierForChariot", "with a chariot behind", "9/3ka4/3r5/3P5/9/9/R8/9/9/4K4 w", "a3a7", [
    "weak chase",
    "idle",
  ]),
];
