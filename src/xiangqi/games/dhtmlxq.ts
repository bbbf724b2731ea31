/**
 * Games as the DhtmlXQ board of dpxq.com takes them: `[DhtmlXQ_binit]` for the men, `[DhtmlXQ_movelist]` for the moves, in digits
 * of file and rank from Red's left and Black's side, `[DhtmlXQ_move_P_N_V]` for variation V that replaces the N-th move of
 * line P, and `[DhtmlXQ_commentV_N]` for what is said of a move.
 */
import { START_FEN, formatFen, parseLegalFen } from "../fen.ts";
import { applyMove, isLegalMove, makeMove, moveFrom, moveTo, type Move } from "../moves.ts";
import { EMPTY, colourOf, pieceOf, roleOfLetter, type Colour } from "../pieces.ts";
import type { LegalPosition } from "../position.ts";
import { SQUARES, fileOf, rankOf, squareAt } from "../squares.ts";
import { findProblems, isLegalPosition } from "../validate.ts";
import { readStart } from "./pgn.ts";
import { MOST_DEPTH, MOST_MOVES, Troubles, cleanComment, finishLine, type Draft } from "./reading.ts";
import { SIGNS, type GameRecord, type Line, type Sign } from "./record.ts";

/** The men in the order of `binit`: Red's from its left as it stands at first, then Black's. */
const MEN = "RNBAKABNRCCPPPPPrnbakabnrccppppp";
const ABSENT = "99";

/** Their tags by those of PGN. */
const TAGS: readonly (readonly [theirs: string, ours: string])[] = [
  ["title", "Title"],
  ["event", "Event"],
  ["place", "Site"],
  ["date", "Date"],
  ["round", "Round"],
  ["red", "Red"],
  ["black", "Black"],
  ["author", "Annotator"],
];
const RESULTS: readonly (readonly [theirs: string, ours: string])[] = [
  ["红胜", "1-0"],
  ["黑胜", "0-1"],
  ["和棋", "1/2-1/2"],
  ["和局", "1/2-1/2"],
];

const OPEN = /\[DhtmlXQ_(\w{1,40})\]/gi;
const CLOSE = "[/DhtmlXQ_";

/** Where the games of a text begin. */
export function* findDhtmlXqGames(text: string): Generator<void, readonly number[]> {
  const starts: number[] = [];
  const head = "[DhtmlXQ]";
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + head.length)) {
    starts.push(at);
    yield;
  }
  if (starts.length > 0) return starts;
  const only = text.search(/\[DhtmlXQ_(?:binit|movelist|fen)\]/i);
  return only < 0 ? [] : [only];
}

interface Field {
  readonly value: string;
  /** Where the value begins. */
  readonly offset: number;
}

interface LineRead {
  readonly drafts: Draft[];
  /** Before each of its moves, and after the last. */
  readonly positions: LegalPosition[];
  /** The number of its first move, from 1. */
  readonly first: number;
  /** How many lines it is a variation of. */
  readonly depth: number;
}

