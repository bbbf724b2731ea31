import { signal } from "@preact/signals";
import { joinSentences } from "../../src/say/words/repetitions.ts";
import { formatMove } from "../state/notation.ts";
import { answer, type Answer } from "../state/answer.ts";
import { badLink, game, gameEnd, valuesHidden, view } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { forcedWin, saidByAtlas, sayProven } from "../state/without-table.ts";
import type { Dictionary } from "../words/en/page.ts";
import { language, words, useJudgingWords, type JudgingWords } from "../words/spoken.ts";
import { explainEnd } from "./endings.ts";
import { decidedIn, sayDecided } from "./decided.ts";
import { explainError } from "./trouble-text.tsx";

/** What a view other than the explorer wants to be said. */
const announcement = signal("");

/** Has screen readers say a text. */
export function announce(text: string): void {
  announcement.value = text;
}

/** What was asked for with the position shown, and is said until another one is. */
const interjection = signal<{ readonly text: string; readonly during: unknown } | null>(null);

/** Has screen readers say a text now, whatever the view. The same text once more is told apart by a blank. */
export function interject(text: string): void {
  const before = interjection.peek()?.text;
  interjection.value = { text: before === text ? `${text}\u00a0` : text, during: game.peek() };
}

/** Tells screen readers what has been played and what the new position is worth. */
export function Announcer() {
  const judging = useJudgingWords(gameEnd.value !== null);
  const told = view.value === "explorer" && badLink.value === null ? explorerText(judging) : announcement.value;
  const text = interjection.value?.during === game.value ? interjection.value.text : told;
  return (
    <p class="unseen" aria-live="polite" data-announcer>
      {text}
    </p>
  );
}

function explorerText(judging: JudgingWords | null): string {
  const now = answer.value;
  const say = words.value;
  const shown = decidedIn(now);
  if (shown === null && now.state !== "failed") return "";
  const { moves, positions, played } = game.value;
  const at = positions[played]!;
  const turn = say.sentence(say.toMove(say.colours[at.turn]));
  const end = explainEnd(at, gameEnd.value, say, judging);
  const known = shown !== null ? sayDecided(at, shown, say) : knownWithoutTable(now, say);
  const value = valuesHidden.value ? say.valuesHidden : known;
  const verdict = [turn, end ?? value];
  if (played === 0) return joinSentences(verdict);
  const move = formatMove(positions[played - 1]!, moves[played - 1]!, notation.value, language.value);
  return joinSentences([say.played(move), ...verdict]);
}

/** What stands in the place of a value. */
function knownWithoutTable(now: Answer, say: Dictionary): string {
  if (forcedWin.value !== null) return sayProven(forcedWin.value, say);
  return saidByAtlas.value?.text ?? (now.state === "failed" ? explainError(now.error, say) : "");
}
