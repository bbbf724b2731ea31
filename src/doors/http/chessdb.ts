/**
 * `/chessdb.php`: answers of the tables in the formats of chessdb.cn's cloud, so that programs which ask it can ask this
 * server instead. What the rows hold and how they are ordered follows that server (docs/guides/clients.md).
 */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { attackingMen, endgameOf } from "../../endgame/endgame.ts";
import { lookUp } from "../../query/lookup.ts";
import { LOOKUPS_A_PIECE, type TableProvider } from "../../table/catalog/catalog.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import { distanceOf, DRAW, isWin, orderOf, type Value } from "../../table/value.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { InputError } from "../../base/errors.ts";
import { parseFields } from "../../xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, type Move } from "../../xiangqi/moves.ts";
import { formatUci, parseUci } from "../../xiangqi/notation/coordinates.ts";
import { endingOf } from "../../xiangqi/moves.ts";
import { samePosition, type LegalPosition } from "../../xiangqi/position.ts";
import { reportMove, type MoveReport } from "../../rules/asian/chase.ts";
import { DEFAULT_RULES } from "../../rules/asian/options.ts";
import { judgeRepetition } from "../../rules/asian/repetition.ts";
import { lossOf } from "../../rules/judging.ts";
import { legalPosition } from "../../xiangqi/validate.ts";
import { opponent } from "../../xiangqi/pieces.ts";
import type { DataFolder } from "./data-folder.ts";
import type { Env } from "./work.ts";

export const CHESSDB = "/chessdb.php";

/** A move as chessdb values it, to the mover. */
export interface Row {
  readonly move: string;
  readonly score: number;
  readonly order: number;
  /** Plies, this move counted; 0 for a draw. */
  readonly step: number;
  readonly cap: boolean;
  /** 1 for a check, and in a drawn position 1 more for a chase. */
  readonly check: number;
}

/** What the position is worth itself. */
export interface Root {
  readonly score: number;
  readonly order: number;
}

type Numbering = "dtc" | "dtm";

interface Valued {
  readonly root: Root;
  readonly numbering: Numbering;
  /** In chessdb's order. */
  readonly rows: readonly Row[];
}

/** An answer in both formats. */
interface Said {
  readonly text: string;
  readonly json: object | null;
}

const MOST_LISTED = 2046;
const LEAST_LISTED = 3;

export function serveChessdb(app: OpenAPIHono<Env>, data: DataFolder): void {
  app.on(["GET", "POST"], CHESSDB, async (c) => {
    const asked = await parametersOf(c);
    const wantsJson = /^(1|true|on|yes)$/i.test(asked.get("json") ?? "");
    try {
      return respond(c, await answer(asked, data, c), wantsJson);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const line = data.withoutFolder(error.message);
      return respond(c, { text: `Error: ${line}`, json: { status: line } }, wantsJson, 503);
    }
  });
}

/** The answer where a client has asked for too much. */
export function chessdbRefusal(c: Context): Response {
  return respond(c, status("rate limit exceeded"), /[?&]json=(1|true|on|yes)/i.test(c.req.url));
}

async function parametersOf(c: Context): Promise<URLSearchParams> {
  const found = new URL(c.req.url).searchParams;
  if (c.req.method === "POST")
    for (const [name, value] of new URLSearchParams(await c.req.text())) found.set(name, value);
  return found;
}

/** Its text ends with a NUL, which clients cut off. */
function respond(c: Context, { text, json }: Said, wantsJson: boolean, code: 200 | 503 = 200): Response {
  c.header("cache-control", "no-cache");
  c.header("access-control-allow-origin", "*");
  if (json === null) return c.body("", code, { "content-type": "text/html; charset=utf-8" });
  if (wantsJson) return c.body(JSON.stringify(json), code, { "content-type": "application/json" });
  const end = text === "" || text === "invalid parameters" ? "" : "\0";
  return c.body(text + end, code, { "content-type": "text/html; charset=utf-8" });
}

