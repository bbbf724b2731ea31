/**
 * Replays a proof tree (docs/spec/proof-tree.md). Shares nothing with the search but the legal moves of the game: whatever that believed,
 * hashed or lost, a tree that passes here proves its win.
 *
 * Every position with the winner to move is looked at once. One that is completed may be met again; one that is still open may not,
 * so nothing leans on itself, no line repeats a position, and the tree is finite.
 */
import { parseEndgame, swapEndgame, type Endgame } from "../endgame/endgame.ts";
import type { Category } from "../table/value.ts";
import { inCheck } from "../xiangqi/attacks.ts";
import { InputError } from "../base/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { applyMove, legalMoves, type Move } from "../xiangqi/moves.ts";
import { COLOURS, pieceOf, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import { endgameOfTable, MOST_TREE_PLIES, type LeafTable, type ProofRules, type ProofTree } from "./proof-tree.ts";

/** A table as a checker needs it. It is never built. */
export interface CheckerTable {
  /** The content sum that it states. */
  readonly sum: string | undefined;
  /** For the side to move; the colours may be exchanged against those of the table. */
  outcomeOf(position: LegalPosition): Promise<Category>;
}

/** How a proof tree is checked. */
export interface CheckOptions {
  /** Opens a table; null where it is not at hand. Default: none is. */
  readonly open?: (table: LeafTable) => Promise<CheckerTable | null>;
  /** The position that the tree has to be of. Default: whatever it says. */
  readonly position?: LegalPosition;
  /** Called now and then, with the positions looked at: lets others go first, tells of it, or throws what ends the checking. */
  readonly pause?: (positions: number) => Promise<void>;
}

/** What was checked. */
export interface CheckedProof {
  readonly rules: ProofRules;
  readonly winner: Colour;
  /** For the side to move. */
  readonly outcome: "win" | "loss";
  /** The longest line, to mate, stalemate, or a position of a table. */
  readonly plies: number;
  /** Different positions with the winner to move. */
  readonly positions: number;
  readonly mates: number;
  readonly stalemates: number;
  /** How often a position was met again. */
  readonly references: number;
  /** How many leaves each table decides. */
  readonly leaves: ReadonlyMap<string, number>;
  /** Whether each of the winner's moves gives check, up to mate. */
  readonly byChecks: boolean;
  /** The winner's move in each of the positions. */
  readonly book: ProofBook;
}

/** What the winner plays. */
export class ProofBook {
  readonly #known: ReadonlyMap<string, number>;

  constructor(known: ReadonlyMap<string, number>) {
    this.#known = known;
  }

  /** The winner's move; undefined in a position that is none of the tree's, or a leaf of a table. */
  moveAt(board: Uint8Array): Move | undefined {
    const known = this.#known.get(nameBoard(board));
    return known === undefined ? undefined : known % MOVES;
  }

  /** The plies of the longest line from here. */
  pliesAt(board: Uint8Array): number | undefined {
    const known = this.#known.get(nameBoard(board));
    return known === undefined ? undefined : Math.floor(known / MOVES);
  }
}

/** More than any number of a move. */
const MOVES = 8192;

/** Positions between two pauses. */
const STRIDE = 2048;

function refuse(reason: string): InputError {
  return new InputError("refused-proof", `the proof is refused: ${reason}`);
}

/**
 * @throws InputError `refused-proof` with the first reason why the tree proves nothing, and whatever reading a table throws
 */
export async function checkProofTree(tree: ProofTree, options: CheckOptions = {}): Promise<CheckedProof> {
  const { open = () => Promise.resolve(null), position, pause = letOthersGo } = options;
  if (position !== undefined && formatFen(position) !== formatFen(tree.position)) {
    throw refuse(`it is of another position, ${formatFen(tree.position)}`);
  }
  const tables = new Map<LeafTable, CheckerTable>();
  for (const table of tree.tables) tables.set(table, await openTable(table, open));
  const replay = new Replay(tree);
  while (replay.advance(STRIDE)) {
    for (const { table, position: leaf, outcome } of replay.takeLeaves()) {
      const found = await tables.get(table)!.outcomeOf(leaf);
      if (found === outcome) continue;
      throw refuse(`by the table ${table.path} the side to move has a ${found}, no ${outcome}, in ${formatFen(leaf)}`);
    }
    await pause(replay.positions);
  }
  return replay.report();
}

async function openTable(table: LeafTable, open: NonNullable<CheckOptions["open"]>): Promise<CheckerTable> {
  const opened = await open(table);
  if (opened === null) throw refuse(`it rests on the table ${table.path}, which is not at hand`);
  if (opened.sum !== table.sum) throw refuse(`it rests on another table ${table.path}: the content sums differ`);
  return opened;
}

function letOthersGo(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}

interface Leaf {
  readonly table: LeafTable;
  readonly position: LegalPosition;
  readonly outcome: "win" | "loss";
}

/** A position whose answers are being looked at. */
interface Open {
  /** With the loser to move. */
  readonly after: LegalPosition;
  readonly answers: readonly Move[];
  next: number;
  /** The longest line from here on that was found so far. */
  plies: number;
  /** The position before, with the winner to move: its name and his move. None at the root. */
  readonly before: string | null;
  readonly move: Move;
}

class Replay {
  readonly #tree: ProofTree;
  readonly #tables: LeafTables;
  /** Bytes of the moves that were taken. */
  #taken = 0;
  readonly #line: Open[] = [];
  readonly #open = new Set<string>();
  /** Completed positions with the winner to move: plies and his move. */
  readonly #completed = new Map<string, number>();
  #leaves: Leaf[] = [];
  #started = false;
  #plies = 0;
  #mates = 0;
  #stalemates = 0;
  #references = 0;
  readonly #decided = new Map<string, number>();
  #byChecks = true;

  constructor(tree: ProofTree) {
    this.#tree = tree;
    this.#tables = new LeafTables(tree.tables);
  }

  get positions(): number {
    return this.#completed.size;
  }

  /** Looks at some positions more. Returns whether there was something to do. */
  advance(positions: number): boolean {
    if (!this.#started) {
      this.#started = true;
      this.#begin();
      return true;
    }
    if (this.#line.length === 0) {
      if (this.#taken < this.#tree.moves.length) throw refuse("it has more moves than it needs");
      return false;
    }
    const enough = this.#taken + positions;
    // Positions that are met again cost as much as others.
    for (let steps = 0; this.#line.length > 0 && this.#taken < enough && steps < 16 * positions; steps++) {
      const top = this.#line.at(-1)!;
      if (top.next < top.answers.length) this.#meet(applyMove(top.after, top.answers[top.next++]!));
      else this.#complete(this.#line.pop()!);
    }
    return true;
  }

  takeLeaves(): Leaf[] {
    const leaves = this.#leaves;
    this.#leaves = [];
    return leaves;
  }

  report(): CheckedProof {
    const { rules, winner, position } = this.#tree;
    return {
      rules,
      winner,
      outcome: position.turn === winner ? "win" : "loss",
      plies: this.#plies,
      positions: this.positions,
      mates: this.#mates,
      stalemates: this.#stalemates,
      references: this.#references,
      leaves: this.#decided,
      byChecks: this.#byChecks && this.#decided.size === 0,
      book: new ProofBook(this.#completed),
    };
  }

  #begin(): void {
    const { position, winner } = this.#tree;
    if (position.turn === winner) this.#meet(position);
    else this.#answer(position, null, 0);
  }

  /** A position with the winner to move. */
  #meet(position: LegalPosition): void {
    const name = nameBoard(position.board);
    const completed = this.#completed.get(name);
    if (completed !== undefined) {
      this.#references++;
      this.#found(Math.floor(completed / MOVES));
      return;
    }
    if (this.#open.has(name)) throw refuse(`a line of it repeats ${formatFen(position)}`);
    const moves = legalMoves(position).sort((a, b) => a - b);
    if (moves.length === 0) throw refuse(`the winner has no move in ${formatFen(position)}`);
    const table = this.#tables.find(position.board);
    if (table !== undefined) {
      this.#leaf(table, position, "win");
      this.#found(0);
      return;
    }
    const number = this.#tree.moves[this.#taken++];
    if (number === undefined) throw refuse("it ends before everything is proven");
    const move = moves[number];
    if (move === undefined) throw refuse(`it names move ${number} of ${moves.length} in ${formatFen(position)}`);
    this.#open.add(name);
    if (this.#open.size > MOST_TREE_PLIES / 2) throw refuse(`a line of it is longer than ${MOST_TREE_PLIES} plies`);
    const after = applyMove(position, move);
    if (this.#byChecks && !inCheck(after.board, after.turn)) this.#byChecks = false;
    this.#answer(after, name, move);
  }

  /** A position with the loser to move. */
  #answer(after: LegalPosition, before: string | null, move: Move): void {
    const answers = legalMoves(after).sort((a, b) => a - b);
    const opened: Open = { after, answers, next: 0, plies: 0, before, move };
    if (answers.length === 0) {
      if (inCheck(after.board, after.turn)) this.#mates++;
      else this.#stalemates++;
      this.#complete(opened);
      return;
    }
    const table = this.#tables.find(after.board);
    if (table !== undefined) {
      this.#leaf(table, after, "loss");
      this.#complete(opened);
    } else this.#line.push(opened);
  }

  #leaf(table: LeafTable, position: LegalPosition, outcome: "win" | "loss"): void {
    this.#leaves.push({ table, position, outcome });
    this.#decided.set(table.path, (this.#decided.get(table.path) ?? 0) + 1);
  }

  #complete({ before, move, plies }: Open): void {
    if (before === null) {
      this.#plies = plies;
      return;
    }
    this.#open.delete(before);
    this.#completed.set(before, (plies + 1) * MOVES + move);
    this.#found(plies + 1);
  }

  /** A position with the winner to move is proven: the longest line from it has so many plies. */
  #found(plies: number): void {
    const top = this.#line.at(-1);
    if (top === undefined) this.#plies = plies;
    else top.plies = Math.max(top.plies, plies + 1);
  }
}

