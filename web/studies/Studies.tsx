/** Studies: one on the board to be solved, and all of them to choose from. */
import { useEffect } from "preact/hooks";
import type { PuzzleKind } from "../../src/play/studies/puzzle.ts";
import { PUZZLE_KINDS } from "../../src/play/studies/puzzle.ts";
import { inCheck, kingSquare } from "../../src/xiangqi/attacks.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { arrowOf } from "../board/view.ts";
import { useStage } from "../board/stage.ts";
import { announce } from "../shown/Announcer.tsx";
import { useKeys, type Keys } from "../shown/keyboard.ts";
import { formatMove } from "../state/notation.ts";
import { flipped, openPosition, openView } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import type { StudiesWords } from "../words/en/studies.ts";
import { language, useStudiesWords, words } from "../words/spoken.ts";
import { COLLECTION, differs, idOf, isTask, loadManual, puzzleOfDay } from "./collection.ts";
import { nextPuzzle, results, today } from "./progress.ts";
import * as study from "./state.ts";
import "./studies.css";
import { NothingThere } from "../shown/trouble-text.tsx";

const KEYS: Keys = {
  ArrowLeft: () => study.goToStep(study.step.value - 1),
  ArrowRight: () => study.goToStep(study.step.value + 1),
};

export function Studies() {
  useKeys(KEYS);
  useEffect(loadManual, []);
  useStage(() => {
    const position = study.shown.value;
    const status = study.status.value;
    const last = study.step.value === 0 ? null : study.solution.value[study.step.value - 1]!;
    return {
      view: {
        position,
        flipped: flipped.value,
        use: "play",
        legal: study.legal.value,
        lastMove: last,
        checkedKing: inCheck(position.board, position.turn) ? kingSquare(position.board, position.turn) : null,
        arrows: status.state === "failed" ? [arrowOf(status.move)] : [],
      },
      onMove: study.playMove,
    };
  });
  const say = useStudiesWords();
  if (say === null) return null;
  return (
    <div class="panel studies">
      {study.unknown.value !== null && <NothingThere text={study.unknown.value} />}
      <Task say={say} />
      <Choice say={say} />
    </div>
  );
}

function Task({ say }: { say: StudiesWords }) {
  const { kind, endgame, grade, distance, order, fen, outcome, otherwise, book } = study.puzzle.value;
  const { state } = study.status.value;
  const turn = words.value.colours[parseLegalFen(fen).turn];
  const isDay = study.puzzle.value === puzzleOfDay(new Date());
  const message = useMessage(say);
  useEffect(() => announce(message), [message]);
  const next = nextPuzzle(study.chosen.value, study.puzzle.value, results.value, today());
  return (
    <section class="task" aria-labelledby="task">
      <p class="hint">
        {isDay && <strong>{say.ofDay} · </strong>}
        {endgame !== "" && `${endgame} · `}
        {say.kinds[kind]} · <Grade grade={grade} say={say} />
      </p>
      <h2 id="task">
        {kind === "zugzwang" ? (
          say.zugzwangTask
        ) : book !== undefined ? (
          <BookName number={book.number} say={say} />
        ) : (
          say.task(turn)
        )}
      </h2>
      {kind === "classic" && <Book say={say} />}
      {distance !== null && outcome === "win" && kind !== "classic" && (
        <p class="hint">{say.length(distance, order)}</p>
      )}
      <p class={`message ${state}`}>{message}</p>
      {(state === "solved" || state === "shown") && <Solution say={say} />}
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
        {(state === "failed" || state === "solved" || (state === "shown" && isTask(study.puzzle.value))) && (
          <button type="button" onClick={study.tryAgain}>
            {say.tryAgain}
          </button>
        )}
        {state !== "shown" && outcome !== null && (
          <button type="button" onClick={study.showSolution}>
            {say.showSolution}
          </button>
        )}
        <button type="button" onClick={() => openPosition(parseLegalFen(fen))}>
          {say.lookUp}
        </button>
        {next !== null && (
          <button type="button" class="primary" onClick={() => openView("studies", idOf(next))}>
            {say.next}
          </button>
        )}
      </div>
    </section>
  );
}

