/** A match against the tables: the page's game, who plays which side, and what came of each move. */
import { batch, computed, effect, signal } from "@preact/signals";
import { type Game as JudgedGame, startGame } from "../../src/play/game.ts";
import { type RankedMove, rankMoves } from "../../src/query/probe.ts";
import { inPieces } from "../../src/table/catalog/catalog.ts";
import { MissingTableError } from "../../src/table/format/errors.ts";
import { isDraw } from "../../src/table/value.ts";
import { InputError } from "../../src/base/errors.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import { samePosition, type LegalPosition } from "../../src/xiangqi/position.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { humanMove, type Skill } from "../../src/play/human-move.ts";
import { randomNumbers } from "../../src/play/line.ts";
import { type Judgement, judgeMove, pressingMove } from "./judge.ts";
import { HOLD_MOVES, type MatchEnd, type Task } from "../shown/endings.ts";
import { type Game, newGame, playMove, positionOf } from "../state/game.ts";
import { flipped, game, legal, position, show } from "../state/page.ts";
import { rules } from "../base/rules.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { read, write } from "../base/stored.ts";
import { skill } from "../state/skill.ts";

export interface Match {
  readonly start: LegalPosition;
  readonly human: Colour;
  readonly task: Task;
  /** The endgame that the position was drawn from. */
  readonly endgame: string | null;
  /** Of whoever plays for the table; he chooses by numbers that follow from the seed and what was played. */
  readonly skill: Skill;
  readonly seed: number;
}

export type Status =
  | { readonly state: "thinking" | "yours" }
  | { readonly state: "over"; readonly end: MatchEnd }
  | { readonly state: "failed"; readonly error: AnswerError };

export function newSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}

export const match = signal<Match | null>(null);
export const status = signal<Status>({ state: "thinking" });
/** What the human's moves of the game came to, by ply. */
export const judgements = signal<ReadonlyMap<number, Judgement>>(new Map());
/** Those of moves taken back: a score forgets nothing. */
export const undone = signal<readonly Judgement[]>([]);
export const takeBacks = signal(0);
/** The positions, as FENs, in which the human was given a hint or the answers. */
export const helped = signal<readonly string[]>([]);

/** What a tab keeps of a match: all but its moves, which the browser's history has. */
interface KeptMatch extends Omit<Match, "start"> {
  /** As a FEN. */
  readonly start: string;
  readonly undone: readonly Judgement[];
  readonly takeBacks: number;
  readonly helped: readonly string[];
  readonly rules: Rules;
}

const KEY = "canju.match";

/** Goes on with the match that was played here before a reload. */
function restore(): void {
  try {
    const kept = JSON.parse(read(KEY, "sessionStorage") ?? "null") as KeptMatch | null;
    if (kept === null) return;
    const { start, human, task, endgame, skill: known = "perfect", seed = 0 } = kept; // an older version kept none
    if (kept.rules !== rules.peek()) return; // it was another game
    const at = parseLegalFen(start);
    if (!samePosition(at, game.value.positions[0]!)) return;
    batch(() => {
      match.value = { start: at, human, task, endgame, skill: known, seed };
      undone.value = kept.undone;
      takeBacks.value = kept.takeBacks;
      helped.value = kept.helped ?? []; // a version before this one counted none
    });
  } catch {
    // another version kept something else
  }
}

restore();
effect(() => {
  const now = match.value;
  const kept: KeptMatch | null = now && {
    ...now,
    start: formatFen(now.start),
    undone: undone.value,
    takeBacks: takeBacks.value,
    helped: helped.value,
    rules: rules.value,
  };
  write(KEY, JSON.stringify(kept), "sessionStorage");
});

export interface Hint {
  readonly position: LegalPosition;
  /** What the table would play. */
  readonly move: Move;
  /** How much of it is shown. */
  readonly shown: "man" | "move";
}