/** Which table a position belongs to, by its men. */
class LeafTables {
  readonly #byMen = new Map<number, LeafTable>();

  constructor(tables: readonly LeafTable[]) {
    for (const table of tables) {
      const endgame = parseEndgame(endgameOfTable(table));
      this.#byMen.set(numberMen(endgame), table);
      this.#byMen.set(numberMen(swapEndgame(endgame)), table);
    }
  }

  find(board: Uint8Array): LeafTable | undefined {
    if (this.#byMen.size === 0) return undefined;
    let number = 0;
    for (let square = 0; square < board.length; square++) number += WEIGHTS[board[square]!]!;
    return this.#byMen.get(number);
  }
}

/** What each man adds to the number that tells sets of men apart: there are at most five of a kind. */
const WEIGHTS = new Float64Array(16);
const KINDS = ["advisor", "elephant", "chariot", "horse", "cannon", "soldier"] as const;
COLOURS.forEach((colour, side) =>
  KINDS.forEach((kind, i) => (WEIGHTS[pieceOf(colour, kind)] = 6 ** (KINDS.length * side + i))),
);

function numberMen(endgame: Endgame): number {
  let number = 0;
  for (const colour of COLOURS) {
    for (const kind of KINDS) number += endgame[colour][kind] * WEIGHTS[pieceOf(colour, kind)]!;
  }
  return number;
}

const named: number[] = new Array(SQUARES / 2);

/** The men of a board and where they stand, as a text: two squares a character. */
function nameBoard(board: Uint8Array): string {
  for (let i = 0; i < named.length; i++) named[i] = board[2 * i]! | (board[2 * i + 1]! << 4);
  return String.fromCharCode.apply(null, named);
}
