/**
 * What engines and their clients say to each other in UCI, UCI-Cyclone and UCCI, as data. UCI-Cyclone is UCI whose
 * positions go without the word `position`.
 */
import { distanceOf, isDraw, isWin, orderOf, type Value, type Metric } from "../../table/value.ts";
import { parseFields, START_FEN } from "../../xiangqi/fen.ts";
import { isLegalMove, makeMove, moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { fileOf, rankOf, squareAt } from "../../xiangqi/squares.ts";

export type Protocol = "uci" | "ucci";

/** The number of Red's back rank in moves: most clients count from 0, Fairy-Stockfish from 1. */
export type RankNumbering = 0 | 1;

/** A position as it was sent. */
export interface SentPosition {
  /** The board and the side to move; it may be one that cannot occur. */
  readonly start: Position;
  readonly moves: readonly string[];
}

/**
 * Reads `[position] (startpos | fen F) [moves m ...]`; null for other words. Whatever stands behind the side to move is of
 * no interest.
 * @throws InputError for a FEN without a board or a side to move
 */
export function parsePosition(words: readonly string[]): SentPosition | null {
  const [kind, ...rest] = words[0] === "position" ? words.slice(1) : words;
  if (kind !== "startpos" && kind !== "fen") return null;
  const at = rest.indexOf("moves");
  const fields = at < 0 ? rest : rest.slice(0, at);
  const fen = kind === "startpos" ? START_FEN.split(" ") : fields.flatMap((field) => field.split("_"));
  const { board, turn } = parseFields(fen.filter((field) => field !== ""));
  return { start: { board, turn }, moves: at < 0 ? [] : rest.slice(at + 1) };
}

const MOVE = /^([a-i])(10|[0-9])-?([a-i])(10|[0-9])$/i;

/** The move that a word names if ranks are counted like this; null for no move of the board. */
export function parseMove(word: string, ranks: RankNumbering): Move | null {
  const [, fromFile, fromRank, toFile, toRank] = MOVE.exec(word) ?? [];
  if (toRank === undefined) return null;
  const square = (file: string, rank: string) => {
    const found = Number(rank) - ranks;
    return found < 0 || found > 9 ? -1 : squareAt(file.toLowerCase().charCodeAt(0) - 97, found);
  };
  const [from, to] = [square(fromFile!, fromRank!), square(toFile!, toRank)];
  return from < 0 || to < 0 ? null : makeMove(from, to);
}

export function formatMove(move: Move, ranks: RankNumbering): string {
  return [moveFrom(move), moveTo(move)].map((each) => "abcdefghi"[fileOf(each)]! + (rankOf(each) + ranks)).join("");
}

/** The legal move that a word names, or null. */
export function parseLegalMove(position: Position, word: string, ranks: RankNumbering): Move | null {
  const move = parseMove(word, ranks);
  return move !== null && isLegalMove(position, move) ? move : null;
}

/** How ranks must be counted in these words, where one of them tells: only one way has a 10, only the other a 0. */
export function ranksShown(words: readonly string[]): RankNumbering | null {
  const ranks = words.flatMap((word) => MOVE.exec(word)?.filter((_, i) => i === 2 || i === 4) ?? []);
  if (ranks.includes("10")) return 1;
  return ranks.includes("0") ? 0 : null;
}

/** What `setoption` sets: `name N value V`, or UCCI's `n v`. */
export function nameAndValue(words: readonly string[]): [name: string, value: string] {
  if (words[0] !== "name") return [words[0] ?? "", words.slice(1).join(" ")];
  const at = words.indexOf("value");
  const end = at < 0 ? words.length : at;
  return [words.slice(1, end).join(" "), words.slice(end + 1).join(" ")];
}

/** What a `go` asks for. */
export interface Go {
  readonly ponder: boolean;
  readonly infinite: boolean;
  /** The client offers a draw. */
  readonly draw: boolean;
  /** Null: any. */
  readonly searchmoves: readonly string[] | null;
  /** Limits by name, whatever they are: numbers or not. */
  readonly limits: ReadonlyMap<string, string>;
}

const LIMITS = [
  ..."depth nodes movetime mate wtime btime winc binc movestogo time increment opptime oppincrement".split(" "),
  // What a client found elsewhere; it plays no part here.
  ..."bookmove egtbmove".split(" "),
];

export function parseGo(words: readonly string[]): Go {
  const limits = new Map<string, string>();
  const flags = new Set<string>();
  let searchmoves: string[] | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const isInfinite = words[at + 1] === "infinite"; // UCCI's `depth infinite`
    if (LIMITS.includes(word) && !isInfinite) limits.set(word, words[++at] ?? "");
    else if (word === "searchmoves") searchmoves = [];
    else if (searchmoves !== null && MOVE.test(word)) searchmoves.push(word);
    else flags.add(word);
  }
  const has = (flag: string) => flags.has(flag);
  return { ponder: has("ponder"), infinite: has("infinite"), draw: has("draw"), searchmoves, limits };
}

