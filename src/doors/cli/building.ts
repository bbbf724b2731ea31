/** Building tables and telling how that goes on, for the commands that do. */
import { parseEndgame } from "../../endgame/endgame.ts";
import type { Endgame } from "../../endgame/endgame.ts";
import { estimateSize } from "../../endgame/count.ts";
import { BuildFigures } from "../../solve/build/build-figures.ts";
import type { BuildEvent, BuildReport, BuiltTable } from "../../solve/node/build.ts";
import { describeUnusable } from "../../base/node/unused-work.ts";
import { formatBytes } from "../../base/sizes.ts";
import { checkCollection } from "../../table/catalog/collection.ts";
import type { Edition } from "../../rules/chinese/edition.ts";
import { InputError } from "../../base/errors.ts";
import { checkEdition, type MemoryOptions, type SwitchOptions, type TableOptions, checkDataFolder } from "./options.ts";
import { formatLarge, formatSeconds } from "./output.ts";
import { ProgressLine } from "./progress.ts";

export interface BuildFlags extends TableOptions, SwitchOptions, MemoryOptions {
  readonly threads?: number;
  readonly publish?: true;
  readonly slices?: true;
  readonly edition?: Edition;
}

/** Builds the endgames and all they need. */
export async function buildTables(
  endgames: readonly Endgame[],
  { data, metric, rules, orders, threads, memory, publish, slices, edition, switch: options }: BuildFlags,
  signal: AbortSignal,
  progress: BuildProgress,
): Promise<BuildReport> {
  if (rules !== "asian" && options !== undefined) {
    throw new InputError("bad-arguments", `--switch decides open points of the Asian rules: --rules ${rules} has none`);
  }
  checkEdition({ rules, edition });
  checkCollection({ rules, metric });
  await checkDataFolder(data);
  // Loaded only here: the other commands start sooner without.
  const { buildInto } = await import("../../solve/node/build.ts");
  const { onEvent } = progress;
  const effort = publish ? "small" : "fast";
  return buildInto(endgames, {
    folder: data,
    metric,
    rules,
    orders,
    options,
    edition,
    threads,
    memoryBytes: memory,
    slices,
    effort,
    signal,
    onEvent,
  }).finally(() => progress.clear());
}

/** A plan, then the phase, the rate and the time left. */
export class BuildProgress {
  readonly #purpose: string;
  readonly #progress: ProgressLine;
  readonly #figures: BuildFigures;

  /** @param purpose what the tables are for, such as the endgames asked for */
  constructor(purpose: string, progress: ProgressLine = new ProgressLine(), now?: () => number) {
    this.#purpose = purpose;
    this.#progress = progress;
    this.#figures = new BuildFigures(now);
  }

  /** How many of the planned endgames are finished. */
  get finished(): number {
    return this.#figures.finished;
  }

  /** What is solved or written. */
  get endgame(): string | null {
    return this.#figures.state?.endgame ?? null;
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
        this.#progress.noteNew(`${event.endgame} is being built by ${event.by}: waiting`);
        this.#progress.update(() => this.#describe());
        return;
      case "left":
        this.#progress.note(`the build of ${event.endgame} by ${event.by} was left unfinished: it is built here`);
        return;
      case "resumed": {
        const saved = event.saved.slice(0, 19).replace("T", " ");
        this.#progress.note(`${event.endgame} goes on from what an interrupted build had put aside by ${saved}`);
        return;
      }
      case "unusable":
        this.#progress.note(describeUnusable(event));
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

  #tellPlan({ endgames, present, ...plan }: Extract<BuildEvent, { readonly kind: "plan" }>): void {
    const absent = endgames.filter((name) => !present.includes(name));
    if (absent.length === 0) return;
    const tables = absent.length === 1 ? "1 table" : `${absent.length} tables`;
    const rest = present.length === 0 ? "" : ` (${present.length} more are there)`;
    const cells = absent.reduce((sum, name) => sum + estimateSize(parseEndgame(name)).cells, 0);
    const work = plan.workBytes === 0 ? "" : ` and ${formatBytes(plan.workBytes)} on the way`;
    const disk = `about ${formatBytes(plan.diskBytes)} on disk${work}`;
    const time = [...new Set(plan.seconds.map((each) => formatSeconds(Math.max(1, each))))].join(" to ");
    const size = `${formatLarge(cells)} cells, ${disk}, ${formatBytes(plan.memoryBytes)} of memory, ${time}`;
    this.#progress.note(`Building ${tables} for ${this.#purpose}${rest}: ${size}`);
    if (plan.tightDisk !== null) this.#progress.note(plan.tightDisk);
    if (plan.unkept !== null)
      this.#progress.note(`${plan.unkept}: nothing is put aside, and an interrupted build begins anew`);
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
