/** Won positions by order, the first few at once, each with what can be done with it. */
import type { ComponentChildren } from "preact";
import { COLOURS, type Colour, opponent } from "../../src/xiangqi/pieces.ts";
import type { OrderKind, TableInfo } from "../../src/table/format/header.ts";
import { lengthOf } from "../state/valued-moves.ts";
import { formatCount, words } from "../words/spoken.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { useAttempts } from "../answers/use-answer.ts";
import { newGame } from "../state/game.ts";
import { openPosition, openView, show } from "../state/page.ts";
import type { OrderDistances } from "./figures.ts";
import { randomPosition } from "./table.ts";
import { Failure } from "../shown/trouble-text.tsx";
import { useSignal } from "@preact/signals";

/** Of many orders so many are shown at once. */
const SHOWN = 3;

export interface Win {
  readonly winner: Colour;
  readonly plies: number;
}

/** An order, and the longest win of each side that has one. */
export interface OrderWins<Each extends Win> {
  readonly order: number;
  readonly kind: OrderKind;
  readonly wins: readonly Each[];
}

interface Props<Each extends Win> {
  readonly orders: readonly OrderWins<Each>[];
  /** Labels of buttons, and what they do. */
  readonly actions: readonly (readonly [label: string, use: (win: Each, order: number) => void])[];
  /** Behind them. */
  readonly children?: ComponentChildren;
}

export function WinList<Each extends Win>({ orders, actions, children }: Props<Each>) {
  const say = words.value;
  const won = orders.filter(({ wins }) => wins.length > 0);
  const row = ({ order, kind, wins }: OrderWins<Each>) => {
    const loser = wins.length === 1 ? say.colours[opponent(wins[0]!.winner)] : null;
    return (
      <li key={order}>
        <span class="order-name">{say.endgames.order(order, kind, loser)}</span>
        {wins.map((win) => {
          const { winner, plies } = win;
          const text = say.endgames.longestWin(say.colours[winner], lengthOf(plies));
          return (
            <span class="row" key={winner}>
              <span class={`disc ${winner}`} aria-hidden="true" />
              <span>{text}</span>
              <span class="buttons">
                {actions.map(([label, use]) => (
                  <button
                    type="button"
                    key={label}
                    aria-label={say.labelled(label, text)}
                    onClick={() => use(win, order)}
                  >
                    {label}
                  </button>
                ))}
              </span>
            </span>
          );
        })}
      </li>
    );
  };
  if (won.length === 0) return null;
  return (
    <section class="sheet" aria-labelledby="longest">
      <h3 id="longest">{say.endgames.longestWins}</h3>
      <ul class="longest-wins">{won.slice(0, SHOWN).map(row)}</ul>
      <Others count={won.length - SHOWN}>
        <ul class="longest-wins">{won.slice(SHOWN).map(row)}</ul>
      </Others>
      {children}
    </section>
  );
}

/** The longest win of either side in every order, to look at or to play. */
export function LongestWins({ info, orders }: { info: TableInfo; orders: readonly OrderDistances[] }) {
  const say = words.value.endgames;
  const { attempt, failure } = useAttempts();
  const find = async ({ winner, plies }: Win, order: number): Promise<LegalPosition> => {
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
  const finding = (use: (position: LegalPosition) => void) => (win: Win, order: number) =>
    attempt(() => find(win, order).then(use));
  const wins = orders.map(({ order, kind, ...sides }) => ({
    order,
    kind,
    wins: COLOURS.map((winner) => ({ winner, plies: sides[winner].longest })).filter(({ plies }) => plies >= 0),
  }));
  return (
    <WinList
      orders={wins}
      actions={[
        [say.show, finding(openPosition)],
        [say.play, finding(play)],
      ]}
    >
      <Failure of={failure} />
    </WinList>
  );
}

/** Further orders behind a line that opens them: an endgame can have dozens. Nothing is drawn before it is opened. */
export function Others({ count, children }: { count: number; children: ComponentChildren }) {
  const opened = useSignal(false);
  if (count <= 0) return null;
  return (
    <details class="others" onToggle={(event) => (opened.value = event.currentTarget.open)}>
      <summary>{words.value.endgames.otherOrders(formatCount(count))}</summary>
      {opened.value && children}
    </details>
  );
}
