/** What a list of tables says about each. */
import {
  fileBytes,
  type Metric,
  type OrderForm,
  type Rules,
  type SideStatistics,
  type TableHeader,
} from "../table/header.ts";
import type { ProofRecord } from "../table/proof.ts";

export interface TableSummary {
  readonly endgame: string;
  readonly rules: Rules;
  readonly metric: Metric;
  readonly orders: OrderForm;
  readonly bytes: number;
  /** As the file states it. */
  readonly sha256: string;
  /** The address of the file: from the root of the server or of the export, or whole. */
  readonly file: string;
  /** When and how it was proven; null: it was not. */
  readonly verified: ProofRecord | null;
  readonly red: SideStatistics;
  readonly black: SideStatistics;
}

export function summarize(header: TableHeader, file: string, verified: ProofRecord | null): TableSummary {
  const { endgame, rules, metric, orderForm: orders, red, black } = header.info;
  const { sha256 } = header;
  return { endgame, rules, metric, orders, bytes: fileBytes(header), sha256, file, verified, red, black };
}
