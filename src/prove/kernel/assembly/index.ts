// The prover's kernel: looks for wins by all moves. It shares no code with the checker, which replays what it finds.
import { beginBoard, inCheck, turn } from "./board";
import { MOVES, R_CHECK, R_MOVE, RECORD_BYTES, STACK } from "./layout";
import { fromOf, listLegal, toOf } from "./moves";
import { beginSearch, deepest, nodes, run } from "./search";
import { beginTable } from "./table";

export { readBoard } from "./board";
export { winningMove } from "./search";

/** @param bytes that the whole memory may have, all of it 0; @param winner 0 Red, 8 Black; @param leafMen the most that a table has, 0: there are none */
export function begin(bytes: f64, winner: u32, mostPlies: i32, leafMen: u32): void {
  beginBoard(leafMen);
  beginTable(<u64>bytes);
  beginSearch(winner, mostPlies);
}

/** Searches some nodes more from the board read last. @returns 1 won, 2 not won, 0 open */
export function advance(count: u32): u32 {
  return run(<u64>count);
}

export function nodesSearched(): f64 {
  return <f64>nodes;
}

export function deepestPly(): i32 {
  return deepest;
}

/** Lists at MOVES the legal moves from the board read last, from * 90 + to; those that give check with 8192 more. @returns how many */
export function listMoves(): u32 {
  const last = listLegal(STACK, inCheck(turn), false);
  let place = MOVES;
  for (let record = STACK; record < last; record += RECORD_BYTES, place += 2) {
    const move = <u32>load<u16>(record + R_MOVE);
    const check = <u32>load<u8>(record + R_CHECK);
    store<u16>(place, <u16>(fromOf(move) * 90 + toOf(move) + check * 8192));
  }
  return <u32>((place - MOVES) >> 1);
}
