/** Checks the JSON part of a header: a file may come from another program. Unknown members are left alone. */
import { parseEndgame } from "../../endgame/endgame.ts";
import { isPacking } from "./packing.ts";
import { ORDERS, type StoredInfo } from "./header.ts";
import { MAX_DISTANCE, MAX_ORDER } from "../value.ts";

type Check = (value: unknown) => boolean;

const isAbsent: Check = (value) => value === undefined;
const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
/** In plies; -1 where there is none. */
const isDistance: Check = (value) =>
  Number.isInteger(value) && (value as number) >= -1 && (value as number) <= MAX_DISTANCE;
const isOrder: Check = (value) => isCount(value) && (value as number) <= MAX_ORDER;
const isSwitches: Check = (value) =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((each) => ["string", "number", "boolean"].includes(typeof each));
const isTextOrNull: Check = (value) => value === null || isText(value);
const isEndgameName: Check = (value) => typeof value === "string" && isEndgame(value);
const oneOf =
  (...words: unknown[]): Check =>
  (value) =>
    words.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(members).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const decided = { wins: isCount, losses: isCount, longestWin: isDistance, longestLoss: isDistance };
const outcomes = { wins: isCount, draws: isCount, losses: isCount };
const side = shape({
  ...decided,
  positions: isCount,
  draws: isCount,
  checkmated: isCount,
  stalemated: isCount,
  longestWinFen: isTextOrNull,
  longestLossFen: isTextOrNull,
  depends: orAbsent(shape(outcomes)),
});

const KINDS: readonly string[] = ["conversion", "check", "chase", "attack", "weak attack"];
const order = { order: isOrder, kind: oneOf(...KINDS) };
const withFigures = shape({ ...order, red: shape(decided), black: shape(decided) });
const withoutFigures = shape({ ...order, red: isAbsent, black: isAbsent });
const orders = listOf((each) => withFigures(each) || withoutFigures(each));

const info = shape({
  endgame: isEndgameName,
  metric: oneOf("dtc", "dtm"),
  rules: oneOf("none", "asian", "chinese"),
  switches: isSwitches,
  orderForm: oneOf(...ORDERS, null),
  index: shape({ scheme: isText, version: isNumber, parameters: shape({}) }),
  red: side,
  black: side,
  orders,
  dependentOrders: orAbsent(orders),
  certificate: orAbsent(
    shape({
      innerPatterns: isCount,
      correctedLosses: isCount,
      mutual: orAbsent(shape({ checks: isCount, chases: isCount })),
    }),
  ),
  bracket: orAbsent(
    shape({
      edition: isText,
      classes: listOf(isText),
      reading: isText,
      bounds: listOf(isText),
      clauses: listOf(isText),
    }),
  ),
  builder: shape({ name: isText, version: isText }),
  inputs: listOf(shape({ name: isText, sha256: isText, sum: orAbsent(isText) })),
  contentSum: orAbsent(isText),
  outcomes: orAbsent(shape({ sum: isText, packing: isPacking })),
});

const KNOWN = [
  ["metric", ["dtc", "dtm"], "is"],
  ["rules", ["none", "asian", "chinese"], "are"],
  ["orderForm", ["fang", "chessdb", null], "is"],
] as const;

/** What a later program may have written and this one does not know, as the start of a sentence: a file without fault. Null: nothing. */
export function unknownWord(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const members = value as Record<string, unknown>;
  for (const [name, words, are] of KNOWN) {
    const word = members[name];
    if (isTextOrNull(word) && !(words as readonly unknown[]).includes(word)) return `its ${name} (${word}) ${are}`;
  }
  const listed = [members.orders, members.dependentOrders].filter((each) => Array.isArray(each)).flat();
  const kinds = listed.map((each: unknown) => (each as { kind?: unknown } | null)?.kind);
  const kind = kinds.find((each) => isText(each) && !KINDS.includes(each as string));
  return kind === undefined ? null : `a kind of its orders (${kind}) is`;
}

export function isTableInfo(value: unknown): value is StoredInfo {
  return info(value);
}

function isEndgame(name: string): boolean {
  try {
    return parseEndgame(name).name === name;
  } catch {
    return false;
  }
}
