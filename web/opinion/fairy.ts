/** Fairy-Stockfish, loaded when it is first asked (engine-worker.ts). */
import type { EngineMessage } from "./engine-worker.ts";

/** Beyond the time that it was given, loading included: then it is taken for dead. */
const PATIENCE_MS = 60_000;

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

interface Engine {
  readonly worker: Worker;
  /** Rejects where it cannot be loaded. */
  readonly ready: Promise<void>;
}

let engine: Engine | null = null;
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
  const { worker, ready } = (engine ??= start());
  let isLoaded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const died = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), question.milliseconds + PATIENCE_MS);
  });
  const stop = () => worker.postMessage("stop", []);
  signal.addEventListener("abort", stop);
  try {
    await Promise.race([ready, died]);
    isLoaded = true;
    if (!signal.aborted) await Promise.race([answered(worker, question, onLine), died]);
  } catch (error) {
    worker.terminate();
    engine = null; // the next question begins anew
    throw new EngineError(isLoaded, String(error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function answered(worker: Worker, question: EngineQuestion, onLine: (line: string) => void): Promise<void> {
  const { fen, lines, milliseconds } = question;
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<EngineMessage>) => {
      if (data.kind !== "line") return;
      if (!data.line.startsWith("bestmove")) return onLine(data.line);
      worker.removeEventListener("message", listen);
      resolve();
    };
    worker.addEventListener("message", listen);
    worker.postMessage(`setoption name MultiPV value ${lines}`, []);
    worker.postMessage(`position fen ${fen} - - 0 1`, []);
    worker.postMessage(`go movetime ${milliseconds}`, []);
  });
}

function start(): Engine {
  const worker = new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module" });
  const ready = new Promise<void>((resolve, reject) => {
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.addEventListener("message", ({ data }: MessageEvent<EngineMessage>) => {
      if (data.kind === "ready") resolve();
      if (data.kind === "failed") reject(new Error(data.message));
    });
  });
  return { worker, ready };
}
