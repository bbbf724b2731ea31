/** Runs the proof of the levels, stopping now and then to let others do something. */
import { availableMemory } from "../../endgame/node/memory.ts";
import { setImmediate } from "node:timers/promises";
import type { TableHeader } from "../../table/header.ts";
import { formatBytes } from "../../table/sizes.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { LEVEL_BYTES_PER_SUSPECT, layOutLevels } from "../check-levels.ts";
import { UNDECIDED } from "../perpetuals/positions.ts";
import { proveLevels, type Found, type LevelProof } from "../perpetuals/prove-levels.ts";
import type { Planes } from "../planes.ts";
import { startKernel, type KernelMemory, type ProofLayout } from "../proof-kernel.ts";
import { ruleOptionsOf } from "../stated.ts";
import type { Tally } from "../tally.ts";
import { findCheckLosses, type TeamOptions } from "./team.ts";

/** Of the graph of suspects and what follows men through it, at its largest: 1.9 GB for the 4.6 million of KRNKR. */
const BYTES_PER_SUSPECT = 400;

/**
 * Null where there are no perpetual rules; without a report of perpetuals where they do not fit the memory.
 * @param kernel finds the patterns of checks; null: they are among the suspects
 * @throws `signal.reason` when aborted
 */
export async function checkLevels(
  planes: Planes,
  { info, values }: TableHeader,
  tally: Tally,
  kernel: { readonly module: WebAssembly.Module; readonly layout: ProofLayout; readonly memory: KernelMemory } | null,
  team: TeamOptions,
): Promise<LevelProof | null> {
  const options = ruleOptionsOf(info);
  if (options === null) return null;
  const { signal } = team;
  const checking = kernel === null ? null : numberChecking(kernel);
  const suspects = tally.suspects.keys.length;
  const neededBytes =
    suspects * BYTES_PER_SUSPECT + (checking === null ? 0 : (checking.red + checking.black) * LEVEL_BYTES_PER_SUSPECT);
  if (neededBytes > availableMemory()) {
    const message =
      `the seeds of the levels were not recomputed: ` +
      `${suspects.toLocaleString("en")} suspects take about ${formatBytes(neededBytes)} of memory`;
    return { perpetuals: null, problems: [{ kind: "memory", suspects, neededBytes, message }] };
  }
  const occurs = (code: number) => tally.red.halves[code]! + tally.black.halves[code]! > 0;
  const orders = values.map((value, code) => (value !== DRAW && occurs(code) ? orderOf(value) : 0));
  const lastOrder = orders.reduce((highest, order) => Math.max(highest, order), 0);
  team.onProgress(0);
  const found: Found = { suspects: tally.suspects, seeds: tally.seeds, lastOrder };
  // The two parts of the work are about equally long.
  const part = (first: number) => (done: number) => team.onProgress(first + done * (kernel === null ? 1 : 0.5));
  if (kernel !== null && checking !== null) {
    for (const turn of COLOURS) layOutLevels(kernel.memory, kernel.layout.levels![turn], checking[turn]);
    const work = { ...kernel, last: lastOrder + 1 };
    const losses = await findCheckLosses(work, { ...team, onProgress: part(0) });
    const checkLosses = (level: number) => losses[level === UNDECIDED ? lastOrder : level - 1]!;
    const proof = await finish(proveLevels(planes, info, options, { ...found, checkLosses }), part(0.5), signal);
    const { perpetuals } = proof;
    return {
      ...proof,
      perpetuals: perpetuals && { ...perpetuals, suspects: suspects + checking.red + checking.black },
    };
  }
  return finish(proveLevels(planes, info, options, found), part(0), signal);
}

async function finish(
  proof: Generator<number, LevelProof>,
  onProgress: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<LevelProof> {
  for (;;) {
    const step = proof.next();
    onProgress(step.done ? 1 : step.value);
    if (step.done) return step.value;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

/** Numbers the positions that may have to check for ever. @returns how many of each side there are */
function numberChecking({ module, layout }: { module: WebAssembly.Module; layout: ProofLayout }) {
  const kernel = startKernel(module, layout, 0);
  const count = (turn: Colour): number => {
    kernel.beginLevels(layout.levels![turn], layout.scratch[0]!);
    return kernel.number() >>> 0;
  };
  return { red: count("red"), black: count("black") };
}