/** For a search by another engine that nobody limits. */
const DEFAULT_MOVETIME = 3000;
/** For an answer by another engine after it was told to stop. */
export const STOP_MILLISECONDS = 1000;
/** Timers know none longer than both together. */
const LONGEST_TIME = 2 ** 31 - 1 - STOP_MILLISECONDS;

/** A limit as a number, null where it is none; times of 0 and less are a moment. */
function limitOf({ limits }: Go, name: string, scale = 1): number | null {
  const number = Number(limits.get(name) || Number.NaN);
  return Number.isNaN(number) ? null : Math.max(1, Math.round(number * scale));
}

/** The limits in UCI, whatever they were sent in. */
export function limitsOf(go: Go, inSeconds: boolean): string {
  const { ponder, infinite, limits } = go;
  const words: string[] = [];
  const add = (name: string, from: string, scale = 1) => {
    const limit = limitOf(go, from, scale);
    if (limit !== null) words.push(name, String(limit));
  };
  for (const name of ["depth", "nodes", "movetime", "mate", "wtime", "btime", "winc", "binc", "movestogo"])
    add(name, name);
  if (!limits.has("wtime") && !limits.has("btime")) {
    const scale = inSeconds ? 1000 : 1;
    // UCCI's clocks are the mover's and the other's; the other engine is told the same for both colours.
    for (const name of ["wtime", "btime"]) add(name, "time", scale);
    for (const name of ["winc", "binc"]) add(name, "increment", scale);
  }
  if (ponder) words.unshift("ponder");
  if (infinite) return "infinite";
  if (words.length === 0) words.push("movetime", String(DEFAULT_MOVETIME));
  return words.join(" ");
}

/**
 * How many milliseconds the mover has. Null: as many as it takes until it is stopped, or has searched as far as it was told to.
 */
export function timeOf(go: Go, turn: Colour, inSeconds: boolean): number | null {
  const clock = limitOf(go, turn === "red" ? "wtime" : "btime") ?? limitOf(go, "time", inSeconds ? 1000 : 1);
  const time = limitOf(go, "movetime") ?? clock;
  const isFar = ["depth", "nodes", "mate"].some((name) => limitOf(go, name) !== null);
  if (go.infinite || (time === null && isFar)) return null;
  return Math.min(time ?? DEFAULT_MOVETIME, LONGEST_TIME);
}

/** The score of a draw, and of what is not known. */
export const NO_SCORE: Readonly<Record<Protocol, string>> = { uci: "score cp 0", ucci: "score 0" };

/**
 * A value, to the side to move, as a score: UCI's in moves to mate where that is known, else as centipawns that no
 * material reaches; UCCI's as chessdb.cn writes them.
 */
export function formatScore(value: Value, metric: Metric, protocol: Protocol): string {
  if (isDraw(value)) return NO_SCORE[protocol];
  const [order, distance, sign] = [orderOf(value), distanceOf(value), isWin(value) ? 1 : -1];
  if (protocol === "ucci") return `score ${sign * ((order === 0 ? 30_000 : 20_000) - distance)}`;
  if (order > 0) return `score cp ${sign * (15_000 - 100 * Math.min(order, 99) - Math.min(distance, 99))}`;
  if (metric === "dtc") return `score cp ${sign * (20_000 - distance)}`;
  return `score mate ${sign > 0 ? (distance + 1) / 2 : -distance / 2}`;
}

export function formatWdl(value: Value): string {
  if (isDraw(value)) return "wdl 0 1000 0";
  return isWin(value) ? "wdl 1000 0 0" : "wdl 0 0 1000";
}

/** The answer to a search: a move, or that there is none. */
export function formatBestMove(
  protocol: Protocol,
  best: { move: string; ponder?: string; draw?: boolean; resign?: boolean } | null,
): string {
  if (best === null) return protocol === "uci" ? "bestmove (none)" : "nobestmove";
  const { move, ponder, draw, resign } = best;
  const words = [`bestmove ${move}`, ponder === undefined ? "" : `ponder ${ponder}`, draw ? "draw" : ""];
  return [...words, resign ? "resign" : ""].filter((word) => word !== "").join(" ");
}
