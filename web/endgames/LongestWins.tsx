/** The longest win of either side in every order, to look at or to play. */
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { TableInfo } from "../../src/table/header.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { useAttempts } from "../attempt.ts";
import { Failure } from "../explorer/Trouble.tsx";
import { lengthOf } from "../explorer/valued-moves.ts";
import { newGame } from "../state/game.ts";
import { openPosition, openView, show } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import type { OrderDistances } from "./figures.ts";
import { Others } from "./Others.tsx";
import { randomPosition } from "./table.ts";

/** Of many orders so many are shown at once. */
const SHOWN = 3;

export function LongestWins({ info, orders }: { info: TableInfo; orders: readonly OrderDistances[] }) {
  const say = words.value;
  const { attempt, failure } = useAttempts();
  if (!orders.some(({ red, black }) => red.longest >= 0 || black.longest >= 0)) return null;
  const find = async (winner: Colour, order: number, plies: number): Promise<LegalPosition> => {
    const { longestWin, longestWinFen } = info[winner];
    // The table names the longest of all orders; where that is not of this one, any that is as long will do.
    const asLong = orders.filter((each) => each[winner].longest === longestWin);
    const isNamed = asLong.length === 1 && asLong[0]!.order === order && longestWinFen !== null;
    if (isNamed) return parseLegalFen(longestWinFen);
    const wish = { turn: winner, outcome: "win", order, min: plies, max: plies } as const;
    return randomPosition(info.endgame, wish);
  };
  const play = (position: LegalPosition) => {
    show(newGame(position));
    openView("play");
  };
  const row = ({ order, kind, ...sides }: OrderDistances) => {
    const winners = COLOURS.filter((winner) => sides[winner].longest >= 0);
    if (winners.length === 0) return null;
    const loser = winners.length === 1 ? say.colours[opponent(winners[0]!)] : null;
    return (
      <li key={order}>
        <span class="order-name">{say.endgames.order(order, kind, loser)}</span>
        {winners.map((winner) => {
          const plies = sides[winner].longest;
          const text = say.endgames.longestWin(say.colours[winner], lengthOf(plies));
          const button = (label: string, use: (position: LegalPosition) => void) => (
            <button
              type="button"
              aria-label={`${label}: ${text}`}
              onClick={() => attempt(() => find(winner, order, plies).then(use))}
            >
              {label}
            </button>
          );
          return (
            <span class="row" key={winner}>
              <span class={`disc ${winner}`} aria-hidden="true" />
              <span>{text}</span>
              <span class="buttons">
                {button(say.endgames.show, openPosition)}
                {button(say.endgames.play, play)}
              </span>
            </span>
          );
        })}
      </li>
    );
  };
  const won = orders.filter(({ red, black }) => red.longest >= 0 || black.longest >= 0);
  return (
    <section class="sheet" aria-labelledby="longest">
      <h3 id="longest">{say.endgames.longestWins}</h3>
      <ul class="longest-wins">{won.slice(0, SHOWN).map(row)}</ul>
      <Others count={won.length - SHOWN}>
        <ul class="longest-wins">{won.slice(SHOWN).map(row)}</ul>
      </Others>
      <Failure of={failure} />
    </section>
  );
}
