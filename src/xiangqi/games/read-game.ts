/**
 * Reads a game from whatever text people have: PGN, DhtmlXQ, `position fen ... moves ...`, a link of the page, a position with
 * moves behind it, or moves alone, in any notation.
 */
import { START_FEN, parseLegalFen } from "../fen.ts";
import type { LegalPosition, Position } from "../position.ts";
import { UnreadablePosition } from "../unreadable.ts";
import { findProblems, isLegalPosition } from "../validate.ts";
import { findFen, readBoard } from "../notation/find-fen.ts";
import { parsePaiCode } from "../notation/pai.ts";
import { findDhtmlXqGames, readDhtmlXq } from "./dhtmlxq.ts";
import { readMoveText } from "./move-text.ts";
import { findPgnGames, readPgn } from "./pgn.ts";
import { MOST_CHARACTERS, MOST_MOVES, type ReadGame, Troubles, complete } from "./reading.ts";
import { type GameRecord, newRecord } from "./record.ts";
import { textOfProgramFile } from "./program-files.ts";

/** What to read of a text, and how. */
export interface ReadingOptions {
  /** Which of several games, from 0. */
  readonly which?: number;
  /** Where moves without a position begin if not at the start of a game. */
  readonly here?: LegalPosition;
  readonly mostMoves?: number;
}

