/** A move in every notation that Canju answers with. */
import type { Move } from "../moves.ts";
import type { Position } from "../position.ts";
import { formatChinese } from "./chinese.ts";
import { formatUci } from "./coordinates.ts";
import { formatWxf } from "./wxf.ts";

export interface MoveNames {
  /** `h2e2`. */
  readonly uci: string;
  /** `C2=5`. */
  readonly wxf: string;
  /** `炮二平五`. */
  readonly chinese: string;
}

export function nameMoveIn(position: Position, move: Move): MoveNames {
  return { uci: formatUci(position, move), wxf: formatWxf(position, move), chinese: formatChinese(position, move) };
}
