/**
 * The exercise on the board: won or held move by move, every move that keeps the outcome accepted, as far as its tree goes and,
 * where a table is at hand or the prover proves it, to the end. Faults and hints cost; what was not solved without them comes back.
 */
import { batch, signal } from "@preact/signals";
import { humanMove, type Skill } from "../../src/play/human-move.ts";
import {
  HELD_MOVES,
  nodesOf,
  readNode,
  solutionTree,
  type KeptMove,
  type SolutionNode,
} from "../../src/play/studies/tree.ts";
import { rankMoves } from "../../src/query/probe.ts";
import { applyMove, hasLegalMove, isCapture, legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import { formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { answers } from "../answers/current.ts";
import { judge, type Judgement } from "./by-proof.ts";
import { noteResult } from "./progress.ts";

export interface Exercise {
  /** By which its result is kept. */
  readonly id: string;
  readonly start: LegalPosition;
  readonly outcome: "win" | "draw";
  /** Empty where there is nothing to be found: then it is only looked at. */
  readonly tree: readonly SolutionNode[];
  /**
   * What else is asked. `table`: it goes on where the tree ends. `proof`: the tree goes on to mate, but tells only one move at a
   * time, and the prover judges the others. `nothing`: the tree tells what is known.
   */
  readonly beyond: "table" | "proof" | "nothing";
  /** How the other side plays where there is a table; null: as the tree tells. */
  readonly skill: Skill | null;
}

export type Status =
  | { readonly state: "solving" }
  /** The prover looks at the last move. */
  | { readonly state: "judging" }
  /** A move was played that gives the outcome away; `reply` shows it, where it is known. */
  | { readonly state: "failed"; readonly move: Move; readonly reply: Move | null }
  /** A move was played of which nothing is proven. */
  | { readonly state: "unproven"; readonly move: Move }
  /** `isTold`: not to the end, but as far as anything is known. */
  | { readonly state: "solved"; readonly isTold: boolean }
  /** The solution is looked at. */
  | { readonly state: "shown" };

export interface Attempt {
  readonly exercise: Exercise;
  /** That of the exercise and what a table added. */
  readonly tree: readonly SolutionNode[];
  /** The solver's turn; null while it is the other side's. */
  readonly node: number | null;
  readonly moves: readonly Move[];
  /** How many of the moves are on the board. */
  readonly step: number;
  readonly status: Status;
  /** The solver's moves that were not among the best. */
  readonly slow: number;
  readonly faults: number;
  readonly hints: number;
  readonly hinted: "nothing" | "man" | "move";
}

function begun(exercise: Exercise): Attempt {
  const fresh = { moves: [], step: 0, slow: 0, faults: 0, hints: 0, hinted: "nothing" } as const;
  const node = exercise.tree.length > 0 ? 0 : null;
  return { exercise, tree: exercise.tree, status: { state: "solving" }, node, ...fresh };
}

const attempt = signal<Attempt | null>(null);

/** The attempt at an exercise: that which is under way, else a new one. */
export function attemptAt(exercise: Exercise): Attempt {
  const now = attempt.value;
  return now !== null && now.exercise.id === exercise.id ? now : begun(exercise);
}

/** The start, then the position after each move. */
export function positionsOf({ exercise, moves }: Attempt): LegalPosition[] {
  const all = [exercise.start];
  for (const move of moves) all.push(applyMove(all.at(-1)!, move));
  return all;
}

/** What may be played by hand. */
export function legalIn(now: Attempt): readonly Move[] {
  return now.status.state === "solving" && now.node !== null ? legalMoves(positionsOf(now).at(-1)!) : [];
}

/** Three where nothing went wrong and nothing was asked for; one at least for what was solved. */
export function starsOf({ status, faults, hints }: Attempt): number {
  return status.state === "solved" ? Math.max(1, 3 - faults - hints) : 0;
}

/** Before the answer, so that a move is seen. */
const ANSWER_MILLISECONDS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;

export function playMove(exercise: Exercise, move: Move): void {
  const now = attemptAt(exercise);
  if (now.node === null || now.status.state !== "solving") return;
  const at = positionsOf(now).at(-1)!;
  const kept = readNode(now.tree[now.node]!).find(({ uci }) => uci === formatUci(at, move));
  if (kept !== undefined) accept(now, move, kept);
  else if (exercise.beyond === "proof") void judgeMove(now, at, move);
  else fail(now, move, null);
}

function fail(now: Attempt, move: Move, reply: Move | null): void {
  if (now.faults + now.hints === 0) noteResult(now.exercise.id, false);
  attempt.value = { ...now, status: { state: "failed", move, reply }, faults: now.faults + 1 };
}

/** @param kept what comes of the move, by the tree of the attempt */
function accept(now: Attempt, move: Move, kept: KeptMove): void {
  const at = positionsOf(now).at(-1)!;
  const moves = [...now.moves, move];
  const slow = now.slow + Number(!kept.isBest);
  const played: Attempt = { ...now, node: null, moves, step: moves.length, slow, hinted: "nothing" };
  attempt.value = played;
  const after = applyMove(at, move);
  if (isHeld(played)) finish(played, false);
  else if (kept.reply === null) finish(played, !isCapture(at, move) && hasLegalMove(after));
  else setTimeout(() => void answer(played, after, kept, now.exercise.skill), ANSWER_MILLISECONDS);
}

/** A move that the tree does not tell, judged by the prover; while that goes on it stands on the board. */
async function judgeMove(before: Attempt, at: LegalPosition, move: Move): Promise<void> {
  const moves = [...before.moves, move];
  const judging: Attempt = { ...before, node: null, moves, step: moves.length, status: { state: "judging" } };
  attempt.value = judging;
  const after = applyMove(at, move);
  const found = await judge(after).catch(() => UNPROVEN);
  if (attempt.value !== judging) return; // something else was begun
  if (found.outcome === "loss") return fail(before, move, found.reply);
  if (found.outcome === "open") {
    attempt.value = { ...before, status: { state: "unproven", move } };
    return;
  }
  const line = [move, ...found.line];
  const isBest = line.length <= lineFrom(before.tree, before.node!, at).length;
  const told = nodesOf(at, line, before.tree.length);
  const tree = [...before.tree, ...told];
  accept({ ...before, tree }, move, { ...readNode(told[0]!)[0]!, isBest });
}

const UNPROVEN: Judgement = { outcome: "open" };

function isHeld({ exercise, moves }: Attempt): boolean {
  return exercise.outcome === "draw" && Math.ceil(moves.length / 2) >= HELD_MOVES;
}

/** The other side's move, and what the solver may do then. */
async function answer(before: Attempt, at: LegalPosition, kept: KeptMove, skill: Skill | null): Promise<void> {
  const told = parseUci(at, kept.reply!);
  const reply = (skill === null ? null : await chosenReply(at, skill)) ?? told;
  if (attempt.value !== before) return; // something else was begun
  const moves = [...before.moves, reply];
  const played = { ...before, moves, step: moves.length };
  if (reply === told && kept.next !== null) {
    attempt.value = { ...played, node: kept.next };
    return;
  }
  attempt.value = played;
  const { beyond, outcome } = before.exercise;
  const grown = beyond === "table" ? await nodeAt(applyMove(at, reply), outcome) : null;
  if (attempt.value !== played) return;
  if (grown === null) finish(played, true);
  else attempt.value = { ...played, tree: [...played.tree, grown], node: played.tree.length };
}

/** What exercises are stated by, whatever rules are chosen. */
const RULES = "asian";

/** By the table; null where there is none, where it cannot be had, and where no move keeps the outcome. */
async function nodeAt(at: LegalPosition, outcome: Exercise["outcome"]): Promise<SolutionNode | null> {
  try {
    const [node] = await solutionTree(at, await answers(RULES).provider(), { mostMoves: 0, deepest: 1, outcome });
    return node || null;
  } catch {
    return null;
  }
}

/** A table that is far away may take long: then the tree's answer is played. */
const PATIENCE_MILLISECONDS = 4000;

/** By the table; null where there is none, and where it cannot be had in time. */
async function chosenReply(at: LegalPosition, skill: Skill): Promise<Move | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS, null));
  return Promise.race([replyByTable(at, skill), late]);
}

