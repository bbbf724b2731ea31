/**
 * Suspects: positions in which the side to move may be forced to check or chase for ever (`SuspectFinder`), with the
 * moves that do so. Plain data: threads send what they find, and it is joined.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { DRAW, type Value, distanceOf, isWin } from "../../table/value.ts";
import { type Move, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { type Colour, EMPTY, opponent } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { menOf } from "../../rules/men.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import type { Successions } from "../successors.ts";
import { NumberList, SeedList, UNDECIDED, isMirrored, keyOf, levelOf } from "./positions.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Shorts = Uint16Array<ArrayBuffer>;
type Words = Uint32Array<ArrayBuffer>;
type Keys = Float64Array<ArrayBuffer>;

export interface Suspects {
  /** By suspect: its key, and how many edges it has. */
  readonly keys: Keys;
  readonly edges: Bytes;
  /** The order of its value, UNDECIDED for a draw. */
  readonly levels: Shorts;
  /**
   * By edge, suspect by suspect: a quiet move that checks or chases and leads to a draw or a position of an order above 0.
   * See `Moves` in move-graph.ts.
   */
  readonly to: Keys;
  readonly move: Shorts;
  readonly mirrored: Bytes;
  readonly chased: Words;
  /** The order of the value after it. */
  readonly reached: Shorts;
  /** By candidate: the number of a suspect, and the square of a man that it may be forced to chase for ever. */
  readonly suspect: Words;
  readonly square: Bytes;
  /** 1: the man is the king. */
  readonly king: Bytes;
  /** The first level at which all moves chase the man or lead to positions won for the opponent at lower levels. */
  readonly from: Shorts;
}

export function noSuspects(): Suspects {
  return {
    keys: new Float64Array(),
    edges: new Uint8Array(),
    levels: new Uint16Array(),
    to: new Float64Array(),
    move: new Uint16Array(),
    mirrored: new Uint8Array(),
    chased: new Uint32Array(),
    reached: new Uint16Array(),
    suspect: new Uint32Array(),
    square: new Uint8Array(),
    king: new Uint8Array(),
    from: new Uint16Array(),
  };
}

/** Numbers the suspects of each list behind those of the lists before it. */
export function joinSuspects(lists: readonly Suspects[]): Suspects {
  const join = <N extends Bytes | Shorts | Words | Keys>(make: new (length: number) => N, of: keyof Suspects): N => {
    const joined = new make(lists.reduce((sum, list) => sum + list[of].length, 0));
    let at = 0;
    for (const list of lists) {
      joined.set(list[of], at);
      at += list[of].length;
    }
    return joined;
  };
  const suspect = join(Uint32Array, "suspect");
  let [at, before] = [0, 0];
  for (const list of lists) {
    for (const end = at + list.suspect.length; at < end; at++) suspect[at]! += before;
    before += list.keys.length;
  }
  return {
    keys: join(Float64Array, "keys"),
    edges: join(Uint8Array, "edges"),
    levels: join(Uint16Array, "levels"),
    to: join(Float64Array, "to"),
    move: join(Uint16Array, "move"),
    mirrored: join(Uint8Array, "mirrored"),
    chased: join(Uint32Array, "chased"),
    reached: join(Uint16Array, "reached"),
    suspect,
    square: join(Uint8Array, "square"),
    king: join(Uint8Array, "king"),
    from: join(Uint16Array, "from"),
  };
}

/** Some of them, in their order. */
export function suspectsWhere(suspects: Suspects, isWanted: (key: number) => boolean): Suspects {
  const wanted = new Uint8Array(suspects.keys.length);
  for (let i = 0; i < wanted.length; i++) wanted[i] = isWanted(suspects.keys[i]!) ? 1 : 0;
  const numbers = new Uint32Array(wanted.length);
  const wantedEdges = new Uint8Array(suspects.to.length);
  let [number, edge] = [0, 0];
  suspects.edges.forEach((edges, i) => {
    numbers[i] = number;
    number += wanted[i]!;
    wantedEdges.fill(wanted[i]!, edge, edge + edges);
    edge += edges;
  });
  const wantedCandidates = new Uint8Array(suspects.suspect.length);
  suspects.suspect.forEach((suspect, i) => (wantedCandidates[i] = wanted[suspect]!));
  const among =
    (mask: Uint8Array) =>
    <N extends Bytes | Shorts | Words | Keys>(list: N) =>
      list.filter((_, i) => mask[i] === 1) as N;
  const [bySuspect, byEdge, byCandidate] = [among(wanted), among(wantedEdges), among(wantedCandidates)];
  return {
    keys: bySuspect(suspects.keys),
    edges: bySuspect(suspects.edges),
    levels: bySuspect(suspects.levels),
    to: byEdge(suspects.to),
    move: byEdge(suspects.move),
    mirrored: byEdge(suspects.mirrored),
    chased: byEdge(suspects.chased),
    reached: byEdge(suspects.reached),
    suspect: byCandidate(suspects.suspect).map((i) => numbers[i]!),
    square: byCandidate(suspects.square),
    king: byCandidate(suspects.king),
    from: byCandidate(suspects.from),
  };
}