/** Reads the game between two places of a text. Null where its position cannot be read. */
export function* readDhtmlXq(
  text: string,
  from: number,
  to: number,
  troubles: Troubles,
  mostMoves = MOST_MOVES,
): Generator<void, GameRecord | null> {
  const fields = yield* readFields(text, from, to, troubles);
  const moves = fields.get("movelist");
  const start = startOf(fields, moves?.value ?? "", troubles);
  if (start === null) return null;
  let left = mostMoves;
  const lines = new Map<number, LineRead>();
  const readLine = function* (id: number, field: Field, begin: Omit<LineRead, "drafts">): Generator<void> {
    const { positions, first } = begin;
    const drafts: Draft[] = [];
    lines.set(id, { ...begin, drafts });
    for (let i = 0; i < field.value.length; i += 4) {
      yield;
      const digits = field.value.slice(i, i + 4);
      const move = /^(?:[0-8]\d){2}$/.test(digits) ? moveOf(digits) : null;
      const offset = field.offset + i;
      if (left-- <= 0) return troubles.add("too-many-moves", offset, { text: digits });
      if (move === null) return troubles.add("no-move", offset, { text: digits });
      if (!isLegalMove(positions.at(-1)!, move)) return troubles.add("illegal-move", offset, { text: digits });
      const said =
        fields.get(`comment${id}_${first + i / 4}`) ?? (id === 0 ? fields.get(`comment${first + i / 4}`) : undefined);
      drafts.push({ move, ...readComment(said?.value ?? ""), variations: [] });
      positions.push(applyMove(positions.at(-1)!, move));
    }
  };
  if (moves !== undefined) yield* readLine(0, compact(moves), { positions: [start], first: 1, depth: 0 });
  for (const [name, field] of fields) {
    const [, parent, first, id] = /^move_(\d+)_(\d+)_(\d+)$/.exec(name)?.map(Number) ?? [];
    if (id === undefined || lines.has(id)) continue;
    const around = lines.get(parent!);
    const at = first! - (around?.first ?? 0);
    const replaced = around?.drafts[at];
    if (around === undefined || replaced === undefined) {
      troubles.add("no-move", field.offset, { text: field.value });
      continue;
    }
    if (around.depth === MOST_DEPTH) {
      troubles.add("too-deep", field.offset, { text: field.value });
      continue;
    }
    yield* readLine(id, compact(field), { positions: [around.positions[at]!], first: first!, depth: around.depth + 1 });
    const { drafts } = lines.get(id)!;
    if (drafts.length > 0) replaced.variations.push(drafts);
  }
  const comment = decodeComment((fields.get("comment0") ?? fields.get("comment0_0"))?.value ?? "");
  return { start, tags: tagsOf(fields), comment, line: finishLine(lines.get(0)?.drafts ?? []) };
}

/** Every field by its name; the first of a name counts. */
function* readFields(
  text: string,
  from: number,
  to: number,
  troubles: Troubles,
): Generator<void, ReadonlyMap<string, Field>> {
  const fields = new Map<string, Field>();
  OPEN.lastIndex = from;
  for (let found = OPEN.exec(text); found !== null && found.index < to; found = OPEN.exec(text)) {
    yield;
    const offset = found.index + found[0].length;
    const end = text.indexOf(CLOSE, offset);
    if (end < 0 || end > to) {
      troubles.add("unclosed", found.index, { text: found[0] });
      break;
    }
    const name = found[1]!.toLowerCase();
    if (!fields.has(name)) fields.set(name, { value: text.slice(offset, end), offset });
    OPEN.lastIndex = end + CLOSE.length;
  }
  return fields;
}

/** A list of moves without the blanks and line ends that some put into it; offsets are then those of its beginning. */
function compact({ value, offset }: Field): Field {
  return { value: value.replaceAll(/\s+/g, ""), offset };
}

function squareOf(digits: string): number {
  return squareAt(Number(digits[0]), 9 - Number(digits[1]));
}

function moveOf(digits: string): Move {
  return makeMove(squareOf(digits.slice(0, 2)), squareOf(digits.slice(2)));
}

function startOf(fields: ReadonlyMap<string, Field>, moves: string, troubles: Troubles): LegalPosition | null {
  const fen = fields.get("fen");
  if (fen !== undefined) return readStart(fen.value, fen.offset, troubles);
  const field = fields.get("binit");
  if (field === undefined) return parseLegalFen(START_FEN);
  const digits = field.value.replaceAll(/\s+/g, "");
  if (!/^\d{64}$/.test(digits)) {
    troubles.add("bad-position", field.offset, { text: field.value });
    return null;
  }
  const board = new Uint8Array(SQUARES);
  for (const [i, letter] of [...MEN].entries()) {
    const at = digits.slice(2 * i, 2 * i + 2);
    if (at === ABSENT || at[0] === "9") continue;
    board[squareOf(at)] = pieceOf(letter < "a" ? "red" : "black", roleOfLetter(letter)!);
  }
  const position = { board, turn: turnOf(board, moves.trim()) };
  if (isLegalPosition(position)) return position;
  troubles.add("illegal-position", field.offset, { text: formatFen(position), problem: findProblems(position)[0]! });
  return null;
}

