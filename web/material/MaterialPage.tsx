/** Knowledge about material: the worth of any two sides' men, why, and a map of what surrounds it. */
import { useEffect, useState } from "preact/hooks";
import type { MaterialAnswer } from "../../src/knowledge/material/answer.ts";
import { endgameOfPair, materialName, pairName, parsePair } from "../../src/knowledge/material/paper/space.ts";
import { describeEstimated, describeShares, formatShare, likelyStates } from "../../src/say/words/material.ts";
import { AnswerError, type MaterialAbout } from "../answers/answers.ts";
import { proven } from "../answers/proven.ts";
import { Proven } from "../endgames/KnownFigures.tsx";
import { TermsButton } from "../shown/TermsButton.tsx";
import { openView, topic } from "../state/page.ts";
import { words, useMaterialWords } from "../words/spoken.ts";
import { HeatMap } from "./HeatMap.tsx";
import { capital, nameOfPair, nameOfSide, sayReason } from "./names.ts";
import "./material.css";
import { Picker, readMaterial } from "./Picker.tsx";
import type { MaterialPageWords } from "../words/en/material.ts";
import { explainError } from "../shown/trouble-text.tsx";

const EXAMPLE = "KRNKCCAABB";

export function MaterialPage() {
  const say = useMaterialWords();
  const named = readMaterial(topic.value ?? EXAMPLE);
  const pair = typeof named === "string" ? parsePair(named) : null;
  const asked = useMaterial(pair === null ? null : pairName(pair));
  if (say === null) return <p class="hint patience">{words.value.loading}</p>;
  const open = (name: string) => openView("material", name);
  return (
    <div class="material">
      <section class="sheet">
        <div class="row">
          <h2>{say.title}</h2>
          <TermsButton />
        </div>
        <p>{say.intro}</p>
        <Picker text={topic.value ?? EXAMPLE} pair={pair} say={say} onPick={open} />
      </section>
      {pair !== null && asked instanceof AnswerError && (
        <p class="trouble" role="alert">
          {explainError(asked, words.value)}
        </p>
      )}
      {pair !== null && asked !== null && !(asked instanceof AnswerError) && (
        <>
          <Worth answer={asked.answer} say={say} />
          <HeatMap
            first={materialName(pair.first)}
            rows={asked.rows}
            chosen={materialName(pair.second)}
            say={say}
            onPick={(second) => open(materialName(pair.first) + second)}
          />
        </>
      )}
    </div>
  );
}

type Asked = MaterialAbout | AnswerError | null;

/**
 * Asks about material, again whenever the name changes. What was known last stays until the new answer is there.
 * @param name null: there is nothing to ask about
 */
function useMaterial(name: string | null): Asked {
  const [asked, setAsked] = useState<Asked>(null);
  useEffect(() => {
    if (name === null) return;
    const stop = new AbortController();
    proven()
      .materialAbout(name, stop.signal)
      .then(
        (about) => stop.signal.aborted || setAsked(about),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          if (!(error instanceof AnswerError)) throw error;
          setAsked(error);
        },
      );
    return () => stop.abort();
  }, [name]);
  return asked;
}

function Worth({ answer, say }: { answer: MaterialAnswer; say: MaterialPageWords }) {
  const { pair, attack, state, basis, shares, estimated, probabilities, reasons } = answer;
  const attacker = nameOfSide(attack, say);
  return (
    <section class="sheet" aria-live="polite">
      <h3>
        {capital(nameOfPair(pair, say))} <small class="endgame-name">{pair}</small>
      </h3>
      {state !== null && (
        <p>
          <b data-state={state}>{say.states[state]}</b> {say.forSide(attacker)}
        </p>
      )}
      <p class="hint">
        {say.bases[basis]}
        {state !== null && ` · ${say.meanings[state]}`}
      </p>
      {shares !== null && <p>{describeShares(shares, say)}</p>}
      {estimated !== null && <p>{describeEstimated(attacker, estimated, say)}</p>}
      {shares === null && probabilities !== null && (
        <div class="probabilities" role="group" aria-label={say.probabilities}>
          {likelyStates(probabilities).map((each) => (
            <p key={each}>
              <span>{say.states[each]}</span>
              <meter min={0} max={1} value={probabilities[each]} aria-label={say.states[each]} />
              <span>{formatShare(probabilities[each], say)}</span>
            </p>
          ))}
        </div>
      )}
      {answer.proven !== null && <Proven name={nameOf(pair)} />}
      {reasons.length > 0 && (
        <>
          <h4>{say.why}</h4>
          <ul class="reasons">
            {reasons.map((reason, i) => (
              <li key={i}>{sayReason(reason, say)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The name of the endgame that a pair belongs to, in the same colours. */
function nameOf(pair: string): string {
  return endgameOfPair(parsePair(pair)).name;
}