/** The name that the book gives a position, and where that is told in another language the Chinese one beside it. */
function BookName({ number, say: { book } }: { number: number; say: StudiesWords }) {
  const original = book.originals?.[number];
  const name = book.names[number];
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

/** What the book says, and beside it what the table says, as far as that does not give the solution away. */
function Book({ say }: { say: StudiesWords }) {
  const { book, outcome, distance, order, fen, proven, also = [] } = study.puzzle.value;
  const { number, claim } = book!;
  const { state } = study.status.value;
  const red = words.value.colours.red;
  const isOpen = state === "solved" || state === "shown" || !isTask(study.puzzle.value);
  const winner = words.value.colours[outcome === "win" ? parseLegalFen(fen).turn : "black"];
  const cooks = proven === undefined ? "" : also.map((uci) => lineText(uci, parseLegalFen(fen))).join(", ");
  return (
    <dl class={differs(study.puzzle.value) && isOpen ? "verdicts differ" : "verdicts"}>
      <dt>{say.book.source(number)}</dt>
      <dd>{say.book.claims[claim](red)}</dd>
      <dt>{proven === undefined ? say.book.table : say.book.proof}</dt>
      <dd>
        {outcome === null
          ? proven === undefined
            ? say.book.noTable
            : say.book.notProven
          : !isOpen
            ? say.book.hidden
            : outcome === "draw"
              ? words.value.draw
              : proven === undefined
                ? say.book.wins(winner, distance!, order)
                : say.book.proven(winner, distance!, proven === "checks")}
        {isOpen && differs(study.puzzle.value) && <strong> {say.book.differs}</strong>}
        {isOpen && cooks !== "" && <p>{say.book.cooked(cooks)}</p>}
      </dd>
    </dl>
  );
}

/** What has come of the last move. */
function useMessage(say: StudiesWords): string {
  const status = study.status.value;
  switch (status.state) {
    case "solving":
      return study.step.value === 0 ? "" : say.goOn;
    case "solved":
      if (status.also === undefined) return say.solved;
      return say.solvedToo(formatMove(study.shown.value, status.also, notation.value, language.value));
    case "shown":
      return "";
    case "failed": {
      const at = study.shown.value;
      const move = formatMove(at, status.move, notation.value, language.value);
      if (status.because === null) return study.puzzle.value.outcome === "draw" ? say.loses(move) : say.failed(move);
      const { result, reply } = status.because;
      const next = applyMove(at, status.move);
      const answer = reply === null ? null : formatMove(next, parseUci(next, reply), notation.value, language.value);
      return say.refuted(move, result, answer);
    }
  }
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

function Solution({ say }: { say: StudiesWords }) {
  const { positions, solution, step } = study;
  return (
    <nav class="line-moves" aria-label={say.solution}>
      {solution.value.map((move, i) => (
        <button
          type="button"
          key={i}
          aria-current={i + 1 === step.value ? "step" : undefined}
          onClick={() => study.goToStep(i + 1)}
        >
          {formatMove(positions.value[i]!, move, notation.value, language.value)}
        </button>
      ))}
    </nav>
  );
}

function Tries({ say }: { say: StudiesWords }) {
  const { tries, fen } = study.puzzle.value;
  if (tries.length === 0) return null;
  const at = parseLegalFen(fen);
  return (
    <>
      <h3>{say.tries}</h3>
      <ul>
        {tries.map(({ uci, result, reply }) => {
          const move = parseUci(at, uci);
          const next = applyMove(at, move);
          const answer =
            reply === null ? null : formatMove(next, parseUci(next, reply), notation.value, language.value);
          return <li key={uci}>{say.refuted(formatMove(at, move, notation.value, language.value), result, answer)}</li>;
        })}
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
  const solved = Object.values(known).filter(({ due }) => due === null).length;
  const again = Object.values(known).filter(({ due }) => due !== null).length;
  const set = (change: Partial<study.Filter>) => (study.filter.value = { ...study.filter.value, ...change });
  return (
    <section aria-labelledby="choose-study">
      <h3 id="choose-study">{say.choose(found.length)}</h3>
      <p class="hint">{say.record(solved, again)}</p>
      <div class="row">
        <Pick label={say.endgame} value={study.filter.value.endgame} onPick={(endgame) => set({ endgame })}>
          {ENDGAMES.map((each) => [each, each])}
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
          {ORDERS.map((each) => [String(each), words.value.order(each)])}
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
                <span>{each.endgame}</span>{" "}
                {each.book === undefined ? (
                  <span>{say.kinds[each.kind]}</span>
                ) : (
                  <span>
                    <BookName number={each.book.number} say={say} />
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
