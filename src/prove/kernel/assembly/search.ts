// Depth-first proof-number search.
import { at, key, keyOfMove, other, pass, play, turn, undo } from "./board";
import {
  BY_PATH, byPathFor, disproof, find, findByPath, flags, forget, keep, keepByPath, leansOn, MOST, NEVER, NO_THREAT, notWonIn,
  proof, setFlags, setNotWon, setNumbers, setWon, setWork, THREAT, winning, wonIn, work,
} from "./entries";
import { ARENA, ENTRIES, HISTORY, ON_PATH, OPTIONS, PATH } from "./layout";
import { givesCheck, isChecked, markTheirKing, writeMoves } from "./moves";

/** Leans on no ancestor. */
const NOTHING: i32 = 0x7fff_ffff;

const CHILD: usize = 32;
const C_KEY: usize = 0;
const C_PROOF: usize = 8;
const C_DISPROOF: usize = 12;
const C_LEANS: usize = 16;
const C_MOVE: usize = 20;
const C_WON: usize = 22;
const C_NOT: usize = 24;
const C_QUIET: usize = 26;
const C_PLAIN: usize = 27;

export const O_EPS: usize = 0, O_WEAK: usize = 1, O_NULL: usize = 2, O_QUIET: usize = 3, O_FAIL: usize = 4, O_LEAF: usize = 5, O_NULLN: usize = 6, O_EDGE: usize = 7, O_SIM: usize = 8, O_OR: usize = 9, O_MINIPLY: usize = 10, O_RETRY: usize = 11, O_X: usize = 12, O_Y: usize = 13, O_Z: usize = 14, O_U: usize = 15;
// @inline
export function opt(i: usize): u32 { return load<u32>(OPTIONS + (i << 2)); }
export function setOption(i: u32, v: u32): void { store<u32>(OPTIONS + ((<usize>i) << 2), v); }

let arena: usize = 0;
let arenaEnd: usize = 0;
let length: i32 = 0;
let base: i32 = 0;
let pathHash: u64 = 0;
export let nodes: u32 = 0;
let nodeLimit: u32 = 0;
let stopped: bool = false;
let attacker: u32 = 0;
let byChecks: bool = true;
let exact: bool = false;
export let deepest: i32 = 0;
const ALL_MOVES: u64 = 0x51ab_3c6d_90e1_f273;
const BLACK_ATTACKS: u64 = 0x9e37_79b9_7f4a_7c15;

let rProof: u32 = 0;
let rDisproof: u32 = 0;
let rWon: u32 = 0;
let rNot: u32 = 0;
let rLeans: i32 = 0;
export let sims: u32 = 0;
export let simHits: u32 = 0;
export let minis: u32 = 0;
export let miniNodes: u32 = 0;
export let nulls: u32 = 0;
export let nullNodes: u32 = 0;

export function beginSearch(): void {
  arena = ARENA;
  arenaEnd = ENTRIES;
}

// @inline
function searchKey(): u64 {
  return key ^ (byChecks ? 0 : ALL_MOVES) ^ (attacker == 0x20 ? BLACK_ATTACKS : 0);
}

// @inline
function mix(k: u64): u64 {
  k ^= k >> 31;
  k *= 0x7fb5_d329_728e_a185;
  return k ^ (k >> 27);
}

// @inline
function later(plies: u32): u32 { return plies >= NEVER ? NEVER : plies + 1; }

function onPath(k: u64): i32 {
  if (load<u8>(ON_PATH + <usize>(<u32>k & 4095)) == 0) return -1;
  for (let i = length - 2; i >= base; i -= 2) if (load<u64>(PATH + ((<usize>i) << 3)) == k) return i;
  return -1;
}

/** @param checks whether by checks alone */
export function beginRoot(side: u32, checks: bool, exactly: bool): void {
  attacker = side;
  byChecks = checks;
  exact = exactly;
}

