/** The course of elementary endings: one of them with its rule, its positions and its drills, and all of them to choose from. */
import { useEffect } from "preact/hooks";
import { HELD_MOVES } from "../../src/play/studies/tree.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { BuildOffer } from "../solving/BuildOffer.tsx";
import { SkillChoice } from "../shown/Choice.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { NothingThere } from "../shown/trouble-text.tsx";
import { openPosition, openView } from "../state/page.ts";
import { loadTables, tables } from "../state/tables.ts";
import { Progress, Stars, Tools, useExercise } from "../studies/Exercise.tsx";
import { dayOf } from "../base/day.ts";
import { attemptAt } from "../studies/exercise.ts";
import { isDue, results } from "../studies/progress.ts";
import { StudyTabs } from "../studies/StudyTabs.tsx";
import type { CourseWords } from "../words/en/course.ts";
import type { StudiesWords } from "../words/en/studies.ts";
import { formatCount, formatShare, useCourseWords, useStudiesWords, words } from "../words/spoken.ts";
import { byChinese, loadCompared } from "./chinese.ts";
import * as course from "./course.ts";
import type { Part } from "./course.ts";
import { nameOf, ruleOf } from "./sentences.ts";
import "../studies/studies.css";
import "./course.css";

export function Course() {
  useExercise(() => course.exercise.value);
  useEffect(() => void loadTables(), []);
  useEffect(loadCompared, []);
  const say = useCourseWords();
  const sayStudies = useStudiesWords();
  if (say === null || sayStudies === null) return null;
  return (
    <div class="panel studies course">
      <StudyTabs />
      {course.unknown.value !== null && <NothingThere text={course.unknown.value} />}
      <Lesson say={say} sayStudies={sayStudies} />
      <Contents say={say} sayStudies={sayStudies} />
    </div>
  );
}

interface Props {
  readonly say: CourseWords;
  readonly sayStudies: StudiesWords;
}

function Lesson({ say, sayStudies }: Props) {
  const chapter = course.chapter.value;
  const { endgame, calm, won, drawn, drills } = chapter;
  const part = course.part.value;
  const exercise = course.exercise.value;
  const now = attemptAt(exercise);
  const all = calm.red + calm.draw + calm.black;
  const parts: readonly Part[] = [
    ...(won ? ["won" as const] : []),
    ...(drawn ? ["drawn" as const] : []),
    ...drills.keys(),
  ];
  const stars = course.starsOf(chapter, results.value);
  const next = course.nextDrill(results.value, dayOf());
  const isDrill = typeof part === "number";
  // What is to be done stands right below the board, where a screen is small.
  const task = (
    <>
      <p class="goal">
        <Goal say={say} />
      </p>
      <Progress exercise={exercise} say={sayStudies} />
      <div class="row">
        {isDrill && <Tools exercise={exercise} say={sayStudies} />}
        <button type="button" onClick={() => openPosition(parseLegalFen(course.shown.value.fen))}>
          {sayStudies.lookUp}
        </button>
        {next !== null && (!isDrill || now.status.state === "solved") && (
          <button
            type="button"
            class="primary"
            onClick={() => openView("course", course.topicOf(next.chapter, next.drill))}
          >
            {say.next}
          </button>
        )}
      </div>
    </>
  );
  return (
    <section class="task" aria-labelledby="lesson">
      <h2 id="lesson">
        {course.CHAPTERS.indexOf(chapter) + 1}. {nameOf(chapter, say, words.value)} <small>{endgame}</small>
      </h2>
      {isDrill && task}
      <p class="rule">{ruleOf(chapter, say, formatShare)}</p>
      <div class="parts" role="group" aria-label={say.parts}>
        {parts.map((each) => (
          <button
            type="button"
            key={each}
            aria-pressed={each === part}
            onClick={() => openView("course", course.topicOf(chapter, each))}
          >
            {typeof each === "number" ? say.drill(each + 1) : say[each]}
            {typeof each === "number" && <Stars count={stars[each]!} say={sayStudies} />}
          </button>
        ))}
      </div>
      {!isDrill && task}
      <p class="hint">
        {say.counted({
          positions: formatCount(all),
          won: formatShare(calm.red, all),
          drawn: formatShare(calm.draw, all),
        })}{" "}
        <ByChinese endgame={endgame} say={say} />
      </p>
      <Table endgame={endgame} isDrill={isDrill} say={say} />
    </section>
  );
}