const asked = signal<Hint | null>(null);
/** The hint that was asked for in the position shown. */
export const hint = computed<Hint | null>(() => (asked.value?.position === position.value ? asked.value : null));
/** Whether the values of the position are shown. */
export const revealed = signal(false);

export function begin(next: Match): void {
  batch(() => {
    match.value = next;
    judgements.value = new Map();
    undone.value = [];
    takeBacks.value = 0;
    helped.value = [];
    asked.value = null;
    status.value = { state: "thinking" };
    revealed.value = false;
    flipped.value = next.human === "black";
    show(newGame(next.start));
  });
}

export function giveUp(): void {
  match.value = null;
}

/** Makes the human's move. */
export function playHuman(move: Move): void {
  if (status.value.state !== "yours" || !legal.value.includes(move)) return;
  show(playMove(past(game.value), move));
}

export function canTakeBack(): boolean {
  return match.value !== null && status.value.state !== "thinking" && humanPlies(game.value, match.value).length > 0;
}

/** Back to before the human's last move. */
export function takeBack(): void {
  const now = game.value;
  const ply = humanPlies(now, match.value!).at(-1);
  if (ply === undefined) return;
  batch(() => {
    takeBacks.value++;
    const taken = judgements.value.get(ply);
    if (taken !== undefined) undone.value = [...undone.value, taken];
    show({ positions: now.positions.slice(0, ply + 1), moves: now.moves.slice(0, ply), played: ply });
  });
}

/** Shows the man to move, at the second time the move. */
export async function askHint(): Promise<void> {
  const now = match.value;
  const shown = game.value;
  if (now === null || status.value.state !== "yours") return;
  try {
    const first = hint.value; // among equal moves another might be chosen
    const { move } = first ?? (await (await judged(now.start, past(shown).moves)).choose());
    if (game.value !== shown) return;
    batch(() => {
      asked.value = { position: positionOf(shown), move, shown: first === null ? "man" : "move" };
      help();
    });
  } catch (error) {
    if (game.value === shown) status.value = { state: "failed", error: asAnswerError(error) };
  }
}

/** Shows the values of the position, or hides them. */
export function reveal(): void {
  revealed.value = !revealed.value;
  help();
}

function help(): void {
  const fen = formatFen(position.value);
  if (!helped.value.includes(fen)) helped.value = [...helped.value, fen];
}

/** The game up to the position shown. */
function past({ positions, moves, played }: Game): Game {
  return { positions: positions.slice(0, played + 1), moves: moves.slice(0, played), played };
}

function humanPlies({ positions, played }: Game, { human }: Match): number[] {
  return Array.from({ length: played }, (_, ply) => ply).filter((ply) => positions[ply]!.turn === human);
}

/** The game that judges and chooses, kept from move to move. */
let kept: { readonly start: LegalPosition; readonly game: JudgedGame } | null = null;

/** By what he chooses who makes no mistakes. */
let chance = Math.random;

async function judged(start: LegalPosition, moves: readonly Move[]): Promise<JudgedGame> {
  const provider = await answers().provider();
  const fits = kept?.start === start && kept.game.moves.every((move, i) => moves[i] === move);
  const current = fits ? kept!.game : await startGame(start, provider, { random: () => chance() });
  kept = null; // while it goes on in pieces it is nobody else's
  while (current.end === null && current.moves.length < moves.length)
    await inPieces(current.playInPieces(moves[current.moves.length]!), provider);
  kept = { start, game: current };
  return current;
}

/** What a step must know of how it is run. */
export interface Pace {
  readonly signal: AbortSignal;
  /** The least time before the table answers. */
  readonly milliseconds: number;
}

