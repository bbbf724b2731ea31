// What docs/chinese-rules.md says that each clause contributes to the rule book's lines, where these are at hand.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALL_CLAUSES, type Clauses } from "../../src/rules/chinese/edition.ts";
import { classOf } from "../../src/rules/chinese/grades.ts";
import { BOOK_CASES, labelsOf, verdictOf } from "../rules/chinese-cases.ts";

/** As the page names them, in its order. */
const NAMES: Readonly<Record<keyof Clauses, string>> = {
  kill: "kill",
  kingParry: "the king's move out of check",
  homeSoldiers: "K1 soldiers at home",
  soldierForChariot: "K2 a soldier for a chariot",
  exchange: "K3 exchange",
  even: "K4 even",
  hiddenRoots: "K5 hidden roots",
  series: "K6 series",
  improved: "K7 improved",
  parry: "K8 parry",
  kingsAndSoldiers: "K9 kings and soldiers",
  keyPoint: "K10 key point",
  weak: "K11 weak",
};

function measure(clauses: Clauses) {
  return BOOK_CASES.map((one) => {
    const labels = labelsOf(one, clauses);
    const { result } = verdictOf(one, labels);
    return {
      right: labels.filter(({ label }, i) => label === one.expected.moves[i]!.replace("weak ", "")).length,
      verdict: result === one.expected.result ? 1 : 0,
      found: `${labels.map((label) => classOf(label)).join("")} ${result}`,
    };
  });
}

test.runIf(BOOK_CASES.length > 0)(
  "each clause contributes what the page on the rules says",
  () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/chinese-rules.md"), "utf8");
    const all = measure(ALL_CLAUSES);
    const rowOf = (name: string, lines: ReturnType<typeof measure>): string => {
      const sum = (of: "right" | "verdict") => lines.reduce((total, line) => total + line[of], 0);
      const changed = lines.filter(({ found }, i) => found !== all[i]!.found).length;
      return `| ${name} | ${sum("right")} | ${sum("verdict")} | ${changed} |`;
    };
    const rows = Object.entries(NAMES).map(([clause, name]) =>
      rowOf(name, measure({ ...ALL_CLAUSES, [clause]: false })),
    );
    expect([rowOf("none", all), ...rows].join("\n")).toBe(/^\| none \|[^]*?\n(?=\n)/m.exec(page)?.[0].trim());
  },
  3_600_000,
);
