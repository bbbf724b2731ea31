/** Positions as text: FEN. */
import { checkText } from "../base/errors.ts";
import type { Colour } from "./pieces.ts";
import { EMPTY, pieceLetter, pieceOf, roleOfLetter } from "./pieces.ts";
import type { LegalPosition, Position } from "./position.ts";
import { FILES, RANKS, SQUARES, squareAt } from "./squares.ts";
import { type Fault, UnreadablePosition } from "./unreadable.ts";
import { legalPosition } from "./validate.ts";

/** Where a game begins. */
export const START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

const SIDES: ReadonlyMap<string, Colour> = new Map([
  ...["w", "r", "white", "red", "红", "紅"].map((word) => [word, "red"] as const),
  ...["b", "black", "黑"].map((word) => [word, "black"] as const),
]);

/** The side to move that a word of a FEN names, in any case; undefined for any other word. */
export function parseSide(word: string): Colour | undefined {
  return SIDES.get(word.toLowerCase());
}

function malformed(message: string, fault: Fault): UnreadablePosition {
  return new UnreadablePosition("bad-fen", `malformed FEN: ${message}`, fault);
}

function parseRank(text: string, rank: number, board: Uint8Array): void {
  let file = 0;
  for (const letter of text) {
    if (letter >= "1" && letter <= "9") {
      file += Number(letter);
      continue;
    }
    const role = roleOfLetter(letter);
    if (role === undefined) {
      throw malformed(`"${letter}" on rank ${rank} is neither a man nor a digit 1-9`, {
        kind: "letter",
        text: letter,
        rank,
      });
    }
    if (file < FILES) board[squareAt(file, rank)] = pieceOf(letter < "a" ? "red" : "black", role);
    file++;
  }
  if (file === FILES) return;
  throw malformed(`rank ${rank} ("${text}") has ${file} file${file === 1 ? "" : "s"} instead of 9`, {
    kind: "files",
    text,
    rank,
    count: file,
  });
}

function parseBoard(text: string): Uint8Array {
  const ranks = text.split("/");
  if (ranks.length !== RANKS) {
    throw malformed(`the board has ${ranks.length} rank${ranks.length === 1 ? "" : "s"} instead of 10`, {
      kind: "ranks",
      count: ranks.length,
    });
  }
  if (/s/i.test(text) && /p/i.test(text)) {
    throw malformed("S and P both stand on the board: write every soldier as P", { kind: "soldiers" });
  }
  const board = new Uint8Array(SQUARES);
  ranks.forEach((rank, i) => parseRank(rank, 9 - i, board));
  return board;
}

/** What programs write behind the side to move: `- - 0 1`, or any of it. It says nothing of the position. */
const MOST_COUNTERS = 4;

/**
 * Reads a FEN: the board from rank 9 to rank 0, Red in upper case, and the side to move. E and M are read as B, G as A,
 * H as N, S as P (unless P occurs too). The side is w, r or b, or `red`, `black`, 红, 黑 in full, a dash may stand before
 * it; `- - 0 1` or a part of that may follow; underscores count as blanks. The position need not be legal.
 * Throws InputError `bad-fen` on malformed text.
 */
export function parseFen(text: string): Position {
  checkText(text, "bad-fen");
  const fields = text.split(/[\s_]+/).filter((field) => field !== "");
  const { board, turn, rest } = parseFields(fields);
  rest.forEach((field, i) => {
    if (i < MOST_COUNTERS && /^(-|\d+)$/.test(field)) return;
    throw malformed(`"${field}" after the side to move: only "- - 0 1" may follow`, { kind: "behind", text: field });
  });
  return { board, turn };
}

/** Reads the first fields of a FEN, the board and the side to move, whatever the others hold. */
export function parseFields(fields: readonly string[]): Position & { readonly rest: readonly string[] } {
  if (fields.length === 0) throw malformed("it is empty", { kind: "empty" });
  const board = parseBoard(fields[0]!);
  const at = fields[1] === "-" && parseSide(fields[2] ?? "") !== undefined ? 2 : 1;
  const side = fields[at];
  if (side === undefined) {
    throw malformed("the side to move is missing: add w or b after the board", { kind: "no-side" });
  }
  const turn = parseSide(side);
  if (turn === undefined)
    throw malformed(`the side to move is "${side}" instead of w or b`, { kind: "side", text: side });
  return { board, turn, rest: fields.slice(at + 1) };
}

/** Reads a FEN as parseFen and also throws InputError on the first of its position's problems. */
export function parseLegalFen(text: string): LegalPosition {
  return legalPosition(parseFen(text));
}

function formatRank(board: Uint8Array, rank: number): string {
  let text = "";
  let blanks = 0;
  for (let file = 0; file < FILES; file++) {
    const piece = board[squareAt(file, rank)]!;
    if (piece === EMPTY) {
      blanks++;
      continue;
    }
    text += (blanks > 0 ? blanks : "") + pieceLetter(piece);
    blanks = 0;
  }
  return text + (blanks > 0 ? blanks : "");
}

/** Writes the short FEN of a position: the board and `w` or `b`. */
export function formatFen(position: Position): string {
  const ranks: string[] = [];
  for (let rank = 9; rank >= 0; rank--) ranks.push(formatRank(position.board, rank));
  return `${ranks.join("/")} ${position.turn === "red" ? "w" : "b"}`;
}
