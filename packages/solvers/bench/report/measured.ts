/** The measurements the report is written from, as packages/solvers/bench/measure.ts and packages/solvers/bench/measure-xiangqi.ts leave them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Parameters } from "../../src/solution.ts";
import type { StudyResult } from "../../src/study.ts";
import type { TableRow } from "../../src/tables.ts";

export interface Measurement<T> {
  readonly machine: string;
  readonly date: string;
  /** Load of the machine before and after. */
  readonly load: readonly number[];
  readonly peakBytes: number;
  readonly note?: string;
  readonly data: T;
}

export interface Scaling {
  readonly game: string;
  readonly name: string;
  readonly threads: readonly number[];
  /** Expansions on the busiest path. */
  readonly work: readonly number[];
  readonly alone: number;
}

export interface Speed {
  readonly solver: string;
  readonly parameters: Parameters;
  readonly moves: string;
  readonly form: string;
  readonly userSeconds: readonly number[];
}

export interface Sides {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface XiangqiComparison {
  readonly endgame: string;
  readonly machine: string;
  readonly states: number;
  readonly moves: number;
  readonly generateSeconds: number;
  readonly storedBytes: number;
  readonly own: { readonly red: Sides; readonly black: Sides };
  readonly runs: readonly StudyResult[];
  readonly kernels: readonly {
    readonly kernel: string;
    readonly seconds: number;
    readonly memoryBytes: number;
    readonly counts: { readonly red: Sides; readonly black: Sides };
  }[];
}

/** A run that was stopped after its first sweeps. */
export interface FirstSweeps {
  readonly threads: number;
  readonly seconds: number;
  readonly userSeconds: number;
  readonly solvedBySweep: readonly number[];
}

export interface Measured {
  readonly tables: Measurement<readonly TableRow[]> | undefined;
  readonly speed: Measurement<readonly Speed[]> | undefined;
  readonly published:
    | Measurement<readonly { readonly run: StudyResult; readonly published: StudyResult }[]>
    | undefined;
  readonly scaling: Measurement<readonly Scaling[]> | undefined;
  readonly threads:
    | Measurement<readonly { readonly name: string; readonly runs: readonly StudyResult[] }[]>
    | undefined;
  readonly three: Measurement<StudyResult> | undefined;
  readonly threeWin: Measurement<StudyResult> | undefined;
  readonly threeThreads:
    | Measurement<readonly { readonly name: string; readonly runs: readonly FirstSweeps[] }[]>
    | undefined;
  readonly xiangqi: readonly XiangqiComparison[];
}

export const readMeasured = (folder: string): Measured => {
  const read = <T>(name: string): T | undefined => {
    const path = join(folder, `${name}.json`);
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
  };
  return {
    tables: read("tables"),
    speed: read("speed"),
    published: read("published"),
    scaling: read("scaling"),
    threads: read("threads"),
    three: read("three-2") ?? read("three-1") ?? read("three"),
    threeWin: read("three-win-2") ?? read("three-win-1") ?? read("three-win"),
    threeThreads: read("three-threads"),
    xiangqi: ["KRKAB", "KNPK", "KRKN"].flatMap((name) => read<XiangqiComparison>(`xiangqi-${name}`) ?? []),
  };
};
