/** All commands of `canju`. */
import type { Command } from "commander";
import { commandOf } from "./packages.ts";
import { runCommands } from "./run.ts";

/** Only the command that is asked for is loaded: all of them take twice as long. */
const COMMANDS: readonly (readonly [names: readonly string[], load: () => Promise<(program: Command) => void>])[] = [
  [["build"], async () => (await import("./build.ts")).registerBuild],
  [["fetch"], async () => (await import("./fetch.ts")).registerFetch],
  [["stats"], async () => (await import("./stats.ts")).registerStats],
  [["probe"], async () => (await import("./probe.ts")).registerProbe],
  [["line"], async () => (await import("./line.ts")).registerLine],
  [["explain"], async () => (await import("./explain.ts")).registerExplain],
  [["judge"], async () => (await import("./judge.ts")).registerJudge],
  [["prove"], async () => (await import("./prove.ts")).registerProve],
  [["check"], async () => (await import("./check.ts")).registerCheck],
  [["verify"], async () => (await import("./verify.ts")).registerVerify],
  [["census"], async () => (await import("./census.ts")).registerCensus],
  [["compress"], async () => (await import("./compress.ts")).registerCompress],
  [["list"], async () => (await import("./list.ts")).registerList],
  [["serve"], async () => (await import("./serve.ts")).registerServe],
  [["uci", "ucci"], async () => (await import("./engine.ts")).registerEngine],
  [["export"], async () => (await import("./export.ts")).registerExport],
  [["export-set"], async () => (await import("./export-set.ts")).registerExportSet],
  [["random"], async () => (await import("./random.ts")).registerRandom],
  [["dump"], async () => (await import("./dump.ts")).registerDump],
  [["studies"], async () => (await import("./studies.ts")).registerStudies],
  [["study"], () => commandOf("canju-solvers", "study")],
  [["material"], async () => (await import("./material.ts")).registerMaterial],
  [["plan"], () => commandOf("canju-fleet", "plan")],
  [["work"], () => commandOf("canju-fleet", "work")],
  [["queue"], () => commandOf("canju-fleet", "queue")],
  [["store"], () => commandOf("canju-fleet", "store")],
];

/** Runs the command that these words are of, and sets the exit code of the process. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const wanted = COMMANDS.filter(([names]) => names.includes(words[0] ?? ""));
  // Help, and what is no command, is about all of them; the version is about none.
  const isVersion = words.length === 1 && /^(--version|-V)$/.test(words[0]!);
  const loaded = wanted.length > 0 || isVersion ? wanted : COMMANDS;
  await runCommands(await Promise.all(loaded.map(([, load]) => load())), words);
}
