/** Won positions by order, the first few at once, each with what can be done with it. */
import type { ComponentChildren } from "preact";
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { OrderKind } from "../../src/table/format/header.ts";
import { lengthOf } from "../state/valued-moves.ts";
import { words } from "../words/spoken.ts";
import { Others } from "./Others.tsx";

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
