/** Options that mean the same on every command. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import type { Collection } from "../table/catalog.ts";
import type { Metric, OrderForm, Rules } from "../table/header.ts";
import { InputError } from "../xiangqi/errors.ts";

export const METRICS = ["dtc", "dtm"] as const satisfies readonly Metric[];
/** The rule sets that this version builds. */
export const RULES = ["none"] as const satisfies readonly Rules[];

export const DEFAULTS = { metric: "dtc", rules: "none", orders: "fang" } as const satisfies Collection & {
  orders: OrderForm;
};

export interface TableOptions extends Collection {
  readonly orders: NonNullable<OrderForm>;
  /** The data folder. */
  readonly data: string;
  readonly json?: true;
}

export function metricOption(): Option {
  return new Option("--metric <metric>", "distance to conversion or to mate").choices(METRICS);
}

export function rulesOption(): Option {
  return new Option("--rules <rules>", "none: any repetition is a draw").argParser(parseRules);
}

/** --metric, --rules, --orders, --data and --json. */
export function addTableOptions(command: Command): Command {
  return addDataOption(command)
    .addOption(metricOption().default(DEFAULTS.metric))
    .addOption(rulesOption().default(DEFAULTS.rules))
    .addOption(
      new Option("--orders <form>", "how orders are numbered, where the rules know any")
        .choices(["fang", "chessdb"])
        .default(DEFAULTS.orders),
    )
    .addOption(jsonOption());
}

export function addDataOption(command: Command): Command {
  const data = new Option("--data <folder>", "the data folder").argParser(parseFolder);
  return command.addOption(data.default(defaultDataFolder(), "CANJU_DATA, else canju in the user's data folder"));
}

export function threadsOption(): Option {
  return new Option("--threads <count>", "default: one for each processor").argParser(wholeNumber(1, 256));
}

export function jsonOption(): Option {
  return new Option("--json", "JSON on stdout");
}

/** Reads a whole number within limits, for options. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** CANJU_DATA, or the place where the user's programs keep their data. */
export function defaultDataFolder(environment = process.env, platform = process.platform, home = homedir()): string {
  if (environment.CANJU_DATA) return resolve(environment.CANJU_DATA);
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg && isAbsolute(xdg)) return join(xdg, "canju");
  if (platform === "darwin") return join(home, "Library", "Application Support", "canju");
  if (platform === "win32") return join(local || join(home, "AppData", "Local"), "canju");
  return join(home, ".local", "share", "canju");
}

function parseFolder(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty.");
  return resolve(text);
}

function parseRules(text: string): Rules {
  if ((RULES as readonly string[]).includes(text)) return text as Rules;
  if (text === "asian") {
    throw new InputError("rules-not-built", "the Asian rules are not built yet by this version: use --rules none");
  }
  throw new InvalidArgumentError("Allowed choices are none, asian.");
}
