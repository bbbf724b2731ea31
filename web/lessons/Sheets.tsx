/** The pages of a lesson: diagrams in line art with their notes, answers below them or on the next page. */
import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { drawPosition } from "../../src/say/pictures/picture.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { MOST_NOTE, type Lesson, type LessonPart } from "../../src/xiangqi/games/lesson.ts";
import { endgameOf } from "../../src/endgame/endgame.ts";
import { AnswerError } from "../answers/answers.ts";
import { probeByAnyRules } from "../answers/any-rules.ts";
import { answers as answersBy } from "../answers/current.ts";
import { rules } from "../base/rules.ts";
import { knownOf } from "../endgames/atlas.ts";
import { sayKnown } from "../endgames/KnownAnswer.tsx";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { Icon } from "../base/Icon.tsx";
import { addressOfSvg } from "../pictures/svg.ts";
import { numberedMoves } from "../shown/line-text.ts";
import { sayDecided } from "../shown/decided.ts";
import { continueGame, newGame, openedGame, positionOf, playMove } from "../state/game.ts";
import { openView, show } from "../state/page.ts";
import { men } from "../state/drawn-men.ts";
import { notation } from "../state/preferences.ts";
import type { ShareWords } from "../words/en/share.ts";
import { language, words } from "../words/spoken.ts";

export const ANSWERS = ["none", "below", "overleaf"] as const;
/** Where the answers stand. */
export type AnswerPlace = (typeof ANSWERS)[number];

interface Props {
  readonly lesson: Lesson;
  readonly perPage: number;
  readonly answers: AnswerPlace;
  /** Null where it is only read. */
  readonly onChange: ((lesson: Lesson) => void) | null;
  readonly say: ShareWords;
}

/** Whether answers are still looked up: a sheet that is printed now would lack them. */
export const isLookingUp = signal(false);

/** Plies of a line that an answer shows. */
const MOST_SHOWN = 12;

export function Sheets({ lesson, perPage, answers, onChange, say }: Props) {
  const told = useAnswers(lesson.parts, answers !== "none");
  const { parts } = lesson;
  const pages = Array.from({ length: Math.ceil(parts.length / perPage) }, (_, i) =>
    parts.slice(i * perPage, (i + 1) * perPage),
  );
  return pages.map((page, i) => {
    const first = i * perPage;
    return (
      <Fragment key={first}>
        <section class="sheet-page" data-per={perPage}>
          {lesson.title !== "" && <h3>{lesson.title}</h3>}
          <div class="diagrams">
            {page.map((part, j) => (
              <Part
                key={first + j}
                part={part}
                at={first + j}
                lesson={lesson}
                onChange={onChange}
                answer={answers === "below" ? (told[first + j] ?? "…") : null}
                say={say}
              />
            ))}
          </div>
        </section>
        {answers === "overleaf" && (
          <section class="sheet-page overleaf">
            <h3>{say.lesson.answersTo(first + 1, first + page.length)}</h3>
            <ol start={first + 1}>
              {page.map((_, j) => (
                <li key={j}>{told[first + j] ?? "…"}</li>
              ))}
            </ol>
          </section>
        )}
      </Fragment>
    );
  });
}

interface PartProps extends Pick<Props, "lesson" | "onChange" | "say"> {
  readonly part: LessonPart;
  readonly at: number;
  readonly answer: string | null;
}

