/** `canju queue`: how far a fleet is. */
import type { Command } from "commander";
import type { Queue, QueueStatus, ToldJob } from "../queue.ts";
import { InputError } from "../../../../src/base/errors.ts";
import { loadFleet, queueOf, queueOption, storeOption, withAnyStore } from "./fleet-options.ts";
import { jsonOption } from "../../../../src/doors/cli/options.ts";
import {
  formatColumns,
  formatCount,
  formatLarge,
  formatSeconds,
  printJson,
  printLine,
} from "../../../../src/doors/cli/output.ts";

interface QueueOptions {
  readonly store: string;
  readonly queue?: string;
  readonly json?: true;
}

export function registerQueue(program: Command): void {
  const queue = program.command("queue").description("how far a fleet is, and what failed (docs/guides/fleet.md)");
  const add = (name: string, about: string): Command =>
    queue
      .command(name)
      .description(about)
      .addOption(storeOption())
      .addOption(queueOption())
      .addOption(jsonOption())
      .option("--debug", "show where an internal failure comes from");
  add("status", "what is done, runs, waits and failed").action((options: QueueOptions) => status(options));
  add("retry", "have failed jobs run again, and what waits for them")
    .argument("[endgames...]", "default: all that failed")
    .action((names: string[], options: QueueOptions) => retry(names, options));
  add("clear", "remove all jobs; tables and proofs stay").action((options: QueueOptions) => clear(options));
}

async function withQueue(options: QueueOptions, use: (queue: Queue) => Promise<void>): Promise<void> {
  const fleet = await loadFleet();
  const address = queueOf(options.queue, fleet);
  if (address === undefined) throw new InputError("bad-command", "name the fleet's queue with --queue");
  await withAnyStore(options.store, async ({ store }) => {
    const queue = await fleet.Queue.open(address, store.url, false, { onTrouble: (line) => console.error(line) });
    await use(queue).finally(() => queue.close());
  });
}

async function status(options: QueueOptions): Promise<void> {
  await withQueue(options, async (queue) => {
    const found = await queue.status();
    const rate = rateOf(found);
    if (options.json) printJson({ ...found, now: undefined, completed: undefined, pairsPerSecond: rate });
    else printLine(describe(found, rate));
  });
}

async function retry(names: readonly string[], options: QueueOptions): Promise<void> {
  await withQueue(options, async (queue) => {
    const retried = await queue.retry(names.map((name) => name.toUpperCase()));
    if (options.json) printJson({ retried });
    else printLine(`${formatCount(retried)} failed jobs run again`);
  });
}

async function clear(options: QueueOptions): Promise<void> {
  await withQueue(options, async (queue) => {
    await queue.clear();
    if (options.json) printJson({ cleared: true });
    else printLine("the queue is empty; canju plan fills it");
  });
}

const HOUR_MILLISECONDS = 3_600_000;

/** Cell pairs a second over the last hour. */
function rateOf({ completed, now }: QueueStatus): number {
  const recent = completed.filter(({ on }) => now - on < HOUR_MILLISECONDS);
  const first = recent.reduce((least, { on }) => Math.min(least, on), now);
  const pairs = recent.reduce((sum, each) => sum + each.pairs, 0);
  return pairs === 0 ? 0 : pairs / Math.max(1, (now - first) / 1000);
}

function describe({ now, done, ready, blocked, running, failed, pairsLeft }: QueueStatus, rate: number): string {
  const count = formatCount;
  const waiting = `${count(ready)} ready, ${count(blocked)} wait for others`;
  const left = rate > 0 && pairsLeft > 0 ? `, about ${formatSeconds(pairsLeft / rate)} left` : "";
  const lines = [
    `${count(done)} jobs done, ${count(running.length)} running, ${waiting}, ${count(failed.length)} failed`,
    `${formatLarge(rate)} cell pairs a second${left}`,
  ];
  if (running.length > 0) {
    const ago = (date: string | null) =>
      date === null ? "" : formatSeconds(Math.max(0, (now - Date.parse(date)) / 1000));
    const rows = running.map((job) => [
      job.endgame,
      workOf(job),
      ago(job.since),
      ago(job.heartbeat),
      String(job.tries),
    ]);
    lines.push("", formatColumns([["running", "", "for", "last sign", "tries before"], ...rows], "llrrr"));
  }
  if (failed.length > 0) lines.push("", ...failed.map((job) => `failed: ${workOf(job)} ${job.endgame}: ${job.reason}`));
  return lines.join("\n");
}

function workOf({ kind, part }: Pick<ToldJob, "kind" | "part">): string {
  return part === undefined ? kind : `${kind} ${part.number}/${part.of}`;
}
