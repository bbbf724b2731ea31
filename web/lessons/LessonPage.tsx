/** Lessons 课: sets of positions with notes, made here or opened from a link; printed as sheets, passed on as one link. */
import { useSignal } from "@preact/signals";
import { InputError } from "../../src/base/errors.ts";
import { formatPgn } from "../../src/xiangqi/games/pgn.ts";
import { newRecord } from "../../src/xiangqi/games/record.ts";
import { formatLesson, MOST_NOTE, parseLesson, type Lesson } from "../../src/xiangqi/games/lesson.ts";
import { answers } from "../answers/current.ts";
import { Icon } from "../base/Icon.tsx";
import { Select } from "../base/Select.tsx";
import { stored } from "../base/stored.ts";
import { copyText, downloadText } from "../base/take-away.ts";
import { NothingThere } from "../shown/trouble-text.tsx";
import { addressOfView } from "../state/address.ts";
import { begin, change, choose, keepAll, lessons, remove, type Lessons } from "../state/lessons.ts";
import { openView, topic } from "../state/page.ts";
import type { ShareWords } from "../words/en/share.ts";
import { language, useShareWords, words } from "../words/spoken.ts";
import { StudyTabs } from "../studies/StudyTabs.tsx";
import { linkRoom } from "./link-room.ts";
import { ANSWERS, isLookingUp, Sheets, type AnswerPlace } from "./Sheets.tsx";
import "./lessons.css";

const PER_PAGE = ["4", "6", "9"] as const;
const perPage = stored<(typeof PER_PAGE)[number]>("lesson-page", PER_PAGE, "6");
const answerPlace = stored<AnswerPlace>("lesson-answers", ANSWERS, "none");

/** That so few more positions fit into the link is told. */
const LITTLE_ROOM = 10;

export function LessonPage() {
  const say = useShareWords();
  const asked = topic.value;
  if (say === null) return null;
  const linked = asked === null ? null : lessonIn(asked);
  return (
    <section class="lessons">
      <StudyTabs />
      <h2>{say.lesson.title}</h2>
      {asked !== null && linked === null && <NothingThere text={asked} />}
      {linked === null ? <Own say={say} /> : <Linked lesson={linked} say={say} />}
    </section>
  );
}

function lessonIn(text: string): Lesson | null {
  try {
    return parseLesson(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return null;
  }
}

/** A lesson from a link, to be read; kept where that is wished. */
function Linked({ lesson, say }: { lesson: Lesson; say: ShareWords }) {
  const keep = () => {
    begin(lesson);
    openView("lesson");
  };
  return (
    <>
      <div class="row tools">
        <strong>{lesson.title}</strong>
        <button type="button" onClick={keep}>
          {say.lesson.keep}
        </button>
        {lessons.value.length > 0 && (
          <button type="button" onClick={() => openView("lesson")}>
            {say.lesson.own}
          </button>
        )}
      </div>
      <TakeAway lesson={lesson} say={say} />
      <Sheets lesson={lesson} perPage={Number(perPage.value)} answers={answerPlace.value} onChange={null} say={say} />
    </>
  );
}

function Own({ say }: { say: ShareWords }) {
  const removed = useSignal<{ readonly before: Lessons; readonly after: Lessons } | null>(null);
  const removing = (act: () => void) => {
    const before = lessons.value;
    act();
    removed.value = { before, after: lessons.value };
  };
  const undo = removed.value !== null && removed.value.after === lessons.value && (
    <button type="button" onClick={() => keepAll(removed.value!.before)}>
      {words.value.editor.undo}
    </button>
  );
  const now = lessons.value.at(-1);
  if (now === undefined) {
    return (
      <>
        <p class="hint">{say.lesson.empty}</p>
        <button type="button" class="primary" onClick={() => openView("explorer")}>
          {words.value.views.explorer}
        </button>{" "}
        {undo}
      </>
    );
  }
  const [id, lesson] = now;
  const set = (next: Lesson) => {
    if (next.parts.length < lesson.parts.length) removing(() => change(id, next));
    else change(id, next);
  };
  return (
    <>
      <div class="row tools">
        <label class="lesson-title">
          {say.name}
          <input
            type="text"
            value={lesson.title}
            maxLength={MOST_NOTE}
            onInput={(event) => set({ ...lesson, title: event.currentTarget.value })}
          />
        </label>
        {lessons.value.length > 1 && (
          <label>
            {say.lesson.which}{" "}
            <select value={id} onChange={(event) => choose(event.currentTarget.value)}>
              {lessons.value.map(([each, { title, parts }]) => (
                <option key={each} value={each}>
                  {title === "" ? say.lesson.untitled : title} ({parts.length})
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" onClick={() => begin()}>
          {say.lesson.begin}
        </button>
        <button type="button" onClick={() => removing(() => remove(id))}>
          {say.lesson.remove}
        </button>
        {undo}
      </div>
      {lesson.parts.length === 0 ? (
        <p class="hint">{say.lesson.empty}</p>
      ) : (
        <>
          <TakeAway lesson={lesson} say={say} />
          <Sheets
            lesson={lesson}
            perPage={Number(perPage.value)}
            answers={answerPlace.value}
            onChange={set}
            say={say}
          />
        </>
      )}
    </>
  );
}

/** On paper, as a link, on another site, as a file. */
function TakeAway({ lesson, say }: { lesson: Lesson; say: ShareWords }) {
  const done = useSignal("");
  const told = formatLesson(lesson);
  const room = linkRoom(lesson);
  const copy = async (text: string) => {
    await copyText(text);
    done.value = words.value.copied;
  };
  const link = new URL(addressOfView("lesson", told), location.href).href;
  const file = answers().kind === "server" ? "embed" : "embed.html";
  const frame = new URL(`${file}?lesson=${told}&lang=${language.value}`, location.href).href;
  const pgn = () => {
    const games = lesson.parts.map(({ start, moves, note }) =>
      formatPgn({ ...newRecord(start, moves), comment: note, tags: new Map([["Event", lesson.title]]) }),
    );
    downloadText("canju-lesson.pgn", games.join("\n"));
  };
  return (
    <>
      <div class="row tools">
        <Select label={say.lesson.perPage} choice={perPage} choices={PER_PAGE} nameOf={say.lesson.onPage} />
        <Select
          label={say.lesson.answers}
          choice={answerPlace}
          choices={ANSWERS}
          nameOf={(each) => say.lesson.places[each]}
        />
        <button type="button" class="primary" disabled={isLookingUp.value} onClick={() => window.print()}>
          {say.print}
        </button>
        <button type="button" disabled={room < 0} onClick={() => void copy(link)}>
          <Icon name="link" /> {say.copyLink}
        </button>
        <button
          type="button"
          disabled={room < 0}
          onClick={() =>
            void copy(
              `<iframe src="${frame.replaceAll("&", "&amp;")}" width="360" height="560" style="border:0"></iframe>`,
            )
          }
        >
          {say.embed}
        </button>
        <button type="button" onClick={pgn}>
          <Icon name="download" /> PGN
        </button>
        <span role="status">{done.value}</span>
      </div>
      <p class="hint tools">
        {room < 0 && <strong>{say.lesson.tooLong} </strong>}
        {room >= 0 && room <= LITTLE_ROOM && <strong>{say.lesson.room(room)} </strong>}
        {say.lesson.diagrams}
      </p>
    </>
  );
}
