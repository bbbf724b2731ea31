/**
 * Proof trees 证明树 as files (docs/spec/proof-tree.md): a position, who wins it, and the winner's moves. What they prove is for `check.ts`
 * to find out; here it is only seen whether a file is one.
 */
import { canonicalEndgame, parseEndgame } from "../endgame/endgame.ts";
import { crc32 } from "../base/crc32.ts";
import { InputError } from "../base/errors.ts";
import { formatFen, parseLegalFen } from "../xiangqi/fen.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";

/** Whether a proof holds under any rules about repetitions, or rests on tables of the Asian rules. */
export type ProofRules = "none" | "asian";

/** A table whose wins are leaves of the tree. */
export interface LeafTable {
  /** Where it lies in a data folder, without suffix: `none/dtc/KRKPP`. The endgame is canonical. */
  readonly path: string;
  /** The content sum, 64 hexadecimal digits (docs/spec/content-sum.md). */
  readonly sum: string;
}

/** A proof tree as its file has it. */
export interface ProofTree {
  readonly rules: ProofRules;
  readonly position: LegalPosition;
  readonly winner: Colour;
  /** Ascending by path, each endgame once. */
  readonly tables: readonly LeafTable[];
  /** The winner's moves, depth first: each the number of a move among the legal ones, ascending by their squares. */
  readonly moves: Uint8Array;
}

export const PROOF_TREE_VERSION = 1;

/** The most bytes that a file may have: some 4 million moves. */
export const MOST_TREE_BYTES = 2 ** 22;

/** The most plies that a line may have. */
export const MOST_TREE_PLIES = 4096;

const MOST_TABLES = 1000;
const FIRST_WORDS = "canju proof tree ";

/** Tables that a tree may rest on. */
const TABLE_PATHS: Readonly<Record<ProofRules, RegExp>> = {
  none: /^none\/dt[cm]\/(K[A-Z]*K[A-Z]*)$/,
  asian: /^(?:none|asian|asian-chessdb)\/dt[cm]\/(K[A-Z]*K[A-Z]*)$/,
};

function broken(reason: string): InputError {
  return new InputError("bad-proof-tree", `this is no sound proof tree: ${reason}`);
}

/** The endgame of a table of a tree. */
export function endgameOfTable({ path }: LeafTable): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The bytes of a file. */
export function writeProofTree({ rules, position, winner, tables, moves }: ProofTree): Uint8Array<ArrayBuffer> {
  const lines = [
    `${FIRST_WORDS}${PROOF_TREE_VERSION}`,
    `rules ${rules}`,
    `position ${formatFen(position)}`,
    `winner ${winner}`,
    ...tables.map(({ path, sum }) => `table ${path} ${sum}`),
    `moves ${moves.length}`,
  ];
  const head = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const bytes = new Uint8Array(head.length + moves.length + 4);
  bytes.set(head);
  bytes.set(moves, head.length);
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  return bytes;
}

/**
 * Reads a file. Whether the moves prove anything is not looked at.
 * @throws InputError `bad-proof-tree`; `newer-proof-tree` for a version that this program does not know
 */
export function readProofTree(bytes: Uint8Array): ProofTree {
  if (bytes.length > MOST_TREE_BYTES) throw broken(`it has ${bytes.length} bytes, more than ${MOST_TREE_BYTES}`);
  const lines = new HeaderLines(bytes);
  const version = lines.take(FIRST_WORDS);
  if (!/^[1-9]\d{0,8}$/.test(version)) throw broken("it does not begin with its version");
  if (Number(version) !== PROOF_TREE_VERSION) {
    const known = `this program reads version ${PROOF_TREE_VERSION}`;
    throw new InputError("newer-proof-tree", `this proof tree has version ${version}; ${known}`);
  }
  if (bytes.length < 4 || crc32(bytes.subarray(0, -4)) !== readChecksum(bytes)) {
    throw broken("its checksum does not match: it was cut or altered");
  }
  const rules = lines.take("rules ");
  if (rules !== "none" && rules !== "asian") throw broken(`there are no rules "${rules}"`);
  const position = readPosition(lines.take("position "));
  const winner = lines.take("winner ");
  if (winner !== "red" && winner !== "black") throw broken(`the winner is "${winner}" instead of red or black`);
  const tables: LeafTable[] = [];
  while (lines.next("table ")) {
    if (tables.length === MOST_TABLES) throw broken(`it rests on more than ${MOST_TABLES} tables`);
    tables.push(readTable(lines.take("table "), rules));
  }
  checkTables(tables);
  const count = lines.take("moves ");
  if (!/^(0|[1-9]\d{0,8})$/.test(count))
    throw broken("the number of its moves is none: decimal, without leading zeros");
  if (lines.end + Number(count) + 4 !== bytes.length)
    throw broken(`it does not have the ${count} moves that it states`);
  return { rules, position, winner, tables, moves: bytes.slice(lines.end, -4) };
}

function readChecksum(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(bytes.length - 4, true);
}

function readPosition(fen: string): LegalPosition {
  const position = parseLegalFen(fen);
  if (formatFen(position) !== fen) throw broken("its position is not written in the shortest way");
  return position;
}

function readTable(text: string, rules: ProofRules): LeafTable {
  const [path = "", sum = "", ...rest] = text.split(" ");
  if (!TABLE_PATHS[rules].test(path))
    throw broken(`a proof under the rules ${rules} cannot rest on the table "${path}"`);
  const name = endgameOfTable({ path, sum });
  if (canonicalEndgame(parseEndgame(name)).endgame.name !== name) throw broken(`${name} is no name of a table`);
  if (!/^[0-9a-f]{64}$/.test(sum) || rest.length > 0) throw broken(`the table ${path} has no content sum`);
  return { path, sum };
}

function checkTables(tables: readonly LeafTable[]): void {
  for (let i = 1; i < tables.length; i++) {
    if (tables[i - 1]!.path >= tables[i]!.path) throw broken("its tables are not in order");
  }
  if (new Set(tables.map(endgameOfTable)).size < tables.length) throw broken("it rests on two tables of one endgame");
}

/** No line of a header is longer. */
const MOST_CHARACTERS = 200;

/** The lines of ASCII at the beginning of a file, each with one LF behind it. */
class HeaderLines {
  readonly #bytes: Uint8Array;
  /** Where the next line begins. */
  end = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether the next line begins with these words. */
  next(words: string): boolean {
    for (let i = 0; i < words.length; i++) if (this.#bytes[this.end + i] !== words.charCodeAt(i)) return false;
    return true;
  }

  /** What follows these words on the next line. */
  take(words: string): string {
    if (!this.next(words)) {
      if (this.end === 0) throw broken(`it does not begin with "${words.trim()}"`);
      throw broken(`the line "${words.trim()}" is missing`);
    }
    let text = "";
    for (let i = this.end + words.length; text.length < MOST_CHARACTERS; i++) {
      const code = this.#bytes[i];
      if (code === 10) {
        this.end = i + 1;
        return text;
      }
      if (code === undefined || code < 32 || code > 126) break;
      text += String.fromCharCode(code);
    }
    throw broken(`the line "${words.trim()}" does not end`);
  }
}
