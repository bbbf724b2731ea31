/** English: classes of moves under the Chinese rules. */
import type { Deed } from "../../../rules/chinese/grades.ts";
import type { ClassWords } from "../classes.ts";

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

const DOES: Readonly<Record<Deed, string>> = {
  check: "checks",
  kill: "threatens mate",
  chase: "chases",
  weak: "chases weakly",
};

const DEED: Readonly<Record<Deed, string>> = {
  check: "a check",
  kill: "a threat of mate",
  chase: "a chase",
  weak: "a weak chase",
};

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
  standingSeries: (checkers) => `No chase: a check by ${checkers} would win a man, but that is not new.`,
  block: "Idle: it blocks a check.",
  unprofitable: (capturer, target) => `No chase: ${capturer} could take ${target}, and would gain nothing by it.`,
  keyPoint: (capturers, target) =>
    `No chase: ${capturers} holds the draw and may attack ${target} on the way, being its side's only attacking man.`,
  labels: { check: "check", kill: "kill", chase: "chase", weak: "weak chase", idle: "idle" },
  readings: (narrow, wide) => `Readings differ: ${narrow} at least, ${wide} at most.`,

  loss: (loser, other, deeds, others) => `${loser} loses: it ${deeds}, while ${other} ${others}.`,
  idle: { sometimes: "is idle now and then", always: "only plays idle moves" },
  attacks: (deeds) => {
    const partly = deeds.includes("chase") && deeds.includes("weak");
    const does = (partly ? deeds.filter((deed) => deed !== "weak") : deeds).map((deed) => DOES[deed]);
    const all = does.length < 2 ? does.join("") : `${does.slice(0, -1).join(", ")} or ${does.at(-1)}`;
    return `${all} on every move${partly ? ", at times only weakly" : ""}`;
  },
  draw: (red, black, deeds, others) => `Draw: ${red} ${deeds}, and ${black} ${others}.`,
  drawAlike: (deeds) => `Draw: each side ${deeds}.`,
  certain: "This holds whatever counts as a chase.",
  open: "It depends on what counts as a chase.",
  otherwise:
    "That is so of these moves by every reading; the value of the position depends on what counts as a chase, as other moves may be better by another reading.",

  rule: "The rule that decides: the side whose moves are of the higher class throughout loses.",
  perpetual: {
    check: "Perpetual check",
    kill: "A perpetual threat of mate",
    chase: "Perpetual chase",
    weak: "Perpetual weak chase",
  },
  rounds: (deeds) => `${capital(deeds.map((deed) => DEED[deed]).join(", then "))}, for ever`,
  forbidden: {
    byChinese: (what) => `${what}: forbidden by the Chinese rules, allowed by the Asian.`,
    byBoth: (what) => `${what}: forbidden by the Chinese rules and by the Asian.`,
  },
  byAsianLoses: (loser) => `By the Asian rules ${loser} loses.`,
  byAsianHolds: (loser, wins) => `By the Asian rules the position is ${wins ? `won for ${loser}` : "a draw"}.`,
  byMove: (loser, move, after) => `${after === "" ? "" : `After ${after} `}${loser} can play ${move}.`,
};
