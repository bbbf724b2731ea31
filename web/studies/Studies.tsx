/** Studies: one on the board to be solved, and all of them to choose from. */
import { useEffect } from "preact/hooks";
import type { FalseTry, InBook, PuzzleKind } from "../../src/play/studies/puzzle.ts";
import { PUZZLE_KINDS } from "../../src/play/studies/puzzle.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { dayOf } from "../base/day.ts";
import { formatMove } from "../state/notation.ts";
import { openPosition, openView } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { EndgameName } from "../shown/EndgameName.tsx";
import type { StudiesWords } from "../words/en/studies.ts";
import { language, useStudiesWords, words } from "../words/spoken.ts";
import { allStudies, COLLECTION, differs, idOf, isTask, loadManual, puzzleOfDay } from "./collection.ts";
import { attemptAt, type Attempt } from "./exercise.ts";
import { Progress, Tools, useExercise } from "./Exercise.tsx";
import { countResults, nextPuzzle, results } from "./progress.ts";
import { StudyTabs } from "./StudyTabs.tsx";
import * as study from "./state.ts";
import "./studies.css";
import { NothingThere } from "../shown/trouble-text.tsx";

export function Studies() {
  useEffect(loadManual, []);
  if (!study.isAwaited.value) return <OnBoard />;
  return (
    <div class="panel studies">
      <StudyTabs />
      <p class="hint" role="status">
        {words.value.loading}
      </p>
    </div>
  );
}

function OnBoard() {
  useExercise(() => study.exercise.value);
  const say = useStudiesWords();
  if (say === null) return null;
  return (
    <div class="panel studies">
      <StudyTabs />
      {study.unknown.value !== null && <NothingThere text={study.unknown.value} />}
      <Task say={say} />
      <Choice say={say} />
    </div>
  );
}

function Task({ say }: { say: StudiesWords }) {
  const { kind, endgame, grade, distance, order, fen, outcome, otherwise, book } = study.puzzle.value;
  const exercise = study.exercise.value;
  const now = attemptAt(exercise);
  const { state } = now.status;
  const turn = words.value.colours[parseLegalFen(fen).turn];
  const isDay = study.puzzle.value === puzzleOfDay(new Date());
  const next = nextPuzzle(study.chosen.value, study.puzzle.value, results.value, dayOf());
  return (
    <section class="task" aria-labelledby="task">
      <p class="hint">
        {isDay && <strong>{say.ofDay} · </strong>}
        {endgame !== "" && (
          <>
            <EndgameName of={endgame} /> ·{" "}
          </>
        )}
        {say.kinds[kind]} · <Grade grade={grade} say={say} />
      </p>
      <h2 id="task">
        {kind === "zugzwang" ? (
          say.zugzwangTask
        ) : book !== undefined ? (
          <BookName book={book} say={say} />
        ) : (
          say.task(turn)
        )}
      </h2>
      {book !== undefined && <Book book={book} say={say} />}
      {distance !== null && outcome === "win" && kind !== "classic" && (
        <p class="hint">{say.length(distance, order)}</p>
      )}
      <Progress exercise={exercise} say={say} failed={failedText(now, say)} />
      {state === "shown" && otherwise !== undefined && (
        <p>
          {say.otherwise(
            words.value.groups[otherwise.outcome],
            otherwise.solution === "" ? "" : lineText(otherwise.solution),
          )}
        </p>
      )}
      {state === "shown" && <Tries say={say} />}
      <div class="row">
        <Tools exercise={exercise} say={say} solution={outcome === null ? null : study.solution.value} />
        <button type="button" onClick={() => openPosition(parseLegalFen(fen))}>
          {say.lookUp}
        </button>
        {next !== null && (
          <button type="button" class="primary" onClick={() => openView("studies", idOf(next))}>
            {say.next}
          </button>
        )}
      </div>
      {book !== undefined && <Verdict say={say} />}
    </section>
  );
}

/** The name that the book gives a position, and where that is told in another language the Chinese one beside it. */
function BookName({ book: { manual, number }, say: { book } }: { book: InBook; say: StudiesWords }) {
  const ofManual = manual && book.manuals[manual][number - 1];
  const isChinese = book.originals === null;
  const original = isChinese ? undefined : (ofManual ?? book.originals[number]);
  const name = manual === undefined ? book.names[number] : isChinese ? ofManual : undefined;
  if (name === undefined) return <span lang="zh-Hans">{original}</span>;
  return (
    <>
      {name}
      {original !== undefined && (
        <>
          {" "}
          <small lang="zh-Hans">{original}</small>
        </>
      )}
    </>
  );
}

/** What the book says. */
function Book({ book: { manual, number, claim }, say }: { book: InBook; say: StudiesWords }) {
  const red = words.value.colours.red;
  return (
    <p class="book">
      <span class="hint">{manual === undefined ? say.book.source(number) : say.book.sources[manual]}</span>{" "}
      <span>{manual === undefined ? say.book.claims[claim](red) : say.book.wonThere(red)}</span>
    </p>
  );
}

/** What the table or the prover says of a position of a book, once that gives no solution away. */
function Verdict({ say }: { say: StudiesWords }) {
  const { outcome, distance, order, fen, proven, also = [] } = study.puzzle.value;
  const { state } = attemptAt(study.exercise.value).status;
  if (state !== "solved" && state !== "shown" && isTask(study.puzzle.value)) return null;
  const winner = words.value.colours[outcome === "win" ? parseLegalFen(fen).turn : "black"];
  const cooks = proven === undefined ? "" : also.map((uci) => lineText(uci, parseLegalFen(fen))).join(", ");
  return (
    <dl class={differs(study.puzzle.value) ? "verdicts differ" : "verdicts"}>
      <dt>{proven === undefined ? say.book.table : say.book.proof}</dt>
      <dd>
        {outcome === null
          ? proven === undefined
            ? say.book.noTable
            : say.book.notProven
          : outcome === "draw"
            ? words.value.draw
            : proven === undefined
              ? say.book.wins(winner, distance!, order)
              : say.book.proven(winner, distance!, proven === "checks")}
        {differs(study.puzzle.value) && <strong> {say.book.differs}</strong>}
        {cooks !== "" && <p>{say.book.cooked(cooks)}</p>}
      </dd>
    </dl>
  );
}

