/** `canju work`: builds or proves tables of a fleet's store. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { InvalidArgumentError, Option, type Command } from "commander";
import { parseEndgame, canonicalEndgame, type Endgame } from "../../../../src/endgame/endgame.ts";
import { memoryToTake } from "../../../../src/base/node/memory.ts";
import type { Builder } from "../builder.ts";
import type { CacheFolder } from "../cache-folder.ts";
import type { Identity } from "../identity.ts";
import type { KeyPair } from "../keys.ts";
import type { Store, StoreEvents } from "../store.ts";
import type { SharedPart } from "../plan.ts";
import type { TaskContext } from "../task-context.ts";
import type { TaskReport } from "../tasks.ts";
import { keyProblem } from "../../../../src/base/node/user-key.ts";
import { formatBytes } from "../../../../src/base/sizes.ts";
import { InputError } from "../../../../src/base/errors.ts";
import { Interrupted, interruptible, reportError } from "../../../../src/doors/cli/errors.ts";
import { cacheOption, loadFleet, queueOf, queueOption, storeOption, withStore, type Fleet } from "./fleet-options.ts";
import {
  jsonOption,
  keysOption,
  memoryOption,
  sizeInBytes,
  threadsOption,
  type MemoryOptions,
} from "../../../../src/doors/cli/options.ts";
import { formatSeconds, printLine } from "../../../../src/doors/cli/output.ts";
import { ProgressLine } from "../../../../src/doors/cli/progress.ts";

interface WorkOptions extends MemoryOptions {
  readonly store: string;
  readonly data: string;
  readonly cacheBytes?: number;
  readonly threads?: number;
  readonly queue?: string;
  readonly proofs?: true;
  readonly slices?: true;
  readonly part?: SharedPart;
  readonly sign?: string;
  readonly out?: string;
  readonly untilEmpty?: true;
  readonly metrics?: readonly [host: string, port: number];
  readonly json?: true;
  readonly debug?: true;
}

export function registerWork(program: Command): void {
  program
    .command("work")
    .description("build or prove tables of a fleet's store (docs/guides/fleet.md)")
    .argument("[endgames...]", "such as KRKAABB, whose sub-endgames are in the store; none: jobs of the queue")
    .addOption(storeOption())
    .addOption(cacheOption())
    .addOption(new Option("--cache-bytes <size>", "the most that tables in this folder take").argParser(sizeInBytes))
    .addOption(queueOption())
    .option("--proofs", "prove tables that are there, instead of building")
    .option("--slices", "put tables together of parts, by soldiers' ranks; what is missing of these is made first")
    .addOption(
      new Option(
        "--part <number/of>",
        "with --slices or --proofs: only a part of a large table or proof, such as 3/8",
      ).argParser(partOf),
    )
    .option(
      "--sign <key>",
      "a key of `canju store key` that parts are signed by; with --proofs: hand the proof in signed, beside the owner's",
    )
    .option("--out <file>", "with --sign: into a file for the store's owner, where nothing may be written")
    .option("--until-empty", "end when the queue has nothing left to do")
    .addOption(
      new Option("--metrics <[host:]port>", "where to answer /metrics for Prometheus").argParser(listenAddress),
    )
    .addOption(threadsOption())
    .addOption(memoryOption())
    .addOption(keysOption())
    .addOption(jsonOption())
    .action((names: string[], options: WorkOptions) => work(names, options));
}

async function work(names: readonly string[], options: WorkOptions): Promise<void> {
  const isShared = options.proofs === true || options.slices === true;
  if (options.part !== undefined && (names.length === 0 || !isShared)) {
    throw new InputError("bad-command", "--part goes with --slices or --proofs, and an endgame");
  }
  if (options.slices && (names.length === 0 || options.proofs)) {
    throw new InputError(
      "bad-command",
      "--slices goes with an endgame, and not with --proofs: proofs have parts of their own",
    );
  }
  if (options.sign !== undefined && names.length > 0 && !isShared) {
    throw new InputError("bad-command", "--sign goes with --slices or --proofs: tables are not contributed");
  }
  if (names.length === 0) return workOnQueue(options);
  if (options.queue !== undefined) throw new InputError("bad-command", "name endgames or a queue, not both");
  try {
    await workOn(names, options);
  } catch (error) {
    const { TRY_AGAIN, TryAgainError } = await loadFleet();
    if (error instanceof InputError && !(error instanceof TryAgainError)) throw error;
    reportError(error, options.debug === true);
    process.exitCode = TRY_AGAIN;
  }
}

/** A store with all that tasks need of this machine. */
async function withWorkshop(
  options: WorkOptions,
  niceness: number,
  onNote: (line: string) => void,
  use: (workshop: Workshop) => Promise<void>,
  events?: StoreEvents,
): Promise<void> {
  const open = async ({ store, identity, fleet }: Pick<Workshop, "store" | "identity" | "fleet">): Promise<void> => {
    const collection = fleet.collectionOf(identity);
    const { data: folder, cacheBytes: mostBytes, threads, memory: memoryBytes = memoryToTake() } = options;
    const cache = await fleet.CacheFolder.open(store, { folder, collection, mostBytes });
    const settings = { folder, collection, switches: fleet.switchesOf(identity), threads, memoryBytes };
    const builder = new fleet.Builder(settings, niceness, onNote);
    const problem = keyProblem();
    if (problem !== null) onNote(`${problem}: a table or proof that is interrupted begins anew`);
    const pair = await keyOf(options.sign, fleet);
    try {
      await use({ store, identity, fleet, cache, builder, memoryBytes, pair });
    } finally {
      await builder.close();
      await cache.close();
    }
  };
  await withStore(options.store, open, events);
}