/** 1 won, 2 not won, 0 unknown */
export function searchRoot(limit: u32, most: u32): u32 {
  length = 0; base = 0; pathHash = 0;
  memory.fill(ON_PATH, 0, 4096);
  stopped = false;
  nodeLimit = nodes + most;
  mid(MOST, MOST, turn == attacker, limit);
  return rProof == 0 ? 1 : rDisproof == 0 ? 2 : 0;
}
export function resultWon(): u32 { return rWon; }
export function resultNot(): u32 { return rNot; }
export function resetCounts(): void { nodes = 0; deepest = 0; sims = 0; simHits = 0; minis = 0; miniNodes = 0; nulls = 0; nullNodes = 0; }

/** Whether checks alone win within a few nodes. */
function mini(limit: u32, left: u32): bool {
  const b0 = byChecks, h0 = pathHash, l0 = base, n0 = nodeLimit, s0 = stopped;
  byChecks = true; pathHash = 0; base = length; stopped = false;
  nodeLimit = nodes + limit;
  mid(MOST, MOST, true, left);
  byChecks = b0; pathHash = h0; base = l0; nodeLimit = n0; stopped = s0 || nodes >= n0;
  return rProof == 0;
}

// @inline
function miniLeft(left: u32): u32 { return exact ? left : opt(O_MINIPLY); }

/** The position is the child; fills in what is known of it. */
function evaluate(c: usize, or: bool, left: u32, childPath: u64): void {
  store<i32>(c, NOTHING, C_LEANS);
  store<u16>(c, NEVER, C_WON);
  store<u16>(c, 0, C_NOT);
  const k = load<u64>(c, C_KEY);
  const i = onPath(k);
  if (i >= 0) {
    store<u32>(c, MOST, C_PROOF);
    store<u32>(c, 0, C_DISPROOF);
    store<i32>(c, i, C_LEANS);
    store<u16>(c, NEVER, C_NOT);
    return;
  }
  let known = find(k);
  if (known) {
    if (wonIn != NEVER && (!exact || wonIn <= left)) { won(c, wonIn); return; }
    if (notWonIn >= left) { notWon(c, notWonIn); return; }
    store<u32>(c, proof, C_PROOF);
    store<u32>(c, disproof, C_DISPROOF);
    if ((flags & BY_PATH) != 0 && findByPath(k ^ mix(childPath)) && byPathFor >= left) {
      notWon(c, byPathFor);
      store<i32>(c, <i32>leansOn, C_LEANS);
      return;
    }
  }
  if (!byChecks && find(k ^ ALL_MOVES) && wonIn != NEVER && (!exact || wonIn <= left)) { won(c, wonIn); return; }
  if (or && left < 1) { notWon(c, 0); return; }
  if (known) return;
  let p: u32 = 1;
  let d: u32 = 1;
  if (!or) {
    const quiet = load<u8>(c, C_QUIET) != 0;
    const count = <u32>((writeMoves(arena, !quiet, quiet ? 1 : 128) - arena) >> 1);
    if (count == 0) { won(c, 0); return; }
    p = quiet ? opt(O_QUIET) : count;
  } else if (!byChecks && opt(O_LEAF) != 0 && !stopped) {
    minis++;
    const n0 = nodes;
    const w = mini(opt(O_LEAF), miniLeft(left));
    miniNodes += nodes - n0;
    if (w) { won(c, rWon); return; }
    p = opt(O_X) == 0 ? opt(O_OR) : rDisproof == 0 ? opt(O_OR) : rProof < opt(O_X) ? rProof : opt(O_X);
  }
  store<u32>(c, p, C_PROOF);
  store<u32>(c, d, C_DISPROOF);
  if (load<u8>(c, C_QUIET) != 0) return; // most of the moves: not worth an entry before they are tried
  forget();
  setNumbers(p, d);
  keep(k);
}

function won(c: usize, plies: u32): void {
  store<u32>(c, 0, C_PROOF);
  store<u32>(c, MOST, C_DISPROOF);
  store<u16>(c, plies, C_WON);
}
function notWon(c: usize, plies: u32): void {
  store<u32>(c, MOST, C_PROOF);
  store<u32>(c, 0, C_DISPROOF);
  store<u16>(c, plies, C_NOT);
}

