/**
 * Fairy-Stockfish in workers of this page, loaded when it is first asked. It speaks UCI with ranks from 1. Its threads share
 * memory, which browsers allow only on a page that is isolated from others.
 */
import script from "fairy-stockfish-nnue.wasm/stockfish.js?url&no-inline";
import program from "fairy-stockfish-nnue.wasm/stockfish.wasm?url&no-inline";
import thread from "fairy-stockfish-nnue.wasm/stockfish.worker.js?url&no-inline";

interface Engine {
  postMessage(line: string, transfer: []): void;
  addMessageListener(listener: (line: string) => void): void;
  removeMessageListener(listener: (line: string) => void): void;
  terminate(): void;
}

interface EngineOptions {
  readonly locateFile: (name: string) => string;
  readonly mainScriptUrlOrBlob: string;
}

declare global {
  var Stockfish: ((options: EngineOptions) => Promise<Engine>) | undefined;
}

const MOST_THREADS = 4;
const HASH_MEGABYTES = 32;
/** Beyond the time that it was given, loading included: then it is taken for dead. */
const PATIENCE_MS = 60_000;
const FILES: Readonly<Record<string, string>> = {
  "stockfish.wasm": program,
  "stockfish.worker.js": thread,
};

/** It could not be loaded, or does not answer. */
export class EngineError extends Error {
  readonly isLoaded: boolean;

  constructor(isLoaded: boolean, message: string) {
    super(message);
    this.isLoaded = isLoaded;
  }
}

/** Whether this page may run it. */
export function mayRunEngine(): boolean {
  return globalThis.crossOriginIsolated === true;
}

/** What it is asked: the position as a FEN without the counts of moves, how many first moves, for how long. */
export interface EngineQuestion {
  readonly fen: string;
  readonly lines: number;
  readonly milliseconds: number;
}

let engine: Promise<Engine> | null = null;
/** One question at a time: the next one waits until the last one has ended. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Has it think.
 * @param onLine what it says meanwhile, `info …` for the most part
 * @param signal makes it stop early, which is no error
 * @throws EngineError
 */
export function think(question: EngineQuestion, onLine: (line: string) => void, signal: AbortSignal): Promise<void> {
  const turn = last.then(() => (signal.aborted ? undefined : ask(question, onLine, signal)));
  last = turn.catch(() => {});
  return turn;
}

async function ask(question: EngineQuestion, onLine: (line: string) => void, signal: AbortSignal): Promise<void> {
  let running: Engine | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const died = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), question.milliseconds + PATIENCE_MS);
  });
  const stop = () => running?.postMessage("stop", []);
  signal.addEventListener("abort", stop);
  try {
    running = await Promise.race([(engine ??= start()), died]);
    if (!signal.aborted) await Promise.race([answered(running, question, onLine), died]);
  } catch (error) {
    running?.terminate();
    engine = null; // the next question begins anew
    throw new EngineError(running !== null, String(error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function answered(running: Engine, question: EngineQuestion, onLine: (line: string) => void): Promise<void> {
  const { fen, lines, milliseconds } = question;
  return new Promise((resolve) => {
    const listen = (line: string) => {
      if (!line.startsWith("bestmove")) return onLine(line);
      running.removeMessageListener(listen);
      resolve();
    };
    running.addMessageListener(listen);
    running.postMessage(`setoption name MultiPV value ${lines}`, []);
    running.postMessage(`position fen ${fen} - - 0 1`, []);
    running.postMessage(`go movetime ${milliseconds}`, []);
  });
}

async function start(): Promise<Engine> {
  if (globalThis.Stockfish === undefined) await load(script);
  const running = await globalThis.Stockfish!({ locateFile: (name) => FILES[name]!, mainScriptUrlOrBlob: script });
  const threads = Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency - 1));
  for (const [name, value] of [
    ["UCI_Variant", "xiangqi"],
    ["Use NNUE", "false"], // it has no network with it
    ["Threads", threads],
    ["Hash", HASH_MEGABYTES],
  ]) {
    running.postMessage(`setoption name ${name} value ${value}`, []);
  }
  return running;
}

/** Its script is no module: it leaves a global name behind. */
function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = address;
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () => {
      element.remove();
      reject(new Error("not loaded"));
    });
    document.head.append(element);
  });
}
