/** `canju prove`: looks for a proof that a position is won, or lost, whatever men it has. */
import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { explainWriteError, writeWhole } from "../../base/node/disk.ts";
import { LeafBook } from "../../prove/leaf-tables.ts";
import { writeProofTree } from "../../prove/proof-tree.ts";
import { provePosition, winningMoves, type ProvedPosition } from "../../prove/prove.ts";
import { nameLine, otherMoves, toCooksJson, toProvedJson, type CookJson } from "../../say/proof.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { legalPosition } from "../../xiangqi/validate.ts";
import { describeProof } from "./check.ts";
import { interruptible } from "./errors.ts";
import { addDataOption, checkDataFolder, checkFilePlace, jsonOption, sizeInBytes, wholeNumber } from "./options.ts";
import { formatColumns, formatCount, formatPlies, formatSeconds, printJson, printLine } from "./output.ts";
import { addPositionArgument, readPosition } from "./positions.ts";

const TABLES =
  "let the proof rest on tables of the data folder: none: it then holds under any rules about repetitions; asian: under those";

interface ProveFlags {
  readonly data: string;
  readonly tables?: "none" | "asian";
  readonly seconds: number;
  readonly memory: number;
  readonly checks?: true;
  readonly cooks?: true;
  readonly certificate?: string;
  readonly json?: true;
}

const MEMORY = "what the search by all moves may take for its tables, such as 1G (K, M, G, T), from 32M on";

export function registerProve(program: Command): void {
  const command = program.command("prove").description("prove that a position is won, however many men it has");
  addPositionArgument(command, true)
    .addOption(new Option("--seconds <count>", "how long to look").argParser(wholeNumber(1, 86_400)).default(10))
    .addOption(new Option("--memory <size>", MEMORY).argParser(memoryOfTables).default(2 ** 28, "256M"))
    .option("--checks", "look for wins by checks alone")
    .addOption(new Option("--tables <rules>", TABLES).choices(["none", "asian"]))
    .option("--cooks", "look for other moves that win 双解 as well, for as long again")
    .option("--certificate <file>", "write the proof tree, for `canju check`")
    .addOption(jsonOption());
  addDataOption(command).action((words: string[], flags: ProveFlags) =>
    prove(legalPosition(readPosition(words.join(" "))), flags),
  );
}

function memoryOfTables(text: string): number {
  const bytes = sizeInBytes(text);
  if (bytes < 2 ** 25) throw new InvalidArgumentError("It must be at least 32M.");
  return bytes;
}

async function prove(position: LegalPosition, flags: ProveFlags): Promise<void> {
  const { seconds, memory: memoryBytes, checks: checksAlone = false, certificate, json } = flags;
  if (certificate !== undefined) await checkFilePlace(certificate);
  const catalog = flags.tables === undefined ? undefined : await openLeaves(flags.data, flags.tables);
  const leaves = catalog && (await LeafBook.load(position, catalog));
  const start = performance.now();
  let took = 0;
  const [proved, cooks] = await interruptible(
    async (signal) => {
      const options = { seconds, memoryBytes, checksAlone, signal, ...(leaves && { leaves }) };
      const first = await provePosition(position, options);
      took = (performance.now() - start) / 1000;
      const others = flags.cooks ? await winningMoves(position, otherMoves(position, first), options) : [];
      return [first, toCooksJson(position, others)] as const;
    },
    () => {},
  );
  await catalog?.close();
  if (json)
    printJson(flags.cooks ? { ...toProvedJson(position, proved, took), cooks } : toProvedJson(position, proved, took));
  else printLine([describe(position, proved, took), ...(flags.cooks ? [describeCooks(proved, cooks)] : [])].join("\n"));
  if (proved.tree === null || certificate === undefined) return;
  await writeWhole(certificate, writeProofTree(proved.tree)).catch((error: unknown) => {
    throw explainWriteError(error, certificate);
  });
}

async function openLeaves(folder: string, rules: "none" | "asian"): Promise<FolderCatalog> {
  await checkDataFolder(folder);
  return new FolderCatalog(folder, { rules });
}

function describeCooks({ result }: ProvedPosition, cooks: readonly CookJson[]): string {
  if (result !== "win") return "Other winning moves are looked for where one is proven";
  if (cooks.length === 0) return "No other move is proven to win";
  const rows = cooks.map(({ uci, wxf, chinese, plies }) => [`${uci} ${wxf} ${chinese}`, formatPlies(plies)]);
  return `Other moves that are proven to win, in at most:\n${formatColumns(rows, "lr")}`;
}

function describe(position: LegalPosition, proved: ProvedPosition, seconds: number): string {
  const work = `${formatCount(proved.nodes)} ${proved.nodes === 1 ? "node" : "nodes"}, ${formatPlies(proved.deepest)} deep, ${formatSeconds(seconds)}`;
  if (proved.proof === null) return `${formatFen(position)}\nNot proven (${work})`;
  const line = nameLine(position, proved).map(({ uci, wxf, chinese }) => `${uci} ${wxf} ${chinese}`);
  if (position.turn === "black") line.unshift("...");
  const rows = Array.from({ length: Math.ceil(line.length / 2) }, (_, i) => [
    `${i + 1}.`,
    line[2 * i]!,
    line[2 * i + 1] ?? "",
  ]);
  const moves = rows.length === 0 ? "" : `\n\n${formatColumns(rows, "rll")}\n`;
  return `${formatFen(position)}\n${describeProof(proved.proof)}${moves}\nProven and checked: ${work}`;
}
