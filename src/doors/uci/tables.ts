/** What the tables say to a client: moves ranked, the perfect player's choice among those allowed, and lines. */
import { stat } from "node:fs/promises";
import { perfectLine } from "../../play/line.ts";
import { Player } from "../../play/player.ts";
import { LeafBook, leafCellsIn } from "../../prove/leaf-tables.ts";
import { rulesOf } from "../../play/game.ts";
import { valueOf } from "../../query/lookup.ts";
import { rankMoves, type RankedMove } from "../../query/probe.ts";
import { BlockCache } from "../../table/read/blocks.ts";
import type { TableProvider } from "../../table/catalog/catalog.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { distanceOf, isWin, orderOf, valueBefore, type Value, type Metric } from "../../table/value.ts";
import { applyMove, hasLegalMove, type Move } from "../../xiangqi/moves.ts";
import { parseUci } from "../../xiangqi/notation/coordinates.ts";
import { samePosition, type LegalPosition, type Position } from "../../xiangqi/position.ts";
import type { EngineOptions } from "./options.ts";
import type { History } from "./setting.ts";

export interface TableAnswer {
  readonly metric: Metric;
  /** Of the position, to the side to move, where only the moves allowed count. */
  readonly value: Value;
  readonly best: Move;
  /** The moves that are not best, in order. */
  readonly others: readonly RankedMove[];
  /** A first move and what comes after it: perfect play for the best, else best moves by their values. */
  lineAfter(move: Move, length: number): Promise<readonly Move[]>;
  /** Look-ups of tables so far. */
  readonly probes: () => number;
}

/** A player who has been told a game, and can go on with it. */
interface Told {
  readonly player: Player;
  readonly provider: TableProvider;
  readonly start: LegalPosition;
  readonly moves: Move[];
}

export class EngineTables {
  readonly #options: EngineOptions;
  readonly #cache: BlockCache;
  readonly #catalogs = new Map<Metric, FolderCatalog>();
  #told: Told | null = null;
  #leaves: LeafBook | null = null;

  /** @param options those of now: for others, other tables */
  constructor(options: EngineOptions) {
    this.#options = { ...options };
    this.#cache = new BlockCache(options.hash * 2 ** 20);
  }

  /** A line where the data folder is none. */
  async complaint(): Promise<string | null> {
    const { data } = this.#options;
    const isFolder = await stat(data).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isFolder ? null : `there is no folder ${data}`;
  }

