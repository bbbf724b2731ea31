/** Asks the server to build, and follows it by server-sent events (docs/guides/http-api.md). */
import { DEFAULT_COLLECTION } from "../../src/table/catalog/collection.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { fetchJson } from "../answers/fetching.ts";
import { collectionAsked, rules } from "../base/rules.ts";
import { read, write } from "../base/stored.ts";
import type { BuildState } from "../../src/solve/build/build-figures.ts";
import type { Builder } from "./plan.ts";

const BUILDS = "api/v1/build";
const TOKEN_HEADER = "x-build-token";
/** The token of the last build that was asked for: with it the page can cancel after a reload what it asked for before. */
const TOKEN_KEY = "canju.build-token";

/** What a server builds on request. */
export interface ServerLimit {
  /** Of both sides to move, in all tables that one request needs. */
  readonly maxPositions: number;
}

interface Job {
  readonly id: string;
  /** Canonical name. */
  readonly endgame: string;
  readonly metric: string;
  readonly rules: string;
  /** Null for rules without perpetuals. */
  readonly orders: string | null;
  readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly ahead: number | null;
  readonly progress: BuildState | null;
  readonly problem: { readonly code?: string; readonly detail: string } | null;
}

interface AskedJob extends Job {
  /** Cancels it. */
  readonly token: string | null;
}

/** Null where there is no server, or it builds nothing on request. */
export async function serverLimit(): Promise<ServerLimit | null> {
  if (answers().kind === "local") return null;
  const { enabled, maxPositions } = await fetchJson<ServerLimit & { readonly enabled: boolean }>(BUILDS);
  return enabled ? { maxPositions } : null;
}

export const buildOnServer: Builder = async (endgame, onProgress, signal) => {
  const known = read(TOKEN_KEY);
  const headers = { "content-type": "application/json", ...(known === null ? {} : { [TOKEN_HEADER]: known }) };
  const body = JSON.stringify({ endgame, ...collectionAsked(rules.peek()) });
  const request = { method: "POST", headers, body };
  const { id, token } = await fetchJson<AskedJob>(BUILDS, signal, request);
  if (token !== null) write(TOKEN_KEY, token);
  await follow(id, token, onProgress, signal);
};

/** Follows a build that was asked for already: before a reload, in another tab, or by somebody else. */
export async function buildUnderWay(endgame: string): Promise<Builder | null> {
  if (answers().kind === "local") return null;
  const [{ jobs }, { rules: by, metric, orders }] = await Promise.all([
    fetchJson<{ readonly jobs: readonly Job[] }>(BUILDS),
    answers().provider(),
  ]);
  const job = jobs.find(
    (each) =>
      each.endgame === endgame &&
      each.rules === by &&
      each.metric === metric &&
      (each.orders === null || each.orders === (orders ?? DEFAULT_COLLECTION.orders)) &&
      (each.state === "queued" || each.state === "running"),
  );
  return job === undefined ? null : (_, onProgress, signal) => follow(job.id, read(TOKEN_KEY), onProgress, signal);
}

/**
 * Resolves when the job is done.
 * @param token cancels it where it is this browser's; null: it is others'
 */
async function follow(
  id: string,
  token: string | null,
  onProgress: Parameters<Builder>[1],
  signal: AbortSignal,
): Promise<void> {
  const path = `${BUILDS}/${encodeURIComponent(id)}`;
  const events = new EventSource(`${path}/events`);
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => {
        // It goes on where the wish does not arrive, or others want it as well.
        if (token !== null) fetch(path, { method: "DELETE", headers: { [TOKEN_HEADER]: token } }).catch(() => {});
        reject(signal.reason as Error);
      });
      const tell = ({ data }: MessageEvent<string>): void => {
        const job = JSON.parse(data) as Job;
        if (job.state === "done") resolve();
        else if (job.state === "queued" || job.state === "running") onProgress(job.progress, job.ahead);
        else reject(new AnswerError(job.problem?.code ?? job.state, job.problem?.detail ?? job.state));
      };
      for (const state of ["queued", "running", "done", "failed", "cancelled"]) events.addEventListener(state, tell);
      events.addEventListener("error", (event) => {
        // The browser connects again by itself, unless the server refused.
        if (!(event instanceof MessageEvent) && events.readyState === EventSource.CLOSED)
          reject(new AnswerError("unreachable", "no answer"));
      });
    });
  } finally {
    events.close();
  }
}
