// A search by alpha and beta, as engines have it: deeper step by step, with a table, quiet lines at the leaves, and much that is passed over
// because it seldom matters. So what it announces is a guide and no proof. Scores are for the side to move, in hundredths of a soldier.
import {
  ADVISOR,
  at,
  BLACK,
  CANNON,
  CHARIOT,
  ELEPHANT,
  HORSE,
  inCheck,
  key,
  KING,
  pass,
  play,
  SOLDIER,
  turn,
  undo,
} from "./board";
import {
  G_KILLERS,
  G_RATES,
  G_RECORDS,
  G_SCORES,
  G_TABLE,
  G_VALUES,
  R_CHECK,
  R_MOVE,
  R_ORDER,
  RECORD_BYTES,
} from "./layout";
import { EVERY, fromOf, listLegal, TAKING, TAKING_OR_CHECKING, toOf } from "./moves";
import { enter, leave, placeOnPath } from "./line";
import { disproofOf, find, NO_ENTRY, pliesOf, proofOf } from "./table";

const INFINITE: i32 = 32_000;
/** Of a mate on the board; one in some plies counts as many less. */
const MATE: i32 = 30_000;
/** Scores of this and more announce a mate. */
const ANNOUNCED: i32 = 28_000;
/** What the winner loses by a position that comes back: no material makes up for it. */
const AGAIN: i32 = 20_001;
const MOST_PLIES: i32 = 120;

/** Half the width of the first window, and depths that have none. */
const WINDOW: i32 = 40;
const FIRST_DEPTHS: i32 = 4;
/** Up to this depth, late moves and such as cannot make up for what is missing are left out. */
const LATE_DEPTH: i32 = 4;
const HOPE: i32 = 300;
/** What captures may gain beside the man that is taken, at the leaves. */
const GAIN: i32 = 200;
/** From this depth on a position without a known move is searched less deep. */
const UNKNOWN_DEPTH: i32 = 5;

/** Orders of moves: the one that the table knows, captures, killers, losing captures; the rest by how it fared. */
const KNOWN: i32 = 1 << 28;
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const BAD_CAPTURE: i32 = 1 << 17;
const CHECK: i32 = 8000;
const DONE_WITH: i32 = i32.MIN_VALUE;

/** A table entry: u64 name; i16 score, u16 move, i8 depth, u8 bounds, u8 age. Two are next to each other. */
const ENTRY_BYTES: usize = 16;
const E_SCORE: usize = 8;
const E_MOVE: usize = 10;
const E_DEPTH: usize = 12;
const E_BOUNDS: usize = 13;
const E_AGE: usize = 14;
const AT_LEAST: u32 = 1;
const AT_MOST: u32 = 2;

let winner: u32 = 0;
export let guideNodes: u64 = 0;
let limit: u64 = 0;
let stopped: bool = false;
let pairsMask: u64 = 0;
let age: u32 = 0;
/** The position that was searched last: what was kept of it is not old. */
let root: u64 = 0;
/** What Red's men are worth more than Black's. */
let balance: i32 = 0;
/** The end of the records in use. */
let top: usize = G_RECORDS;
let rootDepth: i32 = 0;
let rootScore: i32 = 0;
let rootMove: u32 = 0;
/** Up to four moves that are left out at the root, 16 bits each. */
let leftOut: u64 = 0;

/** @param side that is to win @param bytes of its table, all of it 0 */
export function beginGuide(side: u32, bytes: u64): void {
  winner = side;
  pairsMask = bytes / (2 * ENTRY_BYTES) - 1;
  for (let piece: u32 = 1; piece < 16; piece++) {
    for (let square: u32 = 0; square < 90; square++) {
      const rank = <i32>(square / 9);
      const value = worthAt(piece & 7, <i32>(square % 9), piece < BLACK ? rank : 9 - rank);
      store<i16>(placeOf(G_VALUES, piece, square), <i16>(piece < BLACK ? value : -value));
    }
  }
}

function worthOf(role: u32): i32 {
  if (role == CHARIOT) return 600;
  if (role == CANNON) return 290;
  if (role == HORSE) return 280;
  if (role == SOLDIER) return 90;
  return role == ADVISOR || role == ELEPHANT ? 120 : 0;
}

