/** Answers about material in words. */
import type { Basis, MaterialAnswer, Proven, MaterialReason, Valued } from "../../knowledge/material/answer.ts";
import type { Kind } from "../../knowledge/material/paper/space.ts";
import type { GameWords } from "./game.ts";
import { STATES, type Shares, type State } from "../../knowledge/material/paper/states.ts";

type Party = "attacker" | "defender";

/** What languages say of a combination's worth. Pairs are names such as `KRNKCCAABB`, shares texts such as `97 %`. */
export interface MaterialWords extends Pick<GameWords, "percent"> {
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly states: Readonly<Record<State, string>>;
  readonly bases: Readonly<Record<Basis, string>>;
  readonly forSide: (attack: string) => string;
  readonly shares: (win: string, draw: string, loss: string) => string;
  /** What the attacking side wins of all positions, with itself to move and with the other. */
  readonly proven: (endgame: string, attack: string, attackToMove: string, defenceToMove: string) => string;
  readonly probabilities: string;
  readonly solved: (pair: string, state: string, shares: string) => string;
  readonly soldiers: (from: string) => string;
  readonly superset: (from: string, state: string) => string;
  readonly subset: (from: string, state: string) => string;
  readonly exchange: (by: Party, active: string, passive: string, share: string, left: string) => string;
  readonly without: (side: Party, man: string, left: string) => string;
  readonly valued: (pair: string, state: string, basis: string) => string;
}

/** An answer in lines: the state, how sure it is, and the reasons. */
export function describeAnswer(answer: MaterialAnswer, say: MaterialWords): string[] {
  const { pair, state, attack, basis, shares, probabilities, reasons } = answer;
  const worth = state === null ? say.bases[basis] : `${say.states[state]} ${say.forSide(attack)} (${say.bases[basis]})`;
  const lines = [`${pair}: ${worth}`];
  if (shares !== null) lines.push(describeShares(shares, say));
  else if (probabilities !== null) {
    const likely = likelyStates(probabilities).map(
      (each) => `${say.states[each]} ${formatShare(probabilities[each], say)}`,
    );
    lines.push(`${say.probabilities}: ${likely.join(", ")}`);
  }
  if (answer.proven !== null) lines.push(describeProven(attack, answer.proven, say));
  return [...lines, ...reasons.map((reason) => describeReason(reason, say))];
}

function describeProven(attack: string, { endgame, attackToMove, defenceToMove }: Proven, say: MaterialWords): string {
  return say.proven(endgame, attack, formatShare(attackToMove.win, say), formatShare(defenceToMove.win, say));
}

export function describeReason(reason: MaterialReason, say: MaterialWords): string {
  switch (reason.kind) {
    case "solved":
      return say.solved(reason.pair, say.states[reason.state], describeShares(reason.shares, say));
    case "soldiers":
      return say.soldiers(reason.from);
    case "superset":
    case "subset":
      return say[reason.kind](reason.from, say.states[reason.state]);
    case "exchange": {
      const { by, active, passive, probability, left } = reason;
      return say.exchange(
        by,
        say.kinds[active],
        say.kinds[passive],
        formatShare(probability, say),
        describeValued(left, say),
      );
    }
    case "without":
      return say.without(reason.side, say.kinds[reason.man], describeValued(reason.left, say));
  }
}

export function describeShares({ win, draw, loss }: Shares, say: MaterialWords): string {
  return say.shares(formatShare(win, say), formatShare(draw, say), formatShare(loss, say));
}

function describeValued({ pair, state, basis }: Valued, say: MaterialWords): string {
  return say.valued(pair, say.states[state], say.bases[basis]);
}

/** The states that are worth a word, in the order of `STATES`. */
export function likelyStates(probabilities: Readonly<Record<State, number>>): State[] {
  return STATES.filter((state) => probabilities[state] >= 0.005);
}

/** A share in per cent, with a decimal where nearly none or nearly all is meant. */
export function formatShare(share: number, say: Pick<GameWords, "percent">): string {
  const shown = 100 * share;
  if (shown > 99.9 && shown < 100) return say.percent("99.9");
  return say.percent(String(shown < 10 || shown > 90 ? Number(shown.toFixed(1)) : Math.round(shown)));
}
