/** docs/spec/content-sum.md written down once more, slowly: a value, a byte or two, at a time. */
import { createHash } from "node:crypto";
import type { EndgameIndex } from "../../src/endgame/index.ts";
import { indexOfTable } from "../../src/table/format/index-parameters.ts";
import type { Table } from "../../src/table/read/table.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";

/** Whether a twin of the inner man has the greater key, so that the cell is not used. */
export function isDouble(index: EndgameIndex, cell: number, board: Uint8Array): boolean {
  if (index.inner === null) return false;
  const key = (square: number) => Math.floor(square / 9) * 9 + Math.abs((square % 9) - 4);
  const inner = Math.floor(cell / index.black.count) % 90;
  for (let square = 0; square < SQUARES; square++) {
    if (board[square] === board[inner] && key(square) > key(inner)) return true;
  }
  return false;
}

export async function slowContentSum(table: Table): Promise<string> {
  const { info, cells } = table.header;
  const index = indexOfTable(table.header, table.file);
  const found: (number | null)[] = [];
  for (const turn of ["red", "black"] as const) {
    for (let cell = 0; cell < cells; cell++) {
      const board = index.boardAt(cell);
      const counts = board !== null && isLegalPosition({ board, turn }) && !isDouble(index, cell, board);
      found.push(counts ? await table.valueAt(turn, cell) : null);
    }
  }

  const occurring = new Set<number>([0, ...found.filter((value) => value !== null)]);
  const list = Array.from(occurring).sort((a, b) => a - b);
  const { inner, outer } = info.index.parameters as { inner: string; outer: string };
  let text = `canju content sum 1\nendgame ${info.endgame}\nmetric ${info.metric}\nrules ${info.rules}\n`;
  for (const name of Object.keys(info.switches).sort())
    if (info.switches[name] === true) text += `switch ${name} true\n`;
  if (info.orderForm !== null) text += `orders ${info.orderForm}\n`;
  text += `index formations 1\ninner ${inner}\nouter ${outer}\ncells ${cells}\nvalues ${list.join(" ")}\n`;
  const bytes = list.length <= 255 ? 1 : 2;
  const body = Buffer.alloc(bytes * found.length);
  found.forEach((value, i) =>
    body.writeUIntLE(value === null ? 256 ** bytes - 1 : list.indexOf(value), bytes * i, bytes),
  );
  return createHash("sha256").update(text, "utf8").update(body).digest("hex");
}