/** @param rank counted from the man's own side */
function worthAt(role: u32, file: i32, rank: i32): i32 {
  const value = worthOf(role);
  const aside = abs<i32>(file - 4);
  /** From the other king's palace. */
  const far = max<i32>(max<i32>(aside - 1, 0), abs<i32>(rank - 8) - 1);
  if (role == SOLDIER) return rank < 5 ? value : rank == 9 ? value + 20 : value + 90 - 10 * far;
  if (role == HORSE) return value + 24 - 8 * far;
  if (role == CHARIOT) return value + 12 - 3 * far;
  if (role == CANNON) return value + 10 - 3 * aside;
  return role == KING ? value - 15 * rank - 5 * aside : value;
}

/** Of a piece on a square, in a table of i16. */
// @inline
function placeOf(table: usize, piece: u32, square: u32): usize {
  return table + ((piece * 90 + square) << 1);
}

// @inline
function valueAt(piece: u32, square: u32): i32 {
  return <i32>load<i16>(placeOf(G_VALUES, piece, square));
}

/** For the side to move. */
// @inline
function evaluate(): i32 {
  return turn == 0 ? balance : -balance;
}

/** What a move does to the balance. */
// @inline
function changeBy(move: u32): i32 {
  const piece = at(fromOf(move));
  const to = toOf(move);
  return valueAt(piece, to) - valueAt(piece, fromOf(move)) - valueAt(at(to), to);
}

/** The first of two entries. */
// @inline
function pairOf(name: u64): usize {
  return G_TABLE + <usize>((name >> 20) & pairsMask) * (2 * ENTRY_BYTES);
}

/** Reads where the entry of a position would be, as `bring` of the other table does. */
// @inline
export function bringScore(name: u64): u64 {
  return load<u64>(pairOf(name));
}

/** The entry of a position, or NO_ENTRY. */
function entryOf(name: u64): usize {
  const pair = pairOf(name);
  if (load<u64>(pair) == name) return pair;
  return load<u64>(pair + ENTRY_BYTES) == name ? pair + ENTRY_BYTES : NO_ENTRY;
}

// @inline
function depthOf(entry: usize): i32 {
  return <i32>load<i8>(entry + E_DEPTH);
}

// @inline
function boundsOf(entry: usize): u32 {
  return <u32>load<u8>(entry + E_BOUNDS);
}

/** The score of an entry; plies to a mate are kept from the position on. */
function scoreOf(entry: usize, ply: i32): i32 {
  const score = <i32>load<i16>(entry + E_SCORE);
  return score >= ANNOUNCED ? score - ply : score <= -ANNOUNCED ? score + ply : score;
}

/** Whether an entry decides a search of some depth. */
function decides(entry: usize, score: i32, depth: i32, alpha: i32, beta: i32): bool {
  if (depthOf(entry) < depth) return false;
  return (score >= beta && (boundsOf(entry) & AT_LEAST) != 0) || (score <= alpha && (boundsOf(entry) & AT_MOST) != 0);
}

/** Whether an entry announces a mate of either side, which is taken as it is: no search makes it less of one, and a shorter one need not be found. */
function announces(entry: usize, score: i32): bool {
  return score >= ANNOUNCED
    ? (boundsOf(entry) & AT_LEAST) != 0
    : score <= -ANNOUNCED && (boundsOf(entry) & AT_MOST) != 0;
}

/** @param move 0: none is known to be good, so that a known one is kept */
function keep(name: u64, score: i32, move: u32, depth: i32, bounds: u32, ply: i32): void {
  let entry = entryOf(name);
  if (entry == NO_ENTRY) {
    entry = pairOf(name);
    // The first one is for what was searched deep in this search.
    if (<u32>load<u8>(entry + E_AGE) == age && depthOf(entry) > depth) entry += ENTRY_BYTES;
  } else if (move == 0) move = <u32>load<u16>(entry + E_MOVE);
  store<u64>(entry, name);
  store<i16>(entry + E_SCORE, <i16>(score >= ANNOUNCED ? score + ply : score <= -ANNOUNCED ? score - ply : score));
  store<u16>(entry + E_MOVE, <u16>move);
  store<i8>(entry + E_DEPTH, <i8>depth);
  store<u8>(entry + E_BOUNDS, <u8>bounds);
  store<u8>(entry + E_AGE, <u8>age);
}

