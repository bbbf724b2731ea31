/** `canju work`: builds or proves tables of a fleet's store. */
import { join } from "node:path";
import { Option, type Command } from "commander";
import { parseEndgame, canonicalEndgame } from "../endgame/endgame.ts";
import { memoryToTake } from "../endgame/node/memory.ts";
import type { TaskReport } from "../fleet/tasks.ts";
import { formatBytes } from "../table/sizes.ts";
import { InputError } from "../xiangqi/errors.ts";
import { interruptible, reportError } from "./errors.ts";
import { storeOption, withStore } from "./fleet.ts";
import {
  defaultDataFolder,
  jsonOption,
  memoryOption,
  sizeInBytes,
  threadsOption,
  type MemoryOptions,
} from "./options.ts";
import { formatSeconds, printLine } from "./output.ts";
import { Progress } from "./progress.ts";

interface WorkOptions extends MemoryOptions {
  readonly store: string;
  readonly data: string;
  readonly cacheBytes?: number;
  readonly threads?: number;
  readonly proofs?: true;
  readonly json?: true;
  readonly debug?: true;
}

/** sysexits.h: EX_TEMPFAIL, for those who run tasks again. */
const TRY_AGAIN = 75;

export function registerWork(program: Command): void {
  program
    .command("work")
    .description("build or prove tables of a fleet's store (docs/fleet.md)")
    .argument("[endgames...]", "such as KRKAABB, whose sub-endgames are in the store")
    .addOption(storeOption())
    .addOption(cacheOption())
    .addOption(new Option("--cache-bytes <size>", "the most that tables in this folder take").argParser(sizeInBytes))
    .option("--proofs", "prove tables that are there, instead of building")
    .addOption(threadsOption())
    .addOption(memoryOption())
    .addOption(jsonOption())
    .action((names: string[], options: WorkOptions) => work(names, options));
}

export function cacheOption(): Option {
  const folder = new Option("--data <folder>", "a folder of this machine for copies of tables");
  return folder.default(join(defaultDataFolder(), "cache"), "cache in the data folder");
}

async function work(names: readonly string[], options: WorkOptions): Promise<void> {
  if (names.length === 0) throw new InputError("bad-command", "name endgames, such as KRKAABB");
  try {
    await workOn(names, options);
  } catch (error) {
    const { TryAgainError } = await import("../fleet/index.ts");
    if (error instanceof InputError && !(error instanceof TryAgainError)) throw error;
    reportError(error, options.debug === true);
    process.exitCode = TRY_AGAIN;
  }
}

async function workOn(names: readonly string[], options: WorkOptions): Promise<void> {
  const endgames = names.map((name) => canonicalEndgame(parseEndgame(name)).endgame);
  const progress = new Progress();
  await interruptible(
    (signal) =>
      withStore(options.store, async ({ store, identity, fleet }) => {
        const collection = fleet.collectionOf(identity);
        const { data: folder, cacheBytes: mostBytes, threads, memory: memoryBytes = memoryToTake() } = options;
        const cache = await fleet.CacheFolder.open(store, { folder, collection, mostBytes });
        const settings = { folder, collection, switches: fleet.switchesOf(identity), threads, memoryBytes };
        const builder = new fleet.Builder(settings);
        try {
          for (const endgame of endgames) {
            const report = await (options.proofs ? fleet.ensureProof : fleet.ensureTable)(endgame, {
              store,
              identity,
              cache,
              builder,
              signal,
              onProgress: ({ phase, done }) =>
                progress.update(() => `${endgame.name}  ${phase}  ${Math.floor(100 * done)} %`),
            });
            progress.clear();
            printLine(
              options.json ? JSON.stringify({ endgame: endgame.name, ...report }) : describe(endgame.name, report),
            );
          }
        } finally {
          await builder.close();
          await cache.close();
        }
      }),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
}

function describe(name: string, { outcome, fetchedBytes, publishedBytes, seconds }: TaskReport): string {
  if (outcome === "there") return `${name}: there`;
  const traffic = `fetched ${formatBytes(fetchedBytes)}, published ${formatBytes(publishedBytes)}`;
  return `${name}: ${outcome} in ${formatSeconds(seconds)} (${traffic})`;
}
