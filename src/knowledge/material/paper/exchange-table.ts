/**
 * The material exchange table (Chen et al., 3.2), from exact shares: how probably a man can be exchanged for another.
 *
 * Each side picks a helper, one of its other men or none: the active side the one with which the exchange succeeds most
 * probably against the passive side's best helper. Where both have helpers and no table of all four men is built, their
 * effects add up in log-odds: l(both) = l(active helper) + l(passive helper) - l(none).
 */
import { EXCHANGEABLE, type Exchange, type Exchanges, type ManLetter } from "./basic.ts";
import { KINDS, menOf, type Kind, type Material } from "./space.ts";

const HELPERS = ["", ...EXCHANGEABLE] as const;
type Helper = (typeof HELPERS)[number];

/** Shares are kept away from 0 and 1 by this much before log-odds are taken. */
const LEAST = 0.001;

const LETTER_OF_KIND: Readonly<Record<Kind, ManLetter>> = {
  chariot: "R",
  horse: "N",
  cannon: "C",
  top: "P",
  low: "P",
  bottom: "P",
  advisor: "A",
  elephant: "B",
};

/** Probabilities by `place`; what no exchange tells is NaN. */
export type ExchangeTable = Float64Array;

export function makeExchangeTable({ exchanges }: Exchanges): ExchangeTable {
  const table = new Float64Array(6 * 6 * 7 * 7).fill(Number.NaN);
  for (const exchange of exchanges) {
    const { active, passive, activeHelper, passiveHelper } = exchange;
    table[place(active, passive, activeHelper, passiveHelper)] = shareOf(exchange);
  }
  for (const active of EXCHANGEABLE) {
    for (const passive of EXCHANGEABLE) {
      for (const activeHelper of HELPERS) {
        for (const passiveHelper of HELPERS) {
          const here = place(active, passive, activeHelper, passiveHelper);
          if (Number.isNaN(table[here])) table[here] = combined(table, active, passive, activeHelper, passiveHelper);
        }
      }
    }
  }
  return table;
}

/** The mean over both sides to move. */
function shareOf({ quiet }: Exchange): number {
  const shares = quiet.filter(([, positions]) => positions > 0).map(([forced, positions]) => forced / positions);
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** What is unknown without any helper is impossible; an unknown helper helps nothing. */
function combined(
  table: ExchangeTable,
  active: ManLetter,
  passive: ManLetter,
  activeHelper: Helper,
  passiveHelper: Helper,
): number {
  const alone = table[place(active, passive, "", "")]!;
  if (Number.isNaN(alone)) return 0;
  const withHelper = (share: number) => (Number.isNaN(share) ? alone : share);
  const helped = withHelper(table[place(active, passive, activeHelper, "")]!);
  const hindered = withHelper(table[place(active, passive, "", passiveHelper)]!);
  if (helped === alone) return hindered;
  if (hindered === alone) return helped;
  return 1 / (1 + Math.exp(-(logOdds(helped) + logOdds(hindered) - logOdds(alone))));
}

function logOdds(share: number): number {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, share));
  return Math.log(inside / (1 - inside));
}

function place(active: ManLetter, passive: ManLetter, activeHelper: Helper, passiveHelper: Helper): number {
  const pair = EXCHANGEABLE.indexOf(active) * 6 + EXCHANGEABLE.indexOf(passive);
  return (pair * 7 + HELPERS.indexOf(activeHelper)) * 7 + HELPERS.indexOf(passiveHelper);
}

export interface PossibleExchange {
  readonly active: Kind;
  readonly passive: Kind;
  readonly probability: number;
  readonly activeHelper: ManLetter | "";
  readonly passiveHelper: ManLetter | "";
}

/** Every exchange of a man of the active side for one of the passive side, with its probability. */
export function possibleExchanges(
  table: ExchangeTable,
  active: Material,
  passive: Material,
  helpers = true,
): PossibleExchange[] {
  const found: PossibleExchange[] = [];
  for (const kind of KINDS) {
    if (menOf(active)[kind] === 0) continue;
    const activeHelpers = helpers ? helpersOf(active, kind) : NO_HELPERS;
    for (const target of KINDS) {
      if (menOf(passive)[target] === 0) continue;
      const passiveHelpers = helpers ? helpersOf(passive, target) : NO_HELPERS;
      found.push({ active: kind, passive: target, ...bestHelpers(table, kind, target, activeHelpers, passiveHelpers) });
    }
  }
  return found;
}

const NO_HELPERS: readonly Helper[] = [""];

function helpersOf(material: Material, exchanged: Kind): readonly Helper[] {
  const men = menOf(material);
  const letters = KINDS.filter((kind) => men[kind] > (kind === exchanged ? 1 : 0)).map((kind) => LETTER_OF_KIND[kind]);
  return ["", ...new Set(letters)];
}

function bestHelpers(
  table: ExchangeTable,
  active: Kind,
  passive: Kind,
  activeHelpers: readonly Helper[],
  passiveHelpers: readonly Helper[],
): Pick<PossibleExchange, "probability" | "activeHelper" | "passiveHelper"> {
  const replies = activeHelpers.map((activeHelper) => {
    const outcomes = passiveHelpers.map((passiveHelper) => ({
      activeHelper,
      passiveHelper,
      probability: table[place(LETTER_OF_KIND[active], LETTER_OF_KIND[passive], activeHelper, passiveHelper)]!,
    }));
    return outcomes.reduce((worst, outcome) => (outcome.probability < worst.probability ? outcome : worst));
  });
  return replies.reduce((best, reply) => (reply.probability > best.probability ? reply : best));
}
