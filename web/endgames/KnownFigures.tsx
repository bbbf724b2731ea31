/** What the atlas has proven of an endgame that has no table here. */
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { openPosition } from "../state/page.ts";
import { formatCount, useAtlasWords, words } from "../words/spoken.ts";
import type { Known } from "../answers/answers.ts";
import { WhichRules } from "./WhichRules.tsx";
import { Outcomes } from "./Outcomes.tsx";
import { WinList } from "./WinList.tsx";

export function KnownFigures({ known }: { known: Known }) {
  const say = useAtlasWords();
  if (say === null) return null;
  const { zugzwangs, onlyWinningMoves } = known.survey;
  const { version } = known.proof;
  const orders = known.orders.map(({ order, kind, longest, ...sides }) => ({
    order,
    kind,
    wins: COLOURS.filter((winner) => longest[winner].winFen !== null).map((winner) => {
      return { winner, plies: sides[winner].longestWin, fen: longest[winner].winFen! };
    }),
  }));
  return (
    <>
      <section class="sheet" aria-labelledby="known-figures">
        <h3 id="known-figures">{say.proven}</h3>
        <WhichRules of={known} />
        <p class="hint">{say.from(version, known.sum.slice(0, 12))}</p>
        <ul class="plain">
          <li>{say.zugzwangs(formatCount(zugzwangs.both + zugzwangs.red + zugzwangs.black))}</li>
          <li>{say.onlyMoves(formatCount(onlyWinningMoves.red + onlyWinningMoves.black))}</li>
        </ul>
      </section>
      <Outcomes info={known} />
      <WinList orders={orders} actions={[[words.value.endgames.show, ({ fen }) => openPosition(parseLegalFen(fen))]]} />
    </>
  );
}
