/** `canju engine`, `canju uci`, `canju ucci`: an engine for programs that speak UCI, UCI-Cyclone or UCCI. */
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { Option, type Command } from "commander";
import { linesOf } from "../uci/lines.ts";
import { Session } from "../uci/session.ts";
import { USUAL_OPTIONS, type EngineOptions } from "../uci/options.ts";
import type { Protocol } from "../uci/protocol.ts";
import { METRICS } from "../../table/catalog/collection.ts";
import { VERSION } from "../../base/version.ts";
import { explainWriteError } from "../../base/node/disk.ts";
import { addDataOption, checkFilePlace, ordersOption, rulesOption } from "./options.ts";

interface Options extends Pick<EngineOptions, "data" | "metric" | "rules" | "orders" | "engine"> {
  readonly log?: string;
}

const ABOUT: Readonly<Record<string, string>> = {
  engine: "an engine for programs that speak UCI, UCI-Cyclone or UCCI",
  uci: "the same, for a client that begins without a word",
  ucci: "the same, for a client that begins without a word of UCCI",
};

export function registerEngine(program: Command): void {
  for (const [name, about] of Object.entries(ABOUT)) {
    addDataOption(program.command(name).description(about))
      .addOption(
        new Option("--metric <metric>", "auto: to mate where there is such a table, else to conversion")
          .choices(["auto", ...METRICS])
          .default(USUAL_OPTIONS.metric),
      )
      .addOption(rulesOption().default(USUAL_OPTIONS.rules))
      .addOption(ordersOption().default(USUAL_OPTIONS.orders))
      .option("--engine <command>", "a UCI engine to ask where there are no tables", USUAL_OPTIONS.engine)
      .option("--log <file>", "append all that is said, both ways")
      .action((options: Options) => runEngine(options, name === "ucci" ? "ucci" : "uci"));
  }
}

async function runEngine({ log, ...options }: Options, protocol: Protocol): Promise<void> {
  const file = log === undefined ? null : await openLog(log);
  const write = (line: string): void => {
    note(file, "<", line);
    process.stdout.write(`${line}\n`);
  };
  const { data, metric, rules, orders, engine } = options;
  const session = new Session({
    options: { ...USUAL_OPTIONS, data, metric, rules, orders, engine },
    version: VERSION,
    protocol,
    write,
  });
  for await (const line of linesOf(process.stdin)) {
    note(file, ">", line ?? "(too long)");
    if (line !== null && !(await session.take(line))) break;
  }
  await session.end();
  // Whatever is still being computed is of no use to anybody.
  process.stdout.write("", (error) => {
    if (error) return; // the program ends by it (output.ts)
    if (file === null) process.exit(0);
    file.end(() => process.exit(0));
  });
}

/** @throws InputError where it cannot be written. What goes wrong later is told, and the game goes on. */
async function openLog(path: string): Promise<WriteStream> {
  await checkFilePlace(path);
  const file = createWriteStream(path, { flags: "a" });
  await once(file, "open").catch((error: unknown) => {
    throw explainWriteError(error, path);
  });
  return file.on("error", ({ message }) => console.error(`canju: ${message}`));
}

function note(file: WriteStream | null, from: string, line: string): void {
  file?.write(`${from} ${line}\n`);
}
