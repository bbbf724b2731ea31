/** The endgames the server has, asked for when they are first looked at. */
import { signal } from "@preact/signals";
import { AnswerError, type TableSummary } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";

export type Tables =
  | { readonly state: "unasked" | "asking" }
  | { readonly state: "known"; readonly tables: readonly TableSummary[] }
  | { readonly state: "failed"; readonly error: AnswerError };

export const tables = signal<Tables>({ state: "unasked" });

export async function loadTables(): Promise<void> {
  if (tables.value.state === "asking") return;
  tables.value = { state: "asking" };
  try {
    tables.value = { state: "known", tables: await answers.tables() };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    tables.value = { state: "failed", error };
  }
}