  /**
   * The best of the moves allowed.
   * @throws MissingTableError where the position, or one that a move leads to, has no table; whatever reading a table throws
   */
  async answer(history: History, position: LegalPosition, allowed: readonly Move[]): Promise<TableAnswer> {
    return this.#tryMetrics(async (catalog) => {
      let probes = 0;
      const counted: TableProvider = {
        rules: catalog.rules,
        metric: catalog.metric,
        orders: catalog.orders,
        open: (name, signal) => {
          probes++;
          return catalog.open(name, signal);
        },
        conesOf: (endgame) => catalog.conesOf(endgame),
      };
      const ranked = (await rankMoves(position, counted)).filter(({ move }) => allowed.includes(move));
      const player = await this.#playerOf(history, position, catalog);
      const choice = await player.choose((move) => allowed.includes(move));
      return {
        metric: catalog.metric,
        value: choice.before,
        best: choice.move,
        others: ranked.filter(({ move }) => move !== choice.move),
        lineAfter: (move, length) => lineAfter(position, move, length, counted, move === choice.move),
        probes: () => probes,
      };
    });
  }

  /** What tables say of the positions that moves lead to, to the mover; moves that lead to no table are left out. */
  async knownMoves(position: LegalPosition, moves: readonly Move[]): Promise<Map<Move, Value>> {
    const known = new Map<Move, Value>();
    for (const move of moves) {
      const next = applyMove(position, move);
      try {
        const after = await this.#tryMetrics((catalog) => valueOf(next, catalog));
        // To the mover a ply further: a win becomes a loss and the other way round, a draw stays.
        known.set(move, valueBefore(after));
      } catch {
        continue; // missing or damaged: nothing is known
      }
    }
    return known;
  }

  /**
   * Those that a proof of a position may rest on; null under the Chinese rules, whose tables prove nothing. Loading them takes at most a
   * quarter of so many seconds, and half of the memory that decoded blocks may take.
   * @throws whatever reading a table throws
   */
  async leavesFor(position: LegalPosition, seconds: number): Promise<LeafBook | null> {
    const { rules, hash } = this.#options;
    if (rules === "chinese") return null;
    const mostCells = Math.min(leafCellsIn(seconds), hash * 2 ** 20); // half a byte each
    if (!this.#leaves?.serves(position, mostCells)) {
      this.#leaves = await LeafBook.load(position, this.#catalog("dtc"), mostCells);
    }
    return this.#leaves;
  }

  /** Those of proofs are loaded anew the next time: one has changed, or another game begins. */
  forgetLeaves(): void {
    this.#leaves = null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#catalogs.values()].map((catalog) => catalog.close()));
  }

  /** With tables to mate where there are all that it takes, else to conversion, unless told which. */
  async #tryMetrics<T>(use: (catalog: FolderCatalog) => Promise<T>): Promise<T> {
    const { metric, rules } = this.#options;
    if (metric === "auto" && rules === "chinese") return use(this.#catalog("dtc")); // there are no others
    if (metric !== "auto") return use(this.#catalog(metric));
    try {
      return await use(this.#catalog("dtm"));
    } catch (error) {
      if (!(error instanceof MissingTableError)) throw error;
      return use(this.#catalog("dtc"));
    }
  }

  #catalog(metric: Metric): FolderCatalog {
    let catalog = this.#catalogs.get(metric);
    if (catalog === undefined) {
      const { data, rules, orders } = this.#options;
      catalog = new FolderCatalog(data, { rules, orders, metric, cache: this.#cache });
      this.#catalogs.set(metric, catalog);
    }
    return catalog;
  }

  /** A player who knows the game; what he has explored for one move serves him for the next. */
  async #playerOf({ start, moves }: History, position: LegalPosition, provider: TableProvider): Promise<Player> {
    let told = this.#told;
    const goesOn =
      told !== null &&
      told.provider === provider &&
      told.player.colour === position.turn &&
      samePosition(told.start, start) &&
      told.moves.every((move, i) => moves[i] === move);
    if (!goesOn) {
      const player = new Player(position.turn, start, provider, await rulesOf(position, provider));
      told = this.#told = { player, provider, start, moves: [] };
    }
    for (const move of moves.slice(told!.moves.length)) {
      told!.player.play(move);
      told!.moves.push(move);
    }
    return told!.player;
  }
}

/**
 * A move and what best moves by their values make of it, until it comes back. Where values alone do not tell the move, for a
 * perpetual decides, the line of the best move goes on as perfect play would; any other ends.
 */
async function lineAfter(
  position: LegalPosition,
  move: Move,
  length: number,
  provider: TableProvider,
  isBest: boolean,
): Promise<Move[]> {
  const line = [move];
  const seen = [position];
  let at = applyMove(position, move);
  while (line.length < length && hasLegalMove(at) && !seen.some((each) => samePosition(each, at))) {
    const [best] = await rankMoves(at, provider);
    const { value } = best!;
    if (isWin(value) && orderOf(value) > 0 && distanceOf(value) <= 1) {
      // Some 10 to 100 ms: too much for each of many lines.
      if (isBest) line.push(...(await perfectMoves(at, length - line.length, provider)));
      break;
    }
    seen.push(at);
    line.push(best!.move);
    at = best!.next;
  }
  return line;
}

async function perfectMoves(start: LegalPosition, maxPlies: number, provider: TableProvider): Promise<Move[]> {
  const { moves } = await perfectLine(start, provider, { maxPlies });
  let at: Position = start;
  return moves.map(({ uci }) => {
    const move = parseUci(at, uci);
    at = applyMove(at, move);
    return move;
  });
}