/** Whether the attacker wins here as he does in another position by checks alone, answer by answer. */
function simulate(there: u64, left: u32): bool {
  sims++;
  nodes++;
  if (!find(there) || wonIn == NEVER || winning == 0) return false;
  const move = winning;
  if ((at(move >> 8) & attacker) == 0 || left < 1 || arena + 1024 > arenaEnd) return false;
  const top = arena;
  const k0 = key ^ (attacker == 0x20 ? BLACK_ATTACKS : 0);
  const checked = isChecked(turn);
  const end = writeMoves(top, checked, 1024);
  let ok = false;
  for (let i = top; i < end; i += 2) if (load<u16>(i) == move) { ok = true; break; }
  if (!ok) return false;
  there ^= keyOfMove(move);
  const taken = play(move);
  let most: u32 = 0;
  if (!isChecked(turn)) ok = false;
  else {
    const answers = writeMoves(top, true, 1024);
    arena = answers;
    for (let i = top; i < answers && ok; i += 2) {
      const answer = <u32>load<u16>(i);
      const next = there ^ keyOfMove(answer);
      const t = play(answer);
      const k = key ^ (attacker == 0x20 ? BLACK_ATTACKS : 0);
      if (find(k) && wonIn != NEVER && (!exact || wonIn + 2 <= left)) rWon = wonIn;
      else ok = simulate(next, left - 2);
      undo(answer, t);
      if (ok && rWon + 1 > most) most = rWon + 1;
    }
    arena = top;
  }
  undo(move, taken);
  if (!ok) return false;
  rWon = most + 1;
  if (!find(k0)) forget();
  setWon(rWon, move);
  keep(k0);
  simHits++;
  return true;
}

// @inline
function historyAt(move: u32): usize { return HISTORY + ((<usize>(at(move >> 8) & 7) << 10) | (<usize>(move & 255) << 2)); }
function reward(move: u32): void { const h = historyAt(move); store<u32>(h, load<u32>(h) + 1); }
export function clearHistory(): void { memory.fill(HISTORY, 0, 16 * 256 * 4); }

/** Those first that have been hardest to answer elsewhere. */
function sortReplies(first: usize, last: usize): void {
  for (let c = first; c < last; c += CHILD) {
    const move = <u32>load<u16>(c, C_MOVE);
    let score = load<u32>(historyAt(move));
    if (at(move & 255) != 0) score += 8;
    let to = c;
    while (to > first && load<u32>(to - CHILD, C_PROOF) < score) {
      store<u32>(to, load<u32>(to - CHILD, C_PROOF), C_PROOF);
      store<u16>(to, load<u16>(to - CHILD, C_MOVE), C_MOVE);
      to -= CHILD;
    }
    store<u32>(to, score, C_PROOF);
    store<u16>(to, move, C_MOVE);
  }
}

