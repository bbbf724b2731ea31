/** Runs the proof of the levels on this thread, stopping now and then to let others do something. */
import { availableMemory } from "../../endgame/node/memory.ts";
import { setImmediate } from "node:timers/promises";
import type { TableHeader } from "../../table/header.ts";
import { formatBytes } from "../../table/sizes.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { proveLevels, type LevelProof } from "../perpetuals/prove-levels.ts";
import type { Planes } from "../planes.ts";
import { ruleOptionsOf } from "../rules.ts";
import type { Tally } from "../tally.ts";

/** Of the graph of suspects and what follows men through it, at its largest: 1.9 GB for the 4.6 million of KRNKR. */
const BYTES_PER_SUSPECT = 400;

export interface LevelsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number) => void;
}

/**
 * Null where there are no perpetual rules; without a report of perpetuals where they do not fit the memory.
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
  const suspects = tally.suspects.keys.length;
  const neededBytes = suspects * BYTES_PER_SUSPECT;
  if (neededBytes > availableMemory()) {
    const message =
      `the seeds of the levels were not recomputed: ` +
      `${suspects.toLocaleString("en")} suspects take about ${formatBytes(neededBytes)} of memory`;
    return { perpetuals: null, problems: [{ kind: "memory", suspects, neededBytes, message }] };
  }
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
