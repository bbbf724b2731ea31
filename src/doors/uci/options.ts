/** The options of the engine: how they are told to clients, and what clients set them to. */
import { InputError } from "../../base/errors.ts";
import { DEFAULT_COLLECTION, METRICS, RULES } from "../../table/catalog/collection.ts";
import { ORDERS, type Orders, type Rules } from "../../table/format/header.ts";
import type { Protocol } from "./protocol.ts";
import type { Metric } from "../../table/value.ts";

export interface EngineOptions {
  /** The data folder. */
  data: string;
  /** `auto`: to mate where there is such a table, else to conversion. */
  metric: Metric | "auto";
  rules: Rules;
  orders: Orders;
  /** How ranks are counted in moves. */
  ranks: "auto" | "0" | "1";
  multiPv: number;
  /** The most plies of a line. */
  lineLength: number;
  /** MiB for decoded blocks. */
  hash: number;
  /** Of the other engine. */
  threads: number;
  /** Plies without a capture after which a game is drawn; 0: there is no limit. */
  moveLimit: number;
  wdl: boolean;
  resign: boolean;
  /** Whether UCCI's times are in milliseconds; else in seconds. */
  milliseconds: boolean;
  tables: boolean;
  /** Whether a mate is announced with a proof alone: where there is no table, one is looked for before anything else is asked. */
  proveMates: boolean;
  /** A command line; empty: none. */
  engine: string;
}

type Named = keyof EngineOptions;

/** What clients may set and a command line need not say. */
export const USUAL_OPTIONS = {
  metric: "auto",
  rules: DEFAULT_COLLECTION.rules,
  orders: DEFAULT_COLLECTION.orders,
  ranks: "auto",
  multiPv: 1,
  lineLength: 20,
  hash: 64,
  threads: 1,
  moveLimit: 120,
  wdl: false,
  resign: false,
  milliseconds: true,
  tables: true,
  proveMates: false,
  engine: "",
} as const satisfies Partial<EngineOptions>;

type Kind =
  | { readonly type: "string" }
  | { readonly type: "combo"; readonly of: readonly string[] }
  | { readonly type: "spin"; readonly min: number; readonly max: number }
  | { readonly type: "check" };

interface Option {
  /** What it sets; null for what clients expect to find and nothing here depends on. */
  readonly sets: Named | null;
  readonly kind: Kind;
  /** Its value where it sets nothing. */
  readonly fixed?: string;
  readonly names: Readonly<Partial<Record<Protocol, string>>>;
}

const check: Kind = { type: "check" };
const combo = (...of: string[]): Kind => ({ type: "combo", of });
const spin = (min: number, max: number): Kind => ({ type: "spin", min, max });

const OPTIONS: readonly Option[] = [
  { sets: "milliseconds", kind: check, names: { ucci: "usemillisec" } },
  { sets: "tables", kind: check, names: { ucci: "useegtb" } },
  { sets: "data", kind: { type: "string" }, names: { uci: "DataFolder", ucci: "egtbpaths" } },
  { sets: "metric", kind: combo("auto", ...METRICS), names: { uci: "Metric", ucci: "metric" } },
  { sets: "rules", kind: combo(...RULES), names: { uci: "Rules", ucci: "rules" } },
  { sets: "orders", kind: combo(...ORDERS), names: { uci: "Orders", ucci: "orders" } },
  { sets: "ranks", kind: combo("auto", "0", "1"), names: { uci: "Ranks" } },
  { sets: "multiPv", kind: spin(1, 128), names: { uci: "MultiPV" } },
  { sets: "lineLength", kind: spin(1, 400), names: { uci: "LineLength" } },
  { sets: "hash", kind: spin(1, 4096), names: { uci: "Hash", ucci: "hashsize" } },
  { sets: "threads", kind: spin(1, 1024), names: { uci: "Threads" } },
  { sets: null, fixed: "false", kind: check, names: { uci: "Ponder" } },
  { sets: "moveLimit", kind: spin(0, 1000), names: { uci: "MoveLimit", ucci: "movelimit" } },
  { sets: "wdl", kind: check, names: { uci: "UCI_ShowWDL" } },
  { sets: null, fixed: "false", kind: check, names: { uci: "UCI_AnalyseMode" } },
  { sets: null, fixed: "xiangqi", kind: combo("xiangqi"), names: { uci: "UCI_Variant" } },
  { sets: "proveMates", kind: check, names: { uci: "ProveMates", ucci: "provemates" } },
  { sets: "resign", kind: check, names: { ucci: "resign" } },
  { sets: "engine", kind: { type: "string" }, names: { uci: "Engine" } },
];

/** What another engine is told as well when a client sets it, by that engine's name for it. */
export const HANDED_ON: Readonly<Partial<Record<Named, string>>> = {
  multiPv: "MultiPV",
  hash: "Hash",
  threads: "Threads",
};

/** The lines that tell a client of the options. */
export function describeOptions(protocol: Protocol, options: EngineOptions): string[] {
  const lines = OPTIONS.flatMap((option) => {
    const name = option.names[protocol];
    if (name === undefined) return [];
    const set = option.sets === null ? option.fixed! : String(options[option.sets]);
    // The folder of the command line goes without saying: it is what the empty string means.
    const value = option.sets === "data" || set === "" ? "<empty>" : set;
    const { kind } = option;
    const limits = kind.type === "spin" ? [`min ${kind.min} max ${kind.max}`] : [];
    const choices = kind.type === "combo" ? [kind.of.map((each) => `var ${each}`).join(" ")] : [];
    const words =
      protocol === "uci"
        ? ["option name", name, "type", kind.type, "default", value, ...limits, ...choices]
        : ["option", name, "type", kind.type, ...limits, ...choices, "default", value];
    return [words.join(" ")];
  });
  return protocol === "uci" ? lines : [...lines, "option newgame type button"];
}

/** Names compare without regard to case, blanks and underscores. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_]/g, "");
}

/**
 * Sets an option by its name in either protocol; a number out of range is taken to the nearest limit.
 * @param ofCommandLine what the empty string stands for
 * @returns which member was set; null for an option that sets nothing
 * @throws InputError `no-such-option`; `bad-value` for what is none of an option's choices, or no number
 */
export function setOption(
  options: EngineOptions,
  name: string,
  value: string,
  ofCommandLine: EngineOptions,
): Named | null {
  const plain = plainName(name);
  const option = OPTIONS.find(({ names }) => Object.values(names).some((each) => plainName(each) === plain));
  if (option === undefined) throw new InputError("no-such-option", `there is no option "${name}"`);
  if (option.sets === null) return null;
  const { sets, kind } = option;
  const text = value === "<empty>" ? "" : value;
  const set = (found: string | number | boolean): Named => {
    Object.assign(options, { [sets]: found });
    return sets;
  };
  const refuse = (wanted: string): never => {
    throw new InputError("bad-value", `option ${name} takes ${wanted}, not "${value}"`);
  };
  switch (kind.type) {
    case "string":
      return set(text === "" ? ofCommandLine[sets] : text);
    case "check":
      return /^(true|false)$/i.test(text) ? set(text.toLowerCase() === "true") : refuse("true or false");
    case "combo":
      return kind.of.includes(text.toLowerCase()) ? set(text.toLowerCase()) : refuse(kind.of.join(", "));
    case "spin": {
      const number = Math.round(Number(text));
      if (text === "" || Number.isNaN(number)) return refuse(`a number from ${kind.min} to ${kind.max}`);
      return set(Math.min(Math.max(number, kind.min), kind.max));
    }
  }
}
