/** `canju random`: random positions of an endgame, as wished, for tests and for practice. */
import { Option, type Command } from "commander";
import { randomPosition, type RandomPosition, type SampleWish } from "../../query/sample.ts";
import type { Category } from "../../table/value.ts";
import { interruptible } from "./errors.ts";
import { addTableOptions, wholeNumber, type TableOptions } from "./options.ts";
import { streamText } from "./output.ts";
import { withTables } from "./tables.ts";

interface RandomOptions extends TableOptions {
  readonly number: number;
  readonly seed?: number;
  readonly turn?: "w" | "b";
  readonly outcome?: Category;
  readonly order?: number;
  readonly min?: number;
  readonly max?: number;
}

export function registerRandom(program: Command): void {
  const plies = wholeNumber(0, 65_535);
  const command = program
    .command("random")
    .description("random legal positions of an endgame, a FEN on each line; --json has their values as well")
    .argument("<endgame>", "such as KRKN, in the colours wanted");
  addTableOptions(command)
    .addOption(new Option("-n, --number <count>", "so many").default(1).argParser(wholeNumber(1, 1e9)))
    .addOption(new Option("--seed <number>", "the same positions each time").argParser(wholeNumber(0, 2 ** 32 - 1)))
    .addOption(new Option("--turn <side>", "the side to move").choices(["w", "b"]))
    .addOption(new Option("--outcome <outcome>", "for the side to move").choices(["win", "draw", "loss"]))
    .addOption(
      new Option("--order <order>", "0: by conversion; r: by a forbidden perpetual, of order r").argParser(plies),
    )
    .addOption(new Option("--min <plies>", "the least distance").argParser(plies))
    .addOption(new Option("--max <plies>", "the greatest distance").argParser(plies))
    .action((name: string, options: RandomOptions) => drawPositions(name, options));
}

async function drawPositions(name: string, options: RandomOptions): Promise<void> {
  const { number, seed, turn, outcome, order, min, max, json } = options;
  const wish: SampleWish = { ...(turn && { turn: turn === "w" ? "red" : "black" }), outcome, order, min, max };
  const random = seed === undefined ? Math.random : seededRandom(seed);
  await interruptible(
    (signal) =>
      withTables(options, async (catalog) => {
        for (let i = 0; i < number; i++) {
          signal.throwIfAborted();
          const position = await randomPosition(name, wish, catalog, random);
          await streamText(json ? `${i === 0 ? "[" : ","}\n${formatItem(position)}` : `${position.fen}\n`);
        }
      }),
    () => {},
  );
  if (json) await streamText("\n]\n");
}

/** As `printJson` has the items of an array. */
function formatItem(position: RandomPosition): string {
  return JSON.stringify(position, null, 2).replaceAll(/^/gm, "  ");
}

/** Numbers from 0 up to, not including, 1: mulberry32, so that a seed gives the same ones everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