/** Brings a match up to the position shown: judges what was played, answers where the table is to move. */
export async function advance(now: Match, shown: Game, pace: Pace): Promise<void> {
  if (!samePosition(shown.positions[0]!, now.start)) {
    match.value = null; // another game was opened
    return;
  }
  const line = past(shown);
  batch(() => {
    status.value = { state: "thinking" };
    revealed.value = false;
    judgements.value = new Map([...judgements.value].filter(([ply, { move }]) => line.moves[ply] === move));
  });
  try {
    const started = performance.now();
    const provider = await answers().provider();
    const rank = (at: LegalPosition) => rankMoves(at, provider);
    const known = judgements.value;
    const added: [number, Judgement][] = [];
    for (const ply of humanPlies(line, now)) {
      if (!known.has(ply)) added.push([ply, judgeMove(await rank(line.positions[ply]!), line.moves[ply]!)]);
    }
    const current = await judged(now.start, line.moves);
    chance = chanceOf(now, line);
    if (pace.signal.aborted) return;
    judgements.value = new Map([...known, ...added]);
    const end = current.end ?? (await heldEnd(now, line, rank));
    if (pace.signal.aborted) return;
    if (end !== null) {
      status.value = { state: "over", end };
    } else if (current.position.turn === now.human) {
      status.value = { state: "yours" };
    } else {
      const answer = (await chosen(now, line, rank)) ?? (await current.choose()).move;
      const rest = pace.milliseconds - (performance.now() - started);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (!pace.signal.aborted) show(playMove(line, answer));
    }
  } catch (error) {
    if (!pace.signal.aborted) status.value = { state: "failed", error: asAnswerError(error) };
  }
}

type Rank = (at: LegalPosition) => Promise<RankedMove[]>;

async function heldEnd(now: Match, line: Game, rank: Rank): Promise<MatchEnd | null> {
  if (now.task !== "hold" || humanPlies(line, now).length < HOLD_MOVES) return null;
  const ranked = await rank(line.positions.at(-1)!);
  return isDraw(ranked[0]!.value) ? { kind: "held", result: "draw" } : null;
}

/** What is not left to the player who makes no mistakes. */
async function chosen(now: Match, line: Game, rank: Rank): Promise<Move | null> {
  if (now.skill === "perfect") return press(now, line, rank);
  return humanMove(await rank(line.positions.at(-1)!), now.skill, ({ next }) => rank(next), chanceOf(now, line));
}

function chanceOf({ seed }: Match, { moves }: Game): () => number {
  const random = randomNumbers(seed + 1 + moves.reduce((sum, move) => (31 * sum + move) % 1_000_003, 7));
  random(); // the first numbers of near seeds are near
  return random;
}

/** Where the human has to hold, the table tries what is hardest to answer. */
async function press(now: Match, line: Game, rank: Rank): Promise<Move | null> {
  if (now.task !== "hold") return null;
  const ranked = await rank(line.positions.at(-1)!);
  if (!isDraw(ranked[0]!.value)) return null;
  const isNew = ({ next }: RankedMove) => !line.positions.some((each) => samePosition(each, next));
  return pressingMove(ranked, isNew, ({ next }) => rank(next), chanceOf(now, line));
}

function asAnswerError(error: unknown): AnswerError {
  if (error instanceof AnswerError) return error;
  if (error instanceof MissingTableError) {
    return new AnswerError(error.code, error.message, { endgame: error.endgame });
  }
  if (error instanceof InputError) return new AnswerError(error.code, error.message);
  throw error;
}

/** Wins shorter than this are no challenge, where there are longer ones. */
const LEAST_PLIES = 5;

/**
 * A random position in which a side has to win or to hold.
 * @throws AnswerError, `no-such-position` where there is none
 */
export async function drawChallenge(endgame: string, human: Colour, task: "win" | "hold"): Promise<Match> {
  const wish = { turn: human, outcome: task === "win" ? "win" : "draw" } as const;
  const ask = async (min?: number) => (await answers().ask("random", { endgame, ...wish, min })).fen;
  const fen = task === "win" ? await ask(LEAST_PLIES).catch(none) : null;
  return { start: parseLegalFen(fen ?? (await ask())), human, task, endgame, skill: skill.peek(), seed: newSeed() };
}

function none(error: unknown): null {
  if (error instanceof AnswerError && error.code === "no-such-position") return null;
  throw error;
}