async function replyByTable(at: LegalPosition, skill: Skill): Promise<Move | null> {
  try {
    const provider = await answers(RULES).provider();
    const ranked = await rankMoves(at, provider);
    return await humanMove(ranked, skill, ({ next }) => rankMoves(next, provider), Math.random);
  } catch {
    return null;
  }
}

function finish(now: Attempt, isTold: boolean): void {
  const ended: Attempt = { ...now, status: { state: "solved", isTold } };
  batch(() => {
    attempt.value = ended;
    noteResult(now.exercise.id, now.faults + now.hints === 0 ? true : null, starsOf(ended));
  });
}

/** Shows the man to move, at the second time the move; the first of them costs. */
export function askHint(exercise: Exercise): void {
  const now = attemptAt(exercise);
  if (now.node === null || now.status.state !== "solving" || now.hinted === "move") return;
  if (now.faults + now.hints === 0) noteResult(exercise.id, false);
  const [hinted, hints] = now.hinted === "nothing" ? (["man", now.hints + 1] as const) : (["move", now.hints] as const);
  attempt.value = { ...now, hinted, hints };
}

/** The move that a hint is about. */
export function bestMove(now: Attempt): Move | null {
  if (now.node === null) return null;
  return parseUci(positionsOf(now).at(-1)!, bestOf(now.tree[now.node]!).uci);
}

