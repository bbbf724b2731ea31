/** What happened, for Prometheus (text format 0.0.4). */
import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";

/** Upper bounds of the histogram in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** How far back the longest delay is looked for, and in how many parts that is forgotten. */
const WINDOW_SECONDS = 60;
const PARTS = 4;

/**
 * Gives the longest delay of the event loop of late, in seconds. To ask changes nothing, but that it is watched from the first time
 * on, when a server has warmed up.
 */
function watchDelays(): () => number {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  const parts: number[] = [];
  return () => {
    if (delay === undefined) {
      const watched = (delay = monitorEventLoopDelay({ resolution: 10 }));
      watched.enable();
      const forget = (): void => {
        parts.push(watched.max);
        if (parts.length > PARTS) parts.shift();
        watched.reset();
      };
      setInterval(forget, (1000 * WINDOW_SECONDS) / PARTS).unref();
    }
    return Math.max(delay.max, ...parts) / 1e9;
  };
}

export type MetricKind = "counter" | "gauge";

interface Latencies {
  /** By bound, and above all of them. */
  readonly counts: number[];
  sum: number;
}

export class Metrics {
  /** By labels. */
  readonly #requests = new Map<string, number>();
  /** By route. */
  readonly #latencies = new Map<string, Latencies>();
  readonly #others: (() => string)[] = [];

  constructor() {
    this.add("process_cpu_seconds_total", "counter", "CPU time of the server, without its builds.", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
    this.add("process_open_fds", "gauge", "Open file descriptors; -1 where this system does not tell.", countOpenFiles);
    const help = `The longest that anything waited for its turn in the last ${WINDOW_SECONDS} seconds.`;
    this.add("canju_event_loop_delay_seconds", "gauge", help, watchDelays());
    const { rss } = process.memoryUsage;
    this.add("process_resident_memory_bytes", "gauge", "Memory of the server, without its builds.", () => rss());
  }

  /** @param read a value, or values by their labels */
  add(name: string, kind: MetricKind, help: string, read: () => number | Readonly<Record<string, number>>): void {
    this.#others.push(() => {
      const found = read();
      const values = typeof found === "number" ? { "": found } : found;
      return describe(name, kind, help, Object.entries(values));
    });
  }

  count(route: string, method: string, status: number, seconds: number): void {
    const labels = `{route="${route}",method="${method}",status="${status}"}`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    let latencies = this.#latencies.get(route);
    if (latencies === undefined) {
      latencies = { counts: Array.from({ length: BOUNDS.length + 1 }, () => 0), sum: 0 };
      this.#latencies.set(route, latencies);
    }
    const slot = BOUNDS.findIndex((bound) => seconds <= bound);
    latencies.counts[slot < 0 ? BOUNDS.length : slot]! += 1;
    latencies.sum += seconds;
  }

  toString(): string {
    return [
      describe("canju_requests_total", "counter", "Requests answered.", this.#requests),
      this.#describeLatencies(),
      ...this.#others.map((other) => other()),
    ].join("");
  }

  #describeLatencies(): string {
    const samples: [string, number][] = [];
    for (const [route, { counts, sum }] of this.#latencies) {
      let total = 0;
      counts.forEach((count, i) => {
        total += count;
        samples.push([`_bucket{route="${route}",le="${BOUNDS[i] ?? "+Inf"}"}`, total]);
      });
      samples.push([`_sum{route="${route}"}`, sum], [`_count{route="${route}"}`, total]);
    }
    const help = "Time until an answer was ready to be sent.";
    return describe("canju_request_seconds", "histogram", help, samples);
  }
}

function countOpenFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return -1;
  }
}

function describe(name: string, kind: string, help: string, samples: Iterable<readonly [string, number]>): string {
  const lines = Array.from(samples, ([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
}

const METHODS = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"];

/** Counts every request under the pattern of its route, of which there are few. */
export function measure(metrics: Metrics): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? "other";
    const method = METHODS.includes(c.req.method) ? c.req.method : "other";
    metrics.count(route, method, c.res.status, (performance.now() - started) / 1000);
  };
}
