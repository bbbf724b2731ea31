/** Moves in the notation that the reader chose. */
import type { Move } from "../../src/xiangqi/moves.ts";
import { formatChinese } from "../../src/xiangqi/notation/chinese.ts";
import { formatIccs, formatUci } from "../../src/xiangqi/notation/coordinates.ts";
import { formatVietnamese } from "../../src/xiangqi/notation/vietnamese.ts";
import { formatWxf } from "../../src/xiangqi/notation/wxf.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Dictionary } from "../words/en/page.ts";
import type { Language } from "../../src/say/words/languages.ts";

export type Notation = keyof Dictionary["notations"];
export const NOTATIONS: readonly Notation[] = ["chinese", "wxf", "vietnamese", "iccs", "uci"];

/** Whether files are numbered from each player's right, as the edge of the board then tells; letters and ranks from 0 otherwise. */
export const countsFiles = (notation: Notation): boolean => notation !== "iccs" && notation !== "uci";

/** A move in words: 炮二平五 (traditional characters for readers of them), C2=5, P2-5, H2-E2 or h2e2. */
export function formatMove(position: Position, move: Move, notation: Notation, language: Language): string {
  switch (notation) {
    case "chinese":
      return formatChinese(position, move, { script: language === "zh-Hant" ? "traditional" : "simplified" });
    case "wxf":
      return formatWxf(position, move);
    case "vietnamese":
      return formatVietnamese(position, move);
    case "iccs":
      return formatIccs(position, move);
    case "uci":
      return formatUci(position, move);
  }
}