/*
 * Finds suspects while all positions are walked through anyway, by their moves alone.
 *
 * A position u of order k (a draw: of none) is undecided at the levels up to k. For u to lose by a pattern of chasing the
 * man p (the king: checking) at one of these levels, each of its moves must chase p or lead to a position won for the
 * opponent at a lower level. So a quiet move to a position of order k or more, or to a draw, has to chase p whatever the
 * level, and no capture may save him. A position in which that is so for no man is in no pattern of any level.
 */

function newSuspectLists() {
  return {
    keys: new NumberList(Float64Array),
    edges: new NumberList(Uint8Array),
    levels: new NumberList(Uint16Array),
    to: new NumberList(Float64Array),
    move: new NumberList(Uint16Array),
    mirrored: new NumberList(Uint8Array),
    chased: new NumberList(Uint32Array),
    reached: new NumberList(Uint16Array),
    suspect: new NumberList(Uint32Array),
    square: new NumberList(Uint8Array),
    king: new NumberList(Uint8Array),
    from: new NumberList(Uint16Array),
  };
}

/** The king's bit. */
const KING = 1;

export class SuspectFinder {
  /** The positions stored as losses in 0 of an order above 0. */
  readonly seeds = new SeedList();
  readonly #index: EndgameIndex;
  readonly #scanner: ChaseScanner;
  #found = newSuspectLists();

  /** By bit, which men may be the one chased. */
  readonly #men: number;

  /** @param of which perpetuals: checks are found elsewhere where only chases are asked for */
  constructor(index: EndgameIndex, options: RuleOptions, of: "checks" | "chases" | "all" = "all") {
    this.#index = index;
    this.#scanner = new ChaseScanner(options);
    this.#men = of === "all" ? -1 : of === "checks" ? KING : ~KING;
  }

  /** Gives those found since the last time. */
  takeSuspects(): Suspects {
    const found = this.#found;
    this.#found = newSuspectLists();
    return {
      keys: found.keys.toArray(),
      edges: found.edges.toArray(),
      levels: found.levels.toArray(),
      to: found.to.toArray(),
      move: found.move.toArray(),
      mirrored: found.mirrored.toArray(),
      chased: found.chased.toArray(),
      reached: found.reached.toArray(),
      suspect: found.suspect.toArray(),
      square: found.square.toArray(),
      king: found.king.toArray(),
      from: found.from.toArray(),
    };
  }

  /** Looks at one position. */
  consider(board: Uint8Array, turn: Colour, cell: number, next: Successions, stored: Value): void {
    const level = levelOf(stored);
    if (level === 0) return;
    if (stored !== DRAW && distanceOf(stored) === 0) this.seeds.push(keyOf(cell, turn), level);
    const { moves, values, count } = next;
    // By bit: the men of the opponent chased by all moves so far that must chase.
    let men = this.#men;
    let loaded = false;
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      const capture = board[moveTo(moves[i]!)] !== EMPTY;
      if (capture || levelOf(value) < level) {
        if (isWin(value)) continue;
        return;
      }
      if (!loaded) this.#scanner.load(board, turn);
      loaded = true;
      men &= this.#scanner.chases(moves[i]!);
      if (men === 0) return;
    }
    if (!loaded) this.#scanner.load(board, turn);
    this.#note(board, turn, cell, next, level);
  }

  #note(board: Uint8Array, turn: Colour, cell: number, next: Successions, level: number): void {
    const found = this.#found;
    const number = found.keys.length;
    const men = menOf(board, opponent(turn));
    /** For each man, the highest level of a position won for the opponent by a move that does not chase it. */
    const left = men.map(() => 0);
    const before = found.to.length;
    for (let i = 0; i < next.count; i++) {
      const move = next.moves[i]!;
      const value = next.values[i]!;
      const reached = levelOf(value);
      if (reached === 0 || board[moveTo(move)] !== EMPTY) continue;
      const chased = this.#scanner.chases(move);
      left.forEach((highest, place) => {
        if ((chased >> place) & 1) return;
        left[place] = isWin(value) ? Math.max(highest, reached) : UNDECIDED;
      });
      if (chased === 0) continue;
      found.to.push(keyOf(next.cells[i]!, opponent(turn)));
      found.move.push(move);
      found.mirrored.push(this.#isMirrored(board, move, next.cells[i]!) ? 1 : 0);
      found.chased.push(chased);
      found.reached.push(reached);
    }
    found.keys.push(keyOf(cell, turn));
    found.levels.push(level);
    found.edges.push(found.to.length - before);
    left.forEach((highest, place) => {
      if (highest >= level || ((this.#men >> place) & 1) === 0) return;
      found.suspect.push(number);
      found.square.push(men[place]!.square);
      found.king.push(place === 0 ? 1 : 0);
      found.from.push(highest + 1);
    });
  }

  #isMirrored(board: Uint8Array, move: Move, cell: number): boolean {
    const [from, to] = [moveFrom(move), moveTo(move)];
    board[to] = board[from]!;
    board[from] = EMPTY;
    const mirrored = isMirrored(board, this.#index, cell);
    board[from] = board[to]!;
    board[to] = EMPTY;
    return mirrored;
  }
}
