/** `--switch <name>`: open points of the Asian rules that are read the other way (docs/rules.md). */
import { Option, type Command } from "commander";
import { parseSwitches, type RuleOptions } from "../xiangqi/rules/options.ts";

const SWITCHES: Readonly<Record<keyof RuleOptions, string>> = {
  checksMayChase: "a move that checks may chase other men as well (c9)",
  newnessPerAttacker: "a threat is new when this capturer did not make it before, though another man did (c8)",
  suspendedIsNew: "an attack that only a check on its own side suspended is new once the check is parried (c8)",
  minorsChaseProtected: "advisors and elephants chase chariots, horses and cannons even when protected (c4)",
};

export interface SwitchOptions {
  /** How the open points are read; undefined when no switch was named. */
  readonly switch?: RuleOptions;
}

export function addSwitches(command: Command): Command {
  const about = "an open point of the Asian rules to read the other way; may be given again";
  const width = Math.max(...Object.keys(SWITCHES).map((name) => name.length));
  const lines = Object.entries(SWITCHES).map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  return command
    .addOption(new Option("--switch <name>", about).argParser(turnOn))
    .addHelpText("after", `\nSwitches (all are off unless named):\n${lines.join("\n")}`);
}

function turnOn(name: string, before: RuleOptions | undefined): RuleOptions {
  return { ...parseSwitches([name]), ...before, [name]: true };
}
