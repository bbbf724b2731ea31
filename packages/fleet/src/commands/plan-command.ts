/** `canju plan`: what a fleet has to build and prove, as a table, as jobs of its queue, or for make and Slurm. */
import { availableParallelism } from "node:os";
import { Option, type Command } from "commander";
import type { Job, Plan } from "../plan.ts";
import type { MeasuredRates, Rates } from "../rates.ts";
import type { Schedule } from "../simulate.ts";
import { formatBytes } from "../../../../src/base/sizes.ts";
import type { Collection } from "../../../../src/table/catalog/collection.ts";
import { InputError } from "../../../../src/base/errors.ts";
import { cacheOption, queueOf, queueOption, storeOption, withAnyStore, type Fleet } from "./fleet-options.ts";
import {
  addSwitches,
  addCollectionOptions,
  sizeInBytes,
  wholeNumber,
  type SwitchOptions,
} from "../../../../src/doors/cli/options.ts";
import {
  formatColumns,
  formatCount,
  formatLarge,
  formatSeconds,
  printJson,
  printLine,
} from "../../../../src/doors/cli/output.ts";

interface PlanOptions extends Required<Collection>, SwitchOptions {
  readonly json?: true;
  readonly store?: string;
  readonly queue?: string;
  readonly proofs?: true;
  readonly slices?: number;
  readonly divideProofs?: number;
  readonly maxMemory?: number;
  readonly threads: number;
  readonly data: string;
  readonly simulate?: number;
  readonly format: "text" | "json" | "make" | "slurm";
}

export function registerPlan(program: Command): void {
  const command = program
    .command("plan")
    .description("plan what a fleet has to build and prove (docs/guides/fleet.md)")
    .argument("<endgames...>", "names, with all they lead to, and classes such as 2v1: attacking men of the sides");
  addSwitches(addCollectionOptions(command))
    .addOption(storeOption(false))
    .addOption(queueOption())
    .addOption(
      new Option(
        "--slices <minutes>",
        "share out tables that take a worker longer, part by part, by soldiers' ranks",
      ).argParser(wholeNumber(0, 1440)),
    )
    .option("--proofs", "the proofs as well")
    .addOption(
      new Option("--divide-proofs <minutes>", "share out proofs that take a worker longer").argParser(
        wholeNumber(1, 1440),
      ),
    )
    .addOption(new Option("--max-memory <size>", "of the largest worker, such as 64G").argParser(sizeInBytes))
    .addOption(
      new Option("--threads <count>", "of a worker").argParser(wholeNumber(1, 256)).default(availableParallelism()),
    )
    .addOption(cacheOption())
    .addOption(
      new Option("--simulate <workers>", "only tell how long so many workers take, and what they cost").argParser(
        wholeNumber(1, 100_000),
      ),
    )
    .addOption(
      new Option("--format <format>", "what is printed").choices(["text", "json", "make", "slurm"]).default("text"),
    )
    .action((texts: string[], options: PlanOptions) => planFleet(texts, options));
}

async function planFleet(texts: readonly string[], options: PlanOptions): Promise<void> {
  const { simulate: workers, store: url, format } = options;
  if (options.rules === "none" && options.switch !== undefined) {
    throw new InputError("bad-arguments", "--switch decides open points of the Asian rules: --rules none has none");
  }
  const fleet = await import("../index.ts");
  if (workers !== undefined) return tellSchedule(texts, options, workers, fleet);
  if (url === undefined) throw new InputError("bad-arguments", "name the store with --store, or --simulate a fleet");
  await withAnyStore(url, async ({ store }) => {
    const identity = await fleet.beginStore(store, fleet.makeIdentity(options, options.switch));
    const isShared = options.slices !== undefined || options.divideProofs !== undefined;
    if (isShared && (await fleet.trustedKeys(store)).length === 0) {
      const what = "parts count when signed by a key that is trusted, and this store trusts none";
      throw new InputError("no-trusted-key", `${what}: canju store key, then canju store trust KEY NAME`);
    }
    const { tables, proofs } = await fleet.listStore(store, identity);
    const measured = await fleet.readRates(options.data);
    const made = makePlan(texts, options, fleet, measured, new Set(tables.map(({ endgame }) => endgame)), proofs);
    const address = format === "text" || format === "json" ? queueOf(options.queue, fleet) : undefined;
    if (address !== undefined) {
      const queue = await fleet.Queue.open(address, store.url, true, { onTrouble: (line) => console.error(line) });
      const sent = await queue.add(made.jobs).finally(() => queue.close());
      console.error(`${formatCount(sent)} jobs were added to the queue`);
    }
    if (format === "make" || format === "slurm") {
      const toText = format === "make" ? fleet.toMakefile : fleet.toSlurm;
      process.stdout.write(toText(made.jobs, { store: store.url, threads: options.threads }));
    } else if (format === "json" || options.json) printJson({ store: store.url, identity, ...made });
    else printLine(describe(made));
  });
}