/** Counters of a FEN, and the end of a tag. */
const COUNTERS = /^(?:[\s_+]+(?:-|\d+)(?![\w.]))*["'\])]*/;
const PAI_CODE = /^[0-9a-z]{10,100}:?$/i;
/** The position in a link, and its moves: of this page, or Pai's. */
const URL = /^\w+:\/\/\S+$/;
const LINK = /^\S*?[?&]fen=([^&#\s]*)|^\S*\?([0-9a-z_/%:+-]+)$/i;
const GAME = /[?&#]game=([^&#\s]*)/;
const LINE = /[?&#]line=([^&#\s]*)/;

/** What has been read, with all troubles. */
type Done = (
  record: GameRecord | null,
  more?: Partial<Pick<ReadGame, "games" | "inverted" | "assumedTurn">>,
) => ReadGame;

/** Reads all at once. */
export function readGame(text: string, options: ReadingOptions = {}): ReadGame {
  return complete(readingGame(text, options));
}

/** Reads in small steps, so that whoever asks can do something else between them. It never throws. */
export function* readingGame(
  text: string,
  { which = 0, here, mostMoves = MOST_MOVES }: ReadingOptions = {},
): Generator<void, ReadGame> {
  const troubles = new Troubles(text);
  const done: Done = (record, { games = 1, inverted = false, assumedTurn = null } = {}) => ({
    games: record === null && troubles.found[0]?.reason === "no-game" ? 0 : games,
    record,
    inverted,
    assumedTurn,
    troubles: troubles.found,
  });
  if (text.length > MOST_CHARACTERS) {
    troubles.add("too-long", MOST_CHARACTERS);
    return done(null);
  }
  if (text.includes("\0")) {
    troubles.add("not-text", text.indexOf("\0"));
    return done(null);
  }
  if (text.trim() === "") {
    troubles.add("empty", 0);
    return done(null);
  }
  const dhtmlxq = yield* findDhtmlXqGames(text);
  if (dhtmlxq.length > 0) {
    const from = dhtmlxq[which] ?? dhtmlxq[0]!;
    const to = dhtmlxq.find((start) => start > from) ?? text.length;
    return done(yield* readDhtmlXq(text, from, to, troubles, mostMoves), { games: dhtmlxq.length });
  }
  const pgn = yield* findPgnGames(text);
  if (pgn.length > 0) {
    const from = pgn[which] ?? pgn[0]!;
    const to = pgn.find((start) => start > from) ?? text.length;
    return done(yield* readPgn(text, from, to, troubles, mostMoves), { games: pgn.length });
  }
  return yield* readPlain(text, here, mostMoves, troubles, done);
}

/** A position with moves, or either of them. */
function* readPlain(
  given: string,
  here: LegalPosition | undefined,
  mostMoves: number,
  troubles: Troubles,
  done: Done,
): Generator<void, ReadGame> {
  const words = given.trim();
  const link = words.length < 100_000 ? LINK.exec(words) : null;
  if (link !== null) return yield* readLink(words, link, mostMoves, troubles, done);
  const text = URL.test(words) ? unescape(words) : given; // of another site, with a position somewhere in it
  if (PAI_CODE.test(words) && /[kK]/.test(words)) {
    const { position, inverted } = parsePai(words) ?? {};
    if (position !== undefined) return done(check(position, text, troubles), { inverted });
  }
  const found = findFen(text);
  const startpos = found === null ? /\bstartpos\b/i.exec(text) : null;
  if (found !== null) {
    const read = readFen(found.board, found.side, found.from, troubles);
    const record = check(read?.position, text, troubles, found.from);
    if (record === null) return done(null);
    const from = found.to + COUNTERS.exec(text.slice(found.to, found.to + 200))![0].length;
    // Text that does not begin with a move, a number or `moves` is what people say of the position.
    const told = /^\s*(?:moves\b|\d+\s?[.、:]|\[)/.test(text.slice(from, from + 100));
    const moves = yield* readMoveText(text, record.start, troubles, { from, prose: !told, mostMoves });
    return done({ ...record, ...moves }, { assumedTurn: read!.assumedTurn });
  }
  const board = /^\s*(\S{1,300})/.exec(text)![1]!;
  if (board.split("/").length > 3) return done(check(readFen(board, null, 0, troubles)?.position, text, troubles));
  const opening = parseLegalFen(START_FEN);
  if (startpos !== null) {
    const from = startpos.index + startpos[0].length;
    return done({ ...newRecord(opening), ...(yield* readMoveText(text, opening, troubles, { from, mostMoves })) });
  }
  // Moves alone: from the opening, or from where the reader is, whichever takes more of them.
  let best: { readonly record: GameRecord; readonly troubles: Troubles } | null = null;
  for (const start of here === undefined ? [opening] : [opening, here]) {
    const own = new Troubles(text);
    const read = yield* readMoveText(text, start, own, { prose: true, mostMoves });
    if (best === null || read.line.length > best.record.line.length) {
      best = { record: { ...newRecord(start), ...read }, troubles: own };
    }
  }
  const { record, troubles: told } = best!;
  if (record.line.length > 0) return { ...done(record), troubles: told.found };
  if (told.found.length > 0) return { ...done(null), games: 1, troubles: told.found };
  troubles.add("no-game", 0, { text: words });
  return done(null);
}

function* readLink(
  text: string,
  [, named, alone]: RegExpExecArray,
  mostMoves: number,
  troubles: Troubles,
  done: Done,
): Generator<void, ReadGame> {
  const code = unescape((named ?? alone)!);
  const pai = PAI_CODE.test(code) ? parsePai(code) : null;
  const found = findFen(code);
  const read = pai ?? readFen(found?.board ?? code, found?.side ?? null, 0, troubles);
  const record = check(read?.position, text, troubles);
  if (record === null) return done(null);
  const moves = unescape((GAME.exec(text) ?? LINE.exec(text))?.[1] ?? ""); // a game says more than one line of it
  const told = new Troubles(moves);
  const line = yield* readMoveText(moves, record.start, told, { mostMoves });
  const whole = done({ ...record, ...line }, { inverted: /[?&]from=black/.test(text), assumedTurn: null, ...read });
  return { ...whole, troubles: [...whole.troubles, ...told.found] };
}

function parsePai(code: string): { position: Position; inverted: boolean } | null {
  try {
    return parsePaiCode(code);
  } catch (error) {
    if (!(error instanceof UnreadablePosition)) throw error;
    return null;
  }
}

function readFen(
  board: string,
  side: string | null,
  offset: number,
  troubles: Troubles,
): ReturnType<typeof readBoard> | null {
  try {
    return readBoard(board, side);
  } catch (error) {
    if (!(error instanceof UnreadablePosition)) throw error;
    troubles.add("bad-position", offset, { text: board, fault: error.fault });
    return null;
  }
}

/** A game without moves, from a position that can occur in one. */
function check(position: Position | undefined, text: string, troubles: Troubles, offset = 0): GameRecord | null {
  if (position === undefined) return null;
  if (isLegalPosition(position)) return newRecord(position);
  troubles.add("illegal-position", offset, { text: text.slice(offset), problem: findProblems(position)[0]!, position });
  return null;
}

/** Undoes the escapes of a link. */
function unescape(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text; // a stray percent sign
  }
}

/* The letters of a file of games. */

/**
 * Files of games are UTF-8, or, from older programs, GB 18030, with GBK and GB 2312 in it; UTF-16 begins with its mark. XQF, CBR
 * and CBL are told as DhtmlXQ.
 */
export function decodeGameFile(bytes: Uint8Array): string {
  const told = textOfProgramFile(bytes);
  if (told !== null) return told;
  const mark = bytes[0]! * 256 + bytes[1]!;
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