function mid(pt: u32, dt: u32, or: bool, left: u32): void {
  nodes++;
  if (length - base > deepest) deepest = length - base;
  if (nodes >= nodeLimit) stopped = true;
  const k = searchKey();
  const n0 = nodes;
  const checked = isChecked(turn);
  let threat: u64 = 0;
  if (!or && !checked && !byChecks && opt(O_NULL) != 0) {
    if (!find(k)) forget();
    if ((flags & (THREAT | NO_THREAT)) == 0) {
      nulls++;
      pass();
      const w = mini(opt(O_NULLN), miniLeft(left));
      pass();
      nullNodes += nodes - n0;
      if (!find(k)) forget();
      setFlags(flags | (w ? THREAT : NO_THREAT));
      if (!w && proof < opt(O_FAIL)) setNumbers(opt(O_FAIL), disproof);
      setWork(1);
      keep(k);
      if (!w && proof >= pt) { rProof = proof; rDisproof = disproof; rLeans = NOTHING; return; }
    }
    if ((flags & THREAT) != 0) { pass(); threat = key ^ (attacker == 0x20 ? BLACK_ATTACKS : 0); pass(); }
  }
  const top = arena;
  if (top + 8192 > arenaEnd || length > 2000) { rProof = MOST; rDisproof = 0; rLeans = -1; rNot = 0; return; }
  const end = writeMoves(top, checked, 1024);
  const first = (end + 7) & ~7;
  let last = first;
  if (or) markTheirKing();
  for (let i = top; i < end; i += 2) {
    const move = <u32>load<u16>(i);
    let quiet: u32 = 0;
    if (or) {
      const gives = givesCheck(move);
      if (!gives && byChecks && !checked) continue;
      quiet = gives ? 0 : 1;
    }
    store<u16>(last, move, C_MOVE);
    store<u8>(last, quiet, C_QUIET);
    last += CHILD;
  }
  if (!or && opt(O_RETRY) != 0) sortReplies(first, last);
  arena = last;
  store<u64>(PATH + ((<usize>length) << 3), k);
  const filter = ON_PATH + <usize>(<u32>k & 4095);
  store<u8>(filter, load<u8>(filter) + 1);
  length++;
  const outer = pathHash;
  const path = outer ^ mix(k);
  const childLeft = left - 1;
  let greatest: u32 = 0, some: u32 = 0;
  for (let c = first; c < last; c += CHILD) {
    const move = <u32>load<u16>(c, C_MOVE);
    const taken = play(move);
    store<u64>(c, searchKey(), C_KEY);
    if (threat != 0 && opt(O_SIM) != 0) {
      if (!find(key ^ (attacker == 0x20 ? BLACK_ATTACKS : 0)) || wonIn == NEVER) {
        undo(move, taken);
        const there = threat ^ keyOfMove(move);
        play(move);
        // The defender has passed there; the sides to move agree once his move is made here.
        simulate(threat, miniLeft(childLeft));
      }
    }
    evaluate(c, !or, childLeft, path);
    undo(move, taken);
    if (load<u32>(or ? c + C_PROOF : c + C_DISPROOF) == 0) { last = c + CHILD; break; }
    if (!or && opt(O_Y) != 0) {
      const cp = load<u32>(c, C_PROOF);
      if (cp != 0) {
        some++;
        if (cp > greatest) greatest = cp;
        if (greatest + some - 1 >= pt) { last = c + CHILD; break; }
      }
    }
  }
  let move: u32 = 0;
  let p: u32, d: u32, plies: u32 = 0, not: u32 = 0, leans: i32;
  for (;;) {
    leans = NOTHING;
    let best: usize = 0;
    let second: u32 = MOST;
    let most: u32 = 0;
    let live: u32 = 0;
    if (or) {
      p = MOST;
      d = 0;
      plies = NEVER;
      not = NEVER;
      let open = false;
      for (let c = first; c < last; c += CHILD) {
        const cp = load<u32>(c, C_PROOF);
        const cd = load<u32>(c, C_DISPROOF);
        if (cp < p || (cp == p && best != 0 && cp != 0 && cd > load<u32>(best, C_DISPROOF))) {
          if (p < second) second = p;
          p = cp;
          best = c;
        } else if (cp < second) second = cp;
        if (cp == 0 && <u32>load<u16>(c, C_WON) < plies) { plies = load<u16>(c, C_WON); move = load<u16>(c, C_MOVE); }
        if (cd != 0) {
          open = true;
          if (cp < opt(O_FAIL)) live++;
          if (cd > most) most = cd;
        } else {
          const l = load<i32>(c, C_LEANS);
          if (l < leans) leans = l;
          if (<u32>load<u16>(c, C_NOT) < not) not = load<u16>(c, C_NOT);
        }
      }
      if (first == last) { not = NEVER; }
      if (p != 0 && p < MOST) p += opt(O_EDGE);
      if (p == 0) d = MOST;
      else if (open) { d = most + (live > 1 ? live - 1 : 0); leans = NOTHING; }
      plies = later(plies);
      not = later(not);
    } else {
      d = MOST;
      p = 0;
      let open = false;
      for (let c = first; c < last; c += CHILD) {
        const cp = load<u32>(c, C_PROOF);
        const cd = load<u32>(c, C_DISPROOF);
        if (cd < d || (cd == d && best != 0 && cd != 0 && cp > load<u32>(best, C_PROOF))) {
          if (d < second) second = d;
          d = cd;
          best = c;
        } else if (cd < second) second = cd;
        if (cp != 0) { open = true; live++; if (cp > most) most = cp; } else if (load<u16>(c, C_WON) > <u16>plies) plies = load<u16>(c, C_WON);
      }
      if (!open) { d = MOST; p = 0; plies = first == last ? 0 : later(plies); }
      else if (d == 0) { p = MOST; leans = load<i32>(best, C_LEANS); not = later(load<u16>(best, C_NOT)); }
      else p = most + live - 1;
    }
    if (p == 0 || d == 0 || p >= pt || d >= dt || stopped) {
      if (!or && p != 0 && best != 0) reward(<u32>load<u16>(best, C_MOVE));
      break;
    }
    const c = best;
    if (live == 0) live = 1;
    const bound = second >= MOST ? MOST : second + (opt(O_EPS) != 0 ? second / opt(O_EPS) : 0) + 1;
    let cpt: u32, cdt: u32;
    if (or) {
      cpt = pt >= MOST ? MOST : pt > opt(O_EDGE) ? pt - opt(O_EDGE) : 1;
      if (bound < cpt) cpt = bound;
      cdt = dt >= MOST ? MOST : dt - (live - 1);
    } else {
      cdt = dt < bound ? dt : bound;
      cpt = pt >= MOST ? MOST : pt - (live - 1);
    }
    const m = <u32>load<u16>(c, C_MOVE);
    const taken = play(m);
    pathHash = path;
    mid(cpt, cdt, !or, childLeft);
    pathHash = outer;
    undo(m, taken);
    store<u32>(c, rProof, C_PROOF);
    store<u32>(c, rDisproof, C_DISPROOF);
    store<u16>(c, rWon, C_WON);
    store<u16>(c, rNot, C_NOT);
    store<i32>(c, rLeans, C_LEANS);
  }
  length--;
  store<u8>(filter, load<u8>(filter) - 1);
  arena = top;
  if (d == 0 && leans >= length) leans = NOTHING; // it leans on nothing above this position
  if (!find(k)) forget();
  setWork(nodes - n0 + 1);
  if (wonIn != NEVER && (!exact || wonIn <= left) && p != 0) { p = 0; d = MOST; plies = wonIn; move = winning; }
  if (p == 0) {
    if (plies < wonIn) setWon(plies, move);
  } else if (d == 0) {
    if (leans == NOTHING) setNotWon(not);
    else {
      setFlags(flags | BY_PATH);
      setNumbers(proof + 1, disproof);
      keepByPath(k ^ mix(outer), <u32>leans, not);
    }
  } else setNumbers(p, d);
  keep(k);
  rProof = p; rDisproof = d; rWon = plies; rNot = not; rLeans = leans;
}

/** The best known winning move of the attacker here, 0: not known. */
export function winningMove(): u32 {
  const k = key ^ (attacker == 0x20 ? BLACK_ATTACKS : 0);
  let move: u32 = 0, plies: u32 = NEVER;
  if (find(k) && wonIn != NEVER) { move = winning; plies = wonIn; }
  if (find(k ^ ALL_MOVES) && wonIn < plies) move = winning;
  return move;
}
export function look(i: u32, plain: bool): u32 {
  const k = key ^ (attacker == 0x20 ? BLACK_ATTACKS : 0) ^ (plain ? 0 : ALL_MOVES);
  if (!find(k)) return 0xffffffff;
  return i == 0 ? proof : i == 1 ? disproof : i == 2 ? wonIn : i == 3 ? notWonIn : i == 4 ? work : i == 5 ? flags : winning;
}
