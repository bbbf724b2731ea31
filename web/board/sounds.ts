/**
 * What a move sounds like: wood on wood, made of tones that die away. Nothing is heard before somebody has touched the page, since
 * browsers let nothing be heard then.
 */
import { applyMove, hasLegalMove, moveTo } from "../../src/xiangqi/moves.ts";
import { EMPTY } from "../../src/xiangqi/pieces.ts";
import { samePosition } from "../../src/xiangqi/position.ts";
import type { BoardView } from "./view.ts";

/** After the first touch: what that leads to has been drawn. */
const PATIENCE_MILLISECONDS = 500;

export type Sound = "move" | "capture" | "check" | "end";

/** A tone that dies away: its pitch in hertz, loudness, when it begins and for how many seconds it is heard. */
type Tone = readonly [hertz: number, loudness: number, at: number, seconds: number];

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [
    [210, 0.5, 0, 0.09],
    [640, 0.25, 0, 0.05],
    [1730, 0.1, 0, 0.02],
  ],
  capture: [
    [160, 0.6, 0, 0.13],
    [480, 0.35, 0, 0.07],
    [2100, 0.16, 0, 0.02],
    [210, 0.3, 0.07, 0.08],
  ],
  check: [
    [210, 0.45, 0, 0.09],
    [640, 0.25, 0, 0.05],
    [880, 0.16, 0.05, 0.3],
    [1318, 0.08, 0.05, 0.3],
  ],
  end: [
    [160, 0.6, 0, 0.14],
    [523, 0.18, 0.06, 0.5],
    [392, 0.18, 0.2, 0.6],
    [262, 0.2, 0.36, 0.9],
  ],
};

/** What is heard when one view follows another; null where that is no move made on the board. */
export function soundOf(before: BoardView, { position, lastMove, checkedKing }: BoardView): Sound | null {
  if (lastMove === null) return null;
  if (!samePosition(applyMove(before.position, lastMove), position)) return null;
  if (!hasLegalMove(position)) return "end";
  if (checkedKing !== null) return "check";
  return before.position.board[moveTo(lastMove)] === EMPTY ? "move" : "capture";
}

let context: AudioContext | null = null;

/** Has what is heard begin when the page has nothing else to do: browsers stand still for it, and a first move should not. */
export function prepareSounds(): void {
  setTimeout(() => {
    if (context !== null) return;
    context = new AudioContext();
    void context.suspend(); // until there is something to hear
  }, PATIENCE_MILLISECONDS);
}

/** Lets the move be heard that leads from one view to the next, and felt where it is more than a move. */
export function hear(before: BoardView, after: BoardView): void {
  const sound = soundOf(before, after);
  if (sound === null || navigator.userActivation?.hasBeenActive === false) return;
  if (sound !== "move") navigator.vibrate?.(sound === "end" ? [12, 40, 25] : 12);
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime + 0.01;
  for (const [hertz, loudness, at, seconds] of TONES[sound]) {
    const tone = new OscillatorNode(context, { frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(loudness * 0.6, now + at);
    volume.gain.exponentialRampToValueAtTime(0.0005, now + at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + seconds);
  }
}
