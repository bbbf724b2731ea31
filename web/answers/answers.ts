/**
 * Where the page's answers come from: a server's HTTP API, or the page itself, which then reads table files by ranges.
 * Both give the same results, since the server and the page call the same functions.
 */
import type { Explanation } from "../../src/play/explanation.ts";
import type { PerfectLine, LineOptions } from "../../src/play/line.ts";
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { RandomPosition, SampleWish } from "../../src/query/sample.ts";
import type { TableSummary } from "../../src/query/statistics.ts";
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import type { AtlasRecord } from "../../src/knowledge/atlas/record.ts";
import type { MapCell, MaterialAnswer } from "../../src/knowledge/material/answer.ts";
import type { Collection } from "../../src/table/catalog/collection.ts";

export type { TableSummary };

/** As much of a probe as tells who wins and why. */
export type Decided = Pick<ProbeResult, "category" | "order" | "distance" | "depends" | "kind" | "metric">;

/** The questions to tables: what each is about, and its answer. A `fen` is that of a legal position. */
export interface Questions {
  /** The value of a position and of each of its moves. */
  readonly probe: { readonly about: { readonly fen: string }; readonly answer: ProbeResult };
  /** A perfect line. */
  readonly line: { readonly about: { readonly fen: string } & LineOptions; readonly answer: PerfectLine };
  /** Why the rules on repetitions decide a position, or draw it. */
  readonly explain: { readonly about: { readonly fen: string }; readonly answer: Explanation };
  /** A random position of an endgame, in the colours of the name. AnswerError `no-such-position`: none is as wished. */
  readonly random: { readonly about: { readonly endgame: string } & SampleWish; readonly answer: RandomPosition };
}

export type Question = keyof Questions;
export type About<Asked extends Question> = Questions[Asked]["about"];
export type Answer<Asked extends Question> = Questions[Asked]["answer"];

export interface TableList {
  readonly tables: readonly TableSummary[];
  /** Canonical names of those that are there, but damaged: they give no answers. */
  readonly damaged: readonly string[];
}

/** Whatever is asked fails with AnswerError, or with `signal.reason` when aborted. */
export interface Answers {
  /** Whether a server answers, or the page itself. */
  readonly kind: "server" | "local";
  /** The tables themselves, for `src/play`: read by ranges, whoever answers the other questions. */
  provider(): Promise<TableProvider>;
  /** The tables that positions are looked up in, and those that cannot be. */
  list(signal?: AbortSignal): Promise<TableList>;
  ask<Asked extends Question>(question: Asked, about: About<Asked>, signal?: AbortSignal): Promise<Answer<Asked>>;
}

/** The codes of errors that building a table mends. */
export const UNANSWERED: readonly string[] = ["missing-table", "damaged-table"];
/** That of an endgame which has no table as a whole. */
export const BEYOND = "too-many-attacking-men";

/** The endgame that has no table by the rules asked for, where it may have one by others; null: something else is wrong. */
export function lackingIn(error: unknown): string | null {
  return error instanceof AnswerError && ["missing-table", BEYOND].includes(error.code) ? error.endgame : null;
}

/** What could not be answered: a code as docs/guides/http-api.md lists them; `unreachable` when there was no answer at all. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
  readonly code: string;
  readonly endgame: string | null;
  readonly estimatedBytes: number | null;

  constructor(code: string, message: string, details: { endgame?: string; estimatedBytes?: number } = {}) {
    super(message);
    this.code = code;
    this.endgame = details.endgame ?? null;
    this.estimatedBytes = details.estimatedBytes ?? null;
  }
}

/** A FEN as it is written in addresses: blanks as underscores, no escapes. */
export function addressFen(fen: string): string {
  return fen.replaceAll(" ", "_");
}

/** Loads at the first call, and gives the same to all later ones. A load that failed is tried again. */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    if (loaded === undefined) {
      loaded = load();
      loaded.catch(() => (loaded = undefined));
    }
    return loaded;
  };
}

/** Of one endgame, in the colours asked for. */
export type Known = Pick<
  AtlasRecord,
  "endgame" | "rules" | "metric" | "red" | "black" | "orders" | "survey" | "typical" | "sum" | "proof"
>;

export interface MaterialAbout {
  readonly answer: MaterialAnswer;
  readonly rows: readonly (readonly MapCell[])[];
}

/** Whatever is asked fails with AnswerError, or with `signal.reason` when aborted. */
export interface ProvenData {
  /** Every endgame of the atlas, the smallest first. */
  entries(): Promise<readonly AtlasEntry[]>;
  /** AnswerError `not-in-atlas`: it does not have the endgame in this collection. */
  record(endgame: string, asked: Partial<Collection>, signal: AbortSignal): Promise<Known>;
  /** What the men of both sides are worth. */
  material(name: string, signal: AbortSignal): Promise<MaterialAnswer>;
  /** The same, with the map of what surrounds it. */
  materialAbout(name: string, signal: AbortSignal): Promise<MaterialAbout>;
}
