/** A match that is on: what is to be done, help on demand, what was thrown away, and the result. */
import { useEffect } from "preact/hooks";
import type { Position } from "../../src/xiangqi/position.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import { moveFrom, type Move } from "../../src/xiangqi/moves.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import { useAttempts } from "../answers/use-answer.ts";
import { announce } from "../shown/Announcer.tsx";
import { MoveList } from "../explorer/MoveList.tsx";
import { Trouble } from "../explorer/Trouble.tsx";
import { lengthOf, valueMoves } from "../state/valued-moves.ts";
import { verdictOf } from "../shown/verdict-words.ts";
import { joinSentences } from "../../src/say/words/repetitions.ts";
import type { Dictionary } from "../words/en/page.ts";
import { formatMove } from "../state/notation.ts";
import { manIn, placeIn } from "../state/places.ts";
import { useJudgingWords, language, words } from "../words/spoken.ts";
import { answer } from "../state/answer.ts";
import { game, openView } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { rules } from "../base/rules.ts";
import { drawChallenge } from "./match.ts";
import { type MatchEnd, describeEnd } from "../shown/endings.ts";
import { scoreOf, starsOf, throwsAway, type Judgement } from "./judge.ts";
import * as play from "./match.ts";
import { MatchMoves } from "./MatchMoves.tsx";
import { EndgameName } from "../shown/EndgameName.tsx";
import { Failure } from "../shown/trouble-text.tsx";

export function MatchPanel({ match }: { match: play.Match }) {
  const say = words.value;
  const now = play.status.value;
  const lines = linesOf(match, say);
  const spoken = lines.map(({ text }) => text).join(" ");
  useEffect(() => announce(spoken), [spoken]);
  return (
    <>
      <header class="verdict match" data-winner="unknown">
        <p class="to-move">
          <span class={`disc ${match.human}`} aria-hidden="true" />
          {say.play.goals[match.task](say.colours[match.human])}
          {match.endgame !== null && (
            <span>
              <EndgameName of={match.endgame} />
            </span>
          )}
          <span class="rules-badge">{say.rulesNames[rules.value]}</span>
        </p>
        {lines.map(({ kind, text }) => (
          <p key={kind} class={kind}>
            {text}
          </p>
        ))}
      </header>
      <div class="panel play">
        {now.state === "over" && <Result match={match} end={now.end} />}
        {now.state === "failed" && <Trouble error={now.error} />}
        {play.revealed.value && now.state === "yours" && <Answers />}
        <MatchMoves match={match} />
        <div class="row match-end">
          <button type="button" onClick={() => openView("explorer")}>
            {say.play.explore}
          </button>
          {now.state !== "over" && (
            <button type="button" onClick={play.giveUp}>
              {say.play.giveUp}
            </button>
          )}
        </div>
      </div>
    </>
  );
}

function moveText(at: Position, move: Move): string {
  return formatMove(at, move, notation.value, language.value);
}

/** What stands above the panel: the state of the game, the table's move, a notice, a hint. */
function linesOf(match: play.Match, say: Dictionary): { kind: string; text: string }[] {
  const { moves, positions, played } = game.value;
  const now = play.status.value;
  const lines: { kind: string; text: string }[] = [];
  const lastPly = played - 1;
  if (now.state === "over") lines.push({ kind: "value", text: resultOf(match, now.end, say) });
  else if (now.state === "thinking") lines.push({ kind: "value", text: say.play.thinking });
  else if (now.state === "yours") {
    const answered = lastPly >= 0 && positions[lastPly]!.turn !== match.human;
    const reply = answered ? [say.play.played(moveText(positions[lastPly]!, moves[lastPly]!))] : [];
    lines.push({ kind: "value", text: joinSentences([...reply, say.play.yourMove]) });
  }
  const notice = noticeOf(match, say);
  if (notice !== null) lines.push({ kind: "notice", text: notice });
  const hint = play.hint.value;
  if (hint !== null) {
    const from = moveFrom(hint.move);
    const man = manIn(say, hint.position.board[from]!);
    const text =
      hint.shown === "man"
        ? say.play.hintMan(man, placeIn(say, squareName(from)))
        : say.play.hintMove(moveText(hint.position, hint.move));
    lines.push({ kind: "told", text });
  }
  return lines;
}

/** That the human's last move threw something away, and what was best. */
function noticeOf(match: play.Match, say: Dictionary): string | null {
  const { positions, played } = game.value;
  const ply = [played - 1, played - 2].find((each) => positions[each]?.turn === match.human);
  const judged = ply === undefined ? undefined : play.judgements.value.get(ply);
  if (ply === undefined || judged === undefined || !throwsAway(judged)) return null;
  const gone = judged.before === "win" ? say.play.winGone(judged.after === "loss") : say.play.drawGone;
  return joinSentences([gone, bestText(positions[ply]!, judged, say)]);
}

function bestText(at: Position, { best, before, bestPlies }: Judgement, say: Dictionary): string {
  const wins = before === "win" && bestPlies !== null ? lengthOf(bestPlies) : null;
  return say.play.bestWas(moveText(at, best), wins);
}

function resultOf({ human, task }: play.Match, end: MatchEnd, say: Dictionary): string {
  if (end.result === "draw") return task === "hold" ? say.play.results.held : say.play.results.drawn;
  return end.result === `${opponent(human)}-loss` ? say.play.results.won : say.play.results.lost;
}

function Result({ match, end }: { match: play.Match; end: MatchEnd }) {
  const say = words.value;
  const judging = useJudgingWords(end.kind === "repetition" || end.kind === "grades");
  const { task, human, endgame } = match;
  const scored = [...play.judgements.value.values(), ...play.undone.value];
  const score = scoreOf(scored);
  const hints = play.helped.value.length;
  const missed = task === "win" && end.result !== `${opponent(human)}-loss`;
  const achieved = end.result === `${opponent(human)}-loss` || (task === "hold" && end.result === "draw");
  const { attempt, failure } = useAttempts();
  const another = async () => play.begin(await drawChallenge(endgame!, human, task as "win" | "hold"));
  return (
    <section class="result" data-result={end.result}>
      <p>{describeEnd(end, say, judging)}</p>
      <p class="score">
        <strong>{say.play.score(score, play.takeBacks.value, hints)}</strong>
      </p>
      {achieved && <p>{say.play.stars(starsOf(scored, play.takeBacks.value, hints))}</p>}
      {score.perfect === score.moves && score.moves > 0 && hints === 0 && <p>{say.play.flawless}</p>}
      {missed && <p>{say.play.missed}</p>}
      <div class="row">
        {endgame !== null && (
          <button type="button" class="primary" onClick={() => attempt(another)}>
            {say.play.anotherOne}
          </button>
        )}
        <button type="button" onClick={() => play.begin(match)}>
          {say.play.again}
        </button>
        <button type="button" onClick={play.giveUp}>
          {say.play.other}
        </button>
      </div>
      <Failure of={failure} />
    </section>
  );
}

/** The values of the position, on demand. */
function Answers() {
  const say = words.value;
  const now = answer.value;
  if (now.state === "failed") return <Trouble error={now.error} />;
  if (now.state === "known" && now.missing !== null) return <Trouble error={now.missing.error} />;
  if (now.state !== "known") return <p class="hint patience">{say.thinking}</p>;
  return (
    <section class="answers">
      <p class="value">{verdictOf(now.position, now.probe, say)}</p>
      <MoveList position={now.position} probe={now.probe} moves={valueMoves(now.position, now.probe)} />
    </section>
  );
}
