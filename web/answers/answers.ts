/**
 * Where the page's answers come from: a server's HTTP API, or the page itself, which then reads table files by ranges.
 * Both give the same results, since the server and the page call the same functions.
 */
import type { Explanation } from "../../src/play/explanation.ts";
import type { Line, LineOptions } from "../../src/play/line.ts";
import type { TableProvider } from "../../src/table/catalog.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { ProofRecord } from "../../src/table/proof.ts";
import type { RandomPosition, SampleWish } from "../../src/query/sample.ts";
import type { Statistics } from "../../src/query/statistics.ts";
import type { TableSummary } from "../../src/query/summary.ts";

export type { TableSummary };

/** The statistics of an endgame in the colours asked for, and the table file they come from. */
export interface TableStatistics extends Statistics {
  readonly bytes: number;
  readonly sha256: string;
  readonly file: string;
  readonly verified: ProofRecord | null;
}

/** All questions fail with AnswerError, or with `signal.reason` when aborted. A `fen` is that of a legal position. */
export interface Answers {
  /** Whether a server answers, or the page itself. */
  readonly kind: "server" | "local";
  /** The tables themselves, for `src/play`: read by ranges, whoever answers the other questions. */
  provider(): Promise<TableProvider>;
  /** The value of a position and of each of its moves. */
  probe(fen: string, signal?: AbortSignal): Promise<ProbeResult>;
  /** A perfect line. */
  line(fen: string, options?: LineOptions, signal?: AbortSignal): Promise<Line>;
  /** Why the rules on repetitions decide a position, or draw it. */
  explain(fen: string, signal?: AbortSignal): Promise<Explanation>;
  /** The tables that positions are looked up in. */
  tables(signal?: AbortSignal): Promise<readonly TableSummary[]>;
  /** A random position of an endgame, in the colours of the name. AnswerError `no-such-position`: none is as wished. */
  random(name: string, wish: SampleWish, signal?: AbortSignal): Promise<RandomPosition>;
  /** @param name of an endgame, in the colours of the answer */
  statistics(name: string, signal?: AbortSignal): Promise<TableStatistics>;
}

/** What could not be answered: a code as docs/http-api.md lists them; `unreachable` when there was no answer at all. */
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
