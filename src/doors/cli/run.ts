/** Runs a command of `canju`. */
import { Command } from "commander";
import { VERSION } from "../../base/version.ts";
import { reportError } from "./errors.ts";
import { checkFolder } from "./options.ts";
import { watchOutput } from "./output.ts";

/** Runs the one of the commands that these words are of, and sets the exit code of the process. */
export async function runCommands(
  commands: readonly ((program: Command) => void)[],
  words: readonly string[],
): Promise<void> {
  watchOutput();
  let debug = Boolean(process.env.CANJU_DEBUG);
  const program = new Command("canju")
    .description("Endgame databases for Xiangqi: build, prove, probe and serve them.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
    .hook("preAction", (_, command) => void (debug ||= command.opts<{ debug?: boolean }>().debug === true))
    .hook("preAction", (_, command) => checkFolder(command.optsWithGlobals()));
  for (const register of commands) register(program);
  for (const command of program.commands) command.option("--debug", "show where an internal failure comes from");

  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    process.exitCode = reportError(error, debug);
  }
}

/** Commander's messages in the form of all others: it may add a line that suggests what was meant. */
function oneLine(text: string): string {
  return `canju: ${text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")}\n`;
}
