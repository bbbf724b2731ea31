/** What went wrong, in plain words. */
import type { ReadonlySignal } from "@preact/signals";
import type { AnswerError } from "../answers/answers.ts";
import { countAttackingMen } from "../../src/endgame/endgame.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { excerpt } from "../../src/xiangqi/unreadable.ts";
import { rules } from "../base/rules.ts";
import type { Dictionary } from "../words/en/page.ts";
import { isOpening } from "../state/page.ts";
import { placeIn } from "../state/places.ts";
import { words } from "../words/spoken.ts";
import type { Complaint } from "../state/read-position.ts";

/** That what is shown is by other rules than the page's, which may decide perpetuals otherwise. */
export function ByOtherRules({ rules: by }: { rules: Rules }) {
  const { errors, rulesNames } = words.value;
  return <p class="complaint">{errors.byOtherRules(rulesNames[by], rulesNames[rules.value])}</p>;
}

/** Why there is no value. */
export function explainError(error: AnswerError, say: Dictionary): string {
  switch (error.code) {
    case "missing-table":
      return error.endgame === null ? say.errors.other(error.message) : say.errors.missingTable(error.endgame);
    case "too-many-attacking-men":
      return error.endgame === null ? say.errors.other(error.message) : explainBeyond(error.endgame, say);
    case "damaged-table":
      return say.errors.damagedTable(error.message);
    case "unreachable":
      return say.errors.offline;
    default:
      return sayCode(error.code, say) ?? say.errors.other(error.message);
  }
}

/** Why there is no table of the position shown, which has so many men; the one that games begin with is called by its name. */
function explainBeyond(endgame: string, say: Dictionary): string {
  return say.errors.beyondTables(isOpening.value ? say.openingPosition : say.thisPosition, countAttackingMen(endgame));
}

/** What the page says of a code; null where it has no sentence for it. */
export function sayCode(code: string, { errors: { codes } }: Dictionary): string | null {
  const known = !Object.hasOwn(codes, code) && code.startsWith("source-") ? "source" : code;
  return Object.hasOwn(codes, known) ? codes[known as keyof typeof codes] : null;
}

/** Why a text or a set-up board is not taken. */
export function explainComplaint(what: Complaint, say: Dictionary): string {
  switch (what.kind) {
    case "illegal":
      return say.errors.illegalPosition(say.problem(what.problem, (square) => placeIn(say, square)));
    case "unreadable":
      return say.errors.unreadable(what.fault);
    case "no-move":
      return say.errors.noMove(what.text);
    case "no-side":
      return say.errors.noSide(say.colours[what.turn]);
    case "nothing-there":
      return say.errors.nothingThere(what.text);
  }
}

/** What a link asks for in a view that shows something else instead. */
export function NothingThere({ text }: { text: string }) {
  return (
    <p class="complaint" role="alert">
      {words.value.errors.nothingThere(excerpt(text))}
    </p>
  );
}

/** Why something that was asked for did not come, beside what asked for it. */
export function Failure({ of }: { of: ReadonlySignal<AnswerError | null> }) {
  return (
    <p class="complaint" role="alert">
      {of.value !== null && explainError(of.value, words.value)}
    </p>
  );
}
