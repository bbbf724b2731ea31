/** Building tables, for the commands that do. */
import type { Endgame } from "../endgame/endgame.ts";
import type { BuildReport } from "../solve/node/build.ts";
import { InputError } from "../xiangqi/errors.ts";
import type { BuildProgress } from "./build-progress.ts";
import type { TableOptions } from "./options.ts";
import type { SwitchOptions } from "./switches.ts";
import { checkDataFolder } from "./tables.ts";

export interface BuildOptions extends TableOptions, SwitchOptions {
  readonly threads?: number;
}

/** Builds the endgames and all they need. */
export async function buildTables(
  endgames: readonly Endgame[],
  { data, metric, rules, orders, threads, switch: options }: BuildOptions,
  signal: AbortSignal,
  progress: BuildProgress,
): Promise<BuildReport> {
  if (rules === "none" && options !== undefined) {
    throw new InputError("bad-arguments", "--switch decides open points of the Asian rules: --rules none has none");
  }
  await checkDataFolder(data);
  // Loaded only here: the other commands start sooner without.
  const { buildInto } = await import("../solve/node/build-folder.ts");
  const { onEvent } = progress;
  return buildInto(endgames, { folder: data, metric, rules, orders, options, threads, signal, onEvent }).finally(() =>
    progress.clear(),
  );
}
