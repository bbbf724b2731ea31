/** A move in every notation that Canju answers with. */
import type { Move } from "../moves.ts";
import type { Position } from "../position.ts";
import { spellChinese } from "./chinese.ts";
import { formatUci } from "./coordinates.ts";
import { nameMove } from "./named.ts";
import { spellWxf } from "./wxf.ts";

/** A move in the notations that are told together. */
export interface MoveNames {
  /** `h2e2`. */
  readonly uci: string;
  /** `C2=5`. */
  readonly wxf: string;
  /** `炮二平五`. */
  readonly chinese: string;
}

/** Names a legal move of a position. */
export function nameMoveIn(position: Position, move: Move): MoveNames {
  const named = nameMove(position, move);
  return { uci: formatUci(position, move), wxf: spellWxf(named), chinese: spellChinese(named) };
}
