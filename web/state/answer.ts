/** What the tables say about the position shown. */
import { computed, effect, signal } from "@preact/signals";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { RULES } from "../../src/table/catalog/collection.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import { AnswerError, lackingIn, type Answers, type Decided } from "../answers/answers.ts";
import { answers, otherRules } from "../answers/current.ts";
import { badLink, position, view } from "./page.ts";
import { rules } from "../base/rules.ts";

export type Answer =
  | {
      readonly state: "asking";
      /** What the comparison of the rules says of the position, while tables are still asked. */
      readonly told: Decided | null;
    }
  | {
      readonly state: "known";
      readonly position: Position;
      /** Tells the rules that it is by. */
      readonly probe: ProbeResult;
      /** Why there is none by the rules of the page, where it is by others. */
      readonly missing: Missing | null;
    }
  | ({ readonly state: "failed" } & Missing);

export interface Missing {
  readonly error: AnswerError;
  /** What the comparison of the rules says of the position, under those of the page. */
  readonly told: Decided | null;
}

export const answer = signal<Answer>({ state: "asking", told: null });

/** Whoever gave the answer shown: by other rules than the page's, where only those have a table. */
export function answersShown(): Answers {
  const now = answer.peek();
  return answers(now.state === "known" ? now.probe.rules : rules.peek());
}

/** Answers of this visit, oldest first. */
const known = new Map<string, ProbeResult>();
const KEEP = 500;

/** Counts the requests to try again. */
const attempt = signal(0);

export function askAgain(): void {
  attempt.value++;
}

/** Whether values of the position are shown anywhere. */
const isShown = computed(() => view.value === "explorer" || view.value === "play");

/** Keeps `answer` in step with the position, where it is shown; returns a function that ends it. */
export function watchPosition(): () => void {
  return effect(() => {
    if (!isShown.value) return;
    void attempt.value;
    const asked = position.value;
    if (badLink.value !== null) {
      answer.value = { state: "asking", told: null }; // nothing else is looked up instead
      return;
    }
    const fen = formatFen(asked);
    const found = known.get(fen);
    if (found !== undefined) {
      answer.value = { state: "known", position: asked, probe: found, missing: null };
      return;
    }
    const request = new AbortController();
    answer.value = { state: "asking", told: null };
    ask(asked, request.signal).then(
      (next) => {
        if (!request.signal.aborted) answer.value = next; // it may come after that of a later position
      },
      (error: unknown) => {
        if (!request.signal.aborted) throw error;
      },
    );
    return () => request.abort();
  });
}

async function ask(asked: Position, abort: AbortSignal): Promise<Answer> {
  const fen = formatFen(asked);
  try {
    const probe = await answers().ask("probe", { fen }, abort);
    remember(fen, probe);
    return { state: "known", position: asked, probe, missing: null };
  } catch (error) {
    if (error instanceof AnswerError) return askOtherwise(asked, error, abort);
    throw error;
  }
}

/** What is known of a position that the tables by the rules of the page do not answer for. */
async function askOtherwise(asked: Position, error: AnswerError, abort: AbortSignal): Promise<Answer> {
  const missing = lackingIn(error);
  if (missing === null) {
    const kept = error.code === "unreachable" ? await keptByOtherRules(asked, abort) : null;
    return kept === null
      ? { state: "failed", error, told: null }
      : { state: "known", position: asked, probe: kept, missing: { error, told: null } };
  }
  const fen = formatFen(asked);
  const told = await import("../answers/told.ts").then(
    ({ toldBy }) => toldBy(fen, rules.peek()),
    () => null, // it cannot be loaded now
  );
  if (told !== null && !abort.aborted) answer.value = { state: "asking", told };
  try {
    const other = await otherRules(missing);
    if (other === null) return { state: "failed", error, told };
    const probe = await answers(other).ask("probe", { fen }, abort);
    return { state: "known", position: asked, probe, missing: { error, told } };
  } catch (otherwise) {
    abort.throwIfAborted();
    if (!(otherwise instanceof AnswerError)) throw otherwise;
    return { state: "failed", error, told };
  }
}

/** What this browser has kept of answers by other rules, without a connection. */
async function keptByOtherRules(asked: Position, abort: AbortSignal): Promise<ProbeResult | null> {
  const fen = formatFen(asked);
  for (const other of RULES.filter((each) => each !== rules.peek())) {
    try {
      return await answers(other).ask("probe", { fen }, abort);
    } catch (error) {
      abort.throwIfAborted();
      if (!(error instanceof AnswerError)) throw error;
    }
  }
  return null;
}

function remember(fen: string, probe: ProbeResult): void {
  known.set(fen, probe);
  for (const oldest of known.keys()) {
    if (known.size <= KEEP) break;
    known.delete(oldest);
  }
}
