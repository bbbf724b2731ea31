// The prover's kernel: looks for wins by all moves. It shares no code with the checker, which replays what it finds.
import { beginBoard, inCheck, turn } from "./board";
import { beginGuide, guideNodes, lead as leadFrom, leaveOutMove } from "./guide";
import { G_TABLE, MOVES, R_CHECK, R_MOVE, RECORD_BYTES, STACK } from "./layout";
import { countLegal, fromOf, listLegal, toOf } from "./moves";
import { beginSearch, confirm as confirmMove, deepest, nodes, run } from "./search";
import { beginTable } from "./table";

export { readBoard } from "./board";
export { leadingMove, nextDepth } from "./guide";
export { enterLine as enter, isOnLine, leaveLine as leave } from "./line";
export { forget, known, winningMove } from "./search";

/** @param bytes that the whole memory may have, all of it 0; @param winner 0 Red, 8 Black; @param leafMen the most that a table has, 0: there are none */
export function begin(bytes: f64, winner: u32, mostPlies: i32, leafMen: u32): void {
  beginBoard(leafMen);
  let guide: u64 = 1024;
  while (guide * 16 <= <u64>bytes) guide *= 2;
  beginTable(G_TABLE + <usize>guide, <u64>bytes);
  beginGuide(winner, guide);
  beginSearch(winner, mostPlies);
}

/** Searches some nodes more from the board read last. @returns 1 won, 2 not won, 0 open */
export function advance(count: u32): u32 {
  return run(<u64>count);
}

/**
 * Searches some nodes for a guide, from the board read last, deeper step by step from a depth on.
 * @returns the plies of a mate announced for the winner, or 0
 */
export function lead(count: u32, depth: i32): i32 {
  return leadFrom(<u64>count, depth);
}

/** Leaves one move more out of the next searches for a guide, from * 90 + to, at most four; -1: none from now on. */
export function leaveOut(move: i32): void {
  leaveOutMove(move < 0 ? 0 : ((<u32>move / 90) << 7) | (<u32>move % 90));
}

/** Keeps that a move wins, from * 90 + to, where every answer is known to lose. @returns whether that is so */
export function confirm(move: u32): bool {
  return confirmMove(move / 90, move % 90);
}

/** By both searches. */
export function nodesSearched(): f64 {
  return <f64>(nodes + guideNodes);
}

export function deepestPly(): i32 {
  return deepest;
}

/** Lists at MOVES the legal moves of some kind from the board read last, from * 90 + to; those that give check with 8192 more. @returns how many */
export function listMoves(kind: u32): u32 {
  const last = listLegal(STACK, inCheck(turn), kind);
  let place = MOVES;
  for (let record = STACK; record < last; record += RECORD_BYTES, place += 2) {
    const move = <u32>load<u16>(record + R_MOVE);
    const check = <u32>load<u8>(record + R_CHECK);
    store<u16>(place, <u16>(fromOf(move) * 90 + toOf(move) + check * 8192));
  }
  return <u32>((place - MOVES) >> 1);
}

/** How many legal moves there are from it. */
export function countMoves(): u32 {
  return countLegal(inCheck(turn), 255);
}
