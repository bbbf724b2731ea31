/** Answers about material in words. */
import type { Basis, Estimated, MaterialAnswer, Proven, MaterialReason } from "../../knowledge/material/answer.ts";
import type { Kind } from "../../knowledge/material/paper/space.ts";
import type { GameWords } from "./game.ts";
import { STATES, type Shares, type State } from "../../knowledge/material/paper/basic.ts";

/** What languages say of a combination's worth. Pairs are names such as `KRNKCCAABB`, shares texts such as `97 %`. */
export interface MaterialWords extends Pick<GameWords, "percent"> {
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly states: Readonly<Record<State, string>>;
  readonly bases: Readonly<Record<Basis, string>>;
  readonly forSide: (attack: string) => string;
  readonly shares: (win: string, draw: string, loss: string) => string;
  /** What the attacking side wins of all positions, with itself to move and with the other. */
  readonly proven: (endgame: string, attack: string, attackToMove: string, defenceToMove: string) => string;
  /** The share of all positions that the attacking side wins, and bounds of it that hold nine times of ten. */
  readonly estimated: (attack: string, won: string, least: string, most: string) => string;
  readonly probabilities: string;
  readonly solved: (pair: string, state: string, shares: string) => string;
  /** @param worth the state there, and what is won of all positions */
  readonly superset: (from: string, worth: string) => string;
  readonly subset: (from: string, worth: string) => string;
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
  if (answer.estimated !== null) lines.push(describeEstimated(attack, answer.estimated, say));
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
    case "superset":
    case "subset":
      return say[reason.kind](reason.from, `${say.states[reason.state]}, ${formatShare(reason.won, say)}`);
  }
}

export function describeEstimated(attack: string, { won, least, most }: Estimated, say: MaterialWords): string {
  return say.estimated(attack, formatShare(won, say), formatShare(least, say), formatShare(most, say));
}

export function describeShares({ win, draw, loss }: Shares, say: MaterialWords): string {
  return say.shares(formatShare(win, say), formatShare(draw, say), formatShare(loss, say));
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
