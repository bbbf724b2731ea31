/** English: classes of moves under the Chinese rules. */
import type { ClassWords } from "../classes.ts";

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

export const classes: ClassWords = {
  kill: "Kill: it threatens to mate by checks.",
  chase: (capturers, target, why, weak) =>
    `${weak ? "Weak chase" : "Chase"}: ${capturers} can take ${target}, ${
      why === "gain" ? "and gains by it" : "which is unprotected, for no less than it costs"
    }${weak ? ", though only jointly, or it can be retaken" : ""}.`,
  series: (checkers) => `Chase: a check by ${checkers} would win a man.`,
  capture: "Idle: a capture, after which nothing can recur.",
  kingParry: "Idle: the king moves out of check, whatever that threatens.",
  nothing: "Idle: nothing could be won if it were this side's turn again.",
  standing: (capturers, target) => `No chase: ${capturers} could take ${target} with as much profit before.`,
  free: (capturers, target) => `No chase: ${capturers} may attack ${target}; kings and soldiers are free to chase.`,
  keyPoint: (capturers, target) =>
    `No chase: ${capturers} holds the draw and may attack ${target} on the way, being its side's only attacking man.`,
  labels: { check: "check", kill: "kill", chase: "chase", weak: "weak chase", idle: "idle" },
  readings: (narrow, wide) => `Readings differ: ${narrow} at least, ${wide} at most.`,

  loss: (loser, other, deeds, others) => `${loser} loses: it ${deeds}, while ${other} ${others}.`,
  deeds: [
    "is idle now and then",
    "attacks on every move, but some are only weak chases",
    "checks, threatens mate or chases on every move",
    "checks on every move",
  ],
  draw: [
    "Draw: both sides are idle now and then.",
    "Draw: both sides attack on every move, and both play weak chases.",
    "Draw: both sides check, threaten mate or chase on every move.",
    "Draw: both sides check on every move.",
  ],
  certain: "This holds whatever counts as a chase.",
  open: "It depends on what counts as a chase.",

  rule: "The rule that decides: the side whose moves are of the higher class throughout loses.",
  rounds: (deeds) => deeds.join(", then "),
  deed: {
    check: "a check",
    kill: "a threat of mate",
    chase: "a chase",
    weak: "a weak chase",
    idle: "an idle move",
  },
  forbidden: {
    byChinese: (what) => `${capital(what)}, for ever: forbidden by the Chinese rules, allowed by the Asian.`,
    byBoth: (what) => `${capital(what)}, for ever: forbidden by the Chinese rules and by the Asian.`,
  },
  byAsianLoses: (loser) => `By the Asian rules ${loser} loses.`,
};
