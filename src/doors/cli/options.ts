/** Options that mean the same on every command. */
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { DEFAULT_COLLECTION, METRICS, RULES, type Collection } from "../../table/catalog/collection.ts";
import { ORDERS, type Rules } from "../../table/format/header.ts";
import { InputError } from "../../base/errors.ts";
import { EDITIONS, type Edition } from "../../rules/chinese/edition.ts";
import { parseSwitches, type RuleOptions } from "../../rules/asian/options.ts";
import { stat } from "node:fs/promises";

export interface TableOptions extends Required<Collection> {
  /** The data folder. */
  readonly data: string;
  readonly json?: true;
}

export function metricOption(): Option {
  return new Option("--metric <metric>", "distance to conversion or to mate").choices(METRICS);
}

export function rulesOption(): Option {
  const about =
    "asian: perpetual check and chase lose; chinese: any unbroken mixture of check, threat of mate and chase loses; none: any repetition is a draw";
  return new Option("--rules <rules>", about).choices(RULES);
}

/** Where it is left out, that of 2020. */
export function editionOption(): Option {
  const about = "of the Chinese rules: that of 1999 has no class of weak attacks; default: 2020";
  return new Option("--edition <year>", about).choices(EDITIONS);
}

/** @throws InputError where an edition is named of rules that have none */
export function checkEdition({ rules, edition }: { readonly rules: Rules; readonly edition?: Edition }): void {
  if (rules === "chinese" || edition === undefined) return;
  throw new InputError("bad-arguments", "--edition is about the Chinese rules: it needs --rules chinese");
}

export function ordersOption(): Option {
  const about = "how wins by forbidden perpetuals are numbered: as Fang does, or as chessdb.cn";
  return new Option("--orders <form>", about).choices(ORDERS);
}

/** --metric, --rules, --orders, --data and --json. */
export function addTableOptions(command: Command): Command {
  return addCollectionOptions(addDataOption(command));
}

/** The same without --data. */
export function addCollectionOptions(command: Command): Command {
  return command
    .hook("preAction", (_, action) => checkOrders(action.opts()))
    .addOption(metricOption().default(DEFAULT_COLLECTION.metric))
    .addOption(rulesOption().default(DEFAULT_COLLECTION.rules))
    .addOption(ordersOption().default(DEFAULT_COLLECTION.orders))
    .addOption(jsonOption());
}

function checkOrders({ rules, orders }: Required<Collection>): void {
  if (rules === "asian" || orders === DEFAULT_COLLECTION.orders) return;
  throw new InputError("bad-arguments", `--orders ${orders} is about the Asian rules, not with --rules ${rules}`);
}

export function addDataOption(command: Command): Command {
  const data = new Option("--data <folder>", "the data folder").argParser(parseFolder);
  return command.addOption(data.default(defaultDataFolder(), "CANJU_DATA, else canju in the user's data folder"));
}

export function threadsOption(): Option {
  return new Option("--threads <count>", "default: one for each processor").argParser(wholeNumber(1, 256));
}

/** `--memory`: what the process may have in all. */
export interface MemoryOptions {
  readonly memory?: number;
}

export function memoryOption(): Option {
  const about = "the most memory to take in all, such as 8G (K, M, G, T); default: what is free, less 10 %";
  return new Option("--memory <size>", about).argParser(sizeInBytes);
}

/** CANJU_KEYS, which threads and processes started here see as well. */
export function keysOption(): Option {
  const about =
    "where this user's keys are kept, by which unfinished work is known to be this program's own; default: CANJU_KEYS, else canju/keys in the user's settings";
  return new Option("--keys <folder>", about).argParser((text) => (process.env.CANJU_KEYS = parseFolder(text)));
}

/** May be given again: what one does not have, or has not as it should be, the next is asked for. */
export function fromOption(): Option {
  const about =
    "where tables are taken from: the address of a server, export, set or store, or a folder; may be given again";
  return new Option("--from <place>", about).argParser(again);
}

