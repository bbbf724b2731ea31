// The kernel of the prover.
import { beginBoard, BLACK, key, RED, setPosition, turn, play as playMove, undo as undoMove, squareOf, plainOf } from "./board";
import { beginEntries, clearEntries } from "./entries";
import { isChecked, writeMoves } from "./moves";
import { beginRoot, beginSearch, deepest, nodes, resetCounts, resultNot, resultWon, searchRoot, setOption, winningMove, sims, simHits, minis, miniNodes, nulls, nullNodes } from "./search";

import { ENTRIES, PLAIN, SCRATCH } from "./layout";
export { look, clearHistory } from "./search";
export { setOption, resetCounts, resultWon, resultNot, clearEntries };

let scratch: usize = 0;
export function begin(buckets: u32): void {
  const end = ENTRIES + <usize>buckets * 64 + (<usize>(buckets >> 1) << 4);
  const pages = <i32>((end + 65535) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  beginBoard();
  beginSearch();
  beginEntries(ENTRIES, buckets);
  scratch = SCRATCH;
}
export function board(): usize { return PLAIN; }
export function place(black: bool): void { setPosition(black ? BLACK : RED); }
export function root(blackAttacks: bool, checks: bool, exact: bool): void { beginRoot(blackAttacks ? BLACK : RED, checks, exact); }
export function search(limit: u32, most: u32): u32 { return searchRoot(limit, most); }
export function stat(i: u32): u32 { return i == 0 ? nodes : i == 1 ? <u32>deepest : i == 2 ? sims : i == 3 ? simHits : i == 4 ? minis : i == 5 ? miniNodes : i == 6 ? nulls : nullNodes; }
/** from * 90 + to; -1 unknown */
export function winner(): i32 { const m = winningMove(); return m == 0 ? -1 : <i32>(plainOf(m >> 8) * 90 + plainOf(m & 255)); }

export function perft(depth: u32): u32 { return count(depth, scratch); }
function count(depth: u32, at: usize): u32 {
  const end = writeMoves(at, isChecked(turn), 1024);
  if (depth == 1) return <u32>((end - at) >> 1);
  let sum: u32 = 0;
  for (let i = at; i < end; i += 2) { const m = <u32>load<u16>(i); const t = playMove(m); sum += count(depth - 1, end); undoMove(m, t); }
  return sum;
}
export function keyLow(): u32 { return <u32>key; }
export function listMoves(): u32 { const end = writeMoves(scratch, isChecked(turn), 1024); for (let i = scratch; i < end; i += 2) { const m = <u32>load<u16>(i); store<u16>(i, plainOf(m >> 8) * 90 + plainOf(m & 255)); } return <u32>((end - scratch) >> 1); }
export function scratchAt(): usize { return scratch; }
export function playPlain(move: u32): u32 { return playMove((squareOf(move / 90) << 8) | squareOf(move % 90)); }
export function undoPlain(move: u32, taken: u32): void { undoMove((squareOf(move / 90) << 8) | squareOf(move % 90), taken); }
