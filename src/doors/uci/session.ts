/**
 * An engine as its client sees it: lines in, lines out (docs/guides/clients.md). It plays perfectly where there are tables; beyond
 * them another engine, or a guess, whose moves into tables are judged all the same.
 */
import { isDraw, isLoss } from "../../table/value.ts";
import { InputError } from "../../base/errors.ts";
import { endingOf, type Move } from "../../xiangqi/moves.ts";
import { samePosition, type LegalPosition } from "../../xiangqi/position.ts";
import { legalPosition } from "../../xiangqi/validate.ts";
import { allowedMoves, Chooser, oneLine, Search, type Chosen } from "./choice.ts";
import { describeOptions, HANDED_ON, plainName, setOption, type EngineOptions } from "./options.ts";
import {
  formatBestMove,
  formatMove,
  NO_SCORE,
  nameAndValue,
  parseGo,
  parsePosition,
  type Go,
  type Protocol,
  type RankNumbering,
} from "./protocol.ts";
import { beginning, continued, play, ranksOf, type Setting } from "./setting.ts";

export interface SessionOptions {
  readonly options: EngineOptions;
  readonly version: string;
  /** The protocol of a client that does not begin with its name. */
  readonly protocol: Protocol;
  /** Takes a line, without its end. */
  readonly write: (line: string) => void;
}

/** Searches that may wait for their turn before no more lines are read. */
const MOST_WAITING = 64;

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
  #ranks: RankNumbering = 0;
  /** What was answered last, and where. */
  #answered: { readonly position: LegalPosition; readonly move: Move } | null = null;
  readonly #chooser: Chooser;
  /** The search that has not been answered, and all that wait before and behind it. */
  #search: Search | null = null;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Whether the search that is run has told a score. */
  #hasScore = false;
  #hasQuit = false;

  constructor({ options, version, protocol, write }: SessionOptions) {
    this.#write = (line) => {
      this.#hasScore ||= /^info (?!string ).*\bscore /.test(line);
      write(line);
    };
    this.#version = version;
    this.#ofCommandLine = { ...options };
    this.#options = { ...options };
    this.#usual = protocol;
    this.#setting = beginning();
    this.#chooser = new Chooser(this.#options, { write: this.#write, protocol: () => this.#spoken });
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

  /** Lets searches that wait for nothing be answered, after `quit` at once, and ends everything. */
  async end(): Promise<void> {
    const search = this.#search;
    if (search === null || search.isReleased) {
      if (this.#hasQuit) search?.stop();
      await this.#work;
    }
    this.#chooser.kill();
    if (this.#hasQuit && this.#isUcci) this.#write("bye");
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
        return;
      default:
        if (this.#isDebugging) this.#note(`unknown command: ${line.trim()}`);
    }
  }

  get #spoken(): Protocol {
    return this.#protocol ?? this.#usual;
  }

  get #isUcci(): boolean {
    return this.#spoken === "ucci";
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
    for (const { name, rest } of this.#chooser.engineOptions) {
      if (protocol === "uci") this.#write(`option name Engine ${name} ${rest}`);
    }
    this.#write(`${protocol}ok`);
  }

  #setOption(words: readonly string[]): void {
    const [name, value] = nameAndValue(words);
    if (plainName(name) === "newgame") return this.#newGame();
    const [, ofEngine] = /^engine[\s_]+(.+)$/i.exec(name) ?? [];
    if (ofEngine !== undefined) return this.#chooser.setEngineOption(ofEngine, value);
    const set = setOption(this.#options, name, value, this.#ofCommandLine);
    if (set === "engine") this.#chooser.forgetFailure();
    const handedOn = set === null ? undefined : HANDED_ON[set];
    if (handedOn !== undefined) this.#chooser.handOn(handedOn, String(this.#options[set!]));
    if (set !== null && ["data", "metric", "rules", "orders", "hash"].includes(set)) this.#changeTables();
  }

  /** The next search opens other tables; one that is under way has its own. */
  #changeTables(): void {
    const tables = this.#chooser.dropTables();
    if (tables !== null) this.#work = this.#work.then(() => tables.close());
  }

  #newGame(): void {
    this.#setting = beginning();
    this.#banned = [];
    this.#answered = null;
    this.#chooser.newGame();
  }

  #setPosition(words: readonly string[]): void {
    this.#banned = [];
    const last = this.#setting;
    this.#setting = null;
    const sent = parsePosition(words);
    if (sent === null) return;
    const start = legalPosition(sent.start);
    const { ranks: set } = this.#options;
    const ranks = set === "auto" ? ranksOf(start, sent.moves, this.#ranks) : set === "1" ? 1 : 0;
    this.#ranks = ranks;
    if (last !== null && sent.moves.length === 0) {
      const mine = this.#answered !== null && samePosition(this.#answered.position, last.position);
      const game = continued(last, mine ? this.#answered!.move : null, start);
      if (game !== null) {
        this.#setting = { ...game, position: start, ranks };
        return;
      }
    }
    const { position, moves, illegal } = play(start, sent.moves, ranks);
    if (illegal !== null) this.#note(`illegal move ${illegal}: the moves before it are taken`);
    this.#setting = { start, moves, position, ranks };
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
    this.#hasScore = false;
    const moves = setting === null ? [] : allowedMoves(search, setting);
    if (setting !== null && endingOf(setting.position) !== null) {
      this.#write(`info depth 0 ${this.#isUcci ? "score -30000" : "score mate 0"}`);
    }
    const answer = setting === null || moves.length === 0 ? null : await this.#chooser.choose(search, setting, moves);
    await search.released;
    if (!this.#hasScore) this.#write(`info depth 0 ${NO_SCORE[this.#spoken]}`);
    if (this.#isUcci && search.go.limits.get("depth") === "0") return this.#write(formatBestMove("ucci", null));
    if (answer !== null) this.#answered = { position: setting!.position, move: answer.move };
    this.#write(formatBestMove(this.#spoken, answer && this.#bestMove(search, setting!, answer)));
  }

  #bestMove({ draw }: Search, { ranks }: Setting, { move, ponder, value }: Chosen) {
    const isBad = value !== null && (isDraw(value) || isLoss(value));
    return {
      move: formatMove(move, ranks),
      ponder: ponder === null ? undefined : formatMove(ponder, ranks),
      draw: draw && isBad,
      resign: this.#options.resign && value !== null && isLoss(value),
    };
  }
}
