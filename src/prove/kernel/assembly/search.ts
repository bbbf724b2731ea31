// Depth-first proof-number search for a win of one side, `winner`: by checks alone, or by all moves, which asks the former at new
// positions and whether a quiet move threatens anything. Both keep their numbers in one table, under different names.
//
// What the guide announces a mate of begins with the least number.
//
// A position that comes back on a line is no win there. What leans on that is kept for the same set of ancestors alone.
import { inCheck, key, leafOutcome, LEAF_LOSS, LEAF_NONE, LEAF_WIN, mix, pass, play, turn, undo } from "./board";
import {
  R_CHECK,
  R_DISPROOF,
  R_FRESH,
  R_LEANS_ON,
  R_MOVE,
  R_NAME,
  R_PLIES,
  R_PROOF,
  R_QUIET,
  RECORD_BYTES,
  STACK,
} from "./layout";
import { bringScore, isAnnounced } from "./guide";
import { base, beginAt, depth, enter, leave, placeOnPath } from "./line";
import { CHECKING, countLegal, EVERY, fromOf, listLegal, toOf } from "./moves";
import {
  addWork,
  bring,
  BY_PATH,
  clearFlags,
  disproofOf,
  find,
  findRepeated,
  growTable,
  hasFlag,
  isFull,
  keepRepeated,
  NO_DISPROOF,
  NO_ENTRY,
  obtain,
  pliesOf,
  proofOf,
  setFlag,
  setNumbers,
  setPlies,
  TESTED,
} from "./table";

export const DONE: u32 = 100_000_000;
/** On no ancestor. */
const NOTHING: i32 = i32.MAX_VALUE;
/** On the limit of plies. */
const LIMIT: i32 = -1;

/** The proof number that a quiet move begins with; and one after which the loser may pass, since no win by checks is threatened. */
const QUIET: u32 = 6;
const NO_THREAT: u32 = 40;
/** The proof number that an answer of the loser begins with. */
const ANSWER: u32 = 2;
/** Nodes by checks: whether something is threatened; of a new position with the winner to move. */
const THREAT_NODES: u64 = 250;
const LEAF_NODES: u64 = 60;

const ALL: u64 = 0;
/** Such names have the same upper half, so that both are near each other in the table. */
const CHECKS: u64 = 0x0be7f283;

let winner: u32 = 0;
let mostPlies: i32 = 0;
/** ALL or CHECKS. */
let mode: u64 = ALL;

export let nodes: u64 = 0;
export let deepest: i32 = 0;
let limit: u64 = 0;
let stopped: bool = false;

/** The set of ancestors. */
let ancestors: u64 = 0;
/** The end of the records in use. */
let top: usize = STACK;

// What a search, or a look at the children, has found.
let proof: u32 = 0;
let disproof: u32 = 0;
let plies: u32 = 0;
let leansOn: i32 = 0;
let best: usize = 0;
let second: u32 = 0;
let live: u32 = 0;

export function beginSearch(side: u32, most: i32): void {
  winner = side;
  mostPlies = most;
}

/** Bits of what was brought near: reading that nobody asks for might be left out. */
export let brought: u64 = 0;

/** Searches some nodes more from the position on the board. @returns 1 won, 2 not won, 0 open */
export function run(count: u64): u32 {
  limit = nodes + count;
  stopped = false;
  mode = ALL;
  beginAt(depth);
  ancestors = 0;
  top = STACK;
  search(inCheck(turn), DONE, DONE);
  beginAt(0);
  return proof == 0 ? 1 : disproof == 0 ? 2 : 0;
}

function found(proofFound: u32, disproofFound: u32, pliesFound: u32, leans: i32): void {
  proof = proofFound;
  disproof = disproofFound;
  plies = pliesFound;
  leansOn = leans;
}

