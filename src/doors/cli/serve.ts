/** `canju serve`: the page, the API and the table files. */
import { type Command, Option } from "commander";
import { DEFAULT_BUILD_LIMITS, DEFAULT_PORT, DEFAULT_RATE } from "../http/defaults.ts";
import { ATTACKING_ROLES, makeEndgame, parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import type { RunningServer } from "../http/serve.ts";
import { keyProblem } from "../../base/node/user-key.ts";
import type { Rules } from "../../table/format/header.ts";
import { InputError } from "../../base/errors.ts";
import { BuildProgress, buildTables, type BuildFlags } from "./building.ts";
import { messageOf, interruptible, Interrupted } from "./errors.ts";
import { loadPackage } from "./packages.ts";
import { addTableOptions, keysOption, sizeInBytes, threadsOption, wholeNumber, checkDataFolder } from "./options.ts";
import { printLine } from "./output.ts";

interface ServeOptions extends BuildFlags {
  readonly port: number;
  readonly host: string;
  readonly builds?: "on" | "off";
  readonly maxBuildPositions: number;
  readonly buildQueue: number;
  readonly maxDisk: number;
  readonly hostName?: readonly string[];
  readonly rateLimit?: number;
  readonly behindProxy?: true;
  readonly starter?: true;
  readonly store?: string;
  readonly cacheBytes: number;
  readonly chessdb: "on" | "off";
}

export function registerServe(program: Command): void {
  addTableOptions(program.command("serve").description("serve the page, the API and the tables"))
    .addOption(new Option("--port <port>", "0: any free one").argParser(wholeNumber(0, 65_535)).default(DEFAULT_PORT))
    .option("--host <address>", "where to listen; 0.0.0.0 for other machines", "127.0.0.1")
    .addOption(
      new Option(
        "--builds <whether>",
        "build what is asked for; default: on, off for other machines or behind a proxy",
      ).choices(["on", "off"]),
    )
    .addOption(
      new Option("--max-build-positions <count>", "of all tables of one build")
        .argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER))
        .default(DEFAULT_BUILD_LIMITS.maxPositions),
    )
    .addOption(
      new Option("--build-queue <count>", "builds that may wait")
        .argParser(wholeNumber(0, 10_000))
        .default(DEFAULT_BUILD_LIMITS.maxQueue),
    )
    .addOption(
      new Option("--max-disk <size>", "of all that is built on request until the server is started anew, such as 20G")
        .argParser(sizeInBytes)
        .default(DEFAULT_BUILD_LIMITS.maxDisk, "10G"),
    )
    .option(
      "--host-name <name...>",
      "names that visitors know this server by, so that its page may ask for builds; with the port where that is not 80 or 443",
    )
    .addOption(
      new Option(
        "--rate-limit <count>",
        `requests of a client each second; default: ${DEFAULT_RATE}, 0 (any) for this machine without a proxy`,
      ).argParser(wholeNumber(0, 1_000_000)),
    )
    .option("--behind-proxy", "a proxy stands before this server: believe its X-Forwarded-For")
    .addOption(new Option("--chessdb <whether>", "answer /chessdb.php").choices(["on", "off"]).default("on"))
    .option(
      "--store <url>",
      "serve the tables of a fleet's store as well: s3://bucket/prefix or file:/folder; builds are off",
    )
    .addOption(
      new Option("--cache-bytes <size>", "of pieces of the store's tables in the data folder")
        .argParser(sizeInBytes)
        .default(20 * 2 ** 30, "20G"),
    )
    .option("--starter", "build the starter tables that are missing, while serving")
    .addOption(threadsOption())
    .addOption(keysOption())
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

async function listen(options: ServeOptions): Promise<RunningServer> {
  const { data, port, host, rules, metric, orders, threads, hostName: names } = options;
  const { maxBuildPositions: maxPositions, buildQueue: maxQueue, maxDisk } = options;
  // A proxy on this machine stands for others.
  const isPublic = options.behindProxy === true || !isLoopback(host);
  const isBuilding = (options.builds ?? (isPublic || options.store !== undefined ? "off" : "on")) === "on";
  const isStored = options.store !== undefined;
  const problem = isBuilding || options.starter || isStored ? keyProblem() : null;
  const what = isStored ? "pieces of the store are read again after each start" : "an interrupted build begins anew";
  if (problem !== null) console.error(`canju: ${problem}: ${what}`);
  const builds = isBuilding ? { maxPositions, maxQueue, maxDisk } : null;
  const limit = { perSecond: options.rateLimit ?? (isPublic ? DEFAULT_RATE : 0), behindProxy: options.behindProxy };
  // Loaded only here: the other commands start sooner without.
  const { serve } = await import("../http/serve.ts");
  try {
    const stored =
      options.store === undefined
        ? null
        : await (await loadPackage("canju-fleet")).openStored(options.store, data, options.cacheBytes);
    const collection = stored?.collection ?? { rules, metric, orders };
    const chessdb = options.chessdb === "on";
    const more = stored?.more;
    return await serve({ dataDir: data, more, collection, port, host, names, builds, threads, limit, chessdb });
  } catch (error) {
    throw explainListenError(error, port, host);
  }
}

/** Whether only this machine can connect. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
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

const COUNTS = [0, 1, 2] as const;
const ONE_ATTACKING_MAN_EACH = ["KRKR", "KRKN", "KRKC", "KRKP", "KNKP", "KPKP"];

/**
 * All endgames with one attacking man against any defending men, and some with one on each side. A table serves both colours, so
 * either side may have the attacking man.
 */
export function starterEndgames(): Endgame[] {
  const oneAttackingMan = ATTACKING_ROLES.flatMap((role) =>
    COUNTS.flatMap((advisor) => COUNTS.map((elephant) => makeEndgame({ [role]: 1 }, { advisor, elephant }))),
  );
  return [...oneAttackingMan, ...ONE_ATTACKING_MAN_EACH.map(parseEndgame)];
}

/** What cannot be built is told; what is there is served. */
async function buildStarter(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const progress = new BuildProgress("the page to start with");
  // By the rules that most players play by as well.
  const others: readonly Rules[] = options.metric === "dtc" && options.rules === "asian" ? ["chinese"] : [];
  try {
    let count = 0;
    for (const rules of [options.rules, ...others]) {
      const { built } = await buildTables(starterEndgames(), { ...options, rules }, signal, progress);
      count += built.length;
    }
    if (count > 0) progress.note("The starter tables are complete.");
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
