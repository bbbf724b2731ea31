/**
 * An engine as its client sees it: lines in, lines out (docs/clients.md). It plays perfectly where there are tables; beyond
 * them another engine, or a guess, whose moves into tables are judged all the same.
 */
import { countAttackingMen, describeBeyondTables, isBeyondTables } from "../endgame/attacking-men.ts";
import { canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import { MissingTableError } from "../table/errors.ts";
import { distanceOf, DRAW, isLoss, isWin, type Value } from "../table/value.ts";
import { describeVerdict } from "../words/english.ts";
import { InputError } from "../xiangqi/errors.ts";
import { parseLegalFen, START_FEN } from "../xiangqi/fen.ts";
import { applyMove, legalMoves, type Move } from "../xiangqi/moves.ts";
import { endingOf } from "../xiangqi/moves.ts";
import { samePosition, type LegalPosition } from "../xiangqi/position.ts";
import { legalPosition } from "../xiangqi/validate.ts";
import { describeOptions, plainName, setOption, type EngineOptions } from "./options.ts";
import {
  formatBestMove,
  formatMove,
  formatScore,
  formatWdl,
  parseGo,
  parseLegalMove,
  parsePosition,
  ranksShown,
  type Go,
  type Protocol,
  type Ranks,
} from "./protocol.ts";
// Types only: what a client waits for first needs no tables.
import type { Answer, EngineTables, History } from "./tables.ts";
import type { WrappedEngine } from "./wrapped-engine.ts";

export interface SessionOptions {
  readonly options: EngineOptions;
  readonly version: string;
  /** The protocol of a client that does not begin with its name. */
  readonly protocol: Protocol;
  /** Takes a line, without its end. */
  readonly write: (line: string) => void;
}

/** A limit of so many plies without a capture is common: beyond it a win by the tables is a draw elsewhere. */
const COMMON_LIMIT = 120;
/** Searches that may wait for their turn before no more lines are read. */
const MOST_WAITING = 64;
/** For a search by another engine that nobody limits. */
const DEFAULT_MOVETIME = 3000;

/** A position to move in, and what is known of the way there. */
interface Setting extends History {
  readonly position: LegalPosition;
  readonly ranks: Ranks;
}

/** One `go`, from when it is read until it is answered. */
class Search {
  readonly setting: Setting | null;
  readonly go: Go;
  readonly banned: readonly string[];
  readonly released: Promise<void>;
  /** The client offers a draw. */
  draw: boolean;
  isReleased: boolean;
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
    this.release();
    this.onStop?.();
  }

  /** From now on it may be answered. */
  release(): void {
    this.isReleased = true;
    this.#release();
  }
}

export class Session {
  readonly #write: (line: string) => void;
  readonly #version: string;
  readonly #ofCommandLine: EngineOptions;
  readonly #options: EngineOptions;
  readonly #usual: Protocol;
  #protocol: Protocol | null = null;
  #isDebugging = false;
  #setting: Setting | null;
  #banned: readonly string[] = [];
  /** How ranks were counted by the last position. */
  #ranks: Ranks = 0;
  /** What was answered last, and where. */
  #answered: { readonly position: LegalPosition; readonly move: Move } | null = null;
  #tables: EngineTables | null = null;
  #engine: WrappedEngine | null = null;
  #engineCommand = "";
  readonly #engineOptions = new Map<string, string>();
  #failedCommand = "";
  readonly #told = new Set<string>();
  /** The search that has not been answered, and all that wait before and behind it. */
  #search: Search | null = null;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #hasQuit = false;

  constructor({ options, version, protocol, write }: SessionOptions) {
    this.#write = write;
    this.#version = version;
    this.#ofCommandLine = { ...options };
    this.#options = { ...options };
    this.#usual = protocol;
    this.#setting = beginning();
  }

