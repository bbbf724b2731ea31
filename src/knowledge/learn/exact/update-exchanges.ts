/** Measures the exchanges that are not known yet, smallest endgame first. */
import { estimateSize } from "../../../endgame/estimate.ts";
import { compiledKernel } from "../../../solve/node/kernel-module.ts";
import { startTeam } from "../../../solve/node/thread-team.ts";
import { KernelMemory } from "../../../solve/host/memory.ts";
import { vectorKernel } from "../../../solve/host/vector-kernel.ts";
import type { Exchange, Exchanges } from "../../material/paper/basic.ts";
import { allExchanges, endgameOfExchange, measureExchange, type ExchangeMen } from "./exchanges.ts";

export interface UpdateExchangesOptions {
  readonly signal?: AbortSignal;
  /** Is told after each exchange all that is known by then, and waited for. */
  readonly onMeasured?: (exchanges: Exchanges) => Promise<void>;
}

/** Adds what `known` lacks. When the signal stops it, what it has measured is returned. */
export async function updateExchanges(known: Exchanges, options: UpdateExchangesOptions = {}): Promise<Exchanges> {
  const { signal, onMeasured } = options;
  const all = allExchanges();
  const measured = new Map(known.exchanges.map((exchange) => [keyOf(exchange), exchange]));
  const now = (): Exchanges => ({ ...known, exchanges: all.flatMap((men) => measured.get(keyOf(men)) ?? []) });
  const cells = (men: ExchangeMen) => estimateSize(endgameOfExchange(men).endgame).cells;
  const missing = all.filter((men) => !measured.has(keyOf(men))).sort((a, b) => cells(a) - cells(b));
  const team = startTeam(1);
  try {
    const kernel = vectorKernel((await compiledKernel()).module, team, new KernelMemory());
    for (const men of missing) {
      if (signal?.aborted) break;
      measured.set(keyOf(men), await measureExchange(men, kernel));
      await onMeasured?.(now());
    }
  } finally {
    await team.close();
  }
  return now();
}

/** As JSON, one exchange a line. */
export function formatExchanges({ kind, rules, exchanges }: Exchanges): string {
  const lines = exchanges.map((exchange: Exchange) => `\n    ${JSON.stringify(exchange)}`).join(",");
  return `{\n  "kind": ${JSON.stringify(kind)},\n  "rules": ${JSON.stringify(rules)},\n  "exchanges": [${lines}\n  ]\n}\n`;
}

function keyOf({ active, passive, activeHelper, passiveHelper }: ExchangeMen): string {
  return [active, passive, activeHelper, passiveHelper].join();
}
