/** Building an endgame that is missing, in this browser or on the server: how far it has come, and how to end it. */
import { signal } from "@preact/signals";
import { answers } from "../answers/current.ts";
import { askAgain } from "../state/answer.ts";
import { loadTables } from "../state/tables.ts";
import type { BuildState } from "../../src/solve/build/build-figures.ts";
import { buildInWorker } from "./in-worker.ts";
import { buildOnServer, buildUnderWay } from "./on-server.ts";
import type { Builder } from "./plan.ts";

export type Place = "browser" | "server";

export type Building =
  | { readonly state: "idle" }
  | {
      readonly state: "running";
      /** What was asked for. */
      readonly endgame: string;
      /** Jobs that the server does first; null when it does not wait. */
      readonly ahead: number | null;
      /** Null until the first report. */
      readonly progress: BuildState | null;
    }
  | {
      readonly state: "failed";
      readonly endgame: string;
      /** A word of docs/guides/http-api.md, or `unknown`. */
      readonly code: string;
      readonly message: string;
    };

export const building = signal<Building>({ state: "idle" });

const BUILDERS: Readonly<Record<Place, Builder>> = { browser: buildInWorker, server: buildOnServer };

let running: AbortController | null = null;

/** Endgames whose builds the visitor does not want to see any more; they may go on for others. */
const dismissed = new Set<string>();

export function build(endgame: string, place: Place): Promise<void> {
  dismissed.delete(endgame);
  return run(endgame, BUILDERS[place]);
}

/** The same without being asked for; not what was cancelled before, nor what has failed. */
export async function buildUnasked(endgame: string, place: Place): Promise<void> {
  const now = building.peek();
  if (dismissed.has(endgame) || now.state === "running" || (now.state === "failed" && now.endgame === endgame)) return;
  await run(endgame, BUILDERS[place]);
}

/** Shows how far a build of this endgame is that the server was asked for before a reload, or in another tab. */
export async function showUnderWay(endgame: string): Promise<void> {
  const builder = dismissed.has(endgame) ? null : await buildUnderWay(endgame);
  if (builder !== null) await run(endgame, builder);
}

/** The same, and what such a build has come to meanwhile. */
export async function lookAgain(endgame: string): Promise<void> {
  await showUnderWay(endgame);
  const { tables } = await answers().list();
  if (building.value.state !== "idle" || !tables.some((table) => table.endgame === endgame)) return;
  askAgain();
  void loadTables();
}

async function run(endgame: string, builder: Builder): Promise<void> {
  if (running !== null) return;
  running = new AbortController();
  const { signal: aborted } = running;
  const show = (progress: BuildState | null, ahead: number | null): void => {
    if (!aborted.aborted) building.value = { state: "running", endgame, progress, ahead };
  };
  show(null, null);
  try {
    await builder(endgame, show, aborted);
    building.value = { state: "idle" };
    askAgain();
    void loadTables();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const { code = "unknown" } = error as { code?: string };
    building.value = aborted.aborted ? { state: "idle" } : { state: "failed", endgame, code, message };
  } finally {
    running = null;
  }
}

export function cancelBuilding(): void {
  if (building.value.state === "running") dismissed.add(building.value.endgame);
  running?.abort();
}
