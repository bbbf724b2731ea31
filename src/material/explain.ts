/** Answers about material in English words. */
import type { Basis, MaterialAnswer, Reason, Valued } from "./answer.ts";
import type { Kind } from "./paper/space.ts";
import { STATES, type Shares, type State } from "./paper/states.ts";

const MAN: Readonly<Record<Kind, string>> = {
  chariot: "chariot",
  horse: "horse",
  cannon: "cannon",
  top: "top soldier",
  low: "low soldier",
  bottom: "bottom soldier",
  advisor: "advisor",
  elephant: "elephant",
};

const BASIS: Readonly<Record<Basis, string>> = {
  exact: "solved",
  soldiers: "like fewer soldiers, solved",
  extension: "follows from a solved endgame",
  predicted: "predicted",
};

/** A short text of several lines. */
export function explainAnswer(answer: MaterialAnswer): string {
  const { pair, state, attack, basis, shares, probabilities, reasons } = answer;
  const head = `${pair}: ${state} for ${attack} (${BASIS[basis]})`;
  const worth =
    shares === null ? `state probabilities: ${describeProbabilities(probabilities)}` : describeShares(shares);
  return [head, `  ${worth}`, ...reasons.flatMap((reason) => explainReason(reason).map((line) => `  ${line}`))].join(
    "\n",
  );
}

export function explainReason(reason: Reason): string[] {
  switch (reason.kind) {
    case "solved":
      return [`${reason.pair} is solved: ${reason.state}, ${describeShares(reason.shares)}`];
    case "soldiers":
      return [`more low soldiers than two or bottom soldiers than one change nothing: it is like ${reason.from}`];
    case "superset":
      return [`${reason.from} is won already, and the attacking side has more`];
    case "subset":
      return [`${reason.from} is hardly won, and the attacking side has less`];
    case "exchange": {
      const { by, active, passive, probability, left } = reason;
      const forced = `can force the exchange of its ${MAN[active]} for the ${MAN[passive]} (${percent(probability)})`;
      return [`the ${by} ${forced}, which leaves ${describeValued(left)}`];
    }
    case "without":
      return [`without the ${reason.side}'s ${MAN[reason.man]} it would be ${describeValued(reason.left)}`];
  }
}

function describeValued({ pair, state, basis }: Valued): string {
  return `${pair}, ${state} (${BASIS[basis]})`;
}

function describeShares({ win, draw, loss }: Shares): string {
  return `of quiet positions ${percent(win)} are won, ${percent(draw)} drawn, ${percent(loss)} lost`;
}

function describeProbabilities(probabilities: Readonly<Record<State, number>>): string {
  const likely = STATES.filter((state) => probabilities[state] >= 0.005);
  return likely
    .sort((a, b) => probabilities[b] - probabilities[a])
    .map((state) => `${state} ${percent(probabilities[state])}`)
    .join(", ");
}

function percent(share: number): string {
  const shown = 100 * share;
  if (shown > 99.9 && shown < 100) return "99.9 %";
  return `${shown < 10 || shown > 99 ? Number(shown.toFixed(1)) : Math.round(shown)} %`;
}