function status(text: string): Said {
  return { text, json: { status: text } };
}

const QUERIES = ["query", "querybest", "querylearn", "querysearch"];
const NOTHING: Said = { text: "", json: null };

async function answer(asked: URLSearchParams, data: DataFolder, c: Context<Env>): Promise<Said> {
  const action = asked.get("action") ?? "";
  if (action === "") return NOTHING;
  const board = asked.get("board") ?? "";
  if (board === "") return status("invalid parameters");
  const position = readBoard(board);
  if (position === null) return status("invalid board");
  if (action === "queryrule") return queryRule(asked, position, c);
  if (action === "queue") return { text: "", json: {} };
  if (action === "store") return status("tokenerror");
  const isQuery = QUERIES.includes(action);
  if (!isQuery && !["queryall", "queryscore", "querypv"].includes(action)) return status("invalid parameters");
  const ending = endingOf(position);
  if (ending !== null) return status(isQuery ? "nobestmove" : ending);
  const banned = new Set((asked.get("ban") ?? "").split("|").map((word) => word.replace(/^move:/, "").trim()));
  const valued = await valueRows(position, banned, asked.get("egtbmetric") === "dtc" ? "dtc" : "dtm", data, c);
  if (valued === null || valued.rows.length === 0) {
    if (isQuery) return status("nobestmove");
    if (action === "queryall" && asked.get("showall") === "1" && valued === null) return listUnknown(position, banned);
    return status("unknown");
  }
  if (action === "queryall") return all(valued);
  if (isQuery) return best(valued, position);
  const { move, score, step } = valued.rows[0]!;
  if (action === "queryscore") return { text: `eval:${score}`, json: { status: "ok", eval: score } };
  return {
    text: `score:${score},depth:${step},pv:${move}`,
    json: { status: "ok", score, depth: step, pv: [move] },
  };
}

