/** An engine's guesses, corrected where a table knows better. */
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Category } from "../../src/table/value.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { isSolved, solvedCaptures, type SolvedCapture } from "../answers/captures.ts";
import type { Guess } from "./guess.ts";

/** What tables say of a move: its own value, or how the other side wins by capturing after it. */
export interface Known {
  readonly outcome: Category;
  readonly capture: SolvedCapture;
  /** Whether the capture is the other side's answer. */
  readonly isRefutation: boolean;
}

export interface Opinion {
  readonly move: Move;
  /** Null for a move that only the tables name. */
  readonly guess: Guess | null;
  readonly known: Known | null;
}

/** Where the line of a guess enters an endgame that has a table, and the value there. */
export interface LineEnd {
  readonly plies: number;
  readonly position: LegalPosition;
  readonly probe: ProbeResult;
}

const MOVERS_VIEW: Readonly<Record<Category, Category>> = { win: "loss", draw: "draw", loss: "win" };

/** Says of the moves of a position what tables know; each is looked up once. */
export class Corrections {
  readonly #position: LegalPosition;
  readonly #here: ReadonlySet<string>;
  readonly #signal: AbortSignal;
  readonly #found = new Map<Move, Known | null>();
  /** The captures of the position itself, the best first. */
  #captures: readonly SolvedCapture[] | null = null;

  /** @param here the endgames that have tables */
  constructor(position: LegalPosition, here: ReadonlySet<string>, signal: AbortSignal) {
    this.#position = position;
    this.#here = here;
    this.#signal = signal;
  }

  /** The opinions that these guesses make, the best move first. */
  async correct(guesses: readonly Guess[]): Promise<Opinion[]> {
    this.#captures ??= await solvedCaptures(this.#position, this.#here, this.#signal);
    const opinions: Opinion[] = [];
    for (const guess of guesses) {
      const move = guess.line[0]!;
      if (!this.#found.has(move)) this.#found.set(move, await this.#lookUp(move));
      opinions.push({ move, guess, known: this.#found.get(move)! });
    }
    const best = this.#captures[0];
    if (best?.probe.category === "loss" && !opinions.some(({ move }) => move === best.move)) {
      opinions.push({ move: best.move, guess: null, known: knownBy(best) });
    }
    return opinions.sort((a, b) => worthOf(b) - worthOf(a));
  }

  async #lookUp(move: Move): Promise<Known | null> {
    const own = this.#captures!.find((capture) => capture.move === move);
    if (own !== undefined) return knownBy(own);
    const [answer] = await solvedCaptures(applyMove(this.#position, move), this.#here, this.#signal);
    return answer?.probe.category === "loss" ? { outcome: "loss", capture: answer, isRefutation: true } : null;
  }

  /** Null where the line stays outside the tables. */
  async endOf({ line }: Guess): Promise<LineEnd | null> {
    let position = this.#position;
    for (const [i, move] of line.entries()) {
      position = applyMove(position, move);
      if (!isSolved(position, this.#here)) continue;
      try {
        return {
          plies: i + 1,
          position,
          probe: await answers().ask("probe", { fen: formatFen(position) }, this.#signal),
        };
      } catch (error) {
        if (error instanceof AnswerError) return null; // what cannot be looked up now is left out
        throw error;
      }
    }
    return null;
  }
}

function knownBy(capture: SolvedCapture): Known {
  return { outcome: MOVERS_VIEW[capture.probe.category], capture, isRefutation: false };
}

/** More than any guess. */
const CERTAIN = 1e9;
/** Of a mate that the engine expects: more than any number of soldiers. */
const EXPECTED_MATE = 1e6;

/** To the mover. */
function worthOf({ guess, known }: Opinion): number {
  if (known !== null) {
    const plies = known.capture.probe.distance ?? 0;
    return { win: CERTAIN - plies, draw: 0, loss: plies - CERTAIN }[known.outcome];
  }
  const { kind, value } = guess!.score;
  return kind === "cp" ? value : Math.sign(value) * EXPECTED_MATE - value;
}
