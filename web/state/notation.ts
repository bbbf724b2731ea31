/** Moves in the notation that the reader chose. */
import type { Move } from "../../src/xiangqi/moves.ts";
import { formatChinese } from "../../src/xiangqi/notation/chinese.ts";
import { formatIccs, formatUci } from "../../src/xiangqi/notation/coordinates.ts";
import { formatWxf } from "../../src/xiangqi/notation/wxf.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Dictionary } from "../words/en/page.ts";
import type { Language } from "../words/languages.ts";

export type Notation = keyof Dictionary["notations"];
export const NOTATIONS: readonly Notation[] = ["chinese", "wxf", "iccs", "uci"];

/** A move in words: 炮二平五 (traditional characters for readers of them), C2=5, H2-E2 or h2e2. */
export function formatMove(position: Position, move: Move, notation: Notation, language: Language): string {
  switch (notation) {
    case "chinese":
      return formatChinese(position, move, { script: language === "zh-Hant" ? "traditional" : "simplified" });
    case "wxf":
      return formatWxf(position, move);
    case "iccs":
      return formatIccs(position, move);
    case "uci":
      return formatUci(position, move);
  }
}
