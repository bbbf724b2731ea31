/** Proofs of positions that no table has: found in a worker, replayed here by the checker, and kept for the positions on their way. */
import { computed, effect, signal } from "@preact/signals";
import { checkProofTree, type CheckedProof } from "../../src/prove/check.ts";
import { proofGame } from "../../src/prove/proof-game.ts";
import { readProofTree, type ProofTree } from "../../src/prove/proof-tree.ts";
import { longestDefence } from "../../src/prove/prove.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { showRecord } from "../games/tree.ts";
import { continueGame } from "../state/game.ts";
import { game, play, position, show } from "../state/page.ts";
import { forcedWin, isProofOpen } from "../state/without-table.ts";
import { Prover } from "../answers/prover.ts";

/** Without being asked it looks for so long. */
export const FIRST_SECONDS = 2;
export const LONGER_SECONDS = 60;

interface Proof {
  readonly tree: ProofTree;
  readonly checked: CheckedProof;
  readonly file: Uint8Array<ArrayBuffer>;
}

/** How far the search for a proof of the position shown has come. */
export type Search =
  | { readonly state: "looking"; readonly nodes: number; readonly plies: number }
  | { readonly state: "open"; readonly seconds: number; readonly isLate: boolean }
  | { readonly state: "failed" };

export const search = signal<Search | null>(null);

/** The last one that was found. */
const proof = signal<Proof | null>(null);

/** What the proof says of a position on its way. */
export interface ProvenValue extends Proof {
  readonly winner: Colour;
  /** It is won in at most so many. */
  readonly plies: number;
  /** The winner's by the proof, or the loser's that holds out for longest; null where he has none. */
  readonly move: Move | null;
  /** With the loser to move: all that he may try, the longest first. */
  readonly answers: readonly Answer[];
}

interface Answer {
  readonly move: Move;
  /** Until he has lost after it, at most, the move itself not among them. */
  readonly plies: number;
}

/** Of the position shown; null: no proof at hand has it. */
export const provenValue = computed<ProvenValue | null>(() => {
  if (proof.value === null) return null;
  return valueBy(proof.value, position.value);
});

effect(() => void (forcedWin.value = provenValue.value));

function valueBy(known: Proof, at: LegalPosition): ProvenValue | null {
  const { winner, book } = known.checked;
  if (at.turn === winner) {
    const [plies, move] = [book.pliesAt(at.board), book.moveAt(at.board)];
    return plies === undefined || move === undefined ? null : { ...known, winner, plies, move, answers: [] };
  }
  const answers: Answer[] = [];
  for (const move of legalMoves(at)) {
    const plies = book.pliesAt(applyMove(at, move).board);
    if (plies === undefined) return null;
    answers.push({ move, plies });
  }
  answers.sort((a, b) => b.plies - a.plies);
  const [longest] = answers;
  // Whoever has no move has lost, but the proof says nothing of positions off its way.
  if (longest === undefined && formatFen(at) !== formatFen(known.tree.position)) return null;
  return {
    ...known,
    winner,
    plies: longest === undefined ? 0 : longest.plies + 1,
    move: longest?.move ?? null,
    answers,
  };
}

/** The side that the page plays by the proof, against whoever is at the board. */
export const played = signal<Colour | null>(null);

/** Before it moves, so that the other side's move is seen. */
const MOVE_MILLISECONDS = 450;

/** It moves as long as the proof has the position; not where moves were taken back. */
effect(() => {
  const value = provenValue.value;
  const { moves, played: shown } = game.value;
  if (value === null) {
    played.value = null;
    return;
  }
  if (value.move === null || position.value.turn !== played.value || shown < moves.length) return;
  const timer = setTimeout(() => play(value.move!), MOVE_MILLISECONDS);
  return () => clearTimeout(timer);
});

/** The most moves that a proof is put on the board with. */
const MOST_VARIATIONS = 1500;

/** Puts all lines of the proof on the board, as a game with variations. Returns whether all of them found room. */
export function showVariations({ tree, checked }: Proof): boolean {
  const { record, isWhole } = proofGame(position.value, tree.winner, checked, MOST_VARIATIONS);
  showRecord(record);
  return isWhole;
}

/** Puts the line of the proof behind the moves of the game. */
export function showLine({ tree, checked }: Proof): void {
  show(continueGame(game.value, longestDefence(position.value, tree.winner, checked)));
}

effect(() => {
  if (search.value !== null) isProofOpen.value = search.value.state !== "looking";
});

const prover = new Prover();

/** Looks for a proof of the position; another search that goes on is ended. */
export function prove(of: LegalPosition, seconds: number): void {
  search.value = { state: "looking", nodes: 0, plies: 0 };
  const failed = () => (search.value = { state: "failed" });
  prover.ask(of, { seconds }, (told) => {
    if (told.kind === "failed") failed();
    else if (told.kind === "progress") search.value = { state: "looking", nodes: told.nodes, plies: told.plies };
    else if (told.file === null) search.value = { state: "open", seconds, isLate: told.isLate };
    else keep(told.file as Uint8Array<ArrayBuffer>, of).catch(failed);
  });
}

/** Ends the search; what was not proven by then is not proven. */
export function stop(): void {
  prover.stop();
  search.value = null;
  isProofOpen.value = true;
}

/** Once the checker has replayed it. */
async function keep(file: Uint8Array<ArrayBuffer>, of: LegalPosition): Promise<void> {
  const tree = readProofTree(file);
  const checked = await checkProofTree(tree, { position: of });
  proof.value = { tree, checked, file };
  if (formatFen(position.value) === formatFen(of)) search.value = null;
}