/** What this user signs with: the key that is named, else their own, if there is one. */
async function keyOf(path: string | undefined, { readKey, ownKeyPath }: Fleet): Promise<KeyPair | undefined> {
  return path !== undefined || existsSync(ownKeyPath()) ? readKey(path) : undefined;
}

interface Workshop {
  readonly store: Store;
  readonly identity: Identity;
  readonly fleet: Fleet;
  readonly cache: CacheFolder;
  readonly builder: Builder;
  readonly memoryBytes: number;
  readonly pair: KeyPair | undefined;
}

async function workOn(names: readonly string[], options: WorkOptions): Promise<void> {
  const endgames = names.map((name) => canonicalEndgame(parseEndgame(name)).endgame);
  const progress = new ProgressLine();
  await interruptible(
    (signal) =>
      withWorkshop(
        options,
        0,
        (line) => progress.note(line),
        async (workshop) => {
          const { fleet, store, identity, cache, builder, pair } = workshop;
          if (options.sign !== undefined && options.proofs && options.part === undefined) {
            for (const endgame of endgames) await contribute(endgame, options, workshop, pair!, signal);
            return;
          }
          const { proofs, slices: inSlices, part } = options;
          const job = { kind: proofs ? "proof" : "table", part, inSlices } as const;
          for (const endgame of endgames) {
            const context = {
              store,
              identity,
              cache,
              builder,
              signal,
              pair,
              onProgress: ({ phase, done }) =>
                progress.update(() => `${endgame.name}  ${phase}  ${Math.floor(100 * done)} %`),
              onNote: (line) => progress.note(line),
            } satisfies TaskContext;
            const report = await fleet.ensureJob(endgame, job, context);
            progress.clear();
            const line = { endgame: endgame.name, ...report };
            printLine(options.json ? JSON.stringify(line) : describe(endgame.name, report, options));
          }
        },
      ),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
}

/** Proves a table of somebody else's store, and hands in a record that is signed. */
async function contribute(
  { name }: Endgame,
  options: WorkOptions,
  { fleet, store, identity, cache, builder }: Workshop,
  pair: KeyPair,
  signal: AbortSignal,
): Promise<void> {
  const header = await fleet.storedHeader(store, fleet.collectionOf(identity), name, signal);
  if (header === null) throw new InputError("missing-table", `${store.url}: there is no table of ${name}`);
  const { record } = await fleet.prove(parseEndgame(name), header, { store, identity, cache, builder, signal });
  const signed = await fleet.signProof(record, identity, pair);
  if (options.out === undefined) await fleet.submitProof(store, identity, signed);
  else await writeFile(options.out, `${JSON.stringify(signed, null, 2)}\n`);
  printLine(`${name}: proven, signed by ${pair.key}${options.out === undefined ? "" : `: ${options.out}`}`);
}

/** Proofs leave the processors to whoever builds. */
const PROVER_NICENESS = 10;

/** Works until it is stopped, which is no failure here: the job under way is given back. */
async function workOnQueue(options: WorkOptions): Promise<void> {
  const log = (event: object): void => printLine(JSON.stringify({ time: new Date().toISOString(), ...event }));
  const fleet = await loadFleet();
  const address = queueOf(options.queue, fleet);
  if (address === undefined) throw new InputError("bad-command", "name endgames, or the fleet's queue with --queue");
  const kind = options.proofs ? "proof" : "table";
  const figures = new fleet.WorkerFigures();
  const onTrouble = (reason: string): void => log({ event: "trouble", reason });
  const onRetry = (what: string): void => {
    figures.retry();
    onTrouble(`sent again: ${what}`);
  };
  const take = (signal: AbortSignal) =>
    withWorkshop(
      options,
      options.proofs ? PROVER_NICENESS : 0,
      onTrouble,
      async (workshop) => {
        const queue = await fleet.Queue.open(address, workshop.store.url, false, { onTrouble });
        const server = options.metrics && (await fleet.serveFigures(figures, ...options.metrics));
        try {
          const untilEmpty = options.untilEmpty === true;
          await fleet.runWorker({ ...workshop, queue, kind, figures, untilEmpty, signal, log });
        } finally {
          server?.close();
          await queue.close();
        }
      },
      { onRetry },
    );
  await interruptible(take, () => log({ event: "trouble", reason: "stopping" })).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
  });
}

function describe(
  name: string,
  { outcome, fetchedBytes, publishedBytes, seconds }: TaskReport,
  { part, proofs }: WorkOptions,
): string {
  if (outcome === "there") return `${name}: there`;
  const traffic = `fetched ${formatBytes(fetchedBytes)}, published ${formatBytes(publishedBytes)}`;
  const done =
    part === undefined ? outcome : `part ${part.number}/${part.of} of its ${proofs ? "proof" : "table"} done`;
  return `${name}: ${done} in ${formatSeconds(seconds)} (${traffic})`;
}

/** `3/8` */
function partOf(text: string): SharedPart {
  const [number, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (number !== undefined && of !== undefined && number >= 1 && number <= of) return { number, of };
  throw new InvalidArgumentError("It must be one of so many parts, such as 3/8.");
}

/** `9100`, or `0.0.0.0:9100` for other machines. */
function listenAddress(text: string): readonly [host: string, port: number] {
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port !== undefined && Number(port) < 65_536) return [host, Number(port)];
  throw new InvalidArgumentError("It must be a port, or an address with one such as 0.0.0.0:9100.");
}