/** Searches until the numbers of the position on the board reach the limits. */
function search(checked: bool, mostProof: u32, mostDisproof: u32): void {
  const began = nodes++;
  if (isFull) growTable();
  if (nodes >= limit) stopped = true;
  const ply = depth - base;
  if (mode == ALL && ply > deepest) deepest = ply;
  const wins = turn == winner;
  const name = key ^ mode;
  if (mode == ALL && (wins ? isWonByChecks(name, checked) : !checked && isPutOff(name, mostProof))) return;
  if (ply >= mostPlies) {
    found(DONE, 0, 0, LIMIT);
    return;
  }
  const first = top;
  const last = listLegal(first, checked, wins && mode == CHECKS && !checked ? CHECKING : EVERY);
  top = last;
  const outside = ancestors;
  ancestors = outside ^ mix(name);
  enter(name);
  const end = evaluateAll(first, last, wins);
  for (;;) {
    if (wins) choose(first, end);
    else require(first, end);
    if (proof == 0 || disproof == 0 || proof >= mostProof || disproof >= mostDisproof || stopped) break;
    const least = second >= DONE ? DONE : second + second / 4 + 1;
    const others = live == 0 ? 0 : live - 1;
    const child = best;
    const childProof = wins ? min<u32>(mostProof, least) : mostProof >= DONE ? DONE : mostProof - others;
    const childDisproof = wins ? (mostDisproof >= DONE ? DONE : mostDisproof - others) : min<u32>(mostDisproof, least);
    const move = <u32>load<u16>(child + R_MOVE);
    const taken = play(fromOf(move), toOf(move));
    search(load<u8>(child + R_CHECK) != 0, childProof, childDisproof);
    undo(fromOf(move), toOf(move), taken);
    note(child);
    store<u8>(child + R_FRESH, 0);
  }
  leave(name);
  ancestors = outside;
  top = first;
  if (leansOn >= ply) leansOn = NOTHING;
  keep(name, nodes - began);
}

/** Writes what was found into a record. */
function note(record: usize): void {
  store<u32>(record + R_PROOF, proof);
  store<u32>(record + R_DISPROOF, disproof);
  store<u16>(record + R_PLIES, <u16>plies);
  store<i32>(record + R_LEANS_ON, leansOn);
}

/** Writes what was found into the table. */
function keep(name: u64, spent: u64): void {
  const entry = obtain(name);
  addWork(entry, spent);
  if (proofOf(entry) == 0) {
    // It came about once more below, and was won there.
    found(0, DONE, pliesOf(entry), NOTHING);
  } else if (disproof == 0 && leansOn != NOTHING) {
    setFlag(entry, BY_PATH);
    setNumbers(entry, min<u32>(proofOf(entry) + 1, DONE - 1), max<u32>(disproofOf(entry), 1));
    keepRepeated(name ^ mix(ancestors), leansOn);
  } else {
    setNumbers(entry, proof, disproof);
    setPlies(entry, plies);
  }
}

/**
 * With the loser to move and not in check: whether he could as well pass, and the position is put off for that.
 * If so its numbers are found.
 */
function isPutOff(name: u64, mostProof: u32): bool {
  let entry = obtain(name);
  if (hasFlag(entry, TESTED)) return false;
  pass();
  const threatens = winsByChecks(false, THREAT_NODES);
  pass();
  entry = obtain(name);
  setFlag(entry, TESTED);
  if (threatens || isAnnounced(name, false)) return false;
  setNumbers(entry, max<u32>(proofOf(entry), NO_THREAT), max<u32>(disproofOf(entry), 1));
  addWork(entry, 1);
  if (proofOf(entry) < mostProof) return false;
  found(proofOf(entry), disproofOf(entry), 0, NOTHING);
  return true;
}

/** With the winner to move, when the position is first searched: whether he wins by checks alone. If so its numbers are found. */
function isWonByChecks(name: u64, checked: bool): bool {
  let entry = obtain(name);
  if (hasFlag(entry, TESTED)) return false;
  const wins = winsByChecks(checked, LEAF_NODES);
  entry = obtain(name);
  setFlag(entry, TESTED);
  if (!wins) return false;
  setNumbers(entry, 0, DONE);
  setPlies(entry, plies);
  found(0, DONE, plies, NOTHING);
  return true;
}

/** Whether checks alone win for the winner, who is to move, as far as some nodes show. If so, in how many plies is found. */
function winsByChecks(checked: bool, most: u64): bool {
  const entry = find(key ^ CHECKS);
  if (entry != NO_ENTRY && (proofOf(entry) == 0 || disproofOf(entry) == 0)) {
    plies = pliesOf(entry);
    return proofOf(entry) == 0;
  }
  const outerBase = base;
  const outerLimit = limit;
  const outerStopped = stopped;
  const outerAncestors = ancestors;
  const outerMode = mode;
  beginAt(depth);
  limit = nodes + most;
  stopped = false;
  ancestors = 0;
  mode = CHECKS;
  search(checked, DONE, DONE);
  beginAt(outerBase);
  limit = outerLimit;
  stopped = outerStopped;
  ancestors = outerAncestors;
  mode = outerMode;
  return proof == 0;
}