  /**
   * Takes a line of the client. Resolves when the next one may be read.
   * @returns false when the client has ended the session
   */
  async take(line: string): Promise<boolean> {
    try {
      this.#obey(line.trim().split(/\s+/), line);
    } catch (error) {
      this.#note(error instanceof InputError ? oneLine(error) : `internal failure: ${oneLine(error)}`);
    }
    if (this.#waiting > MOST_WAITING) await this.#work;
    return !this.#hasQuit;
  }

  /** Lets searches that wait for nothing be answered, and ends everything. */
  async end(): Promise<void> {
    if (!this.#hasQuit && (this.#search === null || this.#search.isReleased)) await this.#work;
    this.#hasQuit = true;
    this.#engine?.kill();
  }

  #obey(words: readonly string[], line: string): void {
    const [word, ...rest] = words as [string, ...string[]];
    switch (word) {
      case "":
        return;
      case "uci":
      case "ucicyclone":
      case "ucci":
        return this.#introduce(word === "ucci" ? "ucci" : "uci");
      case "xboard":
        return this.#write("Error (unknown command): xboard");
      case "debug":
        this.#isDebugging = rest[0] === "on";
        return;
      case "isready":
        return this.#write("readyok");
      case "setoption":
        return this.#setOption(rest);
      case "ucinewgame":
      case "uccinewgame":
        return this.#newGame();
      case "position":
      case "fen":
      case "startpos":
        return this.#setPosition(words);
      case "banmoves":
        this.#banned = rest;
        return;
      case "go":
        return this.#go(parseGo(rest));
      case "stop":
        if (this.#search !== null) this.#search.stop();
        else if (this.#isUcci) this.#write("nobestmove");
        return;
      case "ponderhit":
        return this.#ponderHit(rest.includes("draw"));
      case "quit":
        this.#hasQuit = true;
        if (this.#isUcci) this.#write("bye");
        return;
      default:
        if (this.#isDebugging) this.#note(`unknown command: ${line.trim()}`);
    }
  }

  get #isUcci(): boolean {
    return (this.#protocol ?? this.#usual) === "ucci";
  }

  #note(text: string): void {
    this.#write(`info string ${text}`);
  }

  /** The first word decides; a client that says both means the first. */
  #introduce(protocol: Protocol): void {
    this.#protocol ??= protocol;
    if (this.#protocol !== protocol) return;
    this.#write(`id name Canju ${this.#version}`);
    if (protocol === "ucci") this.#write("id copyright GPL-3.0-or-later");
    this.#write("id author the Canju developers");
    for (const each of describeOptions(protocol, this.#options)) this.#write(each);
    for (const { name, rest } of this.#engine?.options ?? []) {
      if (protocol === "uci") this.#write(`option name Engine ${name} ${rest}`);
    }
    this.#write(`${protocol}ok`);
  }

  #setOption(words: readonly string[]): void {
    const [name, value] = nameAndValue(words);
    if (plainName(name) === "newgame") return this.#newGame();
    const set = setOption(this.#options, name, value, this.#ofCommandLine);
    if (set === "engine") this.#failedCommand = "";
    if (set !== null && ["data", "metric", "rules", "orders", "hash"].includes(set)) this.#changeTables();
    const [, ofEngine] = /^engine[\s_]+(.+)$/i.exec(name) ?? [];
    if (set === null && ofEngine !== undefined) {
      this.#engineOptions.set(ofEngine, value);
      this.#engine?.setOption(ofEngine, value);
    }
  }

  /** The next search opens other tables; one that is under way has its own. */
  #changeTables(): void {
    const tables = this.#tables;
    this.#tables = null;
    this.#told.clear();
    if (tables !== null) this.#work = this.#work.then(() => tables.close());
  }

  #newGame(): void {
    this.#setting = beginning();
    this.#banned = [];
    this.#answered = null;
    this.#engine?.newGame();
  }

  #setPosition(words: readonly string[]): void {
    this.#banned = [];
    const last = this.#setting;
    this.#setting = null;
    const sent = parsePosition(words);
    if (sent === null) return;
    const start = legalPosition(sent.start);
    const ranks = (this.#ranks = this.#ranksOf(start, sent.moves));
    const continued = sent.moves.length === 0 ? this.#continued(last, start) : null;
    if (continued !== null) {
      this.#setting = { ...continued, position: start, ranks };
      return;
    }
    const { position, moves, illegal } = play(start, sent.moves, ranks);
    if (illegal !== null) this.#note(`illegal move ${illegal}: the moves before it are taken`);
    this.#setting = { start, moves, position, ranks };
  }

  #ranksOf(start: LegalPosition, words: readonly string[]): Ranks {
    if (this.#options.ranks !== "auto") return this.#options.ranks === "1" ? 1 : 0;
    const shown = ranksShown(words);
    if (shown !== null || words.length === 0) return shown ?? this.#ranks;
    const fits = ([0, 1] as const).filter((ranks) => play(start, words, ranks).illegal === null);
    return fits.length === 1 ? fits[0]! : this.#ranks;
  }

  /** The game that a position without moves goes on with: by none, one or two moves, the first the one that was answered. */
  #continued(last: Setting | null, position: LegalPosition): History | null {
    if (last === null) return null;
    if (samePosition(last.position, position)) return last;
    const mine = this.#answered !== null && samePosition(this.#answered.position, last.position);
    const firsts = mine ? [this.#answered!.move] : legalMoves(last.position);
    for (const first of firsts) {
      const next = applyMove(last.position, first);
      if (samePosition(next, position)) return { start: last.start, moves: [...last.moves, first] };
      if (next.turn === position.turn) continue;
      const second = legalMoves(next).find((move) => samePosition(applyMove(next, move), position));
      if (second !== undefined) return { start: last.start, moves: [...last.moves, first, second] };
    }
    return null;
  }

  #ponderHit(draw: boolean): void {
    const search = this.#search;
    if (search === null || !search.go.ponder) return;
    search.draw ||= draw;
    search.release();
    search.onPonderHit?.();
  }

  #go(go: Go): void {
    this.#search?.stop();
    const search = (this.#search = new Search(this.#setting, go, this.#banned));
    this.#waiting++;
    this.#work = this.#work.then(async () => {
      try {
        await this.#run(search);
      } catch (error) {
        this.#note(`internal failure: ${oneLine(error)}`);
      }
      this.#waiting--;
      if (this.#search === search) this.#search = null;
    });
  }

  async #run(search: Search): Promise<void> {
    const { setting } = search;
    const moves = setting === null ? [] : allowedMoves(search, setting);
    if (setting !== null && endingOf(setting.position) !== null) {
      this.#write(`info depth 0 ${this.#isUcci ? "score -30000" : "score mate 0"}`);
    }
    const answer = setting === null || moves.length === 0 ? null : await this.#choose(search, setting, moves);
    await search.released;
    if (this.#hasQuit) return;
    if (answer !== null) this.#answered = { position: setting!.position, move: answer.move };
    this.#write(formatBestMove(this.#protocol ?? this.#usual, answer && this.#bestMove(search, setting!, answer)));
  }

  #bestMove({ draw }: Search, { ranks }: Setting, { move, ponder, value }: Chosen) {
    const isBad = value !== null && (value === DRAW || isLoss(value));
    return {
      move: formatMove(move, ranks),
      ponder: ponder === null ? undefined : formatMove(ponder, ranks),
      draw: draw && isBad,
      resign: this.#options.resign && value !== null && isLoss(value),
    };
  }

  async #choose(search: Search, setting: Setting, moves: readonly Move[]): Promise<Chosen> {
    try {
      const verdict = this.#options.rules === "asian" ? await verdictOn(setting) : null;
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
    let answer: Answer;
    try {
      const tables = await this.#openTables();
      answer = await tables.answer(setting, setting.position, moves);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const text = error instanceof MissingTableError ? hint(setting.position, error) : oneLine(error);
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
      const depth = line.value === DRAW ? 1 : Math.max(1, distanceOf(line.value));
      const time = Math.max(1, Math.round(performance.now() - started));
      const nodes = answer.probes();
      const words = [
        `info depth ${depth} seldepth ${depth} multipv ${i + 1}`,
        formatScore(line.value, metric, this.#isUcci ? "ucci" : "uci"),
        ...(this.#options.wdl ? [formatWdl(line.value)] : []),
        `nodes ${nodes} nps ${Math.round((nodes * 1000) / time)} tbhits ${nodes} time ${time} pv`,
        ...follow.map((move) => formatMove(move, setting.ranks)),
      ];
      this.#write(words.join(" "));
    }
    if (isWin(value) && metric === "dtc" && distanceOf(value) > COMMON_LIMIT) {
      this.#note(`won in ${distanceOf(value)} plies without a capture: a limit of 60 moves would make it a draw`);
    }
    return { move: best, ponder, value };
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
    const open = moves.filter((move) => !known.has(move) || known.get(move) === DRAW);
    if (open.length === 0) {
      const move = moves.reduce((best, each) => (known.get(each)! > known.get(best)! ? each : best));
      this.#tellKnown(setting, move, known.get(move)!);
      return { move, ponder: null, value: known.get(move)! };
    }
    return (await this.#askEngine(search, setting, open)) ?? (await this.#guess(setting, open));
  }

  #tellKnown({ ranks }: Setting, move: Move, value: Value): void {
    const score = formatScore(value, "dtc", this.#isUcci ? "ucci" : "uci");
    this.#write(`info depth 1 ${score} nodes 1 nps 1000 tbhits 1 time 1 pv ${formatMove(move, ranks)}`);
  }

  async #guess({ position, ranks }: Setting, moves: readonly Move[]): Promise<Chosen> {
    const { guess } = await import("./guess.ts");
    const { move, score } = guess(position, moves);
    this.#note("a guess: there is no table to tell");
    const words = this.#isUcci ? `score ${score}` : `score cp ${score}`;
    this.#write(`info depth 1 ${words} nodes 1 nps 1000 tbhits 0 time 1 pv ${formatMove(move, ranks)}`);
    return { move, ponder: null, value: null };
  }

  /** Null without another engine, and when it fails. */
  async #askEngine(search: Search, setting: Setting, moves: readonly Move[]): Promise<Chosen | null> {
    try {
      const engine = await this.#openEngine();
      if (engine === null) return null;
      const { go } = search;
      const waits = go.ponder || go.infinite;
      if (waits && search.isReleased) return null; // stopped before it began
      search.onStop = () => engine.stop();
      search.onPonderHit = () => engine.ponderHit();
      const all = moves.length === legalMoves(setting.position).length;
      const { move, ponder } = await engine.search(
        setting,
        limitsOf(go, this.#isUcci && !this.#options.milliseconds),
        all ? null : moves,
        setting.ranks,
        (line) =>
          this.#write(
            this.#isUcci
              ? line.replace(/score cp (-?\d+)/, "score $1").replace(/score mate (-?)\d+/, "score $129000")
              : line,
          ),
      );
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

  async #openEngine(): Promise<WrappedEngine | null> {
    const { engine: command } = this.#options;
    if (this.#engine !== null && this.#engineCommand !== command) {
      this.#engine.close();
      this.#engine = null;
    }
    if (command === "" || command === this.#failedCommand) return null;
    if (this.#engine === null) {
      const { WrappedEngine } = await import("./wrapped-engine.ts");
      this.#engine = await WrappedEngine.start(command, this.#engineOptions);
      this.#engineCommand = command;
    }
    return this.#engine;
  }
}

/** A move to be answered. */
interface Chosen {
  readonly move: Move;
  readonly ponder: Move | null;
  /** To the mover; null where it is not known. */
  readonly value: Value | null;
}

function beginning(): Setting {
  const start = parseLegalFen(START_FEN);
  return { start, moves: [], position: start, ranks: 0 };
}

/** Plays moves until one is illegal. */
function play(start: LegalPosition, words: readonly string[], ranks: Ranks) {
  let position = start;
  const moves: Move[] = [];
  for (const word of words) {
    const move = parseLegalMove(position, word, ranks);
    if (move === null) return { position, moves, illegal: word };
    position = applyMove(position, move);
    moves.push(move);
  }
  return { position, moves, illegal: null };
}

function allowedMoves({ go, banned }: Search, { position, ranks }: Setting): Move[] {
  const named = (words: readonly string[]) => new Set(words.map((word) => parseLegalMove(position, word, ranks)));
  const only = go.searchmoves === null ? null : named(go.searchmoves);
  const without = named(banned);
  return legalMoves(position).filter((move) => (only?.has(move) ?? true) && !without.has(move));
}

/** What the adjudicator says of the moves so far; null while nothing is decided. */
async function verdictOn({ start, moves }: History): Promise<string | null> {
  const { Adjudicator } = await import("../xiangqi/rules/adjudicator.ts");
  const adjudicator = new Adjudicator(start);
  let first: string | null = null;
  for (const move of moves) {
    const verdict = adjudicator.play(move);
    if (verdict !== null && first === null) first = describeVerdict(verdict);
  }
  return first;
}

/** Which table to build, that of the position or of what a capture leads to, or why there can be none. */
function hint({ board }: LegalPosition, missing: MissingTableError): string {
  const { endgame } = canonicalEndgame(endgameOf(board));
  const name = countAttackingMen(endgame.name) > 0 ? endgame.name : missing.endgame;
  if (isBeyondTables(name)) return describeBeyondTables(name);
  const { metric, rules, orders } = missing.collection;
  const flags = [
    metric === "dtm" ? " --metric dtm" : "",
    rules === "none" ? " --rules none" : orders === "chessdb" ? " --orders chessdb" : "",
  ].join("");
  return `there is no table for ${name}: "canju build ${name}${flags}" builds it`;
}

/** `name N value V`, or UCCI's `n v`. */
function nameAndValue(words: readonly string[]): [name: string, value: string] {
  if (words[0] !== "name") return [words[0] ?? "", words.slice(1).join(" ")];
  const at = words.indexOf("value");
  const end = at < 0 ? words.length : at;
  return [words.slice(1, end).join(" "), words.slice(end + 1).join(" ")];
}

/** The limits in UCI, whatever they were sent in; times of 0 and less are a moment. */
function limitsOf({ ponder, infinite, limits }: Go, inSeconds: boolean): string {
  const words: string[] = [];
  const add = (name: string, from: string, scale = 1) => {
    const number = Number(limits.get(from) || Number.NaN);
    if (!Number.isNaN(number)) words.push(name, String(Math.max(1, Math.round(number * scale))));
  };
  for (const name of ["depth", "nodes", "movetime", "mate", "wtime", "btime", "winc", "binc", "movestogo"])
    add(name, name);
  if (!limits.has("wtime") && !limits.has("btime")) {
    const scale = inSeconds ? 1000 : 1;
    // UCCI's clocks are the mover's and the other's; the other engine is told the same for both colours.
    for (const name of ["wtime", "btime"]) add(name, "time", scale);
    for (const name of ["winc", "binc"]) add(name, "increment", scale);
  }
  if (ponder) words.unshift("ponder");
  if (infinite) return "infinite";
  if (words.length === 0) words.push("movetime", String(DEFAULT_MOVETIME));
  return words.join(" ");
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s+/g, " ");
}
