/** What an engine thinks of a position that no table has: asked for, marked as an opinion, corrected by tables. */
import { useEffect, useRef, useState } from "preact/hooks";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { AnswerError } from "../answers/answers.ts";
import { verdictOf } from "../shown/verdict-words.ts";
import { formatMove } from "../state/notation.ts";
import { solvedEndgames } from "../answers/captures.ts";
import { pointing } from "../base/pointing.ts";
import { play, pointedAt } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { formatFixed, language, useOutsideWords, words } from "../words/spoken.ts";
import { EngineError, mayRunEngine, think } from "./fairy.ts";
import { parseGuess, placeOf, type Guess } from "./guess.ts";
import { Corrections, type LineEnd, type Opinion } from "./opinion.ts";
import "./engine.css";

/** First moves that it names. */
const LINES = 3;
/** Plies of a line that are shown. */
const LINE_PLIES = 6;
const FIRST_MS = 3000;
const LONGER_MS = 15_000;
/** Between two looks at what it says. */
const SHOW_MS = 300;

type Thinking =
  | { readonly state: "unasked" | "thinking" | "done" }
  | { readonly state: "failed"; readonly isLoaded: boolean; readonly milliseconds: number };

interface Shown {
  readonly opinions: readonly Opinion[];
  /** Of the engine's lines, by their first moves; looked up when it has ended. */
  readonly ends: ReadonlyMap<Move, LineEnd>;
  readonly depth: number;
}

/** To be mounted anew for every position. */
export function EngineOpinion({ position }: { position: LegalPosition }) {
  const say = useOutsideWords()!.engine;
  const [{ state, ...more }, setThinking] = useState<Thinking>({ state: "unasked" });
  const [shown, setShown] = useState<Shown | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  if (!mayRunEngine()) return <p class="hint">{say.notIsolated}</p>;

  const ask = (milliseconds: number) => {
    stop.current = new AbortController();
    setThinking({ state: "thinking" });
    opinionsOf(position, milliseconds, setShown, stop.current).then(
      () => setThinking({ state: "done" }),
      // Nothing else depends on it.
      (error) =>
        setThinking({ state: "failed", isLoaded: error instanceof EngineError && error.isLoaded, milliseconds }),
    );
  };
  return (
    <section class="guess engine" aria-labelledby="engine-title">
      <h3 id="engine-title">
        {say.title} <span class="tag">{say.opinion}</span>
      </h3>
      {shown !== null && (
        <ol>
          {shown.opinions.map((opinion) => (
            <li key={opinion.move}>
              <Row position={position} opinion={opinion} end={shown.ends.get(opinion.move) ?? null} />
            </li>
          ))}
        </ol>
      )}
      <p class="hint" role="status">
        {state === "thinking" && say.thinking(shown?.depth ?? 0)}
        {state === "done" && shown !== null && say.depth(shown.depth)}
        {"isLoaded" in more && (more.isLoaded ? say.noAnswer : say.notLoaded)}
      </p>
      <p class="row">
        {state === "unasked" && <Button onClick={() => ask(FIRST_MS)}>{say.ask}</Button>}
        {state === "thinking" && <Button onClick={() => stop.current.abort()}>{say.stop}</Button>}
        {state === "done" && <Button onClick={() => ask(LONGER_MS)}>{say.longer}</Button>}
        {"milliseconds" in more && <Button onClick={() => ask(more.milliseconds)}>{words.value.retry}</Button>}
      </p>
      <p class="hint">{say.about}</p>
    </section>
  );
}

function Button({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  );
}

/**
 * @param show what is known so far
 * @param stop ends the thinking; what it led to is shown all the same
 */
async function opinionsOf(
  position: LegalPosition,
  milliseconds: number,
  show: (shown: Shown) => void,
  stop: AbortController,
): Promise<void> {
  const looking = new AbortController(); // looking up what is shown goes on when the thinking is stopped
  const here = await solvedEndgames(looking.signal).catch((error: unknown) => {
    if (error instanceof AnswerError) return new Set<string>(); // without a connection nothing corrects it
    throw error;
  });
  const corrections = new Corrections(position, here, looking.signal);
  /** What it said last of each of its moves: read only when it is shown, for it says much in little time. */
  const said = new Map<string, string>();
  const update = async () => {
    const guesses = [...said.values()].map((line) => parseGuess(position, line)).filter((guess) => guess !== null);
    const opinions = await corrections.correct(guesses);
    if (guesses.length > 0) {
      show({ opinions, ends: new Map(), depth: Math.max(...guesses.map(({ depth }) => depth)) });
    }
    return opinions;
  };
  let showing = Promise.resolve<unknown>(null);
  const timer = setInterval(() => (showing = showing.then(update)), SHOW_MS);
  const question = { fen: formatFen(position), lines: LINES, milliseconds };
  const listen = (line: string) => {
    const place = placeOf(line);
    if (place !== undefined) said.set(place, line);
  };
  try {
    await think(question, listen, stop.signal);
  } finally {
    clearInterval(timer);
    await showing;
  }
  if (said.size === 0) return;
  const opinions = await update();
  const ends = new Map<Move, LineEnd>();
  for (const { move, guess, known } of opinions) {
    const end = guess === null || known !== null ? null : await corrections.endOf(guess);
    if (end !== null) ends.set(move, end);
  }
  show({ opinions, ends, depth: Math.max(...opinions.map(({ guess }) => guess?.depth ?? 0)) });
}

function Row({ position, opinion, end }: { position: LegalPosition; opinion: Opinion; end: LineEnd | null }) {
  const { engine: say, exact } = useOutsideWords()!;
  const { move, guess, known } = opinion;
  return (
    <>
      <button type="button" onClick={() => play(move)} {...pointing(pointedAt, move)}>
        <span class="notation">{formatMove(position, move, notation.value, language.value)}</span>
        {guess !== null && (known === null ? <i>{sayScore(guess, say)}</i> : <s>{sayScore(guess, say)}</s>)}
      </button>
      {known !== null && <KnownValue position={position} opinion={opinion} />}
      {guess !== null && known === null && <span class="expected">{sayLine(position, guess)}</span>}
      {end !== null && (
        <span class="certain">
          {say.enters(words.value.endgames.name(end.probe.endgame))} {verdictOf(end.position, end.probe, words.value)}{" "}
          <span class="tag">{exact}</span>
        </span>
      )}
    </>
  );
}

function KnownValue({ position, opinion: { move, known } }: { position: LegalPosition; opinion: Opinion }) {
  const { engine: say, exact } = useOutsideWords()!;
  const { capture, isRefutation } = known!;
  const sayAnswer = () => formatMove(applyMove(position, move), capture.move, notation.value, language.value);
  return (
    <span class="certain">
      {isRefutation && say.refuted(sayAnswer())} {verdictOf(capture.after, capture.probe, words.value)}{" "}
      <span class="tag">{exact}</span>
    </span>
  );
}

function sayScore({ score: { kind, value } }: Guess, say: NonNullable<ReturnType<typeof useOutsideWords>>["engine"]) {
  if (kind === "mate") return value > 0 ? say.mates(value) : say.isMated(-value);
  return `≈ ${value > 0 ? "+" : value < 0 ? "−" : ""}${formatFixed(Math.abs(value) / 100, 1)}`;
}

function sayLine(position: LegalPosition, { line }: Guess): string {
  const said: string[] = [];
  let at = position;
  for (const move of line.slice(0, LINE_PLIES)) {
    said.push(formatMove(at, move, notation.value, language.value));
    at = applyMove(at, move);
  }
  return said.join(" ") + (line.length > LINE_PLIES ? " …" : "");
}