/** Lists the legal moves of some kind from `top` on, in records with their order. @returns their end */
function listOrdered(checked: bool, kind: u32, known: u32, ply: i32): usize {
  const first = top;
  const killers = G_KILLERS + ((<usize>ply) << 2);
  top = listLegal(first, checked, kind);
  for (let record = first; record < top; record += RECORD_BYTES) {
    const move = <u32>load<u16>(record + R_MOVE);
    const piece = at(fromOf(move));
    const taken = at(toOf(move));
    let order: i32 = 0;
    if (move == known) order = KNOWN;
    else if (taken != 0) {
      const gain = worthOf(taken & 7);
      const loss = worthOf(piece & 7);
      order = gain * 16 - loss + (gain + 30 >= loss ? CAPTURE : BAD_CAPTURE);
    } else if (move == <u32>load<u16>(killers)) order = KILLER;
    else if (move == <u32>load<u16>(killers + 2)) order = KILLER - 1;
    else order = <i32>load<i16>(placeOf(G_RATES, piece, toOf(move)));
    if (load<u8>(record + R_CHECK) != 0 && order < CAPTURE) order += CHECK;
    store<i32>(record + R_ORDER, order);
  }
  return top;
}

/** The record of the move to be searched next, or 0. */
function next(first: usize, last: usize): usize {
  let best: usize = 0;
  let most = DONE_WITH;
  for (let record = first; record < last; record += RECORD_BYTES) {
    const order = load<i32>(record + R_ORDER);
    if (order <= most) continue;
    most = order;
    best = record;
  }
  return best;
}

/** Captures, answers to checks, and a first check, until the position is quiet. @param left 0, and one less for each ply */
function settle(alpha: i32, beta: i32, ply: i32, checked: bool, left: i32): i32 {
  count();
  if (stopped) return 0;
  if (ply >= MOST_PLIES) return evaluate();
  if (checked && placeOnPath(key) >= 0) return comesBack();
  const name = key;
  const entry = entryOf(name);
  let known: u32 = 0;
  if (entry != NO_ENTRY) {
    const score = scoreOf(entry, ply);
    if (announces(entry, score) || decides(entry, score, left, alpha, beta)) return score;
    known = <u32>load<u16>(entry + E_MOVE);
  }
  const now = evaluate();
  let most = checked ? -INFINITE : now;
  if (most >= beta) return most;
  let least = max<i32>(alpha, most);
  const first = top;
  const kind = checked ? EVERY : left == 0 ? TAKING_OR_CHECKING : TAKING;
  const last = listOrdered(checked, kind, known, ply);
  if (last == first && checked) return ply - MATE;
  enter(name);
  let chosen: u32 = 0;
  for (let record = next(first, last); record != 0; record = next(first, last)) {
    store<i32>(record + R_ORDER, DONE_WITH);
    const move = <u32>load<u16>(record + R_MOVE);
    const checks = load<u8>(record + R_CHECK) != 0;
    const target = at(toOf(move));
    if (!checked && !checks && now + worthOf(target & 7) + GAIN <= least) continue;
    const change = changeBy(move);
    play(fromOf(move), toOf(move));
    balance += change;
    const score = -settle(-beta, -least, ply + 1, checks, left - 1);
    balance -= change;
    undo(fromOf(move), toOf(move), target);
    if (stopped) break;
    if (score <= most) continue;
    most = score;
    if (score <= least) continue;
    least = score;
    chosen = move;
    if (score >= beta) break;
  }
  leave(name);
  top = first;
  if (!stopped) keep(name, most, chosen, max<i32>(left, -1), most >= beta ? AT_LEAST : AT_MOST, ply);
  return most;
}

// @inline
function count(): void {
  guideNodes++;
  if (guideNodes >= limit) stopped = true;
}

/** The score of a position that came back: no win for the winner, whoever he is. */
function comesBack(): i32 {
  return turn == winner ? -AGAIN : AGAIN;
}

