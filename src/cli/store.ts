/** `canju store`: what a fleet's store holds. */
import { type Command } from "commander";
import type { CheckedTable } from "../fleet/check-store.ts";
import { formatBytes } from "../table/sizes.ts";
import { InputError } from "../xiangqi/errors.ts";
import { interruptible } from "./errors.ts";
import { addDataOption, jsonOption } from "./options.ts";
import { formatColumns, formatCount, printJson, printLine } from "./output.ts";
import { Progress } from "./progress.ts";
import { storeOption, withStore } from "./fleet.ts";

interface StoreOptions {
  readonly store: string;
  readonly data: string;
  readonly deep?: true;
  readonly json?: true;
}

export function registerStore(program: Command): void {
  const store = program.command("store").description("what a fleet's store of tables holds (docs/fleet.md)");
  const add = (name: string, about: string): Command =>
    store
      .command(name)
      .description(about)
      .addOption(storeOption())
      .addOption(jsonOption())
      .option("--debug", "show where an internal failure comes from");
  add("list", "list its tables").action((options: StoreOptions) => list(options));
  add("check", "compare what it holds with what its tables say of themselves and of one another")
    .option("--deep", "read every byte, and compare it with its checksums")
    .action((options: StoreOptions) => check(options));
  addDataOption(add("fetch", "fetch tables with all they lead to").argument("<endgames...>", "such as KRKAABB")).action(
    (names: string[], options: StoreOptions) => fetch(names, options),
  );
}

async function list(options: StoreOptions): Promise<void> {
  await withStore(options.store, async ({ store, identity, fleet }) => {
    const { tables, proofs } = await fleet.listStore(store, identity);
    const described = tables.map(({ endgame, bytes }) => ({ endgame, bytes, proven: proofs.has(endgame) }));
    if (options.json) return printJson({ store: store.url, identity, tables: described });
    const rows = described.map(({ endgame, bytes, proven }) => [endgame, formatBytes(bytes), proven ? "proven" : ""]);
    printLine(formatColumns([["endgame", "size", "proof"], ...rows], "lrl"));
    const total = formatBytes(tables.reduce((sum, { bytes }) => sum + bytes, 0));
    printLine(`\n${formatCount(tables.length)} tables, ${total}, ${formatCount(proofs.size)} proven: ${store.url}`);
  });
}

async function check(options: StoreOptions): Promise<void> {
  const progress = new Progress();
  const found = await interruptible(
    (signal) =>
      withStore(options.store, ({ store, identity, fleet }) => {
        let done = 0;
        const onTable = ({ endgame }: CheckedTable) => progress.update(() => `${++done}  ${endgame}`);
        return fleet.checkStore(store, identity, { deep: options.deep === true, signal, onTable });
      }),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
  const { tables, problems } = found;
  if (options.json) printJson({ store: options.store, tables, problems });
  else for (const { key, problem } of problems) printLine(`${key}: ${problem}`);
  if (problems.length > 0) {
    const wrong = `${problems.length} of its objects are not what they should be`;
    throw new InputError("bad-store", `${options.store}: ${wrong}: remove them, and plan again`);
  }
  if (!options.json) printLine(`all ${formatCount(tables)} tables are as they should be: ${options.store}`);
}

async function fetch(names: readonly string[], options: StoreOptions): Promise<void> {
  const progress = new Progress();
  const fetched = await interruptible(
    (signal) =>
      withStore(options.store, ({ store, identity, fleet }) =>
        fleet.fetchClosure(store, identity, names, options.data, {
          signal,
          onTable: (name) => progress.update(() => name),
        }),
      ),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
  if (options.json) printJson({ store: options.store, data: options.data, ...fetched });
  else printLine(`fetched ${formatBytes(fetched.bytes)}, ${fetched.tables} tables are there: ${options.data}`);
}