/** Gives the children their numbers, up to one that decides. @returns the end of those */
function evaluateAll(first: usize, last: usize, wins: bool): usize {
  for (let record = first; record < last; record += RECORD_BYTES) {
    const name = load<u64>(record + R_NAME) ^ mode;
    store<u64>(record + R_NAME, name);
    brought |= bring(name) | (mode == ALL ? bringScore(name) : 0);
  }
  for (let record = first; record < last; record += RECORD_BYTES) {
    if (!wins) store<u8>(record + R_QUIET, 0);
    store<u8>(record + R_FRESH, 0);
    evaluate(record, !wins);
    note(record);
    if ((wins ? proof : disproof) == 0) return record + RECORD_BYTES;
  }
  return last;
}

/** Finds the numbers of a child. @param wins whether the winner is to move there */
function evaluate(record: usize, wins: bool): void {
  const name = load<u64>(record + R_NAME);
  const place = placeOnPath(name);
  if (place >= 0) {
    found(DONE, 0, 0, place);
    return;
  }
  let entry = find(name);
  if (entry != NO_ENTRY) {
    found(proofOf(entry), disproofOf(entry), pliesOf(entry), NOTHING);
    if (proof == 0 || disproof == 0 || !hasFlag(entry, BY_PATH)) return;
    const leans = findRepeated(name ^ mix(ancestors));
    if (leans != NO_DISPROOF) found(DONE, 0, 0, leans);
    return;
  }
  const quiet = load<u8>(record + R_QUIET) != 0;
  if (mode == ALL && !quiet) {
    entry = find(name ^ CHECKS);
    if (entry != NO_ENTRY && proofOf(entry) == 0) {
      found(0, DONE, pliesOf(entry), NOTHING);
      return;
    }
  }
  const move = <u32>load<u16>(record + R_MOVE);
  const taken = play(fromOf(move), toOf(move));
  estimate(load<u8>(record + R_CHECK) != 0, wins, quiet);
  undo(fromOf(move), toOf(move), taken);
  if (mode == ALL && proof != 0 && disproof != 0 && isAnnounced(name, wins)) proof = 1;
  // Most moves are quiet, and most answers need not be looked at: they have no entry before they are searched.
  const fresh = wins && mode == ALL && proof != 0 && disproof != 0;
  store<u8>(record + R_FRESH, <u8>fresh);
  if (fresh || (quiet && proof != 0)) return;
  entry = obtain(name);
  setNumbers(entry, proof, disproof);
}

/** Finds the numbers of a new position, which is on the board. */
function estimate(checked: bool, wins: bool, quiet: bool): void {
  // Whoever has no move has lost, whatever tables there are.
  const answers = wins ? 0 : countLegal(checked, quiet ? 1 : 255);
  const said = wins || answers != 0 ? leafOutcome() : LEAF_NONE;
  if (said != LEAF_NONE) {
    if (said == (wins ? LEAF_WIN : LEAF_LOSS)) found(0, DONE, 0, NOTHING);
    else found(DONE, 0, 0, NOTHING);
  } else if (wins) found(mode == CHECKS ? 1 : ANSWER, 1, 0, NOTHING);
  else if (answers == 0) found(0, DONE, 0, NOTHING);
  // The harder to win, the more answers there are.
  else found(quiet ? QUIET : answers, 1, 0, NOTHING);
}

/** The winner is to move: one move is enough. */
function choose(first: usize, end: usize): void {
  let least = DONE;
  let open = false;
  let most: u32 = 0;
  let shortest: u32 = 0;
  let leans = NOTHING;
  second = DONE;
  live = 0;
  best = 0;
  for (let record = first; record < end; record += RECORD_BYTES) {
    const itsProof = load<u32>(record + R_PROOF);
    const itsDisproof = load<u32>(record + R_DISPROOF);
    if (itsDisproof == 0) {
      leans = min<i32>(leans, load<i32>(record + R_LEANS_ON));
      continue;
    }
    if (itsProof == 0) {
      const itsPlies = <u32>load<u16>(record + R_PLIES) + 1;
      shortest = least == 0 ? min<u32>(shortest, itsPlies) : itsPlies;
    }
    open = true;
    most = max<u32>(most, itsDisproof);
    if (itsProof < NO_THREAT) live++;
    if (best == 0 || itsProof < least || (itsProof == least && itsDisproof > load<u32>(best + R_DISPROOF))) {
      second = min<u32>(second, least);
      least = itsProof;
      best = record;
    } else second = min<u32>(second, itsProof);
  }
  if (!open) found(DONE, 0, 0, leans);
  else if (least == 0) found(0, DONE, shortest, NOTHING);
  else found(least, min<u32>(DONE, most + (live == 0 ? 0 : live - 1)), 0, NOTHING);
}

/**
 * The loser is to move: every answer has to lose. One that was not searched yet does not count among the others, since most lose at once:
 * so the answer that is the hardest so far is searched before the rest is looked at.
 */