function makePlan(
  texts: readonly string[],
  options: PlanOptions,
  fleet: Fleet,
  { rates }: MeasuredRates,
  tables: ReadonlySet<string>,
  proofs: ReadonlySet<string>,
): Plan {
  const {
    rules,
    metric,
    orders,
    proofs: prove,
    slices,
    divideProofs,
    maxMemory = Infinity,
    threads,
    simulate,
  } = options;
  const buildable = simulate === undefined;
  const endgames = fleet.parseWanted(texts);
  return fleet.makePlan({
    endgames,
    rules,
    metric,
    orders,
    tables,
    proofs,
    prove: prove === true,
    mostTableSeconds: slices === undefined ? undefined : 60 * slices,
    mostProofSeconds: divideProofs && 60 * divideProofs,
    memoryBytes: maxMemory,
    buildable,
    threads,
    rates,
  });
}

/** Of a store as it is, where one is named, else from nothing. */
async function tellSchedule(
  texts: readonly string[],
  options: PlanOptions,
  workers: number,
  fleet: Fleet,
): Promise<void> {
  const { store: url, threads } = options;
  const present = url === undefined ? null : await withAnyStore(url, ({ store }) => presentIn(store, options, fleet));
  const tables = new Set(present?.tables.map(({ endgame }) => endgame));
  const measured = await fleet.readRates(options.data);
  const made = makePlan(texts, options, fleet, measured, tables, present?.proofs ?? new Set());
  const schedule = fleet.simulate(made.jobs, { workers, threads, rates: measured.rates });
  if (options.json || options.format === "json") {
    printJson({ ...totalsOf(made), workers, threads, ...measured, ...schedule });
    return;
  }
  const told = describeSchedule(schedule, made, workers, threads, fleet);
  printLine(`${describe(made)}\n\n${told}\n${describeRates(measured)}`);
}

async function presentIn(store: Parameters<Fleet["listStore"]>[0], options: PlanOptions, fleet: Fleet) {
  const wanted = fleet.makeIdentity(options, options.switch);
  return fleet.listStore(store, wanted);
}

const sum = (jobs: readonly Job[], of: (job: Job) => number): number => jobs.reduce((all, job) => all + of(job), 0);

function totalsOf({ jobs, wanted, present, presentProofs, cuts }: Plan) {
  const ofKind = (kind: Job["kind"]) => {
    const own = jobs.filter((job) => job.kind === kind);
    return {
      jobs: own.length,
      pairs: sum(own, ({ pairs }) => pairs),
      cpuHours: sum(own, ({ cpuSeconds }) => cpuSeconds) / 3600,
      fileBytes: sum(own, ({ fileBytes }) => fileBytes),
      mostMemoryBytes: own.reduce((most, { memoryBytes }) => Math.max(most, memoryBytes), 0),
    };
  };
  return { wanted, present, presentProofs, cut: cuts.length, tables: ofKind("table"), proofs: ofKind("proof") };
}

