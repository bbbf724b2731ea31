import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import type { Match } from "./match.ts";

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
  return { start: parseLegalFen(fen ?? (await ask())), human, task, endgame };
}

function none(error: unknown): null {
  if (error instanceof AnswerError && error.code === "no-such-position") return null;
  throw error;
}
