/** include/canju.h beside `canju probe`: random legal positions, in all colours and mirror images, with all their moves. */
import { expect } from "vitest";
import { probe, rankMoves } from "../../src/query/probe.ts";
import { collectionPath, openOrMissing, type Collection, type TableProvider } from "../../src/table/catalog/catalog.ts";
import type { OrderKind } from "../../src/table/format/header.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { compareValues, DRAW, orderOf, type Value, type NamedValue } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { mirrorPosition, swapColours, type LegalPosition } from "../../src/xiangqi/position.ts";
import { isLegalPosition, legalPosition } from "../../src/xiangqi/validate.ts";
import type { Random } from "../oracle/random-graphs.ts";
import { sampleEach } from "../play/games.ts";
import { ask } from "./driver.ts";

const KINDS: readonly (OrderKind | null)[] = [null, "conversion", "check", "chase", "attack", "weak attack"];
const OUTCOMES = { win: 1, draw: 0, loss: -1 } as const;

/** A value as the driver writes it. */
export function formatAnswer({
  category,
  order,
  distance,
  kind,
  depends,
}: NamedValue & { kind: OrderKind | null }): string {
  return [OUTCOMES[category], KINDS.indexOf(kind), order ?? 0, distance ?? 0, ...(depends ? ["depends"] : [])].join(
    " ",
  );
}

/** Cells of a table drawn with equal chances, as they are, mirrored, with colours exchanged, or both. */
export async function randomPositions(
  provider: TableProvider,
  name: string,
  count: number,
  random: Random,
): Promise<LegalPosition[]> {
  const { index } = await openOrMissing(provider, name);
  const positions: LegalPosition[] = [];
  while (positions.length < count) {
    const board = index.boardAt(Math.floor(random() * index.cells));
    if (board === null) continue;
    const position = { board, turn: random() < 0.5 ? "red" : "black" } as const;
    if (!isLegalPosition(position)) continue;
    const mirrored = random() < 0.5 ? mirrorPosition(position) : position;
    positions.push(random() < 0.5 ? swapColours(mirrored) : mirrored);
  }
  return positions;
}

/** What the driver must answer to `root`: the order among equal moves is free, so each class of them is sorted. */
async function expectedMoves(position: LegalPosition, provider: TableProvider): Promise<string> {
  const moves = await rankMoves(position, provider);
  const named = (await probe(position, provider)).moves;
  let rank = 0;
  const ranks = moves.map(() => 0);
  for (let i = moves.length - 1; i >= 0; i--) {
    const [own, next] = [moves[i]!, moves[i + 1]];
    if (next !== undefined && (compareValues(own.value, next.value) !== 0 || own.after !== next.after)) rank++;
    ranks[i] = rank;
  }
  return moves
    .map(({ move, capture }, i) => {
      const best = Number(named[i]!.best);
      return `${moveFrom(move)} ${moveTo(move)} ${Number(capture)} ${best} ${ranks[i]} ${formatAnswer(named[i]!)}`;
    })
    .join(",");
}

/**
 * Asks both programs about so many positions of each endgame, and some of each order above 0 besides.
 * @param flags of opening
 * @returns how many positions were asked about, and the kinds of values met
 */
export async function expectAgreement(
  program: string,
  folder: string,
  collection: Collection,
  names: readonly string[],
  { each, random, flags = 0 }: { readonly each: number; readonly random: Random; readonly flags?: number },
): Promise<{ positions: number; kinds: Set<string> }> {
  const provider = new FolderCatalog(folder, collection);
  const positions: LegalPosition[] = [];
  for (const name of names) {
    positions.push(...(await randomPositions(provider, name, each, random)));
    // Orders above 0 are rare among them.
    const { values } = (await openOrMissing(provider, name)).header;
    const orders = new Set(values.filter((value) => value !== DRAW && orderOf(value) > 0).map(orderOf));
    const kinds = [...orders].map((order) => (value: Value) => value !== DRAW && orderOf(value) === order);
    positions.push(...(await sampleEach(provider, name, kinds, 5, random)).flat());
  }
  const questions = positions.flatMap((position) => {
    const fen = formatFen(position);
    return [`probe 0 ${fen}`, `root ${fen}`];
  });
  const opening = `open ${flags} 0 ${collectionPath(collection)} ${folder}`;
  const [opened, ...answers] = await ask(program, [opening, ...questions]);
  expect(opened).toBe("0");
  const kinds = new Set<string>();
  for (const [i, position] of positions.entries()) {
    const result = await probe(legalPosition(position), provider);
    const expected = [formatFen(position), formatAnswer(result), await expectedMoves(position, provider)];
    expect([expected[0], ...answers.slice(2 * i, 2 * i + 2)]).toEqual(expected);
    kinds.add(`${result.category} ${result.kind ?? ""}`.trim());
  }
  await provider.close();
  return { positions: positions.length, kinds };
}