function require(first: usize, end: usize): void {
  let least = DONE;
  let most: u32 = 0;
  let longest: u32 = 0;
  let open = false;
  let leans = LIMIT;
  second = DONE;
  live = 0;
  best = 0;
  for (let record = first; record < end; record += RECORD_BYTES) {
    const itsProof = load<u32>(record + R_PROOF);
    const itsDisproof = load<u32>(record + R_DISPROOF);
    if (itsProof == 0) {
      longest = max<u32>(longest, <u32>load<u16>(record + R_PLIES) + 1);
      continue;
    }
    if (itsDisproof == 0) leans = max<i32>(leans, load<i32>(record + R_LEANS_ON));
    open = true;
    if (load<u8>(record + R_FRESH) == 0) live++;
    most = max<u32>(most, itsProof);
    if (best == 0 || itsDisproof < least || (itsDisproof == least && itsProof > load<u32>(best + R_PROOF))) {
      second = min<u32>(second, least);
      least = itsDisproof;
      best = record;
    } else second = min<u32>(second, itsDisproof);
  }
  if (!open) found(0, DONE, longest, NOTHING);
  else if (least == 0) found(DONE, 0, 0, leans);
  else found(min<u32>(DONE, most + (live == 0 ? 0 : live - 1)), least, 0, NOTHING);
}

/** The winner's move in the position on the board by which he wins soonest, as far as the table knows: from * 90 + to, or -1. */
export function winningMove(): i32 {
  const last = listLegal(STACK, inCheck(turn), EVERY);
  let shortest = u32.MAX_VALUE;
  let chosen = -1;
  for (let record = STACK; record < last; record += RECORD_BYTES) {
    const move = <u32>load<u16>(record + R_MOVE);
    const length = pliesOfWin(load<u64>(record + R_NAME), move, load<u8>(record + R_CHECK) != 0);
    if (length >= shortest) continue;
    shortest = length;
    chosen = <i32>(fromOf(move) * 90 + toOf(move));
  }
  return chosen;
}

/** The plies after a move, where it is known to win, else the greatest number. */
function pliesOfWin(name: u64, move: u32, checked: bool): u32 {
  const taken = play(fromOf(move), toOf(move));
  const isLost = countLegal(checked, 1) == 0 || leafOutcome() == LEAF_LOSS;
  undo(fromOf(move), toOf(move), taken);
  return isLost ? 0 : knownPlies(name);
}

/** The plies of a win that the table knows, else the greatest number. */
function knownPlies(name: u64): u32 {
  let length = u32.MAX_VALUE;
  const entry = find(name);
  if (entry != NO_ENTRY && proofOf(entry) == 0) length = pliesOf(entry);
  const byChecks = find(name ^ CHECKS);
  if (byChecks != NO_ENTRY && proofOf(byChecks) == 0) length = min<u32>(length, pliesOf(byChecks));
  return length;
}

/** What the table knows of the position on the board: 1 won, 2 not won, 0 neither. */
export function known(): u32 {
  if (knownPlies(key) != u32.MAX_VALUE) return 1;
  const entry = find(key);
  return entry != NO_ENTRY && disproofOf(entry) == 0 ? 2 : 0;
}

/** Gives up what the table knows of the position on the board. */
export function forget(): void {
  for (let i = 0; i < 2; i++) {
    const entry = find(i == 0 ? key : key ^ CHECKS);
    if (entry == NO_ENTRY) continue;
    setNumbers(entry, 1, 1);
    clearFlags(entry);
  }
}

/** Keeps that a move of the winner wins, where every answer is known to lose. @returns whether that is so */
export function confirm(from: u32, to: u32): bool {
  const taken = play(from, to);
  const after = key;
  let longest: u32 = 0;
  const last = listLegal(STACK, inCheck(turn), EVERY);
  for (let record = STACK; record < last && longest != u32.MAX_VALUE; record += RECORD_BYTES) {
    const answer = <u32>load<u16>(record + R_MOVE);
    const captured = play(fromOf(answer), toOf(answer));
    const length = leafOutcome() == LEAF_WIN ? 0 : knownPlies(load<u64>(record + R_NAME));
    undo(fromOf(answer), toOf(answer), captured);
    longest = length == u32.MAX_VALUE ? length : max<u32>(longest, length + 1);
  }
  undo(from, to, taken);
  if (longest == u32.MAX_VALUE) return false;
  keepWin(after, longest);
  keepWin(key, longest + 1);
  return true;
}

function keepWin(name: u64, length: u32): void {
  const entry = obtain(name);
  setNumbers(entry, 0, DONE);
  setPlies(entry, length);
}
