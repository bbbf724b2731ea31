/** Games from sampled positions of built tables: every win of an order above 0 must be won, every draw held. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { openOrMissing, type Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { isDependent, isDraw, orderOf } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { swapColours } from "../../src/xiangqi/position.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { IDEAS } from "./adversaries.ts";
import { favoured, playGame, sampleEach } from "./games.ts";

/** Builds tables into a folder, a new one if none is given. */
export async function buildTables(names: readonly string[], collection: Collection, into?: string): Promise<string> {
  const folder = into ?? (await mkdtemp(join(tmpdir(), "canju-test-")));
  await buildClosure(names.map(parseEndgame), { folder, ...collection, threads: 1 });
  return folder;
}

export interface Sample {
  readonly games: number;
  /** Orders above 0 that were played. */
  readonly orders: readonly number[];
  readonly failures: readonly string[];
}

/**
 * From so many positions of each order above 0, of the draws, and of what depends on how the rules are read, half of them with the
 * colours exchanged, every idea is tried; or only so many of them, others for each position.
 */
export async function playSampled(
  provider: FolderCatalog,
  name: string,
  positions: number,
  drawPlies: number,
  ideas: number = IDEAS.length,
): Promise<Sample> {
  const { values } = (await openOrMissing(provider, name)).header;
  const decided = values.filter((value) => !isDraw(value) && (orderOf(value) > 0 || isDependent(value)));
  const orders = [...new Set(decided.map(orderOf))].filter((order) => order > 0);
  const draws = values.filter(isDraw);
  // What depends on how the rules are read is sampled apart.
  const groups = Map.groupBy([...decided, ...draws], (value) => {
    return `${isDependent(value)} ${isDraw(value) ? "draw" : orderOf(value)}`;
  });
  const random = randomNumbers(1);
  const failures: string[] = [];
  let games = 0;
  let begun = 0;
  const kinds = [...groups.values()];
  const isOf = kinds.map((wanted) => (value: number) => wanted.includes(value));
  const sampled = await sampleEach(provider, name, isOf, positions, random);
  for (const [kind, wanted] of kinds.entries()) {
    const isDrawn = isDraw(wanted[0]!);
    const starts = sampled[kind]!;
    for (const [i, position] of starts.entries()) {
      const start = i % 2 === 0 ? position : swapColours(position);
      const colour = await favoured(start, provider, i % 4 < 2 ? "red" : "black");
      const tried = ideas === IDEAS.length ? IDEAS : IDEAS.map((_, at) => IDEAS[(begun + at) % IDEAS.length]!);
      begun++;
      for (const idea of tried.slice(0, ideas)) {
        const maxPlies = isDrawn ? drawPlies : 600;
        const { outcome, plies, reason } = await playGame(start, colour, provider, {
          idea,
          random,
          maxPlies,
          varies: games % 2 === 1,
        });
        games++;
        if (isDrawn ? outcome !== "lost" : outcome === "won") continue;
        failures.push(`${colour} from ${formatFen(start)}, an opponent who ${idea}: ${outcome} in ${plies}: ${reason}`);
      }
    }
  }
  return { games, orders, failures };
}