function readBoard(text: string): LegalPosition | null {
  try {
    const { board, turn } = parseFields(text.split(/[\s_]+/).filter((field) => field !== ""));
    return legalPosition({ board, turn });
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Null outside the tables. Orders are chessdb's own only in tables that number them so, or where there are none. */
async function valueRows(
  position: LegalPosition,
  banned: ReadonlySet<string>,
  numbering: Numbering,
  data: DataFolder,
  c: Context<Env>,
): Promise<Valued | null> {
  const tables = {
    dtc: [
      { orders: "chessdb", isTrusted: true },
      { orders: "fang", isTrusted: false },
    ],
    dtm: [{ orders: "fang", isTrusted: true }],
  } as const;
  for (const metric of [numbering, numbering === "dtc" ? ("dtm" as const) : ("dtc" as const)]) {
    for (const { orders, isTrusted } of tables[metric]) {
      const provider = c.var.work.on(data.catalog({ rules: "asian", metric, orders }));
      try {
        const found = await valueRowsIn(position, provider, metric);
        if (!isTrusted && [found.root, ...found.rows].some(({ order }) => order > 0)) continue;
        const rows = found.rows.filter(({ move }) => !banned.has(move));
        return { ...found, rows: sortRows(rows, found.root, metric) };
      } catch (error) {
        if (!(error instanceof MissingTableError)) throw error;
      }
    }
  }
  return null;
}

async function valueRowsIn(position: LegalPosition, provider: TableProvider, numbering: Numbering): Promise<Valued> {
  const of = async (at: LegalPosition) => (await lookUp(at, provider)).value;
  const own = await of(position);
  const root = { score: scoreOf(own), order: own === DRAW ? 0 : orderOf(own) };
  const rows: Row[] = [];
  for (const move of legalMoves(position)) {
    const next = applyMove(position, move);
    const after = await of(next);
    const chases = root.score === 0 && reportMove(position, move, DEFAULT_RULES).attacks.some(({ chase }) => chase);
    rows.push({
      move: formatUci(position, move),
      score: 0 - scoreOf(after),
      order: after === DRAW ? 0 : orderOf(after),
      step: stepOf(after),
      cap: isCapture(position, move),
      check: Number(inCheck(next.board, next.turn)) + Number(chases),
    });
  }
  return { root, numbering, rows };
}

function stepOf(value: Value): number {
  return value === DRAW ? 0 : distanceOf(value) + 1;
}

/** To the side to move. */
function scoreOf(value: Value): number {
  if (value === DRAW) return 0;
  const size = (orderOf(value) === 0 ? 30_000 : 20_000) - stepOf(value);
  return isWin(value) ? size : -size;
}

/** In chessdb's order, by its own comparisons, which are not transitive everywhere; equal ones stay as they are. */
export function sortRows(rows: readonly Row[], root: Root, numbering: Numbering): Row[] {
  return [...rows].sort((a, b) => (numbering === "dtc" ? compareDtc(a, b, root) : compareDtm(a, b, root)));
}

/** Negative: a first. */
function compareDtc(a: Row, b: Row, root: Root): number {
  const keeps = ({ order, score }: Row) => order === root.order && score >= root.score;
  if (root.score !== 0 && (keeps(a) || keeps(b))) {
    if (a.order !== b.order) return a.order === root.order ? -1 : 1;
    if (a.cap !== b.cap) return a.score >= root.score ? -1 : 1;
  }
  const differ = (a.score >= 0 && b.score <= 0) || (a.score <= 0 && b.score >= 0);
  if (a.cap === b.cap) {
    if (a.order === b.order) return b.score - a.score || a.check - b.check;
    if (differ) return b.score - a.score || b.order - a.order;
    return a.score > 0 ? a.order - b.order : b.order - a.order;
  }
  if (differ) return b.score - a.score || a.check - b.check || captureWithCheck(a);
  const won = a.score > 0;
  return a.cap === won ? -1 : 1;
}

function compareDtm(a: Row, b: Row, root: Root): number {
  const near = (one: Row, other: Row) => one.score >= root.score && other.score >= root.score - 2;
  if (root.score < 0 && (near(a, b) || near(b, a))) return a.score >= root.score ? 1 : -1;
  if (a.score !== b.score) return b.score - a.score;
  if (a.cap === b.cap) return a.check - b.check;
  if (a.score > 0) return a.cap ? -1 : 1;
  return a.check - b.check || captureWithCheck(a);
}

/** Of a capture and a quiet move that check alike: the capture first when they check. */
function captureWithCheck({ cap, check }: Row): number {
  const checks = check > 0;
  return cap === checks ? -1 : 1;
}

/** 2: as good as the first; 1: worse, but as good in kind; 0: it gives something away. */
export function rankOf(row: Row, first: Row): 0 | 1 | 2 {
  if (Math.sign(row.score) < Math.sign(first.score)) return 0;
  const isValued = row.score === 0 || (row.score === first.score && row.order === first.order);
  return isValued && row.cap === first.cap && row.check === first.check ? 2 : 1;
}

function noteOf({ score, order, step }: Row, rank: 0 | 1 | 2, numbering: Numbering): string {
  const letter = score > 0 ? "W" : score < 0 ? "L" : "D";
  const pad = (number: number, digits: number) => String(number).padStart(digits, "0");
  const rest = numbering === "dtm" && order === 0 ? `M-${pad(step, 4)}` : `${pad(order, 2)}-${pad(step, 3)}`;
  return `${"?*!"[rank]} (${letter}-${rest})`;
}

function all({ rows, numbering }: Valued): Said {
  const noted = rows.map((row) => {
    const rank = rankOf(row, rows[0]!);
    return { uci: row.move, score: row.score, rank, note: noteOf(row, rank, numbering) };
  });
  const text = noted.map(({ uci, score, rank, note }) => `move:${uci},score:${score},rank:${rank},note:${note}`);
  return { text: text.join("|"), json: { status: "ok", moves: noted } };
}

function listUnknown(position: LegalPosition, banned: ReadonlySet<string>): Said {
  const moves = legalMoves(position).map((move) => formatUci(position, move));
  const rows = moves.filter((uci) => !banned.has(uci)).map((uci) => ({ uci, score: "??", rank: 0, note: "? (??-??)" }));
  const text = rows.map(({ uci, score, rank, note }) => `move:${uci},score:${score},rank:${rank},note:${note}`);
  return { text: text.join("|"), json: { status: "ok", moves: rows } };
}

/** One of the best, or in a draw that can still be played for, all that keep it. */
function best({ rows, root }: Valued, { board, turn }: LegalPosition): Said {
  if (root.score === 0 && attackingMen(endgameOf(board)[turn]).length > 0) {
    const drawing = rows.filter(({ score }) => score === 0).map(({ move }) => move);
    const json = { status: "ok", search_moves: drawing.map((uci) => ({ uci })) };
    return { text: drawing.map((move) => `search:${move}`).join("|"), json };
  }
  const equal = rows.filter((row) => rankOf(row, rows[0]!) === 2);
  const { move } = equal[Math.floor(Math.random() * equal.length)]!;
  return { text: `egtb:${move}`, json: { status: "ok", egtb: move } };
}

/** What a further move would be judged as, after those listed. */
async function queryRule(asked: URLSearchParams, start: LegalPosition, c: Context<Env>): Promise<Said> {
  const words = (asked.get("movelist") ?? "").split("|").filter((word) => word !== "");
  if (words.length < LEAST_LISTED || words.length > MOST_LISTED) return status("invalid movelist");
  const times = Number(asked.get("reptimes") ?? 1);
  const repetitions = Number.isInteger(times) && times >= 1 && times <= 10 ? times : 1;
  const game = new Since(start);
  for (const word of words) {
    await c.var.work.step();
    try {
      game.play(parseUci(game.position, word));
    } catch (error) {
      if (error instanceof InputError) return status("invalid movelist");
      throw error;
    }
  }
  const moves: { uci: string; rule: string }[] = [];
  for (const move of legalMoves(game.position)) {
    await c.var.work.step(LOOKUPS_A_PIECE);
    moves.push({ uci: formatUci(game.position, move), rule: game.ruleOn(move, repetitions) });
  }
  const text = moves.map(({ uci, rule }) => `move:${uci},rule:${rule}`).join("|");
  return { text, json: { status: "ok", moves } };
}

/** A game since its last capture. */
class Since {
  #positions: LegalPosition[];
  #moves: Move[] = [];
  readonly #reports = new Map<number, MoveReport>();

  constructor(start: LegalPosition) {
    this.#positions = [start];
  }

  get position(): LegalPosition {
    return this.#positions.at(-1)!;
  }

  play(move: Move): void {
    const next = applyMove(this.position, move);
    if (isCapture(this.position, move)) {
      this.#positions = [next];
      this.#moves = [];
      this.#reports.clear();
      return;
    }
    this.#moves.push(move);
    this.#positions.push(next);
  }

  /** `ban` where the mover would lose by it, `draw`, or `none` where nothing is repeated or the opponent would lose. */
  ruleOn(move: Move, repetitions: number): "none" | "draw" | "ban" {
    const { turn } = this.position;
    if (isCapture(this.position, move)) return "none";
    const next = applyMove(this.position, move);
    const before = [...this.#positions.keys()].filter((at) => samePosition(this.#positions[at]!, next));
    const since = before.at(-repetitions);
    if (since === undefined) return "none";
    const reports = this.#moves.slice(since).map((_, i) => this.#reportOf(since + i));
    const { result } = judgeRepetition(next, [...reports, reportMove(this.position, move, DEFAULT_RULES)]);
    if (result === "draw") return "draw";
    return result === lossOf(opponent(turn)) ? "none" : "ban";
  }

  #reportOf(at: number): MoveReport {
    let report = this.#reports.get(at);
    if (report === undefined) {
      this.#reports.set(at, (report = reportMove(this.#positions[at]!, this.#moves[at]!, DEFAULT_RULES)));
    }
    return report;
  }
}
