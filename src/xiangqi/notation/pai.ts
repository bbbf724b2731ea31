/** Positions as Jih-tung Pai's query system writes them in addresses. */
import { EMPTY, ROLES, colourOf, pieceOf, roleOf } from "../pieces.ts";
import type { Position } from "../position.ts";
import { FILES, SQUARES, squareAt } from "../squares.ts";
import { type Fault, UnreadablePosition } from "../unreadable.ts";

/**
 * The position code of Jih-tung Pai's endgame query system, `4K44B49994n495k3990:`. Rows run from rank 9 to rank 0 and
 * are not separated: digits count blanks and each row closes its own count. Lower case is Red. A trailing `0` says that
 * Black is to move, a final `:` that the board is shown from Black's side.
 */
export interface PaiCode {
  readonly position: Position;
  /** Shown from Black's side; the position itself is not turned. */
  readonly inverted: boolean;
}

/** Pai's letters in the order of ROLES: b(ishop) is the advisor, e the elephant. */
const LETTERS = "kberncp";

function malformed(message: string, fault: Fault): UnreadablePosition {
  return new UnreadablePosition("bad-position-code", `malformed position code: ${message}`, fault);
}

/** The square that comes n-th in the code. */
function squareInOrder(n: number): number {
  return squareAt(n % FILES, 9 - Math.floor(n / FILES));
}

/** Reads a position code. The position need not be legal. Throws InputError `bad-position-code` on malformed text. */
export function parsePaiCode(text: string): PaiCode {
  const code = text.trim();
  const board = new Uint8Array(SQUARES);
  let read = 0;
  let at = 0;
  for (; at < code.length && read < SQUARES; at++) {
    const letter = code[at]!;
    const left = FILES - (read % FILES);
    const rank = 9 - Math.floor(read / FILES);
    if (letter >= "1" && letter <= "9") {
      if (Number(letter) > left) {
        const count = FILES - left + Number(letter);
        throw malformed(`rank ${rank} has more than 9 files`, { kind: "files", text: letter, rank, count });
      }
      read += Number(letter);
      continue;
    }
    const role = ROLES[LETTERS.indexOf(letter.toLowerCase())];
    if (role === undefined) {
      throw malformed(`"${letter}" on rank ${rank} is neither a man nor a digit 1-9`, {
        kind: "letter",
        text: letter,
        rank,
      });
    }
    board[squareInOrder(read)] = pieceOf(letter >= "a" ? "red" : "black", role);
    read++;
  }
  if (read < SQUARES) {
    const [rank, count] = [9 - Math.floor(read / FILES), read % FILES];
    throw malformed(`it ends on rank ${rank} after ${count} of 9 files`, { kind: "short", rank, count });
  }
  const tail = /^(0?)(:?)$/.exec(code.slice(at));
  if (tail === null) {
    const behind = code.slice(at);
    throw malformed(`"${behind}" after the last rank: only "0" and ":" may follow`, { kind: "behind", text: behind });
  }
  return { position: { board, turn: tail[1] === "0" ? "black" : "red" }, inverted: tail[2] === ":" };
}

/** Writes the position code; `inverted` asks for Black's view. */
export function formatPaiCode(position: Position, inverted = false): string {
  let code = "";
  let blanks = 0;
  for (let n = 0; n < SQUARES; n++) {
    const piece = position.board[squareInOrder(n)]!;
    if (piece === EMPTY) {
      blanks++;
    } else {
      const letter = LETTERS[ROLES.indexOf(roleOf(piece))]!;
      code += (blanks > 0 ? blanks : "") + (colourOf(piece) === "red" ? letter : letter.toUpperCase());
      blanks = 0;
    }
    if (n % FILES === FILES - 1 && blanks > 0) {
      code += blanks;
      blanks = 0;
    }
  }
  return code + (position.turn === "black" ? "0" : "") + (inverted ? ":" : "");
}
