/** Checks the JSON part of a header: a file may come from another program. Unknown members are left alone. */
import type { TableInfo } from "./header.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isTextOrNull: Check = (value) => value === null || isText(value);
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

const decided = { wins: isNumber, losses: isNumber, longestWin: isNumber, longestLoss: isNumber };
const side = shape({
  ...decided,
  positions: isNumber,
  draws: isNumber,
  checkmated: isNumber,
  stalemated: isNumber,
  longestWinFen: isTextOrNull,
  longestLossFen: isTextOrNull,
});

const info = shape({
  endgame: isText,
  metric: oneOf("dtc", "dtm"),
  rules: oneOf("none", "asian"),
  switches: shape({}),
  orderForm: oneOf("fang", "chessdb", null),
  index: shape({ scheme: isText, version: isNumber, parameters: shape({}) }),
  red: side,
  black: side,
  orders: listOf(
    shape({
      order: isNumber,
      kind: oneOf("conversion", "check", "chase"),
      red: shape(decided),
      black: shape(decided),
    }),
  ),
  builder: shape({ name: isText, version: isText }),
  inputs: listOf(shape({ name: isText, sha256: isText })),
});

export function isTableInfo(value: unknown): value is TableInfo {
  return info(value);
}
