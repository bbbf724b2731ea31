/** Runs the proof of the levels on this thread, stopping now and then to let others do something. */
import { setImmediate } from "node:timers/promises";
import type { TableHeader } from "../../table/header.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { proveLevels, type LevelProof } from "../perpetuals/prove-levels.ts";
import type { Planes } from "../planes.ts";
import { ruleOptionsOf } from "../rules.ts";
import type { Tally } from "../tally.ts";

export interface LevelsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number) => void;
}

/**
 * Null where there are no perpetual rules.
 * @throws `signal.reason` when aborted
 */
export async function checkLevels(
  planes: Planes,
  { info, values }: TableHeader,
  tally: Tally,
  { signal, onProgress }: LevelsOptions,
): Promise<LevelProof | null> {
  const options = ruleOptionsOf(info);
  if (options === null) return null;
  const occurs = (code: number) => tally.red.halves[code]! + tally.black.halves[code]! > 0;
  const orders = values.map((value, code) => (value !== DRAW && occurs(code) ? orderOf(value) : 0));
  const lastOrder = orders.reduce((highest, order) => Math.max(highest, order), 0);
  onProgress(0);
  const proof = proveLevels(planes, info, options, { ...tally, lastOrder });
  for (;;) {
    const step = proof.next();
    onProgress(step.done ? 1 : step.value);
    if (step.done) return step.value;
    await setImmediate();
    signal?.throwIfAborted();
  }
}