/** What is wrong with the last move, where it is known. */
function failedText({ status, moves, exercise }: Attempt, say: StudiesWords): string | null {
  if (status.state !== "failed" || moves.length > 0) return null;
  const uci = formatUci(exercise.start, status.move);
  const because = study.puzzle.value.tries.find((each) => each.uci === uci);
  return because === undefined ? null : refutedText(exercise.start, because, say);
}

function refutedText(at: LegalPosition, { uci, result, reply }: FalseTry, say: StudiesWords): string {
  const move = parseUci(at, uci);
  const next = applyMove(at, move);
  const answer = reply === null ? null : formatMove(next, parseUci(next, reply), notation.value, language.value);
  return say.refuted(formatMove(at, move, notation.value, language.value), result, answer);
}

/** Moves in the notation of the page. */
function lineText(solution: string, from?: Parameters<typeof formatMove>[0]): string {
  let at = from ?? otherSide();
  return (solution.match(/.{4}/g) ?? [])
    .map((uci) => {
      const move = parseUci(at, uci);
      const text = formatMove(at, move, notation.value, language.value);
      at = applyMove(at, move);
      return text;
    })
    .join(" ");
}

/** The study with the other side to move. */
function otherSide() {
  const { board, turn } = parseLegalFen(study.puzzle.value.fen);
  return { board, turn: turn === "red" ? "black" : "red" } as const;
}

function Tries({ say }: { say: StudiesWords }) {
  const { tries, fen } = study.puzzle.value;
  if (tries.length === 0) return null;
  const at = parseLegalFen(fen);
  return (
    <>
      <h3>{say.tries}</h3>
      <ul>
        {tries.map((each) => (
          <li key={each.uci}>{refutedText(at, each, say)}</li>
        ))}
      </ul>
    </>
  );
}

function Grade({ grade, say }: { grade: number; say: StudiesWords }) {
  return (
    <span title={say.grade(grade)}>
      <span aria-hidden="true">
        {"●".repeat(grade)}
        {"○".repeat(5 - grade)}
      </span>
      <span class="unseen">{say.grade(grade)}</span>
    </span>
  );
}

const ENDGAMES = [...new Set(COLLECTION.map(({ endgame }) => endgame))].toSorted();
const ORDERS = [...new Set(COLLECTION.map(({ order }) => order))].toSorted((a, b) => a - b);
const LENGTHS = ["5", "9", "15", "25"];

function Choice({ say }: { say: StudiesWords }) {
  const found = study.chosen.value;
  const known = results.value;
  const { done, again } = countResults(allStudies.value, known);
  const set = (change: Partial<study.Filter>) => (study.filter.value = { ...study.filter.value, ...change });
  return (
    <section aria-labelledby="choose-study">
      <h3 id="choose-study">{say.choose(found.length)}</h3>
      <p class="hint">{say.record(done, again)}</p>
      <div class="row">
        <Pick label={say.endgame} value={study.filter.value.endgame} onPick={(endgame) => set({ endgame })}>
          {ENDGAMES.map((each) => [each, each === "" ? "" : `${words.value.endgames.name(each)} ${each}`])}
        </Pick>
        <Pick
          label={say.kind}
          value={study.filter.value.kind}
          onPick={(kind) => set({ kind: kind as PuzzleKind | "" })}
        >
          {PUZZLE_KINDS.map((each) => [each, say.kinds[each]])}
        </Pick>
        <Pick label={say.difficulty} value={study.filter.value.grade} onPick={(grade) => set({ grade })}>
          {["1", "2", "3", "4", "5"].map((each) => [each, say.grade(Number(each))])}
        </Pick>
        <Pick label={say.order} value={study.filter.value.order} onPick={(order) => set({ order })}>
          {ORDERS.map((each) => [String(each), say.forced(each)])}
        </Pick>
        <Pick label={say.atMost} value={study.filter.value.length} onPick={(length) => set({ length })}>
          {LENGTHS.map((each) => [each, say.plies(Number(each))])}
        </Pick>
      </div>
      <ol class="list">
        {found.map((each) => {
          const result = known[idOf(each)];
          return (
            <li key={each.fen}>
              <button
                type="button"
                aria-current={each === study.puzzle.value ? "true" : undefined}
                onClick={() => openView("studies", idOf(each))}
              >
                <span>{each.endgame !== "" && words.value.endgames.name(each.endgame)}</span>{" "}
                {each.book === undefined ? (
                  <span>{say.kinds[each.kind]}</span>
                ) : (
                  <span>
                    <BookName book={each.book} say={say} />
                  </span>
                )}{" "}
                {each.outcome !== null && <Grade grade={each.grade} say={say} />}
                {result !== undefined && (
                  <span>
                    <span aria-hidden="true">{result.due === null ? "✓" : "↻"}</span>
                    <span class="unseen">{result.due === null ? say.solved : say.comesBack}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (value: string) => void;
  readonly children: readonly (readonly [string, string])[];
}

function Pick({ label, value, onPick, children }: PickProps) {
  return (
    <label>
      <span class="unseen">{label}</span>
      <select title={label} value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        <option value="">{label}</option>
        {children.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
