/**
 * Draws that could be stored as won and lost without any contradiction between a position and its successors: every move
 * of the loser stays among them or loses otherwise, and the winner can stay among them. Only that no rule forbids the loser
 * to go on makes them draws.
 */
import { openOrMissing, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { indexOfTable } from "../../src/table/format/index-parameters.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { DRAW } from "../../src/table/value.ts";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";

export interface DrawnCell {
  readonly turn: Colour;
  readonly cell: number;
}

/** The largest ring of one endgame in which `loser` could be said to lose. */
export async function vouchingRing(provider: TableProvider, name: string, loser: Colour): Promise<DrawnCell[]> {
  const table = await openOrMissing(provider, name);
  const index = indexOfTable(table.header, table.file);
  const keyOf = (turn: Colour, cell: number) => `${turn} ${cell}`;
  /** By key: the cell, and the keys of the draws that its quiet moves lead to. */
  const ring = new Map<string, DrawnCell & { readonly draws: readonly string[] }>();
  for (const turn of COLOURS) {
    const codes = await table.readSide(turn);
    for (let cell = 0; cell < codes.length; cell++) {
      const board = table.header.values[codes[cell]!] === DRAW ? index.boardAt(cell) : null;
      if (board === null || index.indexOf(board) !== cell || !isLegalPosition({ board, turn })) continue;
      const draws: string[] = [];
      let saved = false;
      for (const move of legalMoves({ board, turn })) {
        const next = applyMove({ board, turn } as LegalPosition, move);
        if ((await valueOf(next, provider)) !== DRAW) continue;
        if (isCapture({ board, turn }, move)) saved = true;
        else draws.push(keyOf(next.turn, index.indexOf(next.board)));
      }
      if (turn !== loser || !saved) ring.set(keyOf(turn, cell), { turn, cell, draws });
    }
  }
  for (let size = -1; size !== ring.size;) {
    size = ring.size;
    for (const [key, { turn, draws }] of ring) {
      const inside = draws.filter((draw) => ring.has(draw));
      if (inside.length === 0 || (turn === loser && inside.length < draws.length)) ring.delete(key);
    }
  }
  return [...ring.values()];
}
