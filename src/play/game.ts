/** A game with the tables at hand: moves are judged as they are made, and the player chooses for either side. */
import { InputError } from "../base/errors.ts";
import { attackingMen, canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import type { TableProvider } from "../table/catalog/catalog.ts";
import { classDescriber, describeVerdict, game as say } from "../say/english.ts";
import { endingOf, type Move } from "../xiangqi/moves.ts";
import { finish, type Pausing } from "../base/pausing.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { lossOf, type EndingVerdict } from "../rules/judging.ts";
import { legalPosition } from "../xiangqi/validate.ts";
import { Adjudicator } from "../rules/adjudicator.ts";
import {
  DEFAULT_TABLE_RULES,
  ruleBook,
  type TableAdjudicator,
  type TableRules,
  type TableVerdict,
} from "./table-rules.ts";
import { Player, type Choice, type PlayerOptions } from "./player.ts";

/** How a game has ended. `bare`: no attacking men are left, nobody can win. */
export type GameEnd = EndingVerdict | TableVerdict | { readonly kind: "bare"; readonly result: "draw" };

/** A game that is judged as it is played, with a perfect player for either side. */
export class Game {
  readonly #adjudicator: TableAdjudicator;
  readonly #players: Readonly<Record<Colour, Player>>;
  readonly #moves: Move[] = [];
  #end: GameEnd | null;

  /**
   * @param options the rules' open points have to be those of the tables: see `startGame`
   * @throws InputError for a position that cannot occur
   */
  constructor(from: Position, provider: TableProvider, options: PlayerOptions = {}) {
    const start = legalPosition(from);
    this.#adjudicator = new Adjudicator(start, ruleBook(provider.rules, { ...DEFAULT_TABLE_RULES, ...options }));
    const [red, black] = COLOURS.map((colour) => new Player(colour, start, provider, options));
    this.#players = { red: red!, black: black! };
    this.#end = this.#endOnBoard();
  }

  get position(): LegalPosition {
    return this.#adjudicator.position;
  }

  /** How often the position has occurred since the last capture, this time included. */
  get occurrences(): number {
    return this.#adjudicator.occurrences;
  }

  get moves(): readonly Move[] {
    return this.#moves;
  }

  /** Null while the game goes on. */
  get end(): GameEnd | null {
    return this.#end;
  }

  /**
   * Makes a move. Returns how the game has ended by it, or null.
   * @throws InputError for a move that is not legal, and when the game is over
   */
  play(move: Move): GameEnd | null {
    return finish(this.playInPieces(move));
  }

  /** The same in pieces. */
  *playInPieces(move: Move): Pausing<GameEnd | null> {
    if (this.#end !== null) throw new InputError("game-over", "the game is over");
    const verdict = yield* this.#adjudicator.playInPieces(move);
    this.#moves.push(move);
    for (const colour of COLOURS) this.#players[colour].play(move);
    this.#end = this.#endOnBoard() ?? verdict;
    return this.#end;
  }

  /**
   * The player's move for the side to move.
   * @throws MissingTableError, and whatever reading a table throws
   */
  choose(): Promise<Choice> {
    return this.#players[this.position.turn].choose();
  }

  #endOnBoard(): GameEnd | null {
    const { position } = this;
    const ending = endingOf(position);
    if (ending !== null) return { kind: "ending", result: lossOf(position.turn), ending, loser: position.turn };
    return hasAttackingMen(position) ? null : { kind: "bare", result: "draw" };
  }
}

/**
 * Begins a game under the rules that the tables of a position were built for.
 * @throws InputError for a position that cannot occur, and whatever opening a table throws
 */
export async function startGame(
  start: Position,
  provider: TableProvider,
  options: Omit<PlayerOptions, keyof TableRules> = {},
): Promise<Game> {
  return new Game(start, provider, { ...options, ...(await rulesOf(legalPosition(start), provider)) });
}

/** The open points of the rules as the table of a position says. */
export async function rulesOf(position: Position, provider: TableProvider): Promise<TableRules> {
  if (provider.rules === "none" || !hasAttackingMen(position)) return DEFAULT_TABLE_RULES;
  const { name } = canonicalEndgame(endgameOf(position.board)).endgame;
  const { switches = {} } = (await provider.open(name))?.header.info ?? {};
  const { rules } = DEFAULT_TABLE_RULES;
  if (provider.rules === "chinese") return { rules, edition: switches.edition1999 === true ? "1999" : "2020" };
  return { ...DEFAULT_TABLE_RULES, rules: { ...rules, ...switches } };
}

function hasAttackingMen({ board }: Position): boolean {
  const { red, black } = endgameOf(board);
  return attackingMen(red).length + attackingMen(black).length > 0;
}

/** How a game has ended, in English. */
export function describeGameEnd(end: GameEnd): string {
  if (end.kind === "bare") return say.noAttackingMen;
  if (end.kind === "threefold") return say.threefold;
  return end.kind === "grades" ? classDescriber.verdict(end) : describeVerdict(end);
}
