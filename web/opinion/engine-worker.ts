/**
 * Fairy-Stockfish in a worker, since its beginning alone takes longer than a page may stand still. It speaks UCI with ranks from 1; this
 * worker hands on what is said. Its threads share memory, which browsers allow only on a page that is isolated from others.
 */
import script from "fairy-stockfish-nnue.wasm/stockfish.js?url&no-inline";
import program from "fairy-stockfish-nnue.wasm/stockfish.wasm?url&no-inline";
import thread from "fairy-stockfish-nnue.wasm/stockfish.worker.js?url&no-inline";

/** What the page is told; it sends lines of UCI once the engine is ready. */
export type EngineMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "line"; readonly line: string };

interface Engine {
  postMessage(line: string, transfer: []): void;
  addMessageListener(listener: (line: string) => void): void;
}

type MakeEngine = (options: {
  readonly locateFile: (name: string) => string;
  readonly mainScriptUrlOrBlob: string;
}) => Promise<Engine>;

const MOST_THREADS = 4;
const HASH_MEGABYTES = 32;
const FILES: Readonly<Record<string, string>> = {
  "stockfish.wasm": program,
  "stockfish.worker.js": thread,
};

const tell = (message: EngineMessage): void => postMessage(message, []);

try {
  const engine = await start();
  engine.addMessageListener((line) => tell({ kind: "line", line }));
  addEventListener("message", ({ data }: MessageEvent<string>) => engine.postMessage(data, []));
  tell({ kind: "ready" });
} catch (error) {
  tell({ kind: "failed", message: String(error) });
}

async function start(): Promise<Engine> {
  const make = await load();
  const running = await make({ locateFile: (name) => FILES[name]!, mainScriptUrlOrBlob: script });
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

/** Its script exports nothing, but hands over what it has where modules are defined as AMD does. */
async function load(): Promise<MakeEngine> {
  let make: (() => MakeEngine) | undefined;
  const define = (_: readonly [], factory: () => MakeEngine): void => {
    make = factory;
  };
  Object.assign(globalThis, { define: Object.assign(define, { amd: true }) });
  await import(/* @vite-ignore */ script);
  return make!();
}