/** Whose man moves first; Red's where there is no move. */
function turnOf(board: Uint8Array, moves: string): Colour {
  const man = /^[0-8]\d/.test(moves) ? board[squareOf(moves)]! : EMPTY;
  return man === EMPTY ? "red" : colourOf(man);
}

function tagsOf(fields: ReadonlyMap<string, Field>): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const [theirs, ours] of TAGS) {
    const value = fields.get(theirs)?.value.trim();
    if (value) tags.set(ours, value);
  }
  const told = fields.get("result")?.value.trim();
  const result = RESULTS.find(([theirs]) => theirs === told)?.[1];
  if (result !== undefined) tags.set("Result", result);
  return tags;
}

function decodeComment(text: string): string {
  const letters = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return cleanComment(letters.replaceAll("||", "\n"));
}

/** A remark may begin with a sign, which DhtmlXQ has no place for. */
function readComment(text: string): { sign: Sign | null; comment: string } {
  const comment = decodeComment(text);
  const sign = /^([!?]{1,2})(?:\s|$)/.exec(comment)?.[1];
  const known = SIGNS.find((each) => each === sign);
  return known === undefined ? { sign: null, comment } : { sign: known, comment: comment.slice(known.length).trim() };
}

/** Writes a game, with all that is in the record. */
export function formatDhtmlXq(record: GameRecord): string {
  const fields: [string, string][] = [];
  for (const [theirs, ours] of TAGS) {
    const value = record.tags.get(ours);
    if (value !== undefined) fields.push([theirs, cleanComment(value)]);
  }
  const result = RESULTS.find(([, ours]) => ours === record.tags.get("Result"));
  if (result !== undefined) fields.push(["result", result[0]]);
  fields.push(["binit", formatMen(record.start.board)]);
  fields.push(["fen", `${formatFen(record.start)} - - 0 1`]); // who moves first
  fields.push(["movelist", digitsOf(record.line)]);
  if (record.comment !== "") fields.push(["comment0", encodeComment(record.comment)]);
  let lines = 0;
  const write = (line: Line, id: number, first: number) => {
    for (const [i, { sign, comment, variations }] of line.entries()) {
      const said = [sign ?? "", encodeComment(comment)].filter((text) => text !== "").join(" ");
      if (said !== "") fields.push([`comment${id === 0 ? "" : `${id}_`}${first + i}`, said]);
      for (const variation of variations) {
        const other = ++lines;
        fields.push([`move_${id}_${first + i}_${other}`, digitsOf(variation)]);
        write(variation, other, first + i);
      }
    }
  };
  write(record.line, 0, 1);
  const body = fields.map(([name, value]) => `[DhtmlXQ_${name}]${value}[/DhtmlXQ_${name}]`);
  return `[DhtmlXQ]\n${body.join("\n")}\n[/DhtmlXQ]\n`;
}

function encodeComment(text: string): string {
  return cleanComment(text).replaceAll("\n", "||");
}

function digitsOf(line: Line): string {
  const digits = (square: number) => `${fileOf(square)}${9 - rankOf(square)}`;
  return line.map(({ move }) => digits(moveFrom(move)) + digits(moveTo(move))).join("");
}

function formatMen(board: Uint8Array): string {
  const left = board.slice();
  return [...MEN]
    .map((letter) => {
      const square = left.indexOf(pieceOf(letter < "a" ? "red" : "black", roleOfLetter(letter)!));
      if (square < 0) return ABSENT;
      left[square] = EMPTY;
      return `${fileOf(square)}${9 - rankOf(square)}`;
    })
    .join("");
}
