/** Perfect lines: one becomes the moves that follow in the game, and is then played move by move. */
import { batch, computed, effect, signal } from "@preact/signals";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { AnswerError } from "../answers/answers.ts";
import { answer, answersShown } from "./answer.ts";
import { continueGame, goTo, historyOf, newGame, positionOf, thirdLast, type Game } from "./game.ts";
import { canRedo, game, redo, show, view } from "./page.ts";
import { stored } from "../base/stored.ts";

/** How the losing side chooses among its equally good moves. */
export type Defence = "first" | "random";
export const DEFENCES: readonly Defence[] = ["first", "random"];
export const defence = stored<Defence>("defence", DEFENCES, "first");

export const SPEEDS = ["0.5", "1", "2", "4"] as const;
export type Speed = (typeof SPEEDS)[number];
/** Moves played in a second. */
export const speed = stored<Speed>("speed", SPEEDS, "1");

export const playback = signal<"paused" | "asking" | "playing">("paused");
/** Why the line asked for last could not be had. */
export const lineTrouble = signal<AnswerError | null>(null);

/** The perfect line in the game: its moves, by which it is known again, and after how many of them it begins. */
const line = signal<{ readonly moves: readonly Move[]; readonly start: number } | null>(null);

/** The move of the perfect line that comes next; null outside of one. */
export const nextOfLine = computed<Move | null>(() => {
  const { moves, played } = game.value;
  const inLine = line.value !== null && moves === line.value.moves && played >= line.value.start;
  return inLine ? (moves[played] ?? null) : null;
});

/** Whether there is a line to play: the one that is shown, or that of a position with an answer. */
export const canPlayLine = computed(() => {
  const { moves, played } = game.value;
  const now = answer.value;
  const isShown = line.value !== null && moves === line.value.moves && played >= line.value.start;
  return isShown || !(now.state === "failed" || (now.state === "known" && now.probe.moves.length === 0));
});

let timer = 0;

/** Plays the perfect line from here on, or pauses it. */
export async function playLine(): Promise<void> {
  if (playback.value !== "paused") return pauseLine();
  if (!canPlayLine.value) return;
  const shown = game.value;
  const known = line.value?.moves === shown.moves && shown.played >= line.value.start;
  if (known && canRedo.value) return run();
  if (known && shown.played > line.value!.start) {
    show(goTo(shown, line.value!.start));
    return run();
  }
  await askLine(shown);
}

/** Stops where it is. */
export function pauseLine(): void {
  window.clearTimeout(timer);
  playback.value = "paused";
}

async function askLine(shown: Game): Promise<void> {
  playback.value = "asking";
  lineTrouble.value = null;
  const { fen, played } = historyOf(thirdLast(shown) === null ? shown : newGame(positionOf(shown)));
  const seed = defence.value === "random" ? Math.floor(Math.random() * 1e9) : undefined;
  try {
    const found = await answersShown().ask("line", { fen, played, seed });
    if (game.peek() !== shown) return pauseLine();
    const whole = continueGame(shown, parseMoves(shown, found.moves));
    batch(() => {
      line.value = { moves: whole.moves, start: shown.played };
      show(whole);
    });
    run();
  } catch (error) {
    pauseLine();
    if (!(error instanceof AnswerError)) throw error;
    lineTrouble.value = error;
  }
}

function parseMoves(shown: Game, found: readonly { readonly uci: string }[]): Move[] {
  let at = shown.positions[shown.played]!;
  return found.map(({ uci }) => {
    const move = parseUci(at, uci);
    at = applyMove(at, move);
    return move;
  });
}

function run(): void {
  if (!canRedo.value) return pauseLine();
  playback.value = "playing";
  timer = window.setTimeout(
    () => {
      if (playback.value !== "playing") return;
      redo();
      run();
    },
    1000 / Number(speed.value),
  );
}

/** Pauses when something else is shown, and forgets the line when it no longer fits; returns a function that ends that. */
export function watchLine(): () => void {
  const ends = [
    effect(() => {
      const elsewhere = line.value !== null && game.value.moves !== line.value.moves;
      if (view.value === "explorer" && !elsewhere) return;
      if (playback.peek() === "playing") pauseLine();
      if (elsewhere) line.value = null;
    }),
    defence.subscribe(() => (line.value = null)),
  ];
  return () => ends.forEach((end) => end());
}
