/** What the atlas has proven of an endgame that has no table here. */
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { lengthOf } from "../explorer/valued-moves.ts";
import { openPosition } from "../state/page.ts";
import { formatCount, useAtlasWords, words } from "../words/spoken.ts";
import { useKnown, type Known } from "./atlas.ts";
import { VerdictText } from "./VerdictText.tsx";
import { Others } from "./Others.tsx";
import { Outcomes } from "./Outcomes.tsx";

/** Of many orders so many are shown at once. */
const SHOWN = 3;

export function KnownFigures({ name }: { name: string }) {
  const say = useAtlasWords();
  const known = useKnown(name);
  if (say === null || known === null) return null;
  const { zugzwangs, onlyWinningMoves } = known.survey;
  const { version } = known.proof;
  const won = known.orders.filter(({ longest }) => COLOURS.some((colour) => longest[colour].winFen !== null));
  return (
    <>
      <section class="sheet" aria-labelledby="known-figures">
        <h3 id="known-figures">{say.proven}</h3>
        <VerdictText red={known.red} />
        <p class="hint">{say.from(version, known.sum.slice(0, 12))}</p>
        <ul class="plain">
          <li>{say.zugzwangs(formatCount(zugzwangs.both + zugzwangs.red + zugzwangs.black))}</li>
          <li>{say.onlyMoves(formatCount(onlyWinningMoves.red + onlyWinningMoves.black))}</li>
        </ul>
      </section>
      <Outcomes info={known} />
      {won.length > 0 && (
        <section class="sheet" aria-labelledby="known-longest">
          <h3 id="known-longest">{words.value.endgames.longestWins}</h3>
          <ul class="longest-wins">{won.slice(0, SHOWN).map(longestWins)}</ul>
          <Others count={won.length - SHOWN}>
            <ul class="longest-wins">{won.slice(SHOWN).map(longestWins)}</ul>
          </Others>
        </section>
      )}
    </>
  );
}

function longestWins({ order, kind, longest, ...sides }: Known["orders"][number]) {
  const say = words.value;
  return (
    <li key={order}>
      <span class="order-name">{say.endgames.order(order, kind, null)}</span>
      {COLOURS.map((winner) => {
        const fen = longest[winner].winFen;
        if (fen === null) return null;
        const text = say.endgames.longestWin(say.colours[winner], lengthOf(sides[winner].longestWin));
        return (
          <span class="row" key={winner}>
            <span class={`disc ${winner}`} aria-hidden="true" />
            <span>{text}</span>
            <button
              type="button"
              aria-label={`${say.endgames.show}: ${text}`}
              onClick={() => openPosition(parseLegalFen(fen))}
            >
              {say.endgames.show}
            </button>
          </span>
        );
      })}
    </li>
  );
}
