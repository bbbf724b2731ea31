/**
 * The game with its variations. Whatever is played on the board joins it: moves that leave a line begin a variation beside
 * it. The game that the board walks over is one line of it.
 */
import { computed, effect, signal, untracked } from "@preact/signals";
import {
  isAnnotated,
  mirrorRecord,
  movesThrough,
  newRecord,
  pathOf,
  plyAt,
  withMoves,
  type GameRecord,
  type Path,
} from "../../src/xiangqi/games/record.ts";
import { mirrorPosition, samePosition } from "../../src/xiangqi/position.ts";
import { continueGame, goTo, openedGame, type Game } from "../state/game.ts";
import { game, show } from "../state/page.ts";

/** The game of the board, with all that was played, said and imported. */
export const record = signal<GameRecord>(newRecord(game.value.positions[0]!));

/** Where the board is in it; null at the start. */
export const here = computed<Path | null>(() => {
  const { moves, played } = game.value;
  return pathOf(record.value, moves.slice(0, played));
});

/** Whether there is more to show than one line of moves. */
export const isTree = computed(() => isAnnotated(record.value));

/** Puts what is played into the record; another start is another record. Returns a function that ends it. */
export function watchGame(): () => void {
  return effect(() => {
    const shown = game.value;
    untracked(() => {
      record.value = following(record.value, shown);
    });
  });
}

function following(known: GameRecord, { positions, moves }: Game): GameRecord {
  const start = positions[0]!;
  if (samePosition(known.start, start)) return withMoves(known, moves);
  if (!samePosition(mirrorPosition(known.start), start)) return newRecord(start, moves);
  return withMoves(mirrorRecord(known), moves);
}

/** Shows another record, at its start. */
export function showRecord(next: GameRecord): void {
  record.value = next;
  show(openedGame(next.start, movesOfLine(next)));
}

/** Shows the position after a ply of the record, in its line; an empty path is the start. */
export function goToPly(path: Path): void {
  const found = plyAt(record.value, path);
  if (found === null) return show(goTo(game.value, 0));
  const whole = continueGame(goTo(game.value, 0), movesThrough(record.value, path));
  show(goTo(whole, found.moves.length));
}

/** Takes over a changed record; the board stays where it is, or goes back to where the record still goes. */
export function change(next: GameRecord): void {
  const { moves, played } = game.value;
  let kept = played;
  while (kept > 0 && pathOf(next, moves.slice(0, kept)) === null) kept--;
  const path = pathOf(next, moves.slice(0, kept));
  record.value = next;
  const line = path === null ? movesOfLine(next) : movesThrough(next, path);
  show(goTo(continueGame(goTo(game.value, 0), line), kept));
}

const movesOfLine = ({ line }: GameRecord) => line.map(({ move }) => move);
