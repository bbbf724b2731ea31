/** What a move in a study comes to that no table has: the prover is asked at once, on the spot. */
import { checkProofTree, type CheckedProof } from "../../src/prove/check.ts";
import { readProofTree } from "../../src/prove/proof-tree.ts";
import { longestDefence } from "../../src/prove/prove.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { Prover } from "../answers/prover.ts";

/** A move that is proven to win comes with the longest defence against it, up to mate, one that is proven to lose with what shows it. */
export type Judgement =
  | { readonly outcome: "win"; readonly line: readonly Move[] }
  | { readonly outcome: "loss"; readonly reply: Move }
  | { readonly outcome: "open" };

/** A win is looked for so long, and then one of the other side. */
const WIN_SECONDS = 2;
const LOSS_SECONDS = 1;

const prover = new Prover();

/** @param after the position that the move led to; another that is still looked at is given up, and then nothing is said of it */
export async function judge(after: LegalPosition): Promise<Judgement> {
  const solver = opponent(after.turn);
  const proof = await proofOf(after, solver, WIN_SECONDS);
  if (proof !== null) return { outcome: "win", line: longestDefence(after, solver, proof) };
  const refuted = await proofOf(after, after.turn, LOSS_SECONDS);
  const reply = refuted?.book.moveAt(after.board);
  return reply === undefined ? { outcome: "open" } : { outcome: "loss", reply };
}

function proofOf(position: LegalPosition, winner: Colour, seconds: number): Promise<CheckedProof | null> {
  return new Promise((resolve, reject) => {
    prover.ask(position, { seconds, winner }, (told) => {
      if (told.kind === "progress") return;
      if (told.kind === "failed" || told.file === null) resolve(null);
      else checkProofTree(readProofTree(told.file), { position }).then(resolve, reject);
    });
  });
}
