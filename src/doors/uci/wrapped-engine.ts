/** Another engine, asked in UCI where there are no tables. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { InputError } from "../../base/errors.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import type { Move } from "../../xiangqi/moves.ts";
import { linesOf } from "./lines.ts";
import { plainName } from "./options.ts";
import { formatMove, parseMove, STOP_MILLISECONDS, type RankNumbering } from "./protocol.ts";
import type { History } from "./setting.ts";

const START_MILLISECONDS = 10_000;

export interface EngineOption {
  readonly name: string;
  /** From `type` on. */
  readonly rest: string;
}

export class WrappedEngine {
  /** Rejects with InputError when it cannot be run or does not answer within 10 s. */
  readonly ready: Promise<void>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #gone: Promise<never>;
  #isReady = false;
  #options: readonly EngineOption[] = [];
  /** Fairy-Stockfish counts ranks from 1, all others from 0. */
  #ranks: RankNumbering = 0;
  #listen: (line: string) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #late: (error: Error) => void = () => {};

  /** @param settings options by plain name, set once it has told which it has */
  constructor(command: string, settings: () => ReadonlyMap<string, string>) {
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
    void this.#read();
    this.ready = this.#handshake(settings);
    this.ready.then(
      () => (this.#isReady = true),
      () => {},
    );
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#child.stdout)) if (line !== null) this.#listen(line.trim());
    } catch {
      // its end is told by "exit"
    }
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** What it lets be set, once it has said so. */
  get options(): readonly EngineOption[] {
    return this.#options;
  }

  /** A number out of its range is taken to the nearest limit: engines ignore others. */
  setOption(name: string, value: string): void {
    const known = this.#options.find((option) => plainName(option.name) === plainName(name));
    if (known === undefined) return;
    const [, least, most] = /^type spin .*min (-?\d+) max (-?\d+)/.exec(known.rest) ?? [];
    const number = Math.min(Math.max(Number(value), Number(least)), Number(most));
    const set = Number.isNaN(number) ? value : String(number);
    this.#send(`setoption name ${known.name}${set === "" ? "" : ` value ${set}`}`);
  }

  newGame(): void {
    this.#send("ucinewgame");
  }

  /**
   * Asks for a move; to be done once it is ready.
   * @param go what follows the word `go`, without moves
   * @param milliseconds after which it is told to stop; null: it may take as many as it likes
   * @param among the moves that it may choose from; null: any
   * @param onInfo is told what it says meanwhile, moves written with ranks as in `ranks`
   * @throws InputError when it ends, is late, or answers no move
   */
  async search(
    { start, moves }: History,
    go: string,
    milliseconds: number | null,
    among: readonly Move[] | null,
    ranks: RankNumbering,
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
              .split(/\s+/)
              .map((word) => this.#translate(word, ranks))
              .join(" "),
          );
      },
    );
    this.#send(
      ["go", go, among === null ? "" : `searchmoves ${format(among)}`].filter((part) => part !== "").join(" "),
    );
    this.#stopAfter(milliseconds);
    try {
      const [, best = "", , ponder = ""] = (await Promise.race([answer, this.#gone, late])).split(/\s+/);
      const move = parseMove(best, this.#ranks);
      if (move === null) throw new InputError("engine-failed", `answered "${best}", which is no move`);
      return { move, ponder: parseMove(ponder, this.#ranks) };
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Ends a search: it has a second to answer. */
  stop(): void {
    this.#send("stop");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#late(new InputError("engine-failed", "did not answer within 1 s after stop"));
    }, STOP_MILLISECONDS);
  }

  /** @param milliseconds as in `search`, from now on */
  ponderHit(milliseconds: number | null): void {
    this.#send("ponderhit");
    this.#stopAfter(milliseconds);
  }

  close(): void {
    clearTimeout(this.#timer);
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

  #stopAfter(milliseconds: number | null): void {
    clearTimeout(this.#timer);
    if (milliseconds !== null) this.#timer = setTimeout(() => this.stop(), milliseconds);
  }

  async #handshake(settings: () => ReadonlyMap<string, string>): Promise<void> {
    const found: EngineOption[] = [];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new InputError("engine-failed", "did not answer within 10 s");
      timer = setTimeout(() => reject(error), START_MILLISECONDS);
    });
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
      for (const [name, value] of settings()) this.setOption(name, value);
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

  #translate(word: string, ranks: RankNumbering): string {
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
