/** The endgames there are, asked for when they are first looked at and when one has been built. */
import { signal } from "@preact/signals";
import { AnswerError, type TableList } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";

export type Tables =
  | { readonly state: "unasked" | "asking" }
  | ({ readonly state: "known" } & TableList)
  | { readonly state: "failed"; readonly error: AnswerError };

export const tables = signal<Tables>({ state: "unasked" });

/** Reads the list anew; the one that is known is shown until then. */
export async function loadTables(): Promise<void> {
  if (tables.value.state === "asking") return;
  if (tables.value.state !== "known") tables.value = { state: "asking" };
  try {
    tables.value = { state: "known", ...(await answers().list()) };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    tables.value = { state: "failed", error };
  }
}
