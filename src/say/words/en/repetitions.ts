/** English: moves that check and chase, repetitions and verdicts on them. */
import type { Perpetual } from "../game.ts";
import type { RepetitionWords } from "../repetitions.ts";

const OBSTACLES = { c3: "it was protected", c5: "it could take back in exchange", c7: "the capture was illegal" };

const RULES = { d3: "perpetual check", d4: "perpetual chase of one man", d5: "any other repetition is a draw" };

const FORCED: Readonly<Record<Perpetual, string>> = {
  check: "checking",
  chase: "chasing",
  attack: "checking, threatening mate and chasing",
  "weak attack": "attacking, even weakly,",
};

export const repetitions: RepetitionWords = {
  man: (name, square) => `the ${name} on ${square}`,
  target: (name, square) => `the ${name} from ${square}`,
  list: (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`),

  check: (checkers) => `Check by ${checkers}.`,
  capture: "A capture is never a chase.",
  idle: "Neither check nor chase.",
  chase: (capturer, target, why, before) =>
    before === null
      ? `Chase: now ${capturer} attacks ${target}, ${why}.`
      : `Chase: now ${capturer} threatens ${target}, ${why}; before the move ${OBSTACLES[before]}.`,
  why: {
    unprotected: "which is unprotected",
    falseRoots: (men) => `whose protection is false: ${men} could not legally retake`,
    chariot: "and a chariot counts even when it is protected",
    noExchange: "which could not legally take back",
  },
  noChase: {
    c2: (capturer, target) => `No chase: ${capturer} attacks ${target}, which has not crossed the river.`,
    c3: (capturer, target, by) => `No chase: ${capturer} attacks ${target}, which is protected by ${by}.`,
    c5: (capturer, target) => `No chase: ${capturer} offers itself to ${target}, which could take it.`,
    c6: (capturer, target) => `No chase: ${capturer} attacks ${target}; kings and soldiers are free to chase.`,
    c7: (capturer, target, by) => `No chase: if ${capturer} took ${target}, its king would be open to ${by}.`,
    c8: (capturer, target, by) => `No chase: ${capturer} attacks ${target}, but ${by} threatened it already.`,
    c9: (capturer, target) => `No chase: ${capturer} attacks ${target}, but the move checks.`,
    c12: (capturer, target, by) =>
      `No chase: ${capturer} attacks ${target} only because it was itself defended against ${by}.`,
  },
  marks: { check: "check", chase: (role) => `chases the ${role}`, idle: "idle" },

  verdict: {
    check: (loser, other) => `${loser} loses: it checks on every move, while ${other} does not.`,
    checkAgainstChase: (loser, other, target) =>
      `${loser} loses: it checks on every move. That ${other} chases ${target} on every move does not matter: check weighs more.`,
    mutualCheck: "Draw: both sides check on every move.",
    chase: (loser, target, other) =>
      `${loser} loses: it chases ${target} on every move, and ${other} does nothing of the kind.`,
    mutualChase: (redTarget, blackTarget) => `Draw: Red chases ${redTarget} on every move, and Black ${blackTarget}.`,
    nothing: "Draw: neither side checks, or chases one and the same man, on every move.",
    conduct: (side, deeds) => `${side} ${deeds}.`,
    checks: (times, moves) => `checks on ${times} of ${moves} moves`,
    chases: (target, times, moves) => `chases ${target} on ${times} of ${moves}`,
    none: "No verdict yet: no position has occurred three times.",
  },

  explanation: {
    loss: (loser) => `Why ${loser} loses`,
    draw: "Why nobody wins",
    forced: (loser, kind) => `${loser} has nothing better than to go on ${FORCED[kind]} for ever, and that loses.`,
    bound: (sides) => `${sides} can hold the draw only by checking and chasing for ever.`,
    confined: (positions) => `The game goes round among ${positions} positions: whoever leaves them loses.`,
    approach: "First",
    cycle: "Then for ever",
    others: (count) => (count === 1 ? "1 other move" : `${count} other moves`),
    onlyMove: "the only move",
    repeats: "More of the same",
    draws: "Draws as well",
    rule: (clause) => `The rule that decides: ${RULES[clause]} (${clause})`,
    limited: (positions, plies) => `No cycle was found among ${positions} positions and ${plies} plies.`,
  },
};
