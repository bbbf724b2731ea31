/** `canju material`: what combinations of material are worth, and counting what is known by categories of soldiers. */
import { Option, type Command } from "commander";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { makeAnswerer } from "../../knowledge/material/answer.ts";
import { parsePair } from "../../knowledge/material/paper/space.ts";
import { buildMaterial, type MaterialBuildReport } from "../../knowledge/learn/node/build.ts";
import { MATERIAL_FOLDER, readMaterialBase } from "../../knowledge/material/node/files.ts";
import { type Rows, confusionRows, evaluateHeldOut, methodOfTable, plbRows } from "../../knowledge/learn/held-out.ts";
import { InputError } from "../../base/errors.ts";
import { material as english } from "../../say/words/en/material.ts";
import { describeAnswer } from "../../say/words/material.ts";
import { parseEndgame } from "../../endgame/endgame.ts";
import { DEFAULT_COLLECTION } from "../../table/catalog/catalog.ts";
import { BuildProgress, buildTables } from "./building.ts";
import { interruptible } from "./errors.ts";
import { addDataOption, jsonOption, checkDataFolder } from "./options.ts";
import { formatColumns, formatCount, printJson, printLine } from "./output.ts";

interface MaterialOptions {
  readonly table?: "1" | "2" | "3";
  readonly files: string;
  readonly json?: true;
}

interface MaterialBuildCommandOptions {
  readonly data: string;
  readonly exchanges?: boolean;
  readonly files: string;
  readonly json?: true;
}

export function registerMaterial(program: Command): void {
  const material = program
    .command("material")
    .description("what a combination of material is worth, and why")
    .argument("[name]", "such as KRNKCCAABB; Pt, Pl, Pb are soldiers that stand high, low, at the bottom")
    .addOption(new Option("--table <number>", "a table of Chen et al. on held-out endgames").choices(["1", "2", "3"]))
    .addOption(filesOption())
    .addOption(jsonOption())
    .action((name: string | undefined, options: MaterialOptions) => show(name, options));
  const build = material
    .command("build")
    .description("count the tables of a folder that are new, by how far soldiers have come")
    .option("--exchanges", "measure the exchanges that are not known yet as well: hours")
    .addOption(filesOption())
    .addOption(jsonOption());
  // The options of the command above it count as well.
  addDataOption(build).action((_: object, command: Command) => runBuild(command.optsWithGlobals()));
}

function filesOption(): Option {
  return new Option("--files <folder>", "the folder of what is known about material").default(
    MATERIAL_FOLDER,
    "that of the program",
  );
}

async function show(name: string | undefined, { table, files, json }: MaterialOptions): Promise<void> {
  if (table !== undefined) showTable(Number(table) as 1 | 2 | 3, files, json === true);
  else if (name === undefined) throw new InputError("bad-material", "name a material such as KRNKCCAABB, or a --table");
  else {
    const pair = parsePair(name); // before reading files: a wrong name is the first thing to say
    const { answer: answerTo } = makeAnswerer(readMaterialBase(files), (await openAtlas()).entries);
    const answer = answerTo(pair);
    if (json) printJson(answer);
    else printLine(describeAnswer(answer, english).join("\n  "));
  }
}

function showTable(table: 1 | 2 | 3, files: string, json: boolean): void {
  const evaluation = evaluateHeldOut(files);
  if (table === 1) return json ? printJson(evaluation.plb) : printLine(align(plbRows(evaluation)));
  const method = methodOfTable(evaluation, table);
  if (json) return printJson(method);
  printLine(`${method.name}\n\n${align(confusionRows(method.all))}`);
}

function align(rows: Rows): string {
  return formatColumns(rows, `l${"r".repeat(rows[0]!.length - 1)}`);
}

async function runBuild({ data, exchanges = false, files, json }: MaterialBuildCommandOptions): Promise<void> {
  await checkDataFolder(data);
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const report = await interruptible(
    (signal) =>
      buildMaterial({
        data,
        folder: files,
        exchanges,
        signal,
        tell,
        buildFirst: (names) => buildFirst(names, data, signal),
      }),
    () => tell("stopping (once more to stop at once): what is counted is kept ..."),
  );
  if (json) printJson(report);
  else printLine(describe(report, files));
}

async function buildFirst(names: readonly string[], data: string, signal: AbortSignal): Promise<void> {
  const progress = new BuildProgress("something to learn from");
  await buildTables(names.map(parseEndgame), { data, ...DEFAULT_COLLECTION }, signal, progress);
}

function describe(report: MaterialBuildReport, files: string): string {
  const { endgames, counted, known, exchanges, missingDefences } = report;
  const parts = [
    `${formatCount(endgames)} solved endgames (${formatCount(counted)} new), ${formatCount(known)} materials, ${formatCount(exchanges)} exchanges`,
    missingDefences.length === 0
      ? "complete: every defence of the rule has a solved attack"
      : `no solved attack on ${missingDefences.length} of 144 defences: ${shorten(missingDefences)}`,
    counted === 0 ? `nothing new: ${files}` : files,
  ];
  return parts.join("\n");
}

function shorten(names: readonly string[]): string {
  return names.length <= 6 ? names.join(" ") : `${names.slice(0, 6).join(" ")} and ${names.length - 6} more`;
}
