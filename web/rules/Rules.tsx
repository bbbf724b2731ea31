/**
 * The rules as implemented, with diagrams that are played through on the board: every clause of the Asian ones, and the Chinese
 * ones beside them. Those that are chosen stand first.
 */
import { useEffect, useMemo } from "preact/hooks";
import { useStage } from "../board/stage.ts";
import { useKeys, type Keys } from "../shown/keyboard.ts";
import { formatMove } from "../state/notation.ts";
import { flipped, openView, topic } from "../state/page.ts";
import { RulesChoice } from "../shown/RulesChoice.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { notation } from "../state/preferences.ts";
import { rules } from "../base/rules.ts";
import { language, words, useJudgingWords, useRulesWords } from "../words/spoken.ts";
import { joinSentences } from "../../src/say/words/repetitions.ts";
import { CHINESE_DIAGRAMS, CLAUSES, DIAGRAMS, type Clause, type Diagram } from "./diagrams.ts";
import { viewAfter, viewOf } from "./judged-moves.ts";
import { chosen, chooseDiagram, clauseOf, playDiagram, played, step, stepBy } from "./chosen-diagram.ts";
import type { RulesWords } from "../words/en/rules.ts";
import { tellingIn, type Telling } from "./telling.ts";
import "./rules.css";
import { NothingThere } from "../shown/trouble-text.tsx";

const KEYS: Keys = { ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1), " ": () => stepBy(1) };
/** The topic of the Chinese rules. */
const CHINESE = "chinese";
const SECTIONS = ["b", "c", "d"] as const;

export function Rules() {
  useKeys(KEYS);
  useStage(() => {
    const { start, moves } = played.value;
    const made = moves[step.value - 1];
    return { view: made === undefined ? viewOf(start, flipped.value) : viewAfter(made, flipped.value) };
  });
  const text = useRulesWords();
  const judging = useJudgingWords(true);
  const isReady = text !== null && judging !== null;
  // Whoever comes for a clause gets its first diagram.
  useEffect(() => {
    if (!isReady) return;
    if (topic.value === CHINESE) {
      if (!CHINESE_DIAGRAMS.includes(chosen.peek())) chooseDiagram(CHINESE_DIAGRAMS[0]!);
      document.getElementById("rules-chinese")?.scrollIntoView({ block: "start" });
      return;
    }
    const clause = CLAUSES.find((each) => each === topic.value);
    if (clause === undefined) return;
    if (clauseOf(chosen.peek()) !== clause) chooseDiagram(DIAGRAMS[clause][0]!);
    document.getElementById(`clause-${clause}`)?.scrollIntoView({ block: "nearest" });
  }, [topic.value, isReady]);
  if (!isReady) return <p class="hint patience">{words.value.loading}</p>;
  const telling = tellingIn(words.value, judging);
  const isChinese = rules.value === "chinese";
  const isUnknown = topic.value !== null && ![CHINESE, ...CLAUSES].includes(topic.value);
  return (
    <div class="panel rules">
      <RulesChoice />
      {isUnknown && <NothingThere text={topic.value!} />}
      {isChinese && <ChineseRules text={text} telling={telling} />}
      <AsianRules text={text} telling={telling} />
      {!isChinese && <ChineseRules text={text} telling={telling} />}
    </div>
  );
}

interface SetProps {
  readonly text: RulesWords;
  readonly telling: Telling;
}

function AsianRules({ text, telling }: SetProps) {
  return (
    <section aria-labelledby="rules-asian">
      <h2 id="rules-asian">{text.title}</h2>
      <p>{text.intro}</p>
      {SECTIONS.map((section) => (
        <section key={section} aria-labelledby={`rules-${section}`}>
          <h3 id={`rules-${section}`}>{text.sections[section]}</h3>
          {CLAUSES.filter((clause) => clause.startsWith(section)).map((clause) => (
            <ClauseText key={clause} clause={clause} text={text} telling={telling} />
          ))}
        </section>
      ))}
    </section>
  );
}

/** Both sets of rules side by side, and what the Chinese ones decide. */
function ChineseRules({ text: { chinese }, telling }: SetProps) {
  return (
    <section aria-labelledby="rules-chinese">
      <h2 id="rules-chinese">{chinese.title}</h2>
      <p>{chinese.intro}</p>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="rules-chinese">
        <table class="side-by-side">
          <thead>
            <tr>
              <td />
              <th scope="col">{words.value.rulesNames.asian}</th>
              <th scope="col">{words.value.rulesNames.chinese}</th>
            </tr>
          </thead>
          <tbody>
            {chinese.rows.map(([what, asian, byChinese]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{asian}</td>
                <td>{byChinese}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chinese.more.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        <ViewLink to="compared">{words.value.views.compared}</ViewLink>
      </p>
      <ul class="diagrams">
        {CHINESE_DIAGRAMS.map((diagram) => (
          <li key={diagram.fen}>
            <DiagramButton diagram={diagram} topic={CHINESE} telling={telling} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ClauseProps extends SetProps {
  readonly clause: Clause;
}

function ClauseText({ clause, text, telling }: ClauseProps) {
  return (
    <article id={`clause-${clause}`} class="clause" aria-current={clauseOf(chosen.value) === clause}>
      <h4>
        <span class="label">{clause}</span> {text.clauses[clause].title}
      </h4>
      <p>{text.clauses[clause].text}</p>
      <ul class="diagrams">
        {DIAGRAMS[clause].map((diagram) => (
          <li key={diagram.fen}>
            <DiagramButton diagram={diagram} topic={clause} telling={telling} />
          </li>
        ))}
      </ul>
    </article>
  );
}

interface DiagramProps {
  readonly diagram: Diagram;
  /** Of the address. */
  readonly topic: string;
  readonly telling: Telling;
}

function DiagramButton({ diagram, topic: about, telling }: DiagramProps) {
  const { moves, verdict } = useMemo(() => playDiagram(diagram), [diagram]);
  const choose = () => {
    chooseDiagram(diagram);
    openView("rules", about);
  };
  const names = moves
    .slice(0, diagram.repeated ? moves.length / 2 : undefined)
    .map(({ position, move }) => formatMove(position, move, notation.value, language.value));
  const results = verdict === null ? telling.move(moves.at(-1)!).map(({ text }) => text) : [telling.verdict(verdict)];
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
