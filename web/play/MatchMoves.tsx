import { game } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { language, words } from "../words/spoken.ts";
import { formatMove } from "../state/notation.ts";
import { scoreOf, throwsAway } from "./judge.ts";
import { helped, judgements, takeBacks, undone, type Match } from "./match.ts";
import { HOLD_MOVES } from "../shown/endings.ts";

/** The moves of the match, with what the human's came to. */
export function MatchMoves({ match }: { match: Match }) {
  const say = words.value;
  const { positions, moves, played } = game.value;
  const score = scoreOf([...judgements.value.values(), ...undone.value]);
  const rounds: { number: number; plies: number[] }[] = [];
  for (let ply = 0; ply < played; ply++) {
    if (ply === 0 || positions[ply]!.turn === "red") rounds.push({ number: rounds.length + 1, plies: [] });
    rounds.at(-1)!.plies.push(ply);
  }
  return (
    <section class="match-moves" aria-labelledby="match-moves">
      <h2 id="match-moves">
        {say.play.moves}
        {score.moves > 0 && <span class="count">{say.play.score(score, takeBacks.value, helped.value.length)}</span>}
      </h2>
      {played === 0 && <p class="hint">{match.task === "hold" ? say.play.holdGoal(HOLD_MOVES) : say.play.noMoves}</p>}
      <ol>
        {rounds.map(({ number, plies }) => (
          <li key={number}>
            <span class="number">{number}.</span>
            {positions[plies[0]!]!.turn === "black" && <span class="ply">…</span>}
            {plies.map((ply) => (
              <span class="ply" key={ply}>
                {formatMove(positions[ply]!, moves[ply]!, notation.value, language.value)} <Sign ply={ply} />
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sign({ ply }: { ply: number }) {
  const judged = judgements.value.get(ply);
  if (judged === undefined) return null;
  const say = words.value;
  if (throwsAway(judged)) return <Said sign="??" meaning={say.play.blunder} kind="blunder" />;
  return judged.perfect ? (
    <Said sign="★" meaning={say.best} kind="perfect" />
  ) : (
    <Said sign="?!" meaning={say.play.inexact} kind="inexact" />
  );
}

function Said({ sign, meaning, kind }: { sign: string; meaning: string; kind: string }) {
  return (
    <span class={`sign ${kind}`} title={meaning}>
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{meaning}</span>
    </span>
  );
}
