/** A plan for programs that drive jobs themselves: each job is `canju work NAME`, which may be repeated at any time. */
import { nameOf, type Job } from "./plan.ts";
import { TRY_AGAIN } from "./store.ts";

export interface ExportOptions {
  readonly store: string;
  /** Of a worker; left out: all that its machine has. */
  readonly threads?: number | undefined;
}

const RETRY = `test $$? = ${TRY_AGAIN} || exit 1; sleep 10`;

/** A makefile: `make -j4 -f plan.mk`. What is done leaves a mark in `canju-done`. */
export function toMakefile(jobs: readonly Job[], options: ExportOptions): string {
  const marks = jobs.map((job) => `${DONE}/${nameOf(job)}`);
  const rules = jobs.map((job) => {
    const needs = job.dependsOn.map((name) => `${DONE}/${name}`);
    const command = `until $(CANJU) ${commandOf(job, options).replaceAll("$", () => "$$")}; do ${RETRY}; done`;
    return `${DONE}/${nameOf(job)}:${needs.map((need) => ` ${need}`).join("")}\n\t@mkdir -p ${DONE}\n\t${command}\n\t@touch $@\n`;
  });
  return `CANJU ?= canju\n\nall: ${marks.join(" ")}\n.PHONY: all\n\n${rules.join("\n")}`;
}

const DONE = "canju-done";

/** A script that submits a job for each table and proof: `sh plan.sh`. */
export function toSlurm(jobs: readonly Job[], options: ExportOptions): string {
  const lines = jobs.map((job) => {
    const needs = job.dependsOn.map((name) => `:$${variableOf(name)}`).join("");
    const megabytes = Math.ceil(job.memoryBytes / 2 ** 20);
    return `${variableOf(nameOf(job))}=$(submit ${nameOf(job)} ${megabytes} "${needs}" ${shellWord(commandOf(job, options))})`;
  });
  const cpus = options.threads === undefined ? "" : ` --cpus-per-task=${options.threads}`;
  return `#!/bin/sh
# Submits each table when those that it needs are there. Credentials are taken from the environment.
set -eu
canju=\${CANJU:-canju}
submit() {
  sbatch --parsable --requeue --export=ALL --job-name="canju-$1" --mem="$2M"${cpus} \${3:+--dependency=afterok$3} \\
    --wrap="$canju $4; code=\\$?; test \\$code != ${TRY_AGAIN} || scontrol requeue \\$SLURM_JOB_ID; exit \\$code"
}
${lines.join("\n")}
`;
}

const variableOf = (name: string): string => `job_${name.replaceAll(/\W/g, "_")}`;

function commandOf({ kind, endgame, part, inSlices }: Job, { store, threads }: ExportOptions): string {
  const what = kind === "proof" ? " --proofs" : inSlices ? " --slices" : "";
  const which = part === undefined ? "" : ` --part ${part.number}/${part.of}`;
  const own = threads === undefined ? "" : ` --threads ${threads}`;
  return `work ${endgame} --store ${shellWord(store)}${what}${which}${own}`;
}

function shellWord(text: string): string {
  return /^[\w:/.@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