/** @param mayPass whether it may be looked at what comes of passing */
function seek(depth: i32, low: i32, high: i32, ply: i32, checked: bool, mayPass: bool): i32 {
  if (ply > 0 && placeOnPath(key) >= 0) return comesBack();
  if (checked && ply < 2 * rootDepth) depth++;
  if (depth <= 0) return settle(low, high, ply, checked, 0);
  count();
  if (stopped) return 0;
  if (ply >= MOST_PLIES) return evaluate();
  let alpha = max<i32>(low, ply - MATE);
  const beta = min<i32>(high, MATE - ply - 1);
  if (alpha >= beta) return alpha;
  const isOpen = beta - alpha > 1;
  const name = key;
  const entry = entryOf(name);
  const now = evaluate();
  store<i16>(G_SCORES + ((<usize>ply) << 1), <i16>now);
  const improves = ply < 2 || checked || now > <i32>load<i16>(G_SCORES + ((<usize>(ply - 2)) << 1));
  let known: u32 = 0;
  if (entry != NO_ENTRY) {
    const score = scoreOf(entry, ply);
    known = <u32>load<u16>(entry + E_MOVE);
    if (ply > 0 && announces(entry, score)) return score;
    if (!isOpen && decides(entry, score, depth, alpha, beta)) return score;
  }
  if (turn == winner && ply > 0) {
    const numbers = find(name);
    if (numbers != NO_ENTRY && proofOf(numbers) == 0) return MATE - ply - <i32>pliesOf(numbers);
    if (numbers != NO_ENTRY && disproofOf(numbers) == 0) return comesBack();
  }
  if (mayPass && !checked && !isOpen && depth >= 2 && now >= beta && abs<i32>(beta) < ANNOUNCED) {
    const score = afterPass(depth - 3 - depth / 4 - min<i32>((now - beta) / 200, 3), beta, ply);
    if (stopped) return 0;
    if (score >= beta) return score >= ANNOUNCED ? beta : score;
    // A mate is threatened, which is looked into.
    if (score <= -ANNOUNCED && ply < 2 * rootDepth) depth++;
  }
  if (known == 0 && depth >= UNKNOWN_DEPTH) depth--;
  const first = top;
  const last = listOrdered(checked, EVERY, known, ply);
  if (last == first) return ply - MATE;
  enter(name);
  let most = -INFINITE;
  let chosen: u32 = 0;
  let index = 0;
  for (let record = next(first, last); record != 0; record = next(first, last)) {
    const order = load<i32>(record + R_ORDER);
    store<i32>(record + R_ORDER, DONE_WITH);
    const move = <u32>load<u16>(record + R_MOVE);
    if (ply == 0 && isLeftOut(move)) continue;
    const checks = load<u8>(record + R_CHECK) != 0;
    const quiet = !checks && !checked && at(toOf(move)) == 0;
    index++;
    if (quiet && !isOpen && most > -ANNOUNCED && depth <= LATE_DEPTH) {
      if (index > (4 + depth * depth) / (improves ? 1 : 2)) continue;
      if (index > 1 && now + HOPE * (depth + 1) <= alpha) continue;
    }
    let less = order < KILLER ? lessFor(depth, index, order, isOpen, improves) : 0;
    if (less > 0 && (checks || checked)) less--;
    const score = scoreAfter(move, checks, depth - 1, less, index == 1, alpha, beta, ply);
    if (stopped) break;
    if (score <= most) continue;
    most = score;
    if (score <= alpha) continue;
    alpha = score;
    chosen = move;
    if (ply == 0) rootMove = move;
    if (score < beta) continue;
    if (at(toOf(move)) == 0) rate(first, last, record, depth, ply);
    break;
  }
  leave(name);
  top = first;
  if (!stopped && (ply > 0 || leftOut == 0)) {
    keep(name, most, chosen, depth, most >= beta ? AT_LEAST : chosen != 0 ? AT_LEAST | AT_MOST : AT_MOST, ply);
  }
  return most;
}

/** The score for the side that passes. */
function afterPass(depth: i32, beta: i32, ply: i32): i32 {
  const name = key;
  enter(name);
  pass();
  const score = -seek(depth, -beta, 1 - beta, ply + 1, false, false);
  pass();
  leave(name);
  return score;
}

/** The score of a move, for the side that makes it. @param less plies that it is searched less deep, unless it turns out well */
function scoreAfter(
  move: u32,
  checks: bool,
  depth: i32,
  less: i32,
  isFirst: bool,
  alpha: i32,
  beta: i32,
  ply: i32,
): i32 {
  const change = changeBy(move);
  const taken = play(fromOf(move), toOf(move));
  balance += change;
  let score = alpha + 1;
  if (!isFirst) {
    score = -seek(depth - less, -alpha - 1, -alpha, ply + 1, checks, true);
    if (score > alpha && less > 0 && !stopped) score = -seek(depth, -alpha - 1, -alpha, ply + 1, checks, true);
  }
  if (isFirst || (score > alpha && score < beta && !stopped))
    score = -seek(depth, -beta, -alpha, ply + 1, checks, true);
  balance -= change;
  undo(fromOf(move), toOf(move), taken);
  return score;
}

