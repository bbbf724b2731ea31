/** The commands of `canju`. Importing this module runs one on the arguments of the process. */
import { Command } from "commander";
import { VERSION } from "../version.ts";
import { registerBuild } from "./build.ts";
import { reportError } from "./errors.ts";
import { registerExplain } from "./explain.ts";
import { registerExport } from "./export.ts";
import { registerJudge } from "./judge.ts";
import { registerLine } from "./line.ts";
import { registerList } from "./list.ts";
import { registerMaterial } from "./material.ts";
import { watchOutput } from "./output.ts";
import { registerProbe } from "./probe.ts";
import { registerServe } from "./serve.ts";
import { registerStats } from "./stats.ts";
import { registerStudy } from "./study.ts";
import { registerUpgrade } from "./upgrade.ts";
import { registerVerify } from "./verify.ts";

const COMMANDS = [
  registerBuild,
  registerStats,
  registerProbe,
  registerLine,
  registerExplain,
  registerJudge,
  registerVerify,
  registerUpgrade,
  registerList,
  registerServe,
  registerExport,
  registerStudy,
  registerMaterial,
];

watchOutput();
let debug = Boolean(process.env.CANJU_DEBUG);
const program = new Command("canju")
  .description("Endgame databases for Xiangqi: build, prove, probe and serve them.")
  .version(VERSION)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
  .hook("preAction", (_, command) => void (debug ||= command.opts<{ debug?: boolean }>().debug === true));
for (const register of COMMANDS) register(program);
for (const command of program.commands) command.option("--debug", "show where an internal failure comes from");

try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = reportError(error, debug);
}

/** Commander's messages in the form of all others: it may add a line that suggests what was meant. */
function oneLine(text: string): string {
  return `canju: ${text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")}\n`;
}
