/** `canju store`: what a fleet's store holds. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { CheckedStore, CheckedTable } from "../check-store.ts";
import type { SignedProof } from "../signed-proofs.ts";
import { formatBytes } from "../../../../src/base/sizes.ts";
import { InputError } from "../../../../src/base/errors.ts";
import { interruptible } from "../../../../src/doors/cli/errors.ts";
import { addDataOption, jsonOption, keysOption } from "../../../../src/doors/cli/options.ts";
import { formatColumns, formatCount, printJson, printLine } from "../../../../src/doors/cli/output.ts";
import { ProgressLine } from "../../../../src/doors/cli/progress.ts";
import { loadFleet, storeOption, withStore } from "./fleet-options.ts";

interface StoreOptions {
  readonly store: string;
  readonly data: string;
  readonly deep?: true;
  readonly json?: true;
}

export function registerStore(program: Command): void {
  const store = program.command("store").description("what a fleet's store of tables holds (docs/guides/fleet.md)");
  const add = (name: string, about: string): Command =>
    store
      .command(name)
      .description(about)
      .addOption(storeOption())
      .addOption(jsonOption())
      .option("--debug", "show where an internal failure comes from");
  add("list", "list its tables").action((options: StoreOptions) => list(options));
  add("check", "compare what it holds with what its tables say of themselves and of one another")
    .option("--deep", "read every byte, compare it with its checksums, and sum the values")
    .action((options: StoreOptions) => check(options));
  addProofCommands(store, add);
  addDataOption(add("fetch", "fetch tables with all they lead to").argument("<endgames...>", "such as KRKAABB")).action(
    (names: string[], options: StoreOptions) => fetch(names, options),
  );
}

/** Contributed proofs: keys, who is trusted, handing records in. */
function addProofCommands(store: Command, add: (name: string, about: string) => Command): void {
  store
    .command("key")
    .description("make a key to sign contributed proofs with")
    .argument(
      "[file]",
      "where to keep it; nobody else may have it; default: among this user's keys, where workers find it",
    )
    .addOption(keysOption())
    .option("--debug", "show where an internal failure comes from")
    .action(async (file: string | undefined) => printLine(await (await loadFleet()).makeKey(file)));
  add("trust", "count the contributed proofs of a key; for the store's owner")
    .argument("<key>", "as `canju store key` prints it")
    .argument("<name>", "whose it is")
    .action(async (key: string, name: string, options: StoreOptions) => {
      const put = await withStore(options.store, ({ store: opened, fleet }) => fleet.trustKey(opened, key, name));
      printLine(put === "new" ? `${name} is trusted` : "this key is trusted already");
    });
  add("submit", "hand in a signed proof that somebody else made")
    .argument("<file>", "as `canju work NAME --proofs --sign KEY --out FILE` leaves it")
    .action(async (file: string, options: StoreOptions) => {
      const signed = await readSigned(file);
      const put = await withStore(options.store, (opened) => {
        return opened.fleet.submitProof(opened.store, opened.identity, signed);
      });
      printLine(put === "new" ? "the proof is in the store" : "this key has proven the table already");
    });
}

async function readSigned(file: string): Promise<SignedProof> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as SignedProof;
  } catch (error) {
    throw new InputError("bad-proof", `${file} holds no signed proof: ${(error as Error).message}`, { cause: error });
  }
}

async function list(options: StoreOptions): Promise<void> {
  await withStore(options.store, async ({ store, identity, fleet }) => {
    const { tables, proofs, contributed: signers } = await fleet.listStore(store, identity);
    const keys = await fleet.trustedKeys(store);
    const described = [];
    for (const { endgame, bytes } of tables) {
      const theirs = signers.get(endgame) ?? [];
      const own = keys.filter(({ key }) => theirs.includes(key));
      const untrusted = theirs.filter((key) => !keys.some((trusted) => trusted.key === key));
      const header = own.length === 0 ? null : await fleet.storedHeader(store, fleet.collectionOf(identity), endgame);
      const contributed = header === null ? [] : await fleet.contributionsTo(store, identity, header, own);
      described.push({ endgame, bytes, proven: proofs.has(endgame), contributed, untrusted });
    }
    // Nothing but headers and records was read: that a file is what its header says is not known.
    if (options.json) return printJson({ store: store.url, identity, stated: true, tables: described });
    const rows = described.map(({ endgame, bytes, proven, contributed, untrusted }) => {
      const by = contributed.map(({ name, date }) => `by ${name} (${date.slice(0, 10)}, stated)`);
      const others = untrusted.map((key) => `not counted: key ${key}`);
      return [endgame, formatBytes(bytes), [...(proven ? ["proven (stated)"] : []), ...by, ...others].join(", ")];
    });
    printLine(formatColumns([["endgame", "size", "proof"], ...rows], "lrl"));
    const total = formatBytes(tables.reduce((sum, { bytes }) => sum + bytes, 0));
    const proven = described.filter((table) => table.proven || table.contributed.length > 0).length;
    printLine(`\n${formatCount(tables.length)} tables, ${total}, ${formatCount(proven)} with proofs: ${store.url}`);
    if (proven > 0) printLine("stated: of the files as their headers say they are; canju store check --deep compares");
  });
}

async function check(options: StoreOptions): Promise<void> {
  const progress = new ProgressLine();
  const found = await interruptible(
    (signal) =>
      withStore(options.store, ({ store, identity, fleet }) => {
        let done = 0;
        const onTable = ({ endgame }: CheckedTable) => progress.update(() => `${++done}  ${endgame}`);
        return fleet.checkStore(store, identity, { deep: options.deep === true, signal, onTable });
      }),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
  const { tables, problems, unsummed } = found;
  if (options.json) printJson({ store: options.store, tables, problems, unsummed });
  else for (const { key, problem } of problems) printLine(`${key}: ${problem}`);
  if (problems.length > 0) {
    const wrong = `${problems.length} of its objects are not what they should be`;
    throw new InputError("bad-store", `${options.store}: ${wrong}: remove them, and plan again`);
  }
  tellUnsummed(unsummed);
  const are = options.deep ? "are as they should be" : "say what they should (--deep reads and sums them)";
  if (!options.json) printLine(`all ${formatCount(tables)} tables ${are}: ${options.store}`);
}

/** Their sums are only stated. */
function tellUnsummed(tables: CheckedStore["unsummed"]): void {
  for (const { key, problem } of tables) console.error(`canju: not summed: ${key}: ${problem}`);
}

async function fetch(names: readonly string[], options: StoreOptions): Promise<void> {
  const progress = new ProgressLine();
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
  tellUnsummed(fetched.unsummed);
  if (options.json) printJson({ store: options.store, data: options.data, ...fetched });
  else printLine(`fetched ${formatBytes(fetched.bytes)}, ${fetched.tables} tables are there: ${options.data}`);
}