function bestOf(node: SolutionNode): KeptMove {
  const kept = readNode(node);
  return kept.find(({ isBest }) => isBest) ?? kept[0]!;
}

/** The move that was not accepted, and was taken back. */
export function failedMove({ status }: Attempt): Move | null {
  return status.state === "failed" || status.state === "unproven" ? status.move : null;
}

/** On from before the move that failed, or once more from the start. */
export function tryAgain(exercise: Exercise): void {
  const now = attemptAt(exercise);
  attempt.value = failedMove(now) === null ? begun(exercise) : { ...now, status: { state: "solving" } };
}

/** Shows a line of best moves, from the start. */
export function showSolution(
  exercise: Exercise,
  line: readonly Move[] = lineFrom(exercise.tree, 0, exercise.start),
): void {
  const now = attemptAt(exercise);
  if (exercise.tree.length > 0 && now.status.state !== "solved" && now.faults + now.hints === 0)
    noteResult(exercise.id, false);
  attempt.value = { ...begun(exercise), status: { state: "shown" }, moves: line, node: null };
}

/** The best moves from a node on, as far as the tree goes. */
function lineFrom(tree: readonly SolutionNode[], from: number, start: LegalPosition): Move[] {
  const moves: Move[] = [];
  let at = start;
  const play = (uci: string) => {
    const move = parseUci(at, uci);
    moves.push(move);
    at = applyMove(at, move);
  };
  const seen = new Set<number>();
  for (let node: number | null = from; node !== null && !seen.has(node);) {
    seen.add(node);
    const { uci, reply, next }: KeptMove = bestOf(tree[node]!);
    play(uci);
    if (reply !== null) play(reply);
    node = next;
  }
  return moves;
}

/** Walks over the moves when the exercise is over. */
export function goToStep(exercise: Exercise, to: number): void {
  const now = attemptAt(exercise);
  if (now.status.state !== "shown" && now.status.state !== "solved") return;
  attempt.value = { ...now, step: Math.max(0, Math.min(now.moves.length, to)) };
}