/** Reads an option that may be given again: all that it was given, in order. */
export function again(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function cellsOption(): Option {
  const about =
    "all endgames of the atlas of at most so many cells for each side to move, such as 30M (K, M, G: thousands)";
  return new Option("--cells <count>", about).argParser((text) => {
    const [, digits, unit] = /^(\d+(?:\.\d+)?)([KMG]?)$/i.exec(text) ?? [];
    const cells = Math.round(Number(digits) * 1000 ** " KMG".indexOf(unit?.toUpperCase() || " "));
    if (Number.isSafeInteger(cells) && cells > 0) return cells;
    throw new InvalidArgumentError("It must be a number of cells, such as 500K or 30M.");
  });
}

/** What is said of a set of tables: which, of which kind, and with what it is made or proven. */
export interface SetOptions extends TableOptions, MemoryOptions {
  readonly cells?: number;
  readonly outcomes?: true;
  readonly threads?: number;
}

/** Those of every table, and --cells, --outcomes, --threads, --keys and --memory. */
export function addSetOptions(command: Command): Command {
  return addTableOptions(command)
    .addOption(cellsOption())
    .option("--outcomes", "tables of outcomes alone, for searches, in place of those of values")
    .addOption(threadsOption())
    .addOption(keysOption())
    .addOption(memoryOption());
}

export function publishOption(): Option {
  return new Option("--publish", "files as small as they get, however long that takes");
}

export function jsonOption(): Option {
  return new Option("--json", "JSON on stdout");
}

/** `--switch <name>`: open points of the Asian rules that are read the other way (docs/rules.md). */
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

/** Reads a whole number within limits, for options. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Reads a size: bytes, or with K, M, G or T for powers of 1024, for options. */
export function sizeInBytes(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([KMGT]?)$/i.exec(text) ?? [];
  const bytes = Math.round(Number(digits) * 1024 ** " KMGT".indexOf(unit?.toUpperCase() || " "));
  if (Number.isSafeInteger(bytes)) return bytes;
  throw new InvalidArgumentError("It must be a size, such as 500M or 20G.");
}

/**
 * CANJU_DATA, or the place where the user's programs keep their data; null where the user has none: what then lies in the working
 * directory may be anybody's.
 */
export function defaultDataFolder(
  environment = process.env,
  platform = process.platform,
  home = homedir(),
): string | null {
  if (environment.CANJU_DATA) return resolve(environment.CANJU_DATA);
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  const inHome = (): string => {
    if (platform === "darwin") return join(home, "Library", "Application Support");
    return platform === "win32" ? local || join(home, "AppData", "Local") : join(home, ".local", "share");
  };
  const folder = xdg && isAbsolute(xdg) ? xdg : inHome();
  return isAbsolute(folder) ? join(folder, "canju") : null;
}

/** @throws InputError where a command has to be told its data folder, and was not */
export function checkFolder({ data }: { readonly data?: string | null }): void {
  if (data !== null) return;
  throw new InputError(
    "no-data-folder",
    "HOME names no folder to keep tables in: say --data or CANJU_DATA, or set HOME to an absolute path",
  );
}

function parseFolder(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty.");
  return resolve(text);
}

/** @throws InputError when something that is no folder is there. There need not be anything. */
export async function checkDataFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(({ code }: NodeJS.ErrnoException) => code);
  if (found === "ENOENT" || (typeof found === "object" && found.isDirectory())) return;
  const why = typeof found === "object" || found === "ENOTDIR" ? "it is no folder" : `it cannot be reached (${found})`;
  throw new InputError("bad-data-folder", `${folder} cannot be the data folder: ${why}`);
}

/** Before long work whose result is to be written. @throws InputError where there is no folder for the file, or one in its place */
export async function checkFilePlace(file: string): Promise<void> {
  const isFolder = async (path: string) => (await stat(path).catch(() => null))?.isDirectory() ?? false;
  const why = !(await isFolder(dirname(file)))
    ? "there is no such folder"
    : (await isFolder(file))
      ? "it is a folder"
      : null;
  if (why !== null) throw new InputError("cannot-write", `cannot write ${file}: ${why}`);
}

/** Of commands about a position. */
export function buildOption(): Option {
  return new Option("--build", "build what is missing however long it takes; unasked only what takes some ten seconds");
}
