/** The page's side of the HTTP API (src/server/schemas.ts describes it). Paths are relative: any folder of any host will do. */

export type Category = "win" | "draw" | "loss";
export type Metric = "dtc" | "dtm";

/** A value from the view of the side to move. Distances are plies; null for a draw. */
export interface Value {
  readonly category: Category;
  readonly order: number | null;
  readonly distance: number | null;
}

/** A legal move with the value of the position after it, which is the opponent's. */
export interface ProbedMove extends Value {
  readonly uci: string;
  readonly capture: boolean;
  readonly check: boolean;
  readonly best: boolean;
}

export interface Probe extends Value {
  readonly fen: string;
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: string;
  readonly moves: readonly ProbedMove[];
}

export interface SideSummary {
  readonly positions: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly longestWin: number;
  readonly longestWinFen: string | null;
}

export interface TableSummary {
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: string;
  readonly bytes: number;
  readonly red: SideSummary;
  readonly black: SideSummary;
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
export function fetchProbe(fen: string, signal: AbortSignal): Promise<Probe> {
  return get<Probe>(`api/v1/probe?fen=${addressFen(fen)}`, signal);
}

/** Every table the server has. */
export async function fetchTables(signal: AbortSignal): Promise<readonly TableSummary[]> {
  return (await get<{ tables: readonly TableSummary[] }>("api/v1/tables", signal)).tables;
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
