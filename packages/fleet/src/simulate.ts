/** How a fleet would work a plan off, by estimates alone. */
import { memoryClass, nameOf, type Job } from "./plan.ts";
import { speedUp, type Rates } from "./rates.ts";

export interface FleetShape {
  readonly workers: number;
  /** Of each worker. */
  readonly threads: number;
  readonly rates: Rates;
}

export interface Schedule {
  /** Until the last table is built, and until all is done. */
  readonly buildSeconds: number;
  readonly seconds: number;
  /** When so much of the work on tables is done: [0.1, 0.25, ..] of the cells. */
  readonly milestones: readonly { readonly share: number; readonly seconds: number }[];
  /** What no number of workers goes below: the tables that wait for one another longest, first to last. */
  readonly chain: readonly string[];
  readonly chainSeconds: number;
  /** CPU hours of work, and of machines rented until the end. */
  readonly workCpuHours: number;
  readonly rentedCpuHours: number;
}

const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9];

/** Each worker takes the table of the largest memory class, of these the most urgent; a proof where no table is ready. */
export function simulate(jobs: readonly Job[], { workers, threads, rates }: FleetShape): Schedule {
  const secondsOf = (job: Job): number => job.cpuSeconds / speedUp(threads) + rates.jobSeconds;
  const waiting = new Map<Job, number>(jobs.map((job) => [job, job.dependsOn.length]));
  const tables = jobs.filter(({ kind }) => kind === "table");
  const users = new Map<string, Job[]>();
  for (const job of jobs) for (const sub of job.dependsOn) users.set(sub, [...(users.get(sub) ?? []), job]);
  const rank = (job: Job): number =>
    (job.kind === "table" ? 1e9 : 0) + 1000 * memoryClass(job.memoryBytes) + job.urgency;
  const ready = new Heap<Job>((a, b) => rank(a) > rank(b));
  const running = new Heap<{ readonly job: Job; readonly end: number }>((a, b) => a.end < b.end);
  for (const job of jobs) if (job.dependsOn.length === 0) ready.push(job);

  const totalPairs = tables.reduce((sum, { pairs }) => sum + pairs, 0);
  const milestones: { share: number; seconds: number }[] = [];
  let [now, free, builtPairs, buildSeconds] = [0, workers, 0, 0];
  for (;;) {
    for (; free > 0 && ready.size > 0; free--) {
      const job = ready.pop()!;
      running.push({ job, end: now + secondsOf(job) });
    }
    const next = running.pop();
    if (next === undefined) break;
    now = next.end;
    free++;
    if (next.job.kind === "table") {
      buildSeconds = now;
      builtPairs += next.job.pairs;
      while (SHARES[milestones.length]! <= builtPairs / totalPairs) {
        milestones.push({ share: SHARES[milestones.length]!, seconds: now });
      }
    }
    for (const user of users.get(nameOf(next.job)) ?? []) {
      const left = waiting.get(user)! - 1;
      waiting.set(user, left);
      if (left === 0) ready.push(user);
    }
  }
  const work = jobs.reduce((sum, job) => sum + job.cpuSeconds, 0);
  return {
    buildSeconds,
    seconds: now,
    milestones,
    ...longestChain(tables, secondsOf),
    workCpuHours: work / 3600,
    rentedCpuHours: (workers * threads * now) / 3600,
  };
}

/** @param tables and parts of them, each after all it depends on */
function longestChain(
  tables: readonly Job[],
  secondsOf: (job: Job) => number,
): Pick<Schedule, "chain" | "chainSeconds"> {
  const best = new Map<string, { readonly seconds: number; readonly before: string | null }>();
  let last: string | null = null;
  for (const job of tables) {
    let before: string | null = null;
    for (const sub of job.dependsOn) {
      if (before === null || best.get(sub)!.seconds > best.get(before)!.seconds) before = sub;
    }
    const seconds = secondsOf(job) + (before === null ? 0 : best.get(before)!.seconds);
    best.set(nameOf(job), { seconds, before });
    if (last === null || seconds > best.get(last)!.seconds) last = nameOf(job);
  }
  const chain: string[] = [];
  for (let name = last; name !== null; name = best.get(name)!.before) chain.unshift(name);
  return { chain, chainSeconds: last === null ? 0 : best.get(last)!.seconds };
}

/** A binary heap: the first is the one that `isBefore` all others. */
class Heap<T> {
  readonly #items: T[] = [];
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(item, items[above]!); above = (at - 1) >> 1) {
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const [first] = items;
    const item = items.pop();
    if (items.length === 0 || item === undefined) return first;
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      if (below + 1 < items.length && this.#isBefore(items[below + 1]!, items[below]!)) below++;
      if (!this.#isBefore(items[below]!, item)) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = item;
    return first;
  }
}
