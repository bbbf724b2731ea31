/** What a worker does and has done, for Prometheus (text format 0.0.4). */
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { InputError } from "../../../src/base/errors.ts";
import type { BuilderProgress } from "./builder.ts";
import type { JobKind } from "./plan.ts";
import type { TaskReport } from "./tasks.ts";

export class WorkerFigures {
  readonly #counts = { built: 0, proven: 0, part: 0, there: 0, failed: 0 };
  #current: { readonly endgame: string; readonly kind: JobKind; readonly since: number } | null = null;
  #progress: BuilderProgress | null = null;
  #fetchedBytes = 0;
  #publishedBytes = 0;
  #cells = 0;
  #cpuSeconds = 0;
  #retries = 0;

  start(endgame: string, kind: JobKind): void {
    this.#current = { endgame, kind, since: performance.now() };
  }

  progress(progress: BuilderProgress): void {
    this.#progress = progress;
  }

  end({ outcome, cells, fetchedBytes, publishedBytes, cpuSeconds }: TaskReport): void {
    this.#counts[outcome]++;
    if (outcome === "built" || outcome === "proven") this.#cells += cells;
    this.#fetchedBytes += fetchedBytes;
    this.#publishedBytes += publishedBytes;
    this.#cpuSeconds += cpuSeconds;
  }

  fail(): void {
    this.#counts.failed++;
  }

  rest(): void {
    this.#current = null;
    this.#progress = null;
  }

  /** A request to the store was sent again. */
  retry(): void {
    this.#retries++;
  }

  toString(): string {
    const current = this.#current;
    const about = current === null ? "" : `{endgame="${current.endgame}",kind="${current.kind}"}`;
    const phase = this.#progress === null || current === null ? "" : `{phase="${this.#progress.phase}"}`;
    return [
      metric(
        "canju_worker_jobs_total",
        "counter",
        "Jobs that ended.",
        Object.entries(this.#counts).map(([outcome, count]) => [`{outcome="${outcome}"}`, count]),
      ),
      metric("canju_worker_busy", "gauge", "Whether a job runs, and which.", [[about, current === null ? 0 : 1]]),
      metric("canju_worker_job_seconds", "gauge", "Since when it runs.", [
        ["", current === null ? 0 : (performance.now() - current.since) / 1000],
      ]),
      metric("canju_worker_done", "gauge", "Of the phase that it is in, 0 to 1.", [[phase, this.#progress?.done ?? 0]]),
      metric("canju_worker_ply", "gauge", "That it is at, where the phase counts plies.", [
        ["", this.#progress?.ply ?? 0],
      ]),
      metric("canju_worker_cells_total", "counter", "Cell pairs built and proven.", [["", this.#cells]]),
      metric("canju_worker_cpu_seconds_total", "counter", "Of building and proving.", [["", this.#cpuSeconds]]),
      metric("canju_worker_fetched_bytes_total", "counter", "Tables from the store.", [["", this.#fetchedBytes]]),
      metric("canju_worker_published_bytes_total", "counter", "Tables into the store.", [["", this.#publishedBytes]]),
      metric("canju_worker_store_retries_total", "counter", "Requests that were sent again.", [["", this.#retries]]),
    ].join("");
  }
}

function metric(
  name: string,
  kind: "counter" | "gauge",
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
}

/** Answers `/metrics`. @throws InputError `cannot-listen` */
export async function serveFigures(figures: WorkerFigures, host: string, port: number): Promise<Server> {
  const server = createServer(({ url, method }, response) => {
    const isAsked = url === "/metrics" && method === "GET";
    response.writeHead(isAsked ? 200 : 404, { "content-type": "text/plain; version=0.0.4" });
    response.end(isAsked ? figures.toString() : "There is nothing here but /metrics.\n");
  });
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError("cannot-listen", `${host}:${port} cannot be listened to (${code})`, { cause: error });
  }
  return server;
}