/** How many plies less deep a late move is searched. */
function lessFor(depth: i32, index: i32, order: i32, isOpen: bool, improves: bool): i32 {
  if (depth < 3 || index < 3) return 0;
  let less = (logarithm(depth) * logarithm(index)) / 800;
  if (order > 4000) less--;
  if (order < -2000) less++;
  if (!isOpen) less++;
  if (!improves) less++;
  // The loser's are many, and seldom another than the first few holds out.
  if (turn != winner) less++;
  return max<i32>(0, min<i32>(less, depth - 2));
}

/** To the base 2, in sixteenths. */
function logarithm(n: i32): i32 {
  const whole = 31 - clz<i32>(n);
  return (whole << 4) + (((n << 4) >> whole) & 15);
}

/** A quiet move was too good: it is rated up, and those that were searched before it down. */
function rate(first: usize, last: usize, best: usize, depth: i32, ply: i32): void {
  const step = min<i32>(depth * depth * 8, 1600);
  for (let record = first; record < last; record += RECORD_BYTES) {
    const move = <u32>load<u16>(record + R_MOVE);
    if (load<i32>(record + R_ORDER) != DONE_WITH || at(toOf(move)) != 0) continue;
    const place = placeOf(G_RATES, at(fromOf(move)), toOf(move));
    const old = <i32>load<i16>(place);
    store<i16>(place, <i16>(old + (record == best ? step : -step) - (old * step) / 16_384));
  }
  const killers = G_KILLERS + ((<usize>ply) << 2);
  const move = load<u16>(best + R_MOVE);
  if (load<u16>(killers) == move) return;
  store<u16>(killers + 2, load<u16>(killers));
  store<u16>(killers, move);
}

/** Leaves one move more out at the root, at most four, or none from now on: 0. */
export function leaveOutMove(move: u32): void {
  leftOut = move == 0 ? 0 : (leftOut << 16) | <u64>move;
}

function isLeftOut(move: u32): bool {
  for (let moves = leftOut; moves != 0; moves >>= 16) if (<u32>(moves & 0xffff) == move) return true;
  return false;
}

/** Searches some nodes from the board, deeper step by step from a depth on. @returns the plies of a mate announced for the winner, or 0 */
export function lead(most: u64, from: i32): i32 {
  limit = guideNodes + most;
  stopped = false;
  top = G_RECORDS;
  if (key != root) age = (age + 1) & 255;
  root = key;
  balance = 0;
  for (let square: u32 = 0; square < 90; square++) balance += valueAt(at(square), square);
  const checked = inCheck(turn);
  for (rootDepth = from; rootDepth <= MOST_PLIES; rootDepth++) {
    searchRoot(checked);
    if (stopped) return 0;
    const score = turn == winner ? rootScore : -rootScore;
    if (score < ANNOUNCED) continue;
    rootDepth++;
    return MATE - score;
  }
  return 0;
}

/** One depth: the window is widened until the score lies in it. */
function searchRoot(checked: bool): void {
  let width = WINDOW;
  let low = rootDepth < FIRST_DEPTHS ? -INFINITE : rootScore - width;
  let high = rootDepth < FIRST_DEPTHS ? INFINITE : rootScore + width;
  for (;;) {
    const score = seek(rootDepth, low, high, 0, checked, false);
    if (stopped) return;
    width *= 3;
    if (score <= low && low > -INFINITE) low = max<i32>(-INFINITE, score - width);
    else if (score >= high && high < INFINITE) high = score >= ANNOUNCED ? INFINITE : min<i32>(INFINITE, score + width);
    else {
      rootScore = score;
      return;
    }
  }
}

/** The first depth that was not searched to its end. */
export function nextDepth(): i32 {
  return rootDepth;
}

/** The best move of the last search. */
export function leadingMove(): i32 {
  return <i32>(fromOf(rootMove) * 90 + toOf(rootMove));
}

/** Whether a mate is announced of a position. @param wins whether the winner is to move there */
export function isAnnounced(name: u64, wins: bool): bool {
  const entry = entryOf(name);
  if (entry == NO_ENTRY) return false;
  const score = <i32>load<i16>(entry + E_SCORE);
  return announces(entry, score) && score > 0 == wins;
}
