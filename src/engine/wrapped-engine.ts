/** Another engine, asked in UCI where there are no tables. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { InputError } from "../xiangqi/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import type { Move } from "../xiangqi/moves.ts";
import { plainName } from "./options.ts";
import { formatMove, parseMove, type Ranks } from "./protocol.ts";
import type { History } from "./setting.ts";

const START_MILLISECONDS = 10_000;
/** After it was told to stop. */
const STOP_MILLISECONDS = 1_000;

export interface EngineOption {
  readonly name: string;
  /** From `type` on. */
  readonly rest: string;
}

export class WrappedEngine {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #gone: Promise<never>;
  #options: readonly EngineOption[] = [];
  /** Fairy-Stockfish counts ranks from 1, all others from 0. */
  #ranks: Ranks = 0;
  #listen: (line: string) => void = () => {};
  #stopTimer: NodeJS.Timeout | undefined;
  #late: (error: Error) => void = () => {};

  private constructor(command: string) {
    const [program = "", ...args] = wordsOfCommand(command);
    this.#child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    this.#child.stderr.resume();
    this.#child.stdin.on("error", () => {}); // its end is told by "exit"
    this.#gone = new Promise((_, reject) => {
      this.#child.once("error", ({ message }) => reject(new InputError("engine-failed", `cannot be run: ${message}`)));
      this.#child.once("exit", (code, signal) => {
        reject(new InputError("engine-failed", `has ended (${signal ?? `exit code ${code}`})`));
      });
    });
    this.#gone.catch(() => {});
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#listen(line.trim()));
  }

  /**
   * Starts it and sets options.
   * @throws InputError when it cannot be run or does not answer within 10 s
   */
  static async start(command: string, options: ReadonlyMap<string, string>): Promise<WrappedEngine> {
    const engine = new WrappedEngine(command);
    try {
      await engine.#handshake(options);
      return engine;
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  /** What it lets be set, once it has said so. */
  get options(): readonly EngineOption[] {
    return this.#options;
  }

  setOption(name: string, value: string): void {
    const known = this.#options.find((option) => plainName(option.name) === plainName(name));
    if (known !== undefined) this.#send(`setoption name ${known.name}${value === "" ? "" : ` value ${value}`}`);
  }

  newGame(): void {
    this.#send("ucinewgame");
  }

  /**
   * Asks for a move.
   * @param go what follows the word `go`, without moves
   * @param among the moves that it may choose from; null: any
   * @param onInfo is told what it says meanwhile, moves written with ranks as in `ranks`
   * @throws InputError when it ends, is late, or answers no move
   */
  async search(
    { start, moves }: History,
    go: string,
    among: readonly Move[] | null,
    ranks: Ranks,
    onInfo: (line: string) => void,
  ): Promise<{ readonly move: Move; readonly ponder: Move | null }> {
    const format = (list: readonly Move[]) => list.map((move) => formatMove(move, this.#ranks)).join(" ");
    this.#send(`position fen ${formatFen(start)} - - 0 1${moves.length > 0 ? ` moves ${format(moves)}` : ""}`);
    const late = new Promise<never>((_, reject) => (this.#late = reject));
    const answer = this.#wait(
      (line) => line.startsWith("bestmove"),
      (line) => {
        if (line.startsWith("info"))
          onInfo(
            line
              .split(" ")
              .map((word) => this.#translate(word, ranks))
              .join(" "),
          );
      },
    );
    this.#send(
      ["go", go, among === null ? "" : `searchmoves ${format(among)}`].filter((part) => part !== "").join(" "),
    );
    try {
      const [, best = "", , ponder = ""] = (await Promise.race([answer, this.#gone, late])).split(/\s+/);
      const move = parseMove(best, this.#ranks);
      if (move === null) throw new InputError("engine-failed", `answered "${best}", which is no move`);
      return { move, ponder: parseMove(ponder, this.#ranks) };
    } finally {
      clearTimeout(this.#stopTimer);
    }
  }

  /** Ends a search: it has a second to answer. */
  stop(): void {
    this.#send("stop");
    clearTimeout(this.#stopTimer);
    this.#stopTimer = setTimeout(() => {
      this.#late(new InputError("engine-failed", "did not answer within 1 s after stop"));
    }, STOP_MILLISECONDS);
  }

  ponderHit(): void {
    this.#send("ponderhit");
  }

  close(): void {
    clearTimeout(this.#stopTimer);
    this.#send("quit");
    const { stdin } = this.#child;
    stdin.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MILLISECONDS);
    timer.unref();
    this.#child.once("exit", () => clearTimeout(timer));
    this.#child.unref();
  }

  /** Ends it without waiting, as this process ends. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  async #handshake(options: ReadonlyMap<string, string>): Promise<void> {
    const found: EngineOption[] = [];
    const late = new Promise<never>((_, reject) => (this.#late = reject));
    const timer = setTimeout(() => {
      this.#late(new InputError("engine-failed", "did not answer within 10 s"));
    }, START_MILLISECONDS);
    try {
      const ready = this.#wait(
        (line) => line === "uciok",
        (line) => {
          const [, name, rest] = /^option name (.+?) (type .*)$/.exec(line) ?? [];
          if (name !== undefined) found.push({ name, rest: rest! });
        },
      );
      this.#send("uci");
      await Promise.race([ready, this.#gone, late]);
      this.#options = found;
      this.#ranks = found.some(({ name }) => name === "UCI_Variant") ? 1 : 0;
      if (this.#ranks === 1) this.setOption("UCI_Variant", "xiangqi");
      for (const [name, value] of options) this.setOption(name, value);
      const isReady = this.#wait((line) => line === "readyok");
      this.#send("isready");
      await Promise.race([isReady, this.#gone, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The first line that is wanted; others are handed on. */
  #wait(isWanted: (line: string) => boolean, onOther: (line: string) => void = () => {}): Promise<string> {
    return new Promise((resolve) => {
      this.#listen = (line) => {
        if (!isWanted(line)) return onOther(line);
        this.#listen = () => {};
        resolve(line);
      };
    });
  }

  #translate(word: string, ranks: Ranks): string {
    if (ranks === this.#ranks) return word;
    const move = parseMove(word, this.#ranks);
    return move === null ? word : formatMove(move, ranks);
  }

  #send(line: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${line}\n`);
  }
}

/** Words apart by blanks, with quotes around those that hold some. */
function wordsOfCommand(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain!,
  );
}
