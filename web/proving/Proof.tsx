/** A forced win that is proven, however many men there are: looked for by itself, and for longer when asked to. */
import { useEffect } from "preact/hooks";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { downloadBlob } from "../base/take-away.ts";
import { pointing } from "../base/pointing.ts";
import { formatMove } from "../state/notation.ts";
import { play, pointedAt } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { language, useOutsideWords, words } from "../words/spoken.ts";
import {
  FIRST_SECONDS,
  LONGER_SECONDS,
  played,
  prove,
  provenValue,
  search,
  showLine,
  showVariations,
  stop,
  type ProvenValue,
} from "./proving.ts";
import { ADVISED_SECONDS, saidByAtlas, secondsOffered } from "../state/without-table.ts";
import "./proof.css";

/** To be mounted anew for every position. */
export function Proof({ position }: { position: LegalPosition }) {
  useEffect(() => {
    if (provenValue.peek() === null) prove(position, FIRST_SECONDS);
    return stop;
  }, []);
  const say = useOutsideWords()?.proof;
  if (say === undefined) return null;
  const value = provenValue.value;
  return (
    <section class="proof" aria-labelledby="proof-title">
      {value === null ? <Searching position={position} /> : <Proven position={position} value={value} />}
    </section>
  );
}

function Proven({ position, value }: { position: LegalPosition; value: ProvenValue }) {
  const say = useOutsideWords()!.proof;
  const { winner, plies, move, checked, file } = value;
  const isWinners = position.turn === winner;
  return (
    <>
      <h3 id="proof-title">
        {words.value.proven(words.value.colours[winner], plies)} <span class="tag">{say.proven}</span>
      </h3>
      {move !== null && (
        <p class="row">
          <span>{isWinners ? say.winning : say.defence}</span>
          <button type="button" onClick={() => play(move)} {...pointing(pointedAt, move)}>
            <span class="notation">{formatMove(position, move, notation.value, language.value)}</span>
          </button>
        </p>
      )}
      <p class="hint">
        {checked.byChecks && say.byChecks} {say.free} {say.checked(checked.positions, checked.mates)}
      </p>
      <p class="row">
        {move !== null && (
          <button type="button" onClick={() => showLine(value)}>
            {say.line}
          </button>
        )}
        {move !== null && (
          <button type="button" onClick={() => showVariations(value)}>
            {say.variations}
          </button>
        )}
        <button type="button" onClick={() => downloadBlob(fileOf(position), new Blob([file]))}>
          {say.save}
        </button>
      </p>
      {move !== null && (
        <p class="row">
          <Played by={winner}>{say.defend}</Played>
          <Played by={opponent(winner)}>{say.attack}</Played>
        </p>
      )}
      {value.answers.length > 1 && (
        <details>
          <summary>{say.defences(value.answers.length)}</summary>
          <ul class="defences">
            {value.answers.map((answer) => (
              <li key={answer.move}>
                <button type="button" onClick={() => play(answer.move)} {...pointing(pointedAt, answer.move)}>
                  <span class="notation">{formatMove(position, answer.move, notation.value, language.value)}</span>
                </button>{" "}
                {words.value.proven(words.value.colours[winner], answer.plies)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** A name for the file of its proof. */
function fileOf(position: LegalPosition): string {
  return `${formatFen(position).replaceAll("/", "-").replace(" ", "_")}.canjuproof`;
}

/** Lets the page play a side by the proof, or no longer. */
function Played({ by, children }: { by: Colour; children: string }) {
  const isOn = played.value === by;
  return (
    <button type="button" aria-pressed={isOn} onClick={() => (played.value = isOn ? null : by)}>
      {children}
    </button>
  );
}

function Searching({ position }: { position: LegalPosition }) {
  const say = useOutsideWords()!.proof;
  const now = search.value;
  const isLooking = now?.state === "looking";
  const isAdvised = (secondsOffered.value ?? Infinity) > ADVISED_SECONDS;
  const { title, notYet, none } = saidByAtlas.value?.winner == null ? say : say.won;
  return (
    <>
      <h3 id="proof-title">{title}</h3>
      <p class="hint" role="status">
        {isLooking && say.looking(now.nodes, now.plies)}
        {now === null && say.stopped}
        {now?.state === "open" && (now.isLate ? notYet(now.seconds) : none)}
        {now?.state === "failed" && say.failed}
      </p>
      {isLooking && (
        <button type="button" onClick={stop}>
          {say.stop}
        </button>
      )}
      {(now === null || now.state === "failed" || (now.state === "open" && now.isLate)) && (
        <button type="button" class={isAdvised ? "primary" : ""} onClick={() => prove(position, LONGER_SECONDS)}>
          {say.ask}
        </button>
      )}
    </>
  );
}
