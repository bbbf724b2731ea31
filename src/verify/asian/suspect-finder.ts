/**
 * Finds suspects while all positions are walked through anyway, by their moves alone.
 *
 * A position u of order k (a draw: of none) is undecided at the levels up to k. For u to lose by a pattern of chasing the
 * man p (the king: checking) at one of these levels, each of its moves must chase p or lead to a position won for the
 * opponent at a lower level. So a quiet move to a position of order k or more, or to a draw, has to chase p whatever the
 * level, and no capture may save him. A position in which that is so for no man is in no pattern of any level.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { DRAW, distanceOf, isWin, type Value } from "../../table/value.ts";
import { moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { menOf } from "../../rules/men.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import type { Successions } from "../successors.ts";
import { isMirrored, keyOf, levelOf, UNDECIDED } from "./positions.ts";
import { NumberList } from "./numbers.ts";
import { SeedList } from "./seeds.ts";
import type { Suspects } from "./suspects.ts";

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
