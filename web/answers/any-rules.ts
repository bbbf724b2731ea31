/** Values of positions by whatever rules there are tables for. */
import { lackingIn, type Answer } from "./answers.ts";
import { answers, otherRules } from "./current.ts";

/** A position's values by the rules of the page, else by the first others under which the host has a table; they tell which. */
export async function probeByAnyRules(fen: string, abort: AbortSignal): Promise<Answer<"probe">> {
  try {
    return await answers().ask("probe", { fen }, abort);
  } catch (error) {
    const missing = lackingIn(error);
    const other = missing === null ? null : await otherRules(missing);
    if (other === null) throw error;
    return answers(other).ask("probe", { fen }, abort);
  }
}
