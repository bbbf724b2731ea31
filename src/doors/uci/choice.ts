/** Who tells the move: the tables, where there are none another engine, and without one a guess. */
import { canonicalEndgame, countAttackingMen, endgameOf } from "../../endgame/endgame.ts";
import { limitVerdict } from "../../query/move-limit.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import { distanceOf, isDependent, isDraw, isWin, makeValue, type Value } from "../../table/value.ts";
import { DEPENDS } from "../../say/english.ts";
import { InputError } from "../../base/errors.ts";
import { legalMoves, type Move } from "../../xiangqi/moves.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { plainName, type EngineOptions } from "./options.ts";
import {
  formatMove,
  formatScore,
  formatWdl,
  limitsOf,
  parseLegalMove,
  STOP_MILLISECONDS,
  timeOf,
  type Go,
  type Protocol,
} from "./protocol.ts";
import { quietPlies, verdictOn, type Setting } from "./setting.ts";
// Types only: what a client waits for first needs no tables.
import type { LeafBook } from "../../prove/leaf-tables.ts";
import type { TableAnswer, EngineTables } from "./tables.ts";
import type { EngineOption, WrappedEngine } from "./wrapped-engine.ts";

/** A proof is looked for in this part of the time, and no longer than so many seconds. */
const PROVING_SHARE = 0.4;
const MOST_PROVING_SECONDS = 60;

/** A move to be answered. */
export interface Chosen {
  readonly move: Move;
  readonly ponder: Move | null;
  /** To the mover; null where it is not known. */
  readonly value: Value | null;
}

/** One `go`, from when it is read until it is answered. */
export class Search {
  readonly setting: Setting | null;
  readonly go: Go;
  readonly banned: readonly string[];
  readonly released: Promise<void>;
  /** The client offers a draw. */
  draw: boolean;
  isReleased: boolean;
  isStopped = false;
  onStop: (() => void) | null = null;
  onPonderHit: (() => void) | null = null;
  #release: () => void = () => {};

