/** Building tables and telling how that goes on, for the commands that do. */
import { parseEndgame } from "../endgame/endgame.ts";
import type { Endgame } from "../endgame/endgame.ts";
import { estimateSolving } from "../solve/estimate.ts";
import { BuildFigures } from "../solve/build-figures.ts";
import type { BuildReport } from "../solve/node/build.ts";
import type { BuildEvent, BuiltTable } from "../solve/node/build.ts";
import { formatBytes } from "../table/sizes.ts";
import { InputError } from "../xiangqi/errors.ts";
import type { TableOptions } from "./options.ts";
import { formatLarge, formatSeconds } from "./output.ts";
import { Progress } from "./progress.ts";
import type { SwitchOptions } from "./options.ts";
import { checkDataFolder } from "./tables.ts";

export interface BuildOptions extends TableOptions, SwitchOptions {
  readonly threads?: number;
  readonly publish?: true;
}

/** Builds the endgames and all they need. */
export async function buildTables(
  endgames: readonly Endgame[],
  { data, metric, rules, orders, threads, publish, switch: options }: BuildOptions,
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
  const effort = publish ? "small" : "fast";
  const built = buildInto(endgames, { folder: data, metric, rules, orders, options, threads, effort, signal, onEvent });
  return built.finally(() => progress.clear());
}

/** A plan, then the phase, the rate and the time left. */
export class BuildProgress {
  readonly #purpose: string;
  readonly #progress: Progress;
  readonly #figures: BuildFigures;
  /** What another process was last said to build. */
  #waitsFor: string | null = null;

  /** @param purpose what the tables are for, such as the endgames asked for */
  constructor(purpose: string, progress: Progress = new Progress(), now?: () => number) {
    this.#purpose = purpose;
    this.#progress = progress;
    this.#figures = new BuildFigures(now);
  }

  /** How many of the planned endgames are finished. */
  get finished(): number {
    return this.#figures.finished;
  }

  get total(): number {
    return this.#figures.total;
  }

  /** For `buildClosure`. */
  readonly onEvent = (event: BuildEvent): void => {
    this.#figures.onEvent(event);
    switch (event.kind) {
      case "plan":
        this.#tellPlan(event);
        return;
      case "damaged":
        this.#progress.note(`${event.message}; it is built anew`);
        return;
      case "elsewhere":
        if (this.#waitsFor !== event.endgame)
          this.#progress.note(`${event.endgame} is being built by ${event.by}: waiting`);
        this.#waitsFor = event.endgame;
        this.#progress.update(() => this.#describe());
        return;
      case "left":
        this.#progress.note(`the build of ${event.endgame} by ${event.by} was left unfinished: it is built here`);
        return;
      case "found":
        this.#progress.note(`${event.endgame} ${this.finished}/${this.total}: built elsewhere`);
        return;
      case "built":
        if (!this.#progress.isLive) this.#progress.note(this.#describeBuilt(event.endgame, event.table));
        return;
      default:
        this.#progress.update(() => this.#describe());
    }
  };

  /** Writes a line that stays. */
  note(text: string): void {
    this.#progress.note(text);
  }

  clear(): void {
    this.#progress.clear();
  }

  #tellPlan({ endgames, present, memoryBytes }: Extract<BuildEvent, { readonly kind: "plan" }>): void {
    const absent = endgames.filter((name) => !present.includes(name));
    if (absent.length > 0) this.#progress.note(describePlan(absent, present.length, this.#purpose, memoryBytes));
  }

  #describeBuilt(endgame: string, { cells, fileBytes, seconds }: BuiltTable): string {
    const size = `${formatLarge(cells)} cells, ${formatBytes(fileBytes)}, ${formatSeconds(seconds)}`;
    return `${endgame} ${this.finished}/${this.total}: ${size}`;
  }

  #describe(): string {
    const { endgame, number, total, phase, ply, done, positionsPerSecond, secondsLeft } = this.#figures.state!;
    const parts = [
      `${endgame} ${number}/${total}`,
      ply === null ? phase : `${phase}, ply ${ply}`,
      `${Math.floor(100 * done)} %`,
      `${formatLarge(positionsPerSecond / 2)} cells/s`,
    ];
    if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
    return parts.join("  ");
  }
}

function describePlan(absent: readonly string[], present: number, purpose: string, memoryBytes?: number): string {
  const estimates = absent.map((name) => estimateSolving(parseEndgame(name)));
  const cells = estimates.reduce((sum, estimate) => sum + estimate.cells, 0);
  const bytes = estimates.reduce((sum, estimate) => sum + estimate.fileBytes, 0);
  const memory = memoryBytes ?? Math.max(...estimates.map((estimate) => estimate.memoryBytes));
  const tables = absent.length === 1 ? "1 table" : `${absent.length} tables`;
  const rest = present === 0 ? "" : ` (${present} more are there)`;
  const size = `about ${formatLarge(cells)} cells, ${formatBytes(bytes)} on disk, ${formatBytes(memory)} of memory`;
  return `Building ${tables} for ${purpose}${rest}: ${size}`;
}
