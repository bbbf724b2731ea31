/** `canju serve`: the page, the API and the table files. */
import { type Command, Option } from "commander";
import type { RunningServer } from "../server/serve.ts";
import { InputError } from "../xiangqi/errors.ts";
import { BuildProgress } from "./build-progress.ts";
import { buildTables, type BuildOptions } from "./build-tables.ts";
import { messageOf } from "./errors.ts";
import { interruptible, Interrupted } from "./interrupt.ts";
import { addTableOptions, threadsOption, wholeNumber } from "./options.ts";
import { printLine } from "./output.ts";
import { starterEndgames } from "./starter.ts";
import { checkDataFolder } from "./tables.ts";

const DEFAULT_PORT = 3000;

interface ServeOptions extends BuildOptions {
  readonly port: number;
  readonly host: string;
  readonly starter?: true;
}

export function registerServe(program: Command): void {
  addTableOptions(program.command("serve").description("serve the page, the API and the tables"))
    .addOption(new Option("--port <port>", "0: any free one").argParser(wholeNumber(0, 65_535)).default(DEFAULT_PORT))
    .option("--host <address>", "where to listen; 0.0.0.0 for other machines", "127.0.0.1")
    .option("--starter", "build the starter tables that are missing, while serving")
    .addOption(threadsOption())
    .action((options: ServeOptions) => runServer(options));
}

/** Serves until Ctrl-C, which is no failure here. */
async function runServer(options: ServeOptions): Promise<void> {
  await checkDataFolder(options.data);
  const server = await listen(options);
  const { url } = server;
  printLine(options.json ? JSON.stringify({ url, data: options.data }) : `Canju is at ${url} (Ctrl-C stops it)`);
  try {
    await interruptible(
      async (signal) => {
        if (options.starter) await buildStarter(options, signal);
        await aborted(signal);
      },
      () => console.error("stopping ..."),
    );
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    await server.close();
  }
}

async function listen({ data, port, host, rules, metric, orders }: ServeOptions): Promise<RunningServer> {
  // Loaded only here: the other commands start sooner without.
  const { serve } = await import("../server/serve.ts");
  try {
    return await serve({ dataDir: data, collection: { rules, metric, orders }, port, host });
  } catch (error) {
    throw explainListenError(error, port, host);
  }
}

function explainListenError(error: unknown, port: number, host: string): unknown {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken: choose another with --port`,
    EACCES: `port ${port} is not allowed: choose another with --port`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
    ENOTFOUND: `${host} is no address of this machine`,
  };
  const message = why[(error as NodeJS.ErrnoException).code ?? ""];
  return message === undefined ? error : new InputError("cannot-listen", message, { cause: error });
}

/** What cannot be built is told; what is there is served. */
async function buildStarter(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const progress = new BuildProgress("the page to start with");
  try {
    const { built } = await buildTables(starterEndgames(), options, signal, progress);
    if (built.length > 0) progress.note("The starter tables are complete.");
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    progress.note(`canju: ${messageOf(error)}; serving the tables there are`);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}
