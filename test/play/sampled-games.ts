/** Games from sampled positions of built tables: every win of an order above 0 must be won, every draw held. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { openOrMissing, type Collection } from "../../src/table/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, orderOf } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { swapColours } from "../../src/xiangqi/position.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { IDEAS } from "./adversaries.ts";
import { favoured, playGame, samplePositions } from "./games.ts";

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

/** From so many positions of each order above 0 and of the draws, half of them with the colours exchanged, every idea is tried. */
export async function playSampled(
  provider: FolderCatalog,
  name: string,
  positions: number,
  drawPlies: number,
): Promise<Sample> {
  const { values } = (await openOrMissing(provider, name)).header;
  const orders = [...new Set(values.filter((value) => value !== DRAW && orderOf(value) > 0).map(orderOf))];
  const random = randomNumbers(1);
  const failures: string[] = [];
  let games = 0;
  for (const order of [...orders, null]) {
    const isWanted = (value: number) => (order === null ? value === DRAW : value !== DRAW && orderOf(value) === order);
    const starts = await samplePositions(provider, name, isWanted, positions, random);
    for (const [i, sampled] of starts.entries()) {
      const start = i % 2 === 0 ? sampled : swapColours(sampled);
      const colour = await favoured(start, provider, i % 4 < 2 ? "red" : "black");
      for (const idea of IDEAS) {
        const maxPlies = order === null ? drawPlies : 600;
        const { outcome, plies, reason } = await playGame(start, colour, provider, { idea, random, maxPlies });
        games++;
        if (order === null ? outcome !== "lost" : outcome === "won") continue;
        failures.push(`${colour} from ${formatFen(start)}, an opponent who ${idea}: ${outcome} in ${plies}: ${reason}`);
      }
    }
  }
  return { games, orders, failures };
}
