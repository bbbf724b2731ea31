/** Checks the JSON part of a header: a file may come from another program. Unknown members are left alone. */
import { parseEndgame } from "../endgame/endgame.ts";
import { ORDERS, type TableInfo } from "./header.ts";
import { MAX_DISTANCE, MAX_ORDER } from "./value.ts";

type Check = (value: unknown) => boolean;

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
const isTextOrAbsent: Check = (value) => value === undefined || isText(value);
const isEndgameName: Check = (value) => typeof value === "string" && isEndgame(value);
const oneOf =
  (...words: unknown[]): Check =>
  (value) =>
    words.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(members).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const decided = { wins: isCount, losses: isCount, longestWin: isDistance, longestLoss: isDistance };
const side = shape({
  ...decided,
  positions: isCount,
  draws: isCount,
  checkmated: isCount,
  stalemated: isCount,
  longestWinFen: isTextOrNull,
  longestLossFen: isTextOrNull,
});

const KINDS: readonly string[] = ["conversion", "check", "chase", "attack", "weak attack"];

const info = shape({
  endgame: isEndgameName,
  metric: oneOf("dtc", "dtm"),
  rules: oneOf("none", "asian", "chinese"),
  switches: isSwitches,
  orderForm: oneOf(...ORDERS, null),
  index: shape({ scheme: isText, version: isNumber, parameters: shape({}) }),
  red: side,
  black: side,
  orders: listOf(
    shape({
      order: isOrder,
      kind: oneOf(...KINDS),
      red: shape(decided),
      black: shape(decided),
    }),
  ),
  builder: shape({ name: isText, version: isText }),
  inputs: listOf(shape({ name: isText, sha256: isText, sum: isTextOrAbsent })),
  contentSum: isTextOrAbsent,
});

const KNOWN = {
  metric: ["dtc", "dtm"],
  rules: ["none", "asian", "chinese"],
  orderForm: ["fang", "chessdb", null],
} as const;

/** What a later program may have written and this one does not know, in words: a file without fault. Null: nothing. */
export function unknownWord(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const members = value as Record<string, unknown>;
  for (const [name, words] of Object.entries(KNOWN)) {
    const word = members[name];
    if (isTextOrNull(word) && !(words as readonly unknown[]).includes(word)) return `its ${name} (${String(word)})`;
  }
  if (!Array.isArray(members.orders)) return null;
  const kinds: unknown[] = members.orders.map((each: unknown) => (each as { kind?: unknown } | null)?.kind);
  const kind = kinds.find((each) => isText(each) && !KINDS.includes(each as string));
  return kind === undefined ? null : `a kind of its orders (${String(kind)})`;
}

export function isTableInfo(value: unknown): value is TableInfo {
  return info(value);
}

function isEndgame(name: string): boolean {
  try {
    return parseEndgame(name).name === name;
  } catch {
    return false;
  }
}
