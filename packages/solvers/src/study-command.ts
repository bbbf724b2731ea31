/** `canju study`: the forward/backward solver study. */
import type { Command } from "commander";
import { PIECES, SIZES } from "./checkers/checkers.ts";
import { SYMMETRIES, type CheckersSymmetry } from "./checkers/reduced.ts";
import { FORMS, MODES, SOLVERS, type Form, type Mode, type Solver } from "./options.ts";
import { study } from "./study.ts";
import { alignRows, runTable, TABLE_HEAD, tableCells } from "./tables.ts";
import { InputError } from "../../../src/base/errors.ts";

export interface StudyFlags {
  readonly size?: string;
  readonly pieces?: string;
  readonly solver?: string;
  readonly mode?: string;
  readonly form?: string;
  readonly symmetry?: string;
  readonly threads?: string;
  readonly memory?: string;
  readonly table?: string;
  readonly layered?: boolean;
  readonly direct?: boolean;
  readonly winOnly?: boolean;
  /** `--no-dup` is the default; `--dup` expands solved states in every sweep. */
  readonly dup?: boolean;
  readonly json?: boolean;
}

export const registerStudy = (program: Command): void => {
  program
    .command("study")
    .description("compare forward and backward endgame solvers on a small game")
    .argument("[game]", "chinese-checkers", "chinese-checkers")
    .option("--size <n>", `board size, ${SIZES.least} to ${SIZES.most}`, "7")
    .option("--pieces <n>", `pieces a side, ${PIECES.least} to ${PIECES.most}`, "2")
    .option("--solver <name>", SOLVERS.join(", "), "backward")
    .option("--layered", "a proof may only use earlier sweeps")
    .option("--direct", "carry a proof to the parents it settles")
    .option("--win-only", "look for the first player's wins only")
    .option("--dup", "backward: expand solved states again in every sweep")
    .option("--no-dup", "backward: expand a solved state once (default)")
    .option("--mode <name>", MODES.join(", "), "as-run")
    .option("--form <name>", `${FORMS.join(", ")} (2 bits a state); default by size and threads`)
    .option("--symmetry <name>", SYMMETRIES.join(", "), "none")
    .option("--threads <n>", "threads", "1")
    .option("--memory <mebibytes>", "refuse a run that would need more")
    .option("--table <n>", "run a whole table of the paper: 4, 5 or 6")
    .option("--json", "machine-readable output")
    .action((game: string, flags: StudyFlags) => {
      process.stdout.write(`${studyCommand(game, flags, (line) => process.stderr.write(`${line}\n`))}\n`);
    });
};

/** Runs the command; `tell` gets lines of progress. Returns what goes to standard output. */
export const studyCommand = (game: string, flags: StudyFlags, tell: (line: string) => void): string => {
  if (game !== "chinese-checkers") {
    throw new InputError("unknown-game", `The study knows chinese-checkers, not ${game}.`);
  }
  if (flags.table !== undefined) return tableCommand(whole("table", flags.table), flags.json === true, tell);
  const spec = {
    kind: "chinese-checkers",
    size: whole("size", flags.size ?? "7"),
    pieces: whole("pieces", flags.pieces ?? "2"),
    symmetry: oneOf<CheckersSymmetry>("symmetry", SYMMETRIES, flags.symmetry ?? "none"),
  } as const;
  const started = performance.now();
  const result = study(
    spec,
    {
      solver: oneOf<Solver>("solver", SOLVERS, flags.solver ?? "backward"),
      parameters: {
        layered: flags.layered === true,
        direct: flags.direct === true,
        winOnly: flags.winOnly === true,
        noDup: flags.dup !== true,
      },
      mode: oneOf<Mode>("mode", MODES, flags.mode ?? "as-run"),
      threads: whole("threads", flags.threads ?? "1"),
      ...(flags.form === undefined ? {} : { form: oneOf<Form>("form", FORMS, flags.form) }),
      ...(flags.memory === undefined ? {} : { memory: whole("memory", flags.memory) * 2 ** 20 }),
    },
    (sweep, solved) => {
      const seconds = (performance.now() - started) / 1000;
      tell(`sweep ${sweep}: ${solved.toLocaleString("en")} solved, ${seconds.toFixed(1)} s`);
    },
  );
  if (flags.json === true) return JSON.stringify(result);
  const { solvedBySweep: _, ...shown } = result;
  return alignRows(Object.entries(shown).map(([name, value]) => [name, value?.toLocaleString("en") ?? "unknown"]));
};

const tableCommand = (table: number, json: boolean, tell: (line: string) => void): string => {
  const rows = runTable(table, (row) => tell(tableCells(row).join("  ")));
  return json ? JSON.stringify(rows) : alignRows([TABLE_HEAD, ...rows.map(tableCells)]);
};

const whole = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InputError("bad-number", `--${name} takes a whole number, not "${text}".`);
  return Number(text);
};

const oneOf = <T extends string>(name: string, values: readonly T[], text: string): T => {
  const value = values.find((each) => each === text);
  if (value === undefined) {
    throw new InputError("bad-choice", `--${name} takes ${values.join(", ")}, not "${text}".`);
  }
  return value;
};
