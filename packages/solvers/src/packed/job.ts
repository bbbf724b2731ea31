/** What every member of a team gets: the game, the question and the shared memory. */
import type { Game } from "../game.ts";
import type { GameSpec } from "../explicit.ts";
import { noCounts, type Counts, type Parameters, type Progress } from "../solution.ts";
import { makeCodes, type Codes } from "./codes.ts";
import { makeTeamMemory, type Member, type TeamMemory } from "./team.ts";

export type Algorithm = "forward" | "backward";

export interface Job {
  readonly spec: GameSpec;
  readonly algorithm: Algorithm;
  readonly parameters: Parameters;
  readonly codes: Codes;
  /** Backward with losses: one bit a state for the states being expanded. Else empty. */
  readonly held: Uint16Array;
  /** Forward, not layered, on several threads: what the checks of a block found (see forward-blocks.ts). Else empty. */
  readonly proofs: readonly Int32Array[];
  readonly proofAt: Int32Array;
  readonly team: TeamMemory;
}

export interface Report {
  readonly counts: Counts;
  readonly solvedBySweep: number[];
  passedOver: number;
}

export const noReport = (): Report => ({ counts: noCounts(), solvedBySweep: [], passedOver: 0 });

/** Run by every member; progress is told by the first alone. */
export type Program = (job: Job, game: Game, member: Member, progress?: Progress) => Report;

/** Room for a proof list is made for half a block of states with this many parents each. */
export const PROOF_MOVES = 96;

/** States a block: a multiple of the states in a word. */
export const BLOCK = 1 << 13;

export const proofWords = (maxMoves: number): number => BLOCK * 2 + (BLOCK >> 1) * Math.min(maxMoves, PROOF_MOVES);

export const makeJob = (
  spec: GameSpec,
  states: number,
  maxMoves: number,
  algorithm: Algorithm,
  parameters: Parameters,
  threads: number,
): Job => {
  const codes = makeCodes(states);
  const holds = algorithm === "backward" && !parameters.winOnly;
  const blocks = algorithm === "forward" && !parameters.layered && threads > 1;
  const ints = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
  return {
    spec,
    algorithm,
    parameters,
    codes,
    held: new Uint16Array(new SharedArrayBuffer(holds ? 2 * codes.length : 0)),
    proofs: Array.from({ length: blocks ? threads : 0 }, () => ints(proofWords(maxMoves))),
    proofAt: ints(blocks ? BLOCK : 0),
    team: makeTeamMemory(threads),
  };
};