/** That the Chinese rules decide otherwise, or do not, as far as that is known. */
function ByChinese({ endgame, say: { chinese } }: { endgame: string; say: CourseWords }) {
  const found = byChinese.value;
  if (found === null) return null;
  const { positions, differing } = found;
  if (differing === 0) return <span>{chinese.same}</span>;
  return (
    <span>
      {chinese.differs(formatCount(differing), formatShare(differing, positions))}{" "}
      <ViewLink to="compared" about={endgame}>
        {chinese.examples}
      </ViewLink>
    </span>
  );
}

/** What the position is, or what is to be done with it. */
function Goal({ say }: { say: CourseWords }) {
  const { fen, outcome, distance } = course.shown.value;
  const turn = words.value.colours[parseLegalFen(fen).turn];
  if (typeof course.part.value === "number")
    return <>{outcome === "draw" ? say.hold(turn, HELD_MOVES) : say.win(turn, distance!)}</>;
  return <>{say.outcomes[outcome](turn, distance ?? 0)}</>;
}

/** Whether the table is here, and then how it plays against the solver of a drill; if not, it is built at a press of a button. */
function Table({ endgame, isDrill, say }: { endgame: string; isDrill: boolean; say: CourseWords }) {
  const known = tables.value;
  if (known.state === "failed") return null;
  const isKnown = known.state === "known";
  if (isKnown && known.tables.some((each) => each.endgame === endgame)) {
    return (
      <>
        {isDrill && <SkillChoice />}
        <p class="hint">{say.tableHere}</p>
      </>
    );
  }
  // There while nobody knows yet: it would move what is below it.
  return (
    <details class="table">
      <summary>{isKnown ? say.tableMissing : words.value.loading}</summary>
      {isKnown && <BuildOffer endgame={endgame} />}
    </details>
  );
}

function Contents({ say, sayStudies }: Props) {
  const known = results.value;
  const day = dayOf();
  const drills = course.CHAPTERS.flatMap((each) => each.drills.map((_, drill) => course.drillId(each, drill)));
  const solved = drills.filter((id) => (known[id]?.stars ?? 0) > 0).length;
  const again = drills.filter((id) => isDue(id, known, day)).length;
  return (
    <section aria-labelledby="chapters">
      <h3 id="chapters">{say.contents(course.CHAPTERS.length)}</h3>
      <p class="hint">{say.record(solved, drills.length, again)}</p>
      <ol class="list">
        {course.CHAPTERS.map((each, i) => {
          const stars = course.starsOf(each, known);
          const comesBack = each.drills.some((_, drill) => isDue(course.drillId(each, drill), known, day));
          return (
            <li key={each.endgame}>
              <ViewLink to="course" about={each.endgame} current={each === course.chapter.value}>
                <span>
                  {i + 1}. {nameOf(each, say, words.value)}
                </span>{" "}
                <span class={`verdict-word ${course.verdictOf(each)}`}>{say.verdicts[course.verdictOf(each)]}</span>{" "}
                <span class="learnt" title={say.learnt(stars.filter((count) => count > 0).length, stars.length)}>
                  <span aria-hidden="true">
                    {stars.map((count) => (count > 0 ? "●" : "○")).join("")}
                    {comesBack && " ↻"}
                  </span>
                  <span class="unseen">
                    {say.learnt(stars.filter((count) => count > 0).length, stars.length)}
                    {comesBack && ` ${sayStudies.comesBack}`}
                  </span>
                </span>
              </ViewLink>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
