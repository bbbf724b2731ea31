/** The positions of one value that play may go round in, read from the tables. */
import { type TableProvider, inPieces } from "../table/catalog/catalog.ts";
import { valueOf } from "../query/lookup.ts";
import { DEPENDS, type Value, isDependent, isDraw, isLoss, makeValue, orderOf } from "../table/value.ts";
import { type Move, applyMove, isCapture, legalMoves, moveFrom, moveTo } from "../xiangqi/moves.ts";
import { type Colour, opponent } from "../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { ChaseScanner } from "../rules/asian/chase-scanner.ts";
import type { RuleOptions } from "../rules/asian/options.ts";
import type { Terrain, TerrainMove } from "./exploration.ts";
import { menOf } from "../rules/men.ts";
import type { Square } from "../xiangqi/squares.ts";
import { inCheck } from "../xiangqi/attacks.ts";
import { MoveLabeller } from "../rules/chinese/chinese-rules.ts";
import type { Edition } from "../rules/chinese/edition.ts";
import { HIGHEST_CLASS, classIn, classOf } from "../rules/chinese/grades.ts";

/** What moves of a position do by the rules, as a terrain's labels. */
export interface Labels<P extends LegalPosition = NamedPosition> {
  ofAll(position: P, moves: readonly Move[]): number[] | Promise<number[]>;
}

/** Finds what a move checks and chases, by the names of men. */
export class MoveLabels implements Labels {
  readonly #scanner: ChaseScanner;

  constructor(rules: RuleOptions) {
    this.#scanner = new ChaseScanner(rules);
  }

  of(position: NamedPosition, move: Move): number {
    return this.ofAll(position, [move])[0]!;
  }

  ofAll(position: NamedPosition, moves: readonly Move[]): number[] {
    this.#scanner.load(position.board, position.turn);
    return moves.map((move) => labelsByName(position, this.#scanner.chases(move)));
  }
}

/**
 * All positions of an endgame with the player's value: drawn ones, or those of distance 0 to the opponent and of distance 1
 * to the player of one order. The player's captures that are as good leave them.
 */
export function terrainOf(
  player: Colour,
  value: Value,
  provider: TableProvider,
  labels: Labels,
): Terrain<NamedPosition> {
  const isInside = (turn: Colour, found: Value) => {
    if (isDraw(value)) return isDraw(found);
    const inside = makeValue(orderOf(value), turn === player ? 1 : 0);
    return found === (isDependent(value) ? inside + DEPENDS : inside);
  };
  const isGood = (found: Value) => (isDraw(value) ? isDraw(found) : isLoss(found));
  return {
    keyOf: keyOfNamed,
    turnOf: ({ turn }) => turn,
    async movesOf(position) {
      const found: { move: Move; capture: boolean }[] = [];
      for (const move of legalMoves(position)) {
        const next: LegalPosition = applyMove(position, move);
        const capture = isCapture(position, move);
        if (capture && position.turn !== player) continue;
        const after = await valueOf(next, provider);
        if (capture ? isGood(after) : isInside(next.turn, after)) found.push({ move, capture });
      }
      const marks = await labels.ofAll(
        position,
        found.map(({ move }) => move),
      );
      return found.map(({ move, capture }, i): TerrainMove<NamedPosition> => ({
        move,
        labels: marks[i]!,
        to: capture ? null : followMove(position, move),
      }));
    },
  };
}

/* Positions in which every man has a name that it keeps as it moves (clause c13), from one capture to the next. */

export interface NamedPosition extends LegalPosition {
  /** The square of each man; kings are man 0. */
  readonly men: Readonly<Record<Colour, readonly Square[]>>;
}

/** Names the men as they stand. */
export function nameMen(position: LegalPosition): NamedPosition {
  const squares = (colour: Colour) => menOf(position.board, colour).map(({ square }) => square);
  return { ...position, men: { red: squares("red"), black: squares("black") } };
}

/** After a quiet move the men keep their names, after a capture they get new ones. */
export function followMove(position: NamedPosition, move: Move): NamedPosition {
  const next = applyMove(position, move);
  if (isCapture(position, move)) return nameMen(next);
  const { men, turn } = position;
  const moved = men[turn].map((square) => (square === moveFrom(move) ? moveTo(move) : square));
  return { ...next, men: { ...men, [turn]: moved } };
}

export function keyOfNamed({ turn, men }: NamedPosition): string {
  return turn[0] + String.fromCharCode(...men.red, ...men.black);
}

/** Bits by place in menOf, as check and chase are found, as bits by name. */
export function labelsByName(position: NamedPosition, byPlace: number): number {
  const other = opponent(position.turn);
  let labels = 0;
  menOf(position.board, other).forEach(({ square }, place) => {
    if ((byPlace >> place) & 1) labels |= 2 ** position.men[other].indexOf(square);
  });
  return labels;
}

/* The classes of moves under the Chinese rules, as labels of a terrain. */

/**
 * How moves are read. `checks`: as checks or as nothing, which is all that counts where a side must check for ever. `against` a
 * side: its own moves are what they are at most, and its opponent's what they are at least, so that what it achieves holds
 * under every reading.
 */
export type ClassReading = "default" | "checks" | { readonly against: Colour };

export class ClassLabels {
  readonly #labellers = { narrowly: new MoveLabeller("label"), widely: new MoveLabeller("readings") };
  readonly #edition: Edition;
  readonly #provider: Pick<TableProvider, "pause">;

  constructor(edition: Edition, provider: Pick<TableProvider, "pause">) {
    this.#edition = edition;
    this.#provider = provider;
  }

  by(reading: ClassReading): Labels<LegalPosition> {
    return {
      ofAll: async (position, moves) => {
        const classes: number[] = [];
        for (const move of moves) classes.push(await this.classOf(position, move, reading));
        return classes;
      },
    };
  }

  async classOf(position: Position, move: Move, reading: ClassReading = "default"): Promise<number> {
    if (reading === "checks") {
      const { board, turn } = applyMove(position, move);
      return inCheck(board, turn) ? HIGHEST_CLASS : 0;
    }
    const isWide = reading !== "default" && reading.against === position.turn;
    const labeller = isWide ? this.#labellers.widely : this.#labellers.narrowly;
    const label = await inPieces(labeller.find(position, move), this.#provider);
    if (reading === "default") return classOf(label, this.#edition);
    return classIn(label, isWide ? "wide" : "narrow");
  }

  /** Of moves that cannot come back. */
  forget(): void {
    this.#labellers.narrowly.forget();
    this.#labellers.widely.forget();
  }
}