  constructor(setting: Setting | null, go: Go, banned: readonly string[]) {
    this.setting = setting;
    this.go = go;
    this.banned = banned;
    this.draw = go.draw;
    this.isReleased = !go.infinite && !go.ponder;
    this.released = new Promise((resolve) => (this.#release = resolve));
    if (this.isReleased) this.#release();
  }

  stop(): void {
    this.isStopped = true;
    this.release();
    this.onStop?.();
  }

  /** From now on it may be answered. */
  release(): void {
    this.isReleased = true;
    this.#release();
  }
}

/** What a chooser tells its client while it chooses. */
export interface Client {
  /** Takes a line, without its end. */
  readonly write: (line: string) => void;
  readonly protocol: () => Protocol;
}

export class Chooser {
  /** The session's: what it sets holds from then on. */
  readonly #options: EngineOptions;
  readonly #client: Client;
  #tables: EngineTables | null = null;
  #engine: WrappedEngine | null = null;
  #engineCommand = "";
  /** By plain name: what the client has set for both, and for the other engine alone, which goes before. */
  readonly #handedOn = new Map<string, string>();
  readonly #engineOptions = new Map<string, string>();
  #failedCommand = "";
  readonly #told = new Set<string>();

  constructor(options: EngineOptions, client: Client) {
    this.#options = options;
    this.#client = client;
  }

  /** Those of the other engine, once it runs. */
  get engineOptions(): readonly EngineOption[] {
    return this.#engine?.options ?? [];
  }

  setEngineOption(name: string, value: string): void {
    this.#engineOptions.set(plainName(name), value);
    this.#engine?.setOption(name, value);
  }

  /** What the client has set for itself, and the other engine has an option for. */
  handOn(name: string, value: string): void {
    this.#handedOn.set(plainName(name), value);
    if (!this.#engineOptions.has(plainName(name))) this.#engine?.setOption(name, value);
  }

  /** An engine that has failed may be tried again. */
  forgetFailure(): void {
    this.#failedCommand = "";
  }

  newGame(): void {
    this.#tables?.forgetLeaves();
    this.#engine?.newGame();
  }

  /** The next search opens other tables; returns those of now, to be closed when no search needs them any more. */
  dropTables(): EngineTables | null {
    const tables = this.#tables;
    this.#tables = null;
    this.#told.clear();
    return tables;
  }

  kill(): void {
    this.#engine?.kill();
  }

  /** One of these moves; whatever fails, there is one. */
  async choose(search: Search, setting: Setting, moves: readonly Move[]): Promise<Chosen> {
    try {
      const verdict = await verdictOn(setting, this.#options.rules);
      if (verdict !== null) this.#note(verdict);
      const found = await this.#askTables(search, setting, moves);
      return found ?? (await this.#beyondTables(search, setting, moves));
    } catch (error) {
      this.#note(`internal failure: ${oneLine(error)}`);
      return { move: moves[0]!, ponder: null, value: null };
    }
  }

  /** Null where there are no tables, or none that can be read. */
  async #askTables(search: Search, setting: Setting, moves: readonly Move[]): Promise<Chosen | null> {
    if (!this.#options.tables) return null;
    const started = performance.now();
    let answer: TableAnswer;
    try {
      const tables = await this.#openTables();
      answer = await tables.answer(setting, setting.position, moves);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const text = error instanceof MissingTableError ? describeMissing(setting.position, error) : oneLine(error);
      if (!this.#told.has(text)) this.#note(text);
      this.#told.add(text);
      return null;
    }
    const { best, others, value, metric } = answer;
    let ponder: Move | null = null;
    const lines = [{ move: best, value }, ...others].slice(0, this.#options.multiPv);
    for (const [i, line] of lines.entries()) {
      if (i > 0 && search.isReleased && (search.go.infinite || search.go.ponder)) break; // it was stopped
      const follow = await answer.lineAfter(line.move, this.#options.lineLength);
      if (i === 0) ponder = follow[1] ?? null;
      const depth = isDraw(line.value) ? 1 : Math.max(1, distanceOf(line.value));
      const time = Math.max(1, Math.round(performance.now() - started));
      const nodes = answer.probes();
      const words = [
        `info depth ${depth} seldepth ${depth} multipv ${i + 1}`,
        formatScore(line.value, metric, this.#client.protocol()),
        ...(this.#options.wdl ? [formatWdl(line.value)] : []),
        `nodes ${nodes} nps ${Math.round((nodes * 1000) / time)} tbhits ${nodes} time ${time} pv`,
        ...follow.map((move) => formatMove(move, setting.ranks)),
      ];
      this.#client.write(words.join(" "));
    }
    if (isDependent(value)) this.#note(DEPENDS);
    const { moveLimit } = this.#options;
    const passed = quietPlies(setting);
    if (isWin(value) && moveLimit > 0 && limitVerdict(value, metric, { plies: moveLimit, passed }) === "beyond") {
      const before = passed > 0 ? ` after ${passed} that have passed` : "";
      this.#note(
        `won in ${distanceOf(value)} plies without a capture${before}: a limit of ${moveLimit} would make it a draw`,
      );
    }
    return { move: best, ponder, value };
  }

  #note(text: string): void {
    this.#client.write(`info string ${text}`);
  }

  get #isUcci(): boolean {
    return this.#client.protocol() === "ucci";
  }

  async #openTables(): Promise<EngineTables> {
    if (this.#tables === null) {
      const { EngineTables } = await import("./tables.ts");
      this.#tables = new EngineTables(this.#options);
      const complaint = await this.#tables.complaint();
      if (complaint !== null) this.#note(complaint);
    }
    return this.#tables;
  }

  /** Moves into tables are judged: one that wins is made, those that lose only where there is no other. */
  async #beyondTables(search: Search, setting: Setting, moves: readonly Move[]): Promise<Chosen> {
    const known = this.#options.tables
      ? await (await this.#openTables()).knownMoves(setting.position, moves)
      : new Map<Move, Value>();
    const wins = moves.filter((move) => known.has(move) && isWin(known.get(move)!));
    if (wins.length > 0) {
      const move = wins.reduce((best, each) => (known.get(each)! < known.get(best)! ? each : best));
      this.#tellKnown(setting, move, known.get(move)!);
      return { move, ponder: null, value: known.get(move)! };
    }
    const open = moves.filter((move) => !known.has(move) || isDraw(known.get(move)!));
    if (open.length === 0) {
      const move = moves.reduce((best, each) => (known.get(each)! > known.get(best)! ? each : best));
      this.#tellKnown(setting, move, known.get(move)!);
      return { move, ponder: null, value: known.get(move)! };
    }
    const started = performance.now();
    return (
      (await this.#prove(search, setting, open)) ??
      (await this.#askEngine(search, setting, open, performance.now() - started)) ??
      (await this.#guess(setting, open))
    );
  }

  /** A move that is proven to win: null where none is found in a part of the time, or none is asked for. */
  async #prove(search: Search, { position, ranks }: Setting, moves: readonly Move[]): Promise<Chosen | null> {
    const { proveMates, hash } = this.#options;
    if (!proveMates || search.isStopped) return null;
    const { provePosition, longestDefence } = await import("../../prove/prove.ts");
    const { turn } = position;
    const time = timeOf(search.go, turn, this.#isUcci && !this.#options.milliseconds);
    const seconds = Math.min(MOST_PROVING_SECONDS, ((time ?? Infinity) / 1000) * PROVING_SHARE);
    const started = performance.now();
    const stop = new AbortController();
    search.onStop = () => stop.abort();
    const leaves = await this.#leavesFor(position, seconds);
    const { proof, nodes, deepest } = await provePosition(position, {
      seconds: seconds - (performance.now() - started) / 1000,
      winner: turn,
      memoryBytes: hash * 2 ** 20,
      signal: stop.signal,
      ...(leaves && { leaves }),
    }).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      this.#note(oneLine(error)); // a table has changed meanwhile
      this.#tables?.forgetLeaves();
      return { proof: null, nodes: 0, deepest: 0 };
    });
    search.onStop = null;
    const line = proof === null ? [] : longestDefence(position, turn, proof).slice(0, this.#options.lineLength);
    if (proof === null || !moves.includes(line[0]!)) return null;
    const took = Math.max(1, Math.round(performance.now() - started));
    const toTable = proof.leaves.size > 0;
    const score = formatScore(makeValue(0, proof.plies), toTable ? "dtc" : "dtm", this.#client.protocol());
    const pv = line.map((move) => formatMove(move, ranks)).join(" ");
    const counts = `nodes ${nodes} nps ${Math.round((nodes * 1000) / took)} time ${took}`;
    this.#client.write(
      `info depth ${proof.plies} seldepth ${Math.max(proof.plies, deepest)} ${score} ${counts} pv ${pv}`,
    );
    const end = toTable ? " to mate or a win of a table" : "";
    const under = proof.rules === "none" ? "any rules about repetitions" : "the Asian rules";
    this.#note(`proven: won in at most ${proof.plies} plies${end}, under ${under}`);
    return { move: line[0]!, ponder: line[1] ?? null, value: null };
  }

  /** The tables that a proof may rest on; null without any, and where one cannot be read. */
  async #leavesFor(position: LegalPosition, seconds: number): Promise<LeafBook | null> {
    if (!this.#options.tables) return null;
    const tables = await this.#openTables();
    return tables.leavesFor(position, seconds).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      this.#note(oneLine(error));
      return null;
    });
  }

  #tellKnown({ ranks }: Setting, move: Move, value: Value): void {
    const score = formatScore(value, "dtc", this.#client.protocol());
    this.#client.write(`info depth 1 ${score} nodes 1 nps 1000 tbhits 1 time 1 pv ${formatMove(move, ranks)}`);
  }

  async #guess({ position, ranks }: Setting, moves: readonly Move[]): Promise<Chosen> {
    const { guess } = await import("./guess.ts");
    const { move, score } = guess(position, moves);
    this.#note("a guess: there is no table to tell");
    const words = this.#isUcci ? `score ${score}` : `score cp ${score}`;
    this.#client.write(`info depth 1 ${words} nodes 1 nps 1000 tbhits 0 time 1 pv ${formatMove(move, ranks)}`);
    return { move, ponder: null, value: null };
  }

  /**
   * Null without another engine, and when it fails.
   * @param spent of the time, in milliseconds
   */
  async #askEngine(search: Search, setting: Setting, moves: readonly Move[], spent: number): Promise<Chosen | null> {
    try {
      const engine = await this.#openEngine();
      if (engine === null) return null;
      const inSeconds = this.#isUcci && !this.#options.milliseconds;
      const allowed = timeOf(search.go, setting.position.turn, inSeconds);
      const time = allowed === null ? null : Math.max(1, Math.round(allowed - spent));
      if (!engine.isReady && !(await isReadyInTime(engine, search, time))) {
        this.#note("the engine is still starting");
        return null;
      }
      const go = { ...search.go, ponder: search.go.ponder && !search.isReleased };
      search.onStop = () => engine.stop();
      search.onPonderHit = () => engine.ponderHit(time);
      const all = moves.length === legalMoves(setting.position).length;
      const answer = engine.search(
        setting,
        limitsOf(go, inSeconds),
        go.ponder ? null : time,
        all ? null : moves,
        setting.ranks,
        (line) => this.#client.write(this.#retell(line)),
      );
      if (search.isStopped) engine.stop(); // before it began
      const { move, ponder } = await answer;
      if (moves.includes(move)) return { move, ponder, value: null };
      this.#note(`the engine answered ${formatMove(move, setting.ranks)}, which it was not to play`);
      return null;
    } catch (error) {
      this.#note(`the engine ${oneLine(error)}`);
      this.#engine?.close();
      this.#engine = null;
      this.#failedCommand = this.#options.engine;
      return null;
    } finally {
      search.onStop = search.onPonderHit = null;
    }
  }

  /** A line of the other engine, as this protocol has it; with `proveMates` a mate that it announces is a claim, and told as a score. */
  #retell(line: string): string {
    const told = this.#options.proveMates ? line.replace(/score mate (-?)\d+/, "score cp $19000") : line;
    if (!this.#isUcci) return told;
    return told.replace(/score cp (-?\d+)/, "score $1").replace(/score mate (-?)\d+/, "score $129000");
  }

  async #openEngine(): Promise<WrappedEngine | null> {
    const { engine: command } = this.#options;
    if (this.#engine !== null && this.#engineCommand !== command) {
      this.#engine.close();
      this.#engine = null;
    }
    if (command === "" || command === this.#failedCommand) return null;
    if (this.#engine === null) {
      const { WrappedEngine } = await import("./wrapped-engine.ts");
      this.#engine = new WrappedEngine(command, () => new Map([...this.#handedOn, ...this.#engineOptions]));
      this.#engineCommand = command;
    }
    return this.#engine;
  }
}

/**
 * Waits until an engine is ready: as long as the search may take, and then as long as an engine has to answer after `stop`.
 * @param time in milliseconds; null: until it is stopped
 */
async function isReadyInTime(engine: WrappedEngine, search: Search, time: number | null): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<false>((resolve) => {
    const count = () => {
      if (time !== null) timer = setTimeout(() => resolve(false), time + STOP_MILLISECONDS);
    };
    search.onStop = () => resolve(false);
    search.onPonderHit = count;
    if (search.isStopped) resolve(false);
    else if (search.isReleased) count();
  });
  const isReady = await Promise.race([timeUp, engine.ready.then(() => true)]);
  clearTimeout(timer);
  return isReady;
}

/** The legal moves that a search may choose among. */
export function allowedMoves({ go, banned }: Search, { position, ranks }: Setting): Move[] {
  const named = (words: readonly string[]) => new Set(words.map((word) => parseLegalMove(position, word, ranks)));
  const only = go.searchmoves === null ? null : named(go.searchmoves);
  const without = named(banned);
  return legalMoves(position).filter((move) => (only?.has(move) ?? true) && !without.has(move));
}

/** Which table is missing, that of the position or of what a capture leads to, or why there can be none. */
function describeMissing({ board }: LegalPosition, missing: MissingTableError): string {
  const { endgame } = canonicalEndgame(endgameOf(board));
  const name = countAttackingMen(endgame.name) > 0 ? endgame.name : missing.endgame;
  return new MissingTableError(name, missing.collection).message;
}

export function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s+/g, " ");
}