/** What is to be done by memory class, and what is left out. */
function describe(plan: Plan): string {
  const { wanted, present, tables, proofs } = totalsOf(plan);
  const lines = [`${formatCount(wanted)} tables are wanted, ${formatCount(present)} are there`];
  const classes = Map.groupBy(plan.jobs, ({ kind, memoryBytes }) => `${kind} ${gibibytesOf(memoryBytes)}`);
  const rows = [...classes.values()]
    .toSorted((a, b) =>
      a[0]!.kind === b[0]!.kind ? a[0]!.memoryBytes - b[0]!.memoryBytes : a[0]!.kind === "table" ? -1 : 1,
    )
    .map((jobs) => [
      jobs[0]!.kind === "table" ? "build" : "prove",
      `${gibibytesOf(jobs[0]!.memoryBytes)} GiB`,
      formatCount(jobs.length),
      formatLarge(sum(jobs, ({ pairs }) => pairs)),
      (sum(jobs, ({ cpuSeconds }) => cpuSeconds) / 3600).toFixed(1),
      jobs[0]!.kind === "table" ? formatBytes(sum(jobs, ({ fileBytes }) => fileBytes)) : "",
    ]);
  if (rows.length > 0) {
    lines.push(formatColumns([["", "memory to", "jobs", "cell pairs", "CPU hours", "files"], ...rows], "lrrrrr"));
    const hours = `${tables.cpuHours.toFixed(1)} CPU hours of building, ${proofs.cpuHours.toFixed(1)} of proving`;
    lines.push(`${hours}; files of about ${formatBytes(tables.fileBytes)}`);
  }
  if (plan.cuts.length > 0) {
    const first = plan.cuts[0]!;
    lines.push(`${formatCount(plan.cuts.length)} tables and proofs are left out, first ${first.endgame}: ${first.why}`);
  }
  return lines.join("\n");
}

/** The memory class, by its upper bound. */
function gibibytesOf(bytes: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(bytes / 2 ** 30)));
}

function describeSchedule(schedule: Schedule, plan: Plan, workers: number, threads: number, fleet: Fleet): string {
  const { buildSeconds, seconds, milestones, chain, chainSeconds, workCpuHours, rentedCpuHours } = schedule;
  const bytes = sum(plan.jobs, ({ fileBytes }) => fileBytes);
  const dollars = rentedCpuHours * fleet.DOLLARS_PER_CPU_HOUR;
  const month = (bytes / 1e9) * fleet.DOLLARS_PER_GB_MONTH;
  const shares = milestones.map(({ share, seconds: at }) => `${100 * share} % after ${formatLong(at)}`);
  const proven = plan.jobs.some(({ kind }) => kind === "proof") ? `, proven after ${formatLong(seconds)}` : "";
  return [
    `${workers} workers of ${threads} threads: built after ${formatLong(buildSeconds)}${proven}`,
    ...(shares.length > 0 ? [`of the cells ${shares.join(", ")}`] : []),
    `longest chain ${formatLong(chainSeconds)}: ${chain.join(" ")}`,
    `${Math.ceil(workCpuHours)} CPU hours of work in ${Math.ceil(rentedCpuHours)} rented: about $${dollars.toFixed(2)}; storage $${month.toFixed(2)} a month`,
  ].join("\n");
}

const RATE_NAMES = {
  buildBoth: "building, both sides armed",
  buildOne: "one side armed",
  proveBoth: "proving, both sides armed",
  proveOne: "one side armed",
} as const;

/** CPU microseconds a cell pair; those that were measured on this machine are marked. */
function describeRates({ rates, measured }: MeasuredRates): string {
  const mark = (name: keyof Rates): string => (measured.includes(name) ? "*" : "");
  const told = Object.entries(RATE_NAMES).map(([key, name]) => {
    const rate = key as keyof typeof RATE_NAMES;
    return `${name} ${rates[rate].toPrecision(2)}${mark(rate)}`;
  });
  const jobs = `${rates.jobSeconds.toPrecision(2)}${mark("jobSeconds")} s a job`;
  const where = measured.length === 0 ? "none measured here" : "* measured here";
  return `reckoned with CPU µs a cell pair: ${told.join(", ")}; ${jobs} (${where})`;
}

/** `3.2 d` beyond two days. */
function formatLong(seconds: number): string {
  return seconds < 2 * 86_400 ? formatSeconds(seconds) : `${(seconds / 86_400).toFixed(1)} d`;
}
