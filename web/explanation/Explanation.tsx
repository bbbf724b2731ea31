/** Why a forbidden perpetual decides the position: the cycle, who checks or chases, and the rule. */
import type { ProbeResult } from "../../src/table/probe.ts";
import type { Position } from "../../src/xiangqi/position.ts";

export function Explanation(_: { position: Position; probe: ProbeResult }) {
  return null;
}
