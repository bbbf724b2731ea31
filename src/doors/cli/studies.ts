/** `canju studies`: remarkable positions of a table, with solutions and false tries. */
import type { Command } from "commander";
import { canonicalEndgame, parseEndgame } from "../../endgame/endgame.ts";
import { findPuzzles } from "../../play/studies/find.ts";
import type { Puzzle } from "../../play/studies/puzzle.ts";
import { interruptible } from "./errors.ts";
import { addTableOptions, wholeNumber, type TableOptions } from "./options.ts";
import { formatPlies, printJson, printLine } from "./output.ts";
import { withTables } from "./tables.ts";

interface StudiesOptions extends TableOptions {
  readonly count: number;
}

export function registerStudies(program: Command): void {
  const command = program
    .command("studies")
    .description(
      "studies of an endgame: the longest wins by only moves, mutual zugzwangs, quiet king moves, perpetuals",
    )
    .argument("<endgame>", "such as KRKN");
  addTableOptions(command)
    .option("--count <count>", "how many of each kind", wholeNumber(1, 1000), 4)
    .action((name: string, options: StudiesOptions) => runStudies(name, options));
}

async function runStudies(name: string, options: StudiesOptions): Promise<void> {
  const { endgame } = canonicalEndgame(parseEndgame(name));
  const puzzles = await interruptible(
    (signal) => withTables(options, (catalog) => findPuzzles(endgame.name, catalog, { count: options.count, signal })),
    () => {},
  );
  if (options.json) printJson({ endgame: endgame.name, studies: puzzles });
  else if (puzzles.length === 0) printLine(`${endgame.name} has no studies`);
  else printLine(puzzles.map(describe).join("\n\n"));
}

function describe({ kind, fen, outcome, distance, order, grade, solution, tries, otherwise }: Puzzle): string {
  const orders = order === 0 ? "" : `, order ${order}`;
  const value = `${outcome}${distance === null ? "" : ` in ${formatPlies(distance)}`}${orders}`;
  const moves = (text: string) => (text.match(/.{4}/g) ?? []).join(" ");
  const lines = [`${kind}, grade ${grade}: ${value}`, fen, `  ${moves(solution)}`];
  if (otherwise !== undefined) lines.push(`  otherwise ${otherwise.outcome}: ${moves(otherwise.solution)}`);
  for (const { uci, result, reply } of tries) lines.push(`  not ${uci}: ${result}, ${reply ?? ""}`);
  return lines.join("\n");
}
