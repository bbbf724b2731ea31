/** Knowledge about material: the worth of any two sides' men, why, and a map of what surrounds it. */
import { useEffect, useState } from "preact/hooks";
import type { MaterialAnswer } from "../../src/material/answer.ts";
import type { MapCell } from "../../src/material/database.ts";
import { materialName, pairName, parsePair } from "../../src/material/paper/names.ts";
import { describeReason, describeShares, formatShare, likelyStates } from "../../src/words/material.ts";
import { AnswerError } from "../answers/answers.ts";
import { fetchKept } from "../answers/fetching.ts";
import { answers } from "../answers/current.ts";
import { explainError } from "../explorer/Trouble.tsx";
import { openView, topic } from "../state/page.ts";
import { words, useMaterialWords } from "../words/spoken.ts";
import { HeatMap } from "./HeatMap.tsx";
import "./material.css";
import { Picker, readMaterial } from "./Picker.tsx";
import type { MaterialPageWords } from "../words/dictionary.ts";

const EXAMPLE = "KRNKCCAABB";

export function MaterialPage() {
  const say = useMaterialWords();
  const named = readMaterial(topic.value ?? EXAMPLE);
  const pair = typeof named === "string" ? parsePair(named) : null;
  const served = answers().kind === "server";
  const asked = useMaterial(served && pair !== null ? pairName(pair) : null);
  if (say === null) return <p class="hint patience">{words.value.loading}</p>;
  const open = (name: string) => openView("material", name);
  return (
    <div class="material">
      <section class="sheet">
        <h2>{say.title}</h2>
        <p>{say.intro}</p>
        {!served && <p class="trouble">{say.needsServer}</p>}
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

interface About {
  readonly answer: MaterialAnswer;
  readonly rows: readonly (readonly MapCell[])[];
}

type Asked = About | AnswerError | null;

/**
 * Asks the server about material, again whenever the name changes. What was known last stays until the new answer is there.
 * @param name null: there is nobody to ask
 */
function useMaterial(name: string | null): Asked {
  const [asked, setAsked] = useState<Asked>(null);
  useEffect(() => {
    if (name === null) return;
    const stop = new AbortController();
    const query = `name=${encodeURIComponent(name)}`;
    Promise.all([
      fetchKept<MaterialAnswer>(`api/v1/material?${query}`, stop.signal),
      fetchKept<{ rows: MapCell[][] }>(`api/v1/material/map?${query}`, stop.signal),
    ]).then(
      ([answer, { rows }]) => setAsked({ answer, rows }),
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
  const { pair, attack, state, basis, shares, probabilities, reasons } = answer;
  return (
    <section class="sheet" aria-live="polite">
      <h3>
        {pair}: <span data-state={state}>{say.states[state]}</span> {say.forSide(attack)}
      </h3>
      <p class="hint">
        {say.bases[basis]} · {say.meanings[state]}
      </p>
      {shares === null ? (
        <div class="probabilities" role="group" aria-label={say.probabilities}>
          {likelyStates(probabilities).map((each) => (
            <p key={each}>
              <span>{say.states[each]}</span>
              <meter min={0} max={1} value={probabilities[each]} aria-label={say.states[each]} />
              <span>{formatShare(probabilities[each], say)}</span>
            </p>
          ))}
        </div>
      ) : (
        <p>{describeShares(shares, say)}</p>
      )}
      <h4>{say.why}</h4>
      <ul class="reasons">
        {reasons.map((reason, i) => (
          <li key={i}>{describeReason(reason, say)}</li>
        ))}
      </ul>
    </section>
  );
}
