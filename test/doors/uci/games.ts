/** Games of the engine by pipe, judged by an adjudicator of the test's own: none may be lost or spoilt. */
import { attackingMen, endgameOf } from "../../../src/endgame/endgame.ts";
import { valueOf } from "../../../src/query/lookup.ts";
import { openOrMissing } from "../../../src/table/catalog/catalog.ts";
import type { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { categoryOf, DRAW, orderOf, type Category } from "../../../src/table/value.ts";
import { formatFen } from "../../../src/xiangqi/fen.ts";
import { hasLegalMove, type Move } from "../../../src/xiangqi/moves.ts";
import { formatUci, parseUci } from "../../../src/xiangqi/notation/coordinates.ts";
import { opponent, type Colour } from "../../../src/xiangqi/pieces.ts";
import { swapColours, type LegalPosition } from "../../../src/xiangqi/position.ts";
import { Adjudicator } from "../../../src/rules/adjudicator.ts";
import { asianRules } from "../../../src/rules/asian/asian-rules.ts";
import { randomNumbers, type Random } from "../../oracle/random-graphs.ts";
import { Adversary, IDEAS, type Idea } from "../../play/adversaries.ts";
import { samplePositions } from "../../play/games.ts";
import type { Client } from "./client.ts";

/** How a client tells of the game: all moves, or each position by itself. */
const TELLING = ["moves", "positions"] as const;
type Telling = (typeof TELLING)[number];

const MOST_PLIES = { win: 600, draw: 60, loss: 30 } as const satisfies Record<Category, number>;

export interface Played {
  readonly games: number;
  readonly failures: readonly string[];
}

/** So many games from positions of each outcome and order of an endgame; every idea of an opponent and way of telling in turn. */
export async function playByPipe(
  client: Client,
  provider: FolderCatalog,
  name: string,
  each: number,
  seed = 1,
): Promise<Played> {
  const { values } = (await openOrMissing(provider, name)).header;
  const kindOf = (value: number) => (value === DRAW ? "draw" : `${categoryOf(value)} ${orderOf(value)}`);
  const random = randomNumbers(seed);
  const failures: string[] = [];
  let games = 0;
  for (const kind of new Set(values.map(kindOf))) {
    const starts = await samplePositions(provider, name, (value) => kindOf(value) === kind, each, random);
    for (const [i, sampled] of starts.entries()) {
      const start = i % 2 === 0 ? sampled : swapColours(sampled);
      const idea = IDEAS[games % IDEAS.length]!;
      const telling = TELLING[(games >> 2) % TELLING.length]!;
      const trouble = await playOne(client, provider, start, idea, telling, random);
      games++;
      if (trouble !== null) failures.push(`${formatFen(start)} (${kind}), who ${idea}, told by ${telling}: ${trouble}`);
    }
  }
  return { games, failures };
}

/** The engine has the side to move. Null when it has got what the tables promise it. */
async function playOne(
  client: Client,
  provider: FolderCatalog,
  start: LegalPosition,
  idea: Idea,
  telling: Telling,
  random: Random,
): Promise<string | null> {
  const colour = start.turn;
  const promised = categoryOf(await valueOf(start, provider));
  const adversary = new Adversary(idea, start, provider, random);
  const adjudicator = new Adjudicator(start, asianRules());
  const moves: string[] = [];
  client.say("ucinewgame");
  for (let plies = 0; plies < MOST_PLIES[promised]; plies++) {
    const { position } = adjudicator;
    if (!hasLegalMove(position)) return judge(promised, opponent(position.turn), colour, "no moves");
    if (isBare(position)) return promised === "win" ? "nothing left to win with" : null;
    let move: Move;
    if (position.turn === colour) {
      const told = telling === "moves" ? `${formatFen(start)} - - 0 1 moves ${moves.join(" ")}` : formatFen(position);
      client.say(`position fen ${told}`, "go movetime 100");
      const answer = (await client.until("bestmove")).at(-1)!;
      move = parseUci(position, answer.split(" ")[1]!);
    } else {
      move = await adversary.choose();
    }
    moves.push(formatUci(position, move));
    const verdict = adjudicator.play(move);
    adversary.play(move);
    if (verdict === null) continue;
    if (verdict.result === "draw") return promised === "win" ? "drawn by repetition" : null;
    const winner = verdict.result === "red-loss" ? "black" : "red";
    return judge(promised, winner, colour, `repetition after ${moves.length} plies: ${moves.join(" ")}`);
  }
  return promised === "win" ? "not won in time" : null;
}

function judge(promised: Category, winner: Colour, colour: Colour, how: string): string | null {
  return winner === colour || promised === "loss" ? null : `lost, ${how}`;
}

function isBare({ board }: LegalPosition): boolean {
  const { red, black } = endgameOf(board);
  return attackingMen(red).length + attackingMen(black).length === 0;
}