function Part({ part, at, lesson, onChange, answer, say }: PartProps) {
  const { start, moves, note } = part;
  const toMove = words.value.toMove(words.value.colours[start.turn]);
  const parts = [...lesson.parts];
  const set = (next: readonly LessonPart[]) => onChange!({ ...lesson, parts: next });
  const open = () => {
    show(openedGame(start, moves));
    openView("explorer");
  };
  const move = (to: number) => set(parts.toSpliced(at, 1).toSpliced(to, 0, part));
  const svg = drawPosition(start, { isPrinted: true, men: men.value, title: formatFen(start) });
  return (
    <figure>
      <figcaption>
        <strong>{at + 1}</strong> {toMove}
      </figcaption>
      <button type="button" class="diagram" onClick={open} aria-label={say.lesson.open(at + 1)}>
        <img src={addressOfSvg(svg)} alt={formatFen(start)} width="484" height="544" />
      </button>
      {onChange === null ? (
        note !== "" && <p class="note">{note}</p>
      ) : (
        <>
          {note !== "" && <p class="note on-paper">{note}</p>}
          <textarea
            rows={2}
            aria-label={say.lesson.note(at + 1)}
            placeholder={say.lesson.note(at + 1)}
            value={note}
            maxLength={MOST_NOTE}
            onInput={(event) => set(parts.with(at, { ...part, note: event.currentTarget.value }))}
          />
          <div class="row part-tools">
            <button
              type="button"
              aria-label={say.lesson.earlier(at + 1)}
              disabled={at === 0}
              onClick={() => move(at - 1)}
            >
              ←
            </button>
            <button
              type="button"
              aria-label={say.lesson.later(at + 1)}
              disabled={at + 1 === parts.length}
              onClick={() => move(at + 1)}
            >
              →
            </button>
            <button type="button" aria-label={say.lesson.without(at + 1)} onClick={() => set(parts.toSpliced(at, 1))}>
              <Icon name="remove" />
            </button>
          </div>
        </>
      )}
      {answer !== null && <p class="answer">{answer}</p>}
    </figure>
  );
}

/** The answer to each part: its verdict, and its moves or the first ones of a perfect line. */
function useAnswers(parts: readonly LessonPart[], isNeeded: boolean): readonly string[] {
  const [told, setTold] = useState<readonly string[]>([]);
  // Notes and titles change no answer.
  const key = parts.map(({ start, moves }) => `${formatFen(start)} ${moves.join()}`).join("\n");
  useEffect(() => {
    if (!isNeeded) return;
    const work = new AbortController();
    isLookingUp.value = true;
    void (async () => {
      const found: string[] = [];
      try {
        for (const part of parts) {
          found.push(await answerTo(part, work.signal));
          if (work.signal.aborted) return;
          setTold([...found]);
        }
      } finally {
        if (!work.signal.aborted) isLookingUp.value = false;
      }
    })();
    return () => {
      work.abort();
      isLookingUp.value = false;
    };
  }, [key, isNeeded, language.value, notation.value, rules.value]);
  return told;
}

/** By the rules chosen, else by others, which are then named; without a table what is known of the endgame. */
async function answerTo({ start, moves }: LessonPart, abort: AbortSignal): Promise<string> {
  const fen = formatFen(start);
  const known = await attempt(probeByAnyRules(fen, abort));
  const verdict =
    known === null
      ? await usuallyOf(start, abort)
      : sayDecided(start, { decided: known, by: known.rules }, words.value);
  let game = continueGame(newGame(start), moves);
  let isCut = false;
  if (moves.length === 0 && known !== null && known.moves.length > 0 && known.category !== "draw") {
    const line = await attempt(answersBy(known.rules).ask("line", { fen, played: [] }, abort));
    isCut = (line?.moves.length ?? 0) > MOST_SHOWN;
    for (const { uci } of line?.moves.slice(0, MOST_SHOWN) ?? [])
      game = playMove(game, parseUci(positionOf(game), uci));
  }
  const pairs =
    game.moves.length === 0 ? [] : numberedMoves(game.positions, game.moves, notation.value, language.value);
  const written = pairs.map((each) => each.trim()).join(" ") + (isCut ? " …" : "");
  return [verdict, written].filter((each) => each !== "").join(" · ") || "—";
}

async function usuallyOf(start: LegalPosition, abort: AbortSignal): Promise<string> {
  const known = await attempt(knownOf(endgameOf(start.board).name, abort));
  return known === null ? "" : sayKnown(start, known);
}

/** What is asked for; null where it cannot be had, or was given up. */
async function attempt<Told>(asked: Promise<Told>): Promise<Told | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AnswerError || (error instanceof DOMException && error.name === "AbortError")) return null;
    throw error;
  }
}
