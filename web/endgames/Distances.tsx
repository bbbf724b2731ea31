/** How many positions are won in how many plies: for each order a plot, Red's wins upwards, Black's downwards. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { joinSentences } from "../../src/say/words/repetitions.ts";
import { following } from "../base/pointing.ts";
import { words, formatCount } from "../words/spoken.ts";
import { Others } from "./WinList.tsx";
import { totalOf, type OrderDistances } from "./figures.ts";
import { barsOf, HEIGHT, LEFT, layOut, type Bar, type Layout } from "./plot.ts";

/** Of many orders so many are shown at once. */
const SHOWN = 2;

export function Distances({ orders }: { orders: readonly OrderDistances[] }) {
  const say = words.value.endgames;
  const decided = orders.filter(({ red, black }) => totalOf(red) + totalOf(black) > 0);
  if (decided.length === 0) return null;
  return (
    <section class="sheet" aria-labelledby="distances">
      <h3 id="distances">{say.distances}</h3>
      <p class="hint">{say.distancesHelp}</p>
      {decided.slice(0, SHOWN).map((each) => (
        <Plot key={each.order} distances={each} />
      ))}
      <Others count={decided.length - SHOWN}>
        {decided.slice(SHOWN).map((each) => (
          <Plot key={each.order} distances={each} />
        ))}
      </Others>
    </section>
  );
}

function Plot({ distances }: { distances: OrderDistances }) {
  const say = words.value;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const [pointed, setPointed] = useState<number | null>(null);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const layout = layOut(distances, width);
  const { order, kind } = distances;
  const winners = COLOURS.filter((winner) => totalOf(distances[winner]) > 0);
  const loser = winners.length === 1 ? say.colours[opponent(winners[0]!)] : null;
  const title = say.endgames.order(order, kind, loser);
  const summary = winners.map((winner) => {
    const { counts, longest } = distances[winner];
    const most = longest < 0 ? counts.length - 1 : longest; // with the winner to move, as longest wins are told everywhere
    return say.endgames.chart(say.colours[winner], formatCount(totalOf(distances[winner])), most);
  });
  const point = (event: PointerEvent) => {
    const x = event.clientX - frame.current!.getBoundingClientRect().left - LEFT;
    const plies = Math.floor(x / layout.step);
    setPointed(plies >= 0 && plies <= layout.mostPlies ? plies : null);
  };
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <div ref={frame} {...following(point, () => setPointed(null))}>
        <svg width={width} height={HEIGHT} role="img" aria-label={joinSentences([say.sentence(title), ...summary])}>
          <Axes layout={layout} />
          {winners.map((winner) => barsOf(distances[winner], winner, layout).map((bar) => <BarRect bar={bar} />))}
          {pointed !== null && (
            <rect class="pointed" x={LEFT + pointed * layout.step} width={layout.step} y={0} height={HEIGHT - 18} />
          )}
        </svg>
      </div>
      <p class="readout" aria-hidden="true">
        {joinSentences(pointed === null ? summary : winners.map((winner) => reading(winner, pointed, distances)))}
      </p>
      <details>
        <summary>{say.endgames.asTable}</summary>
        <PlotTable distances={distances} winners={winners} />
      </details>
    </figure>
  );
}

function reading(winner: Colour, plies: number, distances: OrderDistances): string {
  const say = words.value;
  return say.sentence(say.endgames.bar(say.colours[winner], plies, formatCount(distances[winner].counts[plies] ?? 0)));
}

function BarRect({ bar: { x, y, width, height, winner, plies } }: { bar: Bar }) {
  // Even distances: the loser is to move.
  return <rect class={`bar ${winner} ${plies % 2 === 0 ? "waiting" : ""}`} {...{ x, y, width, height }} />;
}

function Axes({ layout }: { layout: Layout }) {
  return (
    <g class="axes">
      {layout.rows.map(({ y, label }, i) => (
        <g key={i}>
          <line x1={LEFT} x2={layout.width} y1={y} y2={y} />
          <text x={LEFT - 6} y={y + 4} text-anchor="end">
            {label}
          </text>
        </g>
      ))}
      {layout.columns.map(({ x, plies }) => (
        <text key={plies} x={x} y={HEIGHT - 4} text-anchor="middle">
          {plies}
        </text>
      ))}
      <line class="base" x1={LEFT} x2={layout.width} y1={layout.base} y2={layout.base} />
    </g>
  );
}

function PlotTable({ distances, winners }: { distances: OrderDistances; winners: readonly Colour[] }) {
  const say = words.value;
  const most = Math.max(...winners.map((winner) => distances[winner].counts.length));
  const rows = Array.from({ length: most }, (_, plies) => plies).filter((plies) =>
    winners.some((winner) => (distances[winner].counts[plies] ?? 0) > 0),
  );
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say.endgames.plies}</th>
          {winners.map((winner) => (
            <th scope="col" key={winner}>
              {say.endgames.wins(say.colours[winner])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((plies) => (
          <tr key={plies}>
            <th scope="row">{plies}</th>
            {winners.map((winner) => (
              <td key={winner}>{formatCount(distances[winner].counts[plies] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
