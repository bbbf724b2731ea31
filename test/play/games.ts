/** Games of the player against adversaries, judged by the adjudicator. */
import { randomNumbers } from "../../src/play/line.ts";
import { DEFAULT_TABLE_RULES, ruleBook } from "../../src/play/table-rules.ts";
import { Adjudicator } from "../../src/rules/adjudicator.ts";
import { describeGameEnd } from "../../src/play/game.ts";
import { Player } from "../../src/play/player.ts";
import { openOrMissing, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { indexOfTable } from "../../src/table/format/index-parameters.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { isDraw, isWin, type Value } from "../../src/table/value.ts";
import { attackingMen, endgameOf } from "../../src/endgame/endgame.ts";
import { hasLegalMove } from "../../src/xiangqi/moves.ts";
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import type { Random } from "../oracle/random-graphs.ts";
import { Adversary, type Idea } from "./adversaries.ts";

export interface Result {
  /** For the player. */
  readonly outcome: "won" | "drawn" | "lost" | "unfinished";
  readonly plies: number;
  readonly reason: string;
  /** The longest he thought about a move, in milliseconds. */
  readonly slowest: number;
  /** The most positions he explored. */
  readonly explored: number;
}

/** Plays a game to its end, or for so many plies. @param varies whether the player takes any of equally good moves */
export async function playGame(
  start: LegalPosition,
  colour: Colour,
  provider: TableProvider,
  { idea, random, maxPlies = 600, varies = false }: { idea: Idea; random: Random; maxPlies?: number; varies?: boolean },
): Promise<Result> {
  const player = new Player(colour, start, provider, varies ? { random: randomNumbers(1) } : {});
  const adversary = new Adversary(idea, start, provider, random);
  const adjudicator = new Adjudicator(start, ruleBook(provider.rules, DEFAULT_TABLE_RULES));
  let slowest = 0;
  let explored = 0;
  for (let plies = 0; ; plies++) {
    const { position } = adjudicator;
    const end = (outcome: Result["outcome"], reason: string): Result => ({ outcome, plies, reason, slowest, explored });
    if (!hasLegalMove(position)) return end(position.turn === colour ? "lost" : "won", "no moves");
    if (isBare(position)) return end("drawn", "no attackers");
    if (plies === maxPlies) return end("unfinished", "too long");
    const started = performance.now();
    const move = position.turn === colour ? (await player.choose()).move : await adversary.choose();
    if (position.turn === colour) slowest = Math.max(slowest, performance.now() - started);
    explored = Math.max(explored, player.explored);
    const verdict = adjudicator.play(move);
    if (verdict !== null) {
      plies++;
      if (verdict.result === "draw") return end("drawn", describeGameEnd(verdict));
      return end(verdict.result === `${colour}-loss` ? "lost" : "won", describeGameEnd(verdict));
    }
    player.play(move);
    adversary.play(move);
  }
}

function isBare({ board }: LegalPosition): boolean {
  const { red, black } = endgameOf(board);
  return attackingMen(red).length + attackingMen(black).length === 0;
}

/** Positions of an endgame sampled at random from those with a value that is asked for. */
export async function samplePositions(
  provider: TableProvider,
  name: string,
  wanted: (value: Value) => boolean,
  count: number,
  random: Random,
): Promise<LegalPosition[]> {
  return (await sampleEach(provider, name, [wanted], count, random))[0]!;
}

/** The same of each of several kinds of values, in one walk over the table. */
export async function sampleEach(
  provider: TableProvider,
  name: string,
  kinds: readonly ((value: Value) => boolean)[],
  count: number,
  random: Random,
): Promise<LegalPosition[][]> {
  const table = await openOrMissing(provider, name);
  const index = indexOfTable(table.header, table.file);
  const cells = kinds.map((): { turn: Colour; cell: number }[] => []);
  for (const turn of ["red", "black"] as const) {
    const codes = await table.readSide(turn);
    const listsOf = table.header.values.map((value) => cells.filter((_, i) => kinds[i]!(value)));
    codes.forEach((code, cell) => {
      for (const list of listsOf[code] ?? []) list.push({ turn, cell });
    });
  }
  return cells.map((list) => {
    const found: LegalPosition[] = [];
    for (let tries = 0; found.length < count && tries < 50 * count && list.length > 0; tries++) {
      const { turn, cell } = list[Math.floor(random() * list.length)]!;
      const board = index.boardAt(cell);
      if (board === null) continue;
      const position = { board, turn };
      if (isLegalPosition(position)) found.push(position);
    }
    return found;
  });
}

/** The side that the tables favour, or in a draw the one given. */
export async function favoured(position: LegalPosition, provider: TableProvider, inDraws: Colour): Promise<Colour> {
  const value = await valueOf(position, provider);
  if (isDraw(value)) return inDraws;
  return isWin(value) ? position.turn : opponent(position.turn);
}
