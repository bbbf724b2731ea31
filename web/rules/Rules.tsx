/** The Asian rules as implemented, with diagrams for every clause that are played through on the board. */
import { useEffect, useMemo } from "preact/hooks";
import { useStage } from "../board/stage.ts";
import { useKeys, type Keys } from "../keyboard.ts";
import { formatMove } from "../notation.ts";
import { flipped, openView, topic } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { language, words, useRepetitionWords, useRulesWords } from "../words/spoken.ts";
import { joinSentences, type Describer } from "../../src/words/repetitions.ts";
import { CLAUSES, DIAGRAMS, type Clause, type Diagram } from "./diagrams.ts";
import { viewAfter, viewOf } from "./judged-moves.ts";
import { chosen, chooseDiagram, clauseOf, playDiagram, played, step, stepBy } from "./chosen-diagram.ts";
import type { RulesWords } from "../words/dictionary.ts";
import "./rules.css";
import { describerIn } from "../places.ts";

const KEYS: Keys = { ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1), " ": () => stepBy(1) };
const SECTIONS = ["b", "c", "d"] as const;

export function Rules() {
  useKeys(KEYS);
  useStage(() => {
    const { start, moves } = played.value;
    const made = moves[step.value - 1];
    return { view: made === undefined ? viewOf(start, flipped.value) : viewAfter(made, flipped.value) };
  });
  const text = useRulesWords();
  const judging = useRepetitionWords();
  const isReady = text !== null && judging !== null;
  // Whoever comes for a clause gets its first diagram.
  useEffect(() => {
    const clause = CLAUSES.find((each) => each === topic.value);
    if (!isReady || clause === undefined) return;
    if (clauseOf(chosen.peek()) !== clause) chooseDiagram(DIAGRAMS[clause][0]!);
    document.getElementById(`clause-${clause}`)?.scrollIntoView({ block: "nearest" });
  }, [topic.value, isReady]);
  if (!isReady) return <p class="hint patience">{words.value.loading}</p>;
  const describer = describerIn(words.value, judging);
  return (
    <div class="panel rules">
      <h2>{text.title}</h2>
      <p>{text.intro}</p>
      {SECTIONS.map((section) => (
        <section key={section} aria-labelledby={`rules-${section}`}>
          <h3 id={`rules-${section}`}>{text.sections[section]}</h3>
          {CLAUSES.filter((clause) => clause.startsWith(section)).map((clause) => (
            <ClauseText key={clause} clause={clause} text={text} describer={describer} />
          ))}
        </section>
      ))}
    </div>
  );
}

interface ClauseProps {
  readonly clause: Clause;
  readonly text: RulesWords;
  readonly describer: Describer;
}

function ClauseText({ clause, text, describer }: ClauseProps) {
  return (
    <article id={`clause-${clause}`} class="clause" aria-current={clauseOf(chosen.value) === clause}>
      <h4>
        <span class="label">{clause}</span> {text.clauses[clause].title}
      </h4>
      <p>{text.clauses[clause].text}</p>
      <ul class="diagrams">
        {DIAGRAMS[clause].map((diagram) => (
          <li key={diagram.fen}>
            <DiagramButton diagram={diagram} clause={clause} describer={describer} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function DiagramButton({ diagram, clause, describer }: { diagram: Diagram; clause: Clause; describer: Describer }) {
  const { moves, verdict } = useMemo(() => playDiagram(diagram), [diagram]);
  const choose = () => {
    chooseDiagram(diagram);
    openView("rules", clause);
  };
  const names = moves
    .slice(0, diagram.repeated ? moves.length / 2 : undefined)
    .map(({ position, move }) => formatMove(position, move, notation.value, language.value));
  const results =
    verdict === null ? describer.move(moves.at(-1)!.report).map(({ text }) => text) : [describer.verdict(verdict)];
  return (
    <button type="button" class="diagram" aria-pressed={chosen.value === diagram} onClick={choose}>
      <span class="notation">
        {names.join(" ")}
        {diagram.repeated && " …"}
      </span>
      <span class="result">{joinSentences(results)}</span>
    </button>
  );
}
