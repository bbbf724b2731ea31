/** What the atlas has proven of an endgame that has no table here. */
import { type Colour, COLOURS } from "../../src/xiangqi/pieces.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { openPosition } from "../state/page.ts";
import { formatCount, formatShare, useAtlasWords, useOutsideWords, words } from "../words/spoken.ts";
import type { Known } from "../answers/answers.ts";
import { Outcomes } from "./Outcomes.tsx";
import { WinList } from "./WinList.tsx";
import type { SideStatistics } from "../../src/table/format/header.ts";
import { usualEnd, verdictOfAll } from "./figures.ts";
import type { Collection } from "../../src/table/catalog/collection.ts";
import { rules as chosen } from "../base/rules.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import { useKnown } from "./atlas.ts";
import "./proven.css";

export function KnownFigures({ known }: { known: Known }) {
  const orders = known.orders.map(({ order, kind, longest, ...sides }) => ({
    order,
    kind,
    wins: COLOURS.filter((winner) => longest[winner].winFen !== null).map((winner) => {
      return { winner, plies: sides[winner].longestWin, fen: longest[winner].winFen! };
    }),
  }));
  return (
    <>
      <Surveyed known={known} />
      <Outcomes info={known} />
      <WinList orders={orders} actions={[[words.value.endgames.show, ({ fen }) => openPosition(parseLegalFen(fen))]]} />
    </>
  );
}

/** What only a proof has counted: of a table that is here as well. */
export function Surveyed({ known }: { known: Known }) {
  const say = useAtlasWords();
  if (say === null) return null;
  const { zugzwangs, onlyWinningMoves } = known.survey;
  return (
    <section class="sheet" aria-labelledby="known-figures">
      <h3 id="known-figures">{say.proven}</h3>
      <WhichRules of={known} />
      <p class="hint">{say.from(known.proof.version, known.sum.slice(0, 12))}</p>
      <ul class="plain">
        <li>{say.zugzwangs(formatCount(zugzwangs.both + zugzwangs.red + zugzwangs.black))}</li>
        <li>{say.onlyMoves(formatCount(onlyWinningMoves.red + onlyWinningMoves.black))}</li>
      </ul>
    </section>
  );
}

/** How an endgame usually ends with Red to move, and the shares that say so. */
export function VerdictText({ of }: { of: Readonly<Record<Colour, SideStatistics>> }) {
  const { colours, known } = words.value;
  const { red } = of;
  const share = (part: number) => formatShare(part, red.positions);
  return (
    <>
      <p class="endgame-verdict" data-usual={usualEnd("red", red).usual}>
        {verdictOfAll(of, words.value)}
      </p>
      <p class="hint">{known.shares(colours.red, share(red.wins), share(red.draws), share(red.losses))}</p>
    </>
  );
}

/** What figures of the atlas are about, and plainly so where that is not what is chosen. */
export function WhichRules({ of: { rules, metric } }: { of: Pick<Collection, "rules" | "metric"> }) {
  const say = useAtlasWords();
  const { rulesNames, endgames, views } = words.value;
  if (rules === chosen.value) return <p class="hint">{endgames.rulesAre(rules, metric)}</p>;
  return (
    say && (
      <p class="complaint">
        {say.otherRules(rulesNames[rules], rulesNames[chosen.value])}{" "}
        <ViewLink to="compared">{views.compared}</ViewLink>
      </p>
    )
  );
}

/** What is proven of an endgame as a whole, wherever its men stand. */
export function Proven({ name }: { name: string }) {
  const say = useAtlasWords();
  const outside = useOutsideWords();
  const known = useKnown(name);
  if (say === null || outside === null || known === null) return null;
  return (
    <section class="known" aria-labelledby="proven-title">
      <h3 id="proven-title">
        {say.ofAll(words.value.endgames.name(name))}{" "}
        <span class="tag">{known.rules === chosen.value ? outside.exact : words.value.rulesNames[known.rules]}</span>
      </h3>
      <WhichRules of={known} />
      <VerdictText of={known} />
      <ViewLink to="endgames" about={name}>
        {say.proven}
      </ViewLink>
    </section>
  );
}
