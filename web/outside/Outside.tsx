/** What can be said of a position that no table here has: exactly by captures, and as an estimate by its men. */
import { useState } from "preact/hooks";
import { MOST_ATTACKERS_TOLD } from "../../src/knowledge/material/paper/space.ts";
import { describeEstimated, describeShares } from "../../src/say/words/material.ts";
import { countAttackingMen, endgameOf } from "../../src/endgame/endgame.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { proven } from "../answers/proven.ts";
import { useAnswer } from "../answers/use-answer.ts";
import { useIsKnown } from "../endgames/atlas.ts";
import { verdictOf } from "../shown/verdict-words.ts";
import { formatMove } from "../state/notation.ts";
import { pointing } from "../base/pointing.ts";
import { play, pointedAt } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { language, useMaterialWords, useOutsideWords, words } from "../words/spoken.ts";
import { EndgameName } from "../shown/EndgameName.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { EngineOpinion } from "../opinion/EngineOpinion.tsx";
import { capturesByAnyRules } from "../answers/captures.ts";
import { rules } from "../base/rules.ts";
import { ByOtherRules } from "../shown/trouble-text.tsx";
import { materialNameOf } from "./material-of.ts";
import { nameOfSide, sayReason } from "../material/names.ts";
import "./outside.css";

/** Of the reasons of an estimate so many are shown; its own page has all. */
const REASONS = 3;

export function Outside({ position }: { position: LegalPosition }) {
  const say = useOutsideWords();
  const { name } = endgameOf(position.board);
  const isKnown = useIsKnown(name);
  /** As the reader has left it: what is looked up meanwhile neither opens nor closes it. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  if (say === null) return null;
  const isUnfolded = isOpen ?? isKnown === false;
  const turn = (event: Event): void => {
    event.preventDefault();
    setOpen(!isUnfolded);
  };
  const isFar = countAttackingMen(name) > MOST_ATTACKERS_TOLD; // no capture leads to a table, and no estimate can be trusted
  return (
    <div class="outside">
      {!isFar && <Captures position={position} />}
      <details class="more" open={isUnfolded}>
        <summary onClick={turn}>{words.value.known.more}</summary>
        {!isFar && <Material position={position} />}
        <EngineOpinion key={formatFen(position)} position={position} />
      </details>
    </div>
  );
}

function Captures({ position }: { position: LegalPosition }) {
  const say = useOutsideWords()!;
  const captures = useAnswer((signal) => capturesByAnyRules(position, signal), position);
  if (captures === null || captures.found.length === 0) return null;
  const { by, found } = captures;
  return (
    <section class="known" aria-labelledby="captures-title">
      <h3 id="captures-title">
        {say.captures} <span class="tag">{say.exact}</span>
      </h3>
      {by !== rules.value && <ByOtherRules rules={by} />}
      <ul>
        {found.map(({ move, after, probe }) => (
          <li key={move}>
            <button type="button" onClick={() => play(move)} {...pointing(pointedAt, move)}>
              <span class="notation">{formatMove(position, move, notation.value, language.value)}</span>
              <span>
                <EndgameName of={probe.endgame} />
              </span>
              <span>{verdictOf(after, probe, words.value)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Material({ position }: { position: LegalPosition }) {
  const say = useOutsideWords()!;
  const worth = useMaterialWords();
  const name = materialNameOf(position);
  const answer = useAnswer((signal) => proven().material(name, signal), name);
  // What the atlas has is shown, as it is, beside this.
  if (answer === null || worth === null || answer.proven !== null || answer.state === null) return null;
  const { state, basis, shares, estimated, reasons } = answer;
  const attacker = nameOfSide(answer.attack, worth);
  return (
    <section class={basis === "exact" ? "known" : "guess"} aria-labelledby="estimate-title">
      <h3 id="estimate-title">
        {say.material} <span class="tag">{basis === "exact" ? say.exact : say.estimate}</span>
      </h3>
      <p>
        <b>{worth.states[state]}</b> {worth.forSide(attacker)} · {worth.meanings[state]}
        {basis === "doubtful" && ` · ${worth.bases.doubtful}`}
      </p>
      {shares !== null && <p class="hint">{describeShares(shares, worth)}</p>}
      {estimated !== null && <p class="hint">{describeEstimated(attacker, estimated, worth)}</p>}
      <ul>
        {reasons.slice(0, REASONS).map((reason, i) => (
          <li key={i}>{sayReason(reason, worth)}</li>
        ))}
      </ul>
      <p class="hint">
        {say.caution}{" "}
        <ViewLink to="material" about={name}>
          {say.more}
        </ViewLink>
      </p>
    </section>
  );
}
