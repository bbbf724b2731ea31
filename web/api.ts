/** The page's side of the HTTP API (src/server/schemas.ts describes it). Paths are relative: any folder of any host will do. */
import type { Collection } from "../src/table/catalog.ts";
import type { Metric, OrderForm, Rules, SideStatistics } from "../src/table/header.ts";
import type { ProbeResult } from "../src/table/probe.ts";

export interface TableSummary {
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  readonly orders: OrderForm;
  readonly bytes: number;
  readonly red: SideStatistics;
  readonly black: SideStatistics;
}

/** What the server could not do, as RFC 9457 problem details; `unreachable` when there was no answer at all. */
export class ApiError extends Error {
  override readonly name = "ApiError";
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

/** The value of a position and of each of its moves. `fen` may hold blanks. */
export function fetchProbe(fen: string, signal: AbortSignal): Promise<ProbeResult> {
  return get<ProbeResult>(`api/v1/probe?fen=${addressFen(fen)}`, signal);
}

/** The tables that positions are looked up in: those of the collection that the server takes for granted. */
export async function fetchTables(signal: AbortSignal): Promise<readonly TableSummary[]> {
  type Listing = { readonly tables: readonly TableSummary[]; readonly collection: Collection };
  const { tables, collection } = await get<Listing>("api/v1/tables", signal);
  return tables.filter(
    ({ rules, metric, orders }) =>
      rules === collection.rules && metric === collection.metric && (orders ?? collection.orders) === collection.orders,
  );
}

/** A FEN as it is written in addresses: blanks as underscores, no escapes. */
export function addressFen(fen: string): string {
  return fen.replaceAll(" ", "_");
}

async function get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, { signal, headers: { accept: "application/json" } });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError("unreachable", "no answer");
  }
  if (response.ok) return (await response.json()) as Answer;
  const problem = await response.json().catch(() => ({}));
  throw new ApiError(problem.code ?? "unknown", problem.detail ?? `status ${response.status}`, problem);
}
