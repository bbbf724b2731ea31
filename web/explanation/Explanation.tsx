/** Why the rules on repetitions decide the position: the cycle, who checks or chases whom, and every way out of it. */
import { useEffect, useState } from "preact/hooks";
import type { AsianResult, AsianVerdict, ChineseVerdict, Explanation as Found } from "../../src/play/explanation.ts";
import type { Perpetual } from "../../src/say/words/game.ts";
import { formatFen, parseFen } from "../../src/xiangqi/fen.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { ClassDescriber } from "../../src/say/words/classes.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { computeInPieces } from "../base/in-pieces.ts";
import { formatMove } from "../state/notation.ts";
import { notation } from "../state/preferences.ts";
import { answers } from "../answers/current.ts";
import { stage } from "../board/stage.ts";
import type { RepetitionWords } from "../../src/say/words/repetitions.ts";
import { judgeInTurn, type JudgedMove } from "../rules/judged-moves.ts";
import { tellingIn } from "../rules/telling.ts";
import { language, useClassWords, useRepetitionWords, words, type JudgingWords } from "../words/spoken.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import { Cycle } from "./Cycle.tsx";
import "./explanation.css";
import { classDescriberIn, describerIn } from "../state/places.ts";

type State = "asking" | "failed" | Found;

/** Nothing where no repetition decides. */
export function Explanation({ position, probe }: { position: Position; probe: ProbeResult }) {
  const judging = useRepetitionWords();
  const [state, setState] = useState<State>("asking");
  const fen = formatFen(position);
  useEffect(() => {
    setState("asking");
    const request = new AbortController();
    answers(probe.rules)
      .ask("explain", { fen }, request.signal)
      .then(
        (found) => request.signal.aborted || setState(found),
        () => request.signal.aborted || setState("failed"),
      );
    return () => request.abort();
  }, [fen, probe.rules]);
  if (judging === null) return null;
  const isDecided = probe.order !== null;
  if (state === "asking")
    return isDecided ? (
      <p class="hint patience" data-explaining tabIndex={-1}>
        {words.value.explaining.thinking}
      </p>
    ) : null;
  if (state === "failed") return isDecided ? <p class="hint">{words.value.explaining.failed}</p> : null;
  if (state.subject === "nothing" || state.fen !== fen) return null;
  return <Explained position={position} found={state} judging={judging} key={fen} />;
}

interface ExplainedProps {
  readonly position: Position;
  readonly found: Found;
  readonly judging: RepetitionWords;
}

function Explained({ position, found, judging }: ExplainedProps) {
  const say = words.value;
  const { cycle, loser, limit } = found;
  const title = loser === null ? judging.explanation.draw : judging.explanation.loss(say.colours[loser]);
  const { positions, plies } = limit;
  return (
    <section class="explanation" aria-labelledby="explanation-title" data-showing={stage.value !== null}>
      <h3 id="explanation-title" tabIndex={-1}>
        {title}
      </h3>
      {cycle === null ? (
        <p class="hint">{judging.explanation.limited(positions, plies)}</p>
      ) : (
        <Decided position={position} found={found} cycle={cycle} judging={judging} />
      )}
    </section>
  );
}

function Decided({ position, found, cycle, judging }: ExplainedProps & { cycle: NonNullable<Found["cycle"]> }) {
  const say = words.value;
  const { approach, switches, rules } = found;
  const byClasses = rules === "chinese";
  const classes = useClassWords();
  const [judged, setJudged] = useState<readonly [lead: JudgedMove[], round: JudgedMove[]] | null>(null);
  useEffect(() => {
    const given = new AbortController();
    const judge = (start: Position, moves: readonly { uci: string }[]) =>
      computeInPieces(
        judgeInTurn(
          start,
          moves.map(({ uci }) => uci),
          switches,
          byClasses,
        ),
        given.signal,
      );
    Promise.all([judge(position, approach), judge(parseFen(cycle.fen), cycle.moves)]).then(
      (both) => given.signal.aborted || setJudged(both),
      (error: unknown) => {
        if (!given.signal.aborted) throw error;
      },
    );
    return () => given.abort();
  }, [found]);
  if (classes === null || judged === null) return null;
  const [lead, round] = judged;
  const all = { repetitions: judging, classes };
  const lists = { found, cycle, lead, round, judging, telling: tellingIn(say, all) };
  return (
    <>
      <p>{subjectOf(found, judging)}</p>
      <Cycle {...lists} />
      {byClasses ? (
        <ChineseJudgement found={found} verdict={cycle.verdict as ChineseVerdict} words={all} />
      ) : (
        <AsianJudgement verdict={cycle.verdict as AsianVerdict} judging={judging} />
      )}
    </>
  );
}

function AsianJudgement({ verdict, judging }: { verdict: AsianVerdict; judging: RepetitionWords }) {
  return (
    <>
      <p class="judgement">{describerIn(words.value, judging).verdict(verdict)}</p>
      <p>
        <ViewLink to="rules" about={verdict.clause}>
          {judging.explanation.rule(verdict.clause)}
        </ViewLink>
      </p>
    </>
  );
}

interface ChineseProps {
  readonly found: Found;
  readonly verdict: ChineseVerdict;
  readonly words: JudgingWords;
}

/** The verdict, whether it is certain, and what the Asian rules say of the same moves. */
function ChineseJudgement({ found, verdict, words: { repetitions, classes } }: ChineseProps) {
  const { result, certain, grades, asian } = verdict;
  const describer = classDescriberIn(words.value, repetitions, classes);
  const { byAsian, depends = false } = found;
  const judged = { result, certain, conduct: grades };
  return (
    <>
      <p class={certain === null ? "judgement depends" : "judgement"}>{describer.verdict(judged)}</p>
      {[...describer.otherwise(judged, depends), ...describer.beside(judged, asian)].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {byAsian !== undefined && <p>{byAsianIn(found, byAsian, describer)}</p>}
      <p>
        <ViewLink to="rules" about="chinese">
          {classes.rule}
        </ViewLink>
      </p>
    </>
  );
}

/** How the loser by the Chinese rules holds, or wins, by the Asian ones. */
function byAsianIn({ fen, loser }: Found, { category, after, move }: AsianResult, describer: ClassDescriber): string {
  let position: Position = parseFen(fen);
  const names = [...after, ...(move === null ? [] : [move])].map(({ uci }) => {
    const each = parseUci(position, uci);
    const name = formatMove(position, each, notation.value, language.value);
    position = applyMove(position, each);
    return name;
  });
  return describer.byAsian(loser!, category !== "draw", names[after.length] ?? null, names.slice(0, after.length));
}

function subjectOf({ loser, kind, bound, confinedTo }: Found, { explanation, list }: RepetitionWords): string {
  const { colours } = words.value;
  if (loser !== null) return explanation.forced(colours[loser], kind as Perpetual);
  if (confinedTo !== null) return explanation.confined(confinedTo);
  return explanation.bound(list(bound.map((side) => colours[side])));
}
