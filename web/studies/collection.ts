/**
 * The studies that come with the page; they need no table: those found by `canju studies`, and those of a book
 * (scripts/classic-studies.ts).
 */
import { computed, signal } from "@preact/signals";
import type { Puzzle } from "../../src/play/studies/puzzle.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { dayOf } from "../base/day.ts";
import classics from "./classics.json" with { type: "json" };
import mined from "./collection.json" with { type: "json" };
import trees from "./trees.json" with { type: "json" };

export const COLLECTION = [...mined, ...classics] as readonly Puzzle[];

/** The book's positions with more men than tables have, as far as the prover proves them (scripts/proven-studies.ts); loaded later. */
const manual = signal<readonly Puzzle[] | null>(null);
export const isLoaded = computed(() => manual.value !== null);

export const allStudies = computed<readonly Puzzle[]>(() => [...COLLECTION, ...(manual.value ?? [])]);

export function loadManual(): void {
  if (manual.value !== null) return;
  void import("./manual.json", { with: { type: "json" } }).then(({ default: rows }) => {
    manual.value = rows as readonly Puzzle[];
  });
}

/** By what stands in the address: how studies are played on from any move that keeps their outcome (scripts/study-trees.ts). */
export const TREES: Readonly<Record<string, readonly string[]>> = trees;

/** What stands in the address. */
export function idOf({ fen }: Puzzle): string {
  return fen.replaceAll(" ", "_");
}

/** The solution, from the study's own position. */
export function lineOf({ fen, solution }: Puzzle): Move[] {
  let at = parseLegalFen(fen);
  return (solution.match(/.{4}/g) ?? []).map((uci) => {
    const move = parseUci(at, uci);
    at = applyMove(at, move);
    return move;
  });
}

/** Whether there is a move to be found: one that wins, or one that holds where others lose. All else is only looked at. */
export function isTask({ kind, outcome, tries }: Puzzle): boolean {
  return kind !== "zugzwang" && (outcome === "win" || (outcome === "draw" && tries.length > 0));
}

/** Whether the table says something else than the book. */
export function differs({ book, outcome }: Puzzle): boolean {
  return book !== undefined && outcome !== null && outcome !== book.claim;
}

/** Shares no factor with any likely number of studies, so that all have their turn, in no visible order. */
const STRIDE = 7919;

/** The same for everyone who has that day. */
export function puzzleOfDay(date: Date): Puzzle {
  const tasks = COLLECTION.filter(isTask);
  return tasks[(dayOf(date) * STRIDE) % tasks.length]!;
}
