// `/chessdb.php`, answer for answer in the formats of chessdb.cn.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import { rankOf, sortRows, type Root, type Row } from "../../../src/doors/http/chessdb.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { formatFen } from "../../../src/xiangqi/fen.ts";
import { hasLegalMove } from "../../../src/xiangqi/moves.ts";
import { randomPositions } from "../../c/agreement.ts";
import { randomNumbers } from "../../oracle/random-graphs.ts";

const WON = "3k5/9/5N3/9/2b6/9/9/9/4K4/9 w";
const LOSING = "3k5/9/5N3/9/2b6/9/9/9/4K4/9 b";
const MATE = "3k5/9/9/9/9/2Rr5/9/9/9/4K4 w";
const CHECKED = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-chessdb-"));
  const build = (name: string, metric: "dtc" | "dtm", orders: "fang" | "chessdb") =>
    buildClosure([parseEndgame(name)], { rules: "asian", metric, orders, folder, threads: 1 });
  await build("KNKB", "dtm", "fang");
  await build("KRKR", "dtm", "fang");
  await build("KRKN", "dtc", "chessdb");
  await build("KRKA", "dtc", "fang");
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "0" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

const ask = (parameters: Record<string, string>, options: RequestInit = {}) =>
  app.request(`/chessdb.php?${new URLSearchParams(parameters).toString()}`, options);
const text = async (parameters: Record<string, string>) => (await ask(parameters)).text();
const json = async (parameters: Record<string, string>) =>
  (await ask({ ...parameters, json: "1" })).json() as Promise<Record<string, unknown>>;

/** The rows of an answer as clients take them apart. */
const rowsOf = (answer: string) =>
  answer
    .slice(0, -1)
    .split("|")
    .map((row) => Object.fromEntries(row.split(",").map((field) => field.split(":"))) as Record<string, string>);

/** The rows of an answer as it writes them; of equal ones chessdb's order is its generator's, so they are sorted here. */
const linesOf = (answer: string) => {
  expect(answer.endsWith("\0")).toBe(true);
  const [first, ...others] = answer.slice(0, -1).split("|");
  return [first, ...others.sort()];
};

describe("recorded answers, every row of them", () => {
  test("a win: one move of eleven", async () => {
    const drawing = ["e1e0", "e1e2", "e1f1", "f7d8", "f7e5", "f7e9", "f7g5", "f7g9", "f7h6", "f7h8"];
    expect(linesOf(await text({ action: "queryall", board: WON }))).toEqual([
      "move:f7d6,score:29991,rank:2,note:! (W-M-0009)",
      ...drawing.map((move) => `move:${move},score:0,rank:0,note:? (D-M-0000)`),
    ]);
  });

  test("the same with Black to move: one move draws", async () => {
    expect(linesOf(await text({ action: "queryall", board: LOSING }))).toEqual([
      "move:c5e7,score:0,rank:2,note:! (D-M-0000)",
      "move:c5a7,score:-29980,rank:0,note:? (L-M-0020)",
    ]);
  });

  test("a mate by a capture", async () => {
    const [first] = linesOf(await text({ action: "queryall", board: MATE }));
    expect(first).toBe("move:c4d4,score:29999,rank:2,note:! (W-M-0001)");
  });
});

interface Probed {
  readonly category: "win" | "draw" | "loss";
  readonly moves: readonly {
    readonly uci: string;
    readonly category: "win" | "draw" | "loss";
    readonly order: number | null;
    readonly distance: number | null;
  }[];
}

/** A row's score and note, from what the API says of the position after the move. */
function expectedRow({ uci, category, order, distance }: Probed["moves"][number], spelling: "dtc" | "dtm"): string {
  const step = category === "draw" ? 0 : distance! + 1;
  const most = order === null || order === 0 ? 30_000 : 20_000;
  const score = category === "draw" ? 0 : category === "loss" ? most - step : step - most;
  const letter = { loss: "W", draw: "D", win: "L" }[category];
  const digits = (number: number, count: number) => String(number).padStart(count, "0");
  const toMate = spelling === "dtm" && (order ?? 0) === 0;
  const note = toMate ? `(${letter}-M-${digits(step, 4)})` : `(${letter}-${digits(order ?? 0, 2)}-${digits(step, 3)})`;
  return `${uci} ${score} ${note}`;
}

test.each([
  ["KNKB", "dtm", "fang"],
  ["KRKR", "dtm", "fang"],
  ["KRKN", "dtc", "chessdb"],
] as const)("random positions of %s have the values that the API tells", async (name, metric, orders) => {
  const catalog = new FolderCatalog(folder, { rules: "asian", metric, orders });
  for (const position of await randomPositions(catalog, name, 150, randomNumbers(2))) {
    if (!hasLegalMove(position)) continue;
    const board = formatFen(position);
    const query = new URLSearchParams({ fen: board, metric, rules: "asian", orders }).toString();
    const probed = (await (await app.request(`/api/v1/probe?${query}`)).json()) as Probed;
    const rows = rowsOf(await text({ action: "queryall", board, egtbmetric: metric }));
    const found = rows.map(({ move, score, note }) => `${move} ${score} ${note!.slice(2)}`);
    const wanted = probed.moves.map((move) => expectedRow(move, metric));
    expect([board, ...found.sort()]).toEqual([board, ...wanted.sort()]);
    // The first row is as good as the position, and the marks follow the ranks.
    expect(rows[0]!.rank).toBe("2");
    const sign = { win: 1, draw: 0, loss: -1 }[probed.category];
    expect(Math.sign(Number(rows[0]!.score))).toBe(sign);
    for (const { rank, note, score } of rows) {
      expect(note![0]).toBe("?*!"[Number(rank)]);
      expect(Number(rank) > 0).toBe(Math.sign(Number(score)) === sign);
    }
  }
  await catalog.close();
});

describe("forms", () => {
  test("a text ends with a NUL, and may be read by any site", async () => {
    const response = await ask({ action: "queryscore", board: WON });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.text()).toBe("eval:29991\0");
  });

  test.each([
    [{}, ""],
    [{ action: "queryall" }, "invalid parameters"],
    [{ action: "queryall", board: "nonsense" }, "invalid board\0"],
    [{ action: "queryall", board: "4k4/9/9/9/9/9/9/9/9/4K4 w" }, "invalid board\0"],
    [{ action: "queryall", board: "3k5/9/9/9/9/9/9/9/3r5/R3KN3 w" }, "unknown\0"],
    [{ action: "querybest", board: "3k5/9/9/9/9/9/9/9/3r5/R3KN3 w" }, "nobestmove\0"],
    [{ action: "queryall", board: "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b" }, "checkmate\0"],
    [{ action: "queryall", board: "3k5/4R4/9/9/9/9/9/9/4R4/4K4 b" }, "stalemate\0"],
    [{ action: "query", board: "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b" }, "nobestmove\0"],
    [{ action: "query", board: WON }, "egtb:f7d6\0"],
    [{ action: "querypv", board: WON }, "score:29991,depth:9,pv:f7d6\0"],
    [{ action: "queue", board: WON }, ""],
    [{ action: "queue", board: WON, json: "1" }, "{}"],
    [{ action: "store", board: WON, move: "x" }, "tokenerror\0"],
  ])("%j is answered by %j", async (parameters, answer) => {
    expect(await text(parameters)).toBe(answer);
  });

  test("the same as JSON, without a NUL", async () => {
    const response = await ask({ action: "queryscore", board: WON, json: "true" });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ status: "ok", eval: 29991 });
    const { moves } = (await json({ action: "queryall", board: WON })) as { moves: object[] };
    expect(moves[0]).toEqual({ uci: "f7d6", score: 29991, rank: 2, note: "! (W-M-0009)" });
    expect(await json({ action: "query", board: WON })).toEqual({ status: "ok", egtb: "f7d6" });
    expect(await json({ action: "querypv", board: WON })).toEqual({
      status: "ok",
      score: 29991,
      depth: 9,
      pv: ["f7d6"],
    });
    expect(await json({ action: "queryall", board: "x" })).toEqual({ status: "invalid board" });
    expect(await json({ action: "queryall" })).toEqual({ status: "invalid parameters" });
  });

  test("the board may have a tail, escapes or underscores, and come by POST", async () => {
    for (const board of [`${WON} - - 0 1`, WON.replace(" ", "_")]) {
      expect(await text({ action: "queryscore", board })).toBe("eval:29991\0");
    }
    const body = new URLSearchParams({ action: "queryscore", board: WON });
    expect(await (await app.request("/chessdb.php", { method: "POST", body })).text()).toBe("eval:29991\0");
    const large = await app.request("/chessdb.php", { method: "POST", body: `board=${"x".repeat(20_000)}` });
    expect(large.status).toBe(413);
  });

  test("banned moves are left out; what is unknown can be listed", async () => {
    expect(rowsOf(await text({ action: "queryall", board: WON, ban: "move:f7d6|move:e1e0" }))).toHaveLength(9);
    const unknown = { action: "queryall", board: "3k5/9/9/9/9/9/9/9/3r5/R3KN3 w", showall: "1" };
    expect(rowsOf(await text(unknown))[0]).toMatchObject({ score: "??" });
  });

  test("a draw that can be played for lists all moves that keep it", async () => {
    expect(await text({ action: "query", board: LOSING })).toBe("egtb:c5e7\0"); // Black has nothing to play for it with
    const board = "3k5/9/9/9/9/9/9/r8/5K3/8R w";
    const answer = await text({ action: "query", board });
    expect(answer).toMatch(/^search:[a-i]\d[a-i]\d(\|search:[a-i]\d[a-i]\d)+\0$/);
    const { search_moves: moves } = (await json({ action: "query", board })) as { search_moves: { uci: string }[] };
    expect(moves.map(({ uci }) => `search:${uci}`).join("|")).toBe(answer.slice(0, -1));
  });

  test("a damaged table is 503", async () => {
    const damaged = await mkdtemp(join(tmpdir(), "canju-chessdb-"));
    await mkdir(join(damaged, "asian/dtm"), { recursive: true });
    await writeFile(join(damaged, "asian/dtm/KNKB.canju"), "no table");
    const other = new DataFolder(damaged);
    const response = await createApp({ data: other, page: new Map(), version: "0" }).request(
      `/chessdb.php?${new URLSearchParams({ action: "queryall", board: WON }).toString()}`,
    );
    expect(response.status).toBe(503);
    const line = await response.text();
    expect(line).toMatch(/^Error: .*damaged/);
    expect(line).not.toContain(damaged);
    await other.close();
    await rm(damaged, { recursive: true });
  });

  test("it can be left out, and is limited", async () => {
    const off = createApp({ data, page: new Map(), version: "0", chessdb: false });
    expect((await off.request("/chessdb.php?action=queryall")).status).toBe(404);
    const limited = createApp({ data, page: new Map(), version: "0", limit: { perSecond: 1 } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => limited.request("/chessdb.php?action=queue")));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts).toContain("rate limit exceeded\0");
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

describe("tables", () => {
  test("dtc with orders has chessdb's spelling; without the asked metric the other answers in its own", async () => {
    const [first] = rowsOf(await text({ action: "queryall", board: CHECKED, egtbmetric: "dtc" }));
    expect(first!.note).toMatch(/^! \(W-\d\d-\d\d\d\)$/);
    expect(first!.note).not.toContain("W-00");
    expect(rowsOf(await text({ action: "queryall", board: CHECKED }))[0]!.note).toBe(first!.note);
    expect(await text({ action: "queryall", board: WON, egtbmetric: "dtc" })).toContain("(W-M-0009)");
    const other = await text({ action: "queryall", board: "3k5/4a4/9/9/9/9/9/4R4/9/4K4 w" });
    expect(other).toContain("note:! (W-00-001)");
  });
});

describe("queryrule", () => {
  const round = "d0d1|b1c3|d1d0|c3b1";

  test("a move that repeats is banned, drawn, or free", async () => {
    const answer = await text({ action: "queryrule", board: CHECKED, movelist: `${round}|d0d1|b1c3|d1d0` });
    expect(answer).toContain("move:c3b1,rule:ban");
    expect(answer).toContain("move:c3e4,rule:none");
    const twice = { action: "queryrule", board: CHECKED, movelist: `${round}|d0d1|b1c3|d1d0`, reptimes: "2" };
    expect(await text(twice)).toContain("move:c3b1,rule:ban");
    expect(await text({ ...twice, reptimes: "3" })).toContain("move:c3b1,rule:none");
    const { moves } = (await json(twice)) as { moves: object[] };
    expect(moves).toContainEqual({ uci: "c3b1", rule: "ban" });
  });

  test("what was repeated before a capture is not", async () => {
    const long = await text({ action: "queryrule", board: CHECKED, movelist: `${round}|d0d1|b1c3|d1d0` });
    const board = "9/4k4/9/9/9/9/2n6/9/R8/p2K5 b";
    expect(await text({ action: "queryrule", board, movelist: `e8e9|a1a0|c3b1|${round}|d0d1|b1c3|d1d0` })).toBe(long);
  });

  test.each(["", "d0d1|b1c3", "d0d1|b1c3|a0a9", "d0d1|b1c3|d1d9"])("the list %j is refused", async (movelist) => {
    expect(await text({ action: "queryrule", board: CHECKED, movelist })).toBe("invalid movelist\0");
  });
});

describe("the order of rows", () => {
  /** The same comparison, written out case by case. */
  function slowDtc(a: Row, b: Row, root: Root): number {
    const [A, B] = [-1, 1];
    if (root.score !== 0) {
      if ((a.order === root.order && a.score >= root.score) || (b.order === root.order && b.score >= root.score)) {
        if (a.order !== b.order) return a.order === root.order ? A : B;
        if (a.cap !== b.cap) return a.score >= root.score ? A : B;
      }
    }
    const across = (a.score >= 0 && b.score <= 0) || (a.score <= 0 && b.score >= 0);
    if (a.cap === b.cap && a.order === b.order) {
      if (a.score !== b.score) return a.score > b.score ? A : B;
      return a.check === b.check ? 0 : a.check < b.check ? A : B;
    }
    if (a.cap === b.cap) {
      if (across && a.score !== b.score) return a.score > b.score ? A : B;
      if (across) return a.order > b.order ? A : B;
      if (a.score > 0) return a.order < b.order ? A : B;
      return a.order > b.order ? A : B;
    }
    if (across && a.score !== b.score) return a.score > b.score ? A : B;
    if (across && a.check !== b.check) return a.check < b.check ? A : B;
    if (across && a.cap) return a.check > 0 ? A : B;
    if (across) return a.check > 0 ? B : A;
    if (a.score > 0) return a.cap ? A : B;
    return a.cap ? B : A;
  }

  function slowDtm(a: Row, b: Row, root: Root): number {
    const [A, B] = [-1, 1];
    if (root.score < 0) {
      if (a.score >= root.score && b.score >= root.score - 2) return B;
      if (b.score >= root.score && a.score >= root.score - 2) return A;
    }
    if (a.score !== b.score) return a.score > b.score ? A : B;
    if (a.cap === b.cap) return a.check === b.check ? 0 : a.check < b.check ? A : B;
    if (a.score > 0) return a.cap ? A : B;
    if (a.check !== b.check) return a.check < b.check ? A : B;
    return a.cap ? (a.check > 0 ? A : B) : a.check > 0 ? B : A;
  }

  test.each([
    ["dtc", slowDtc],
    ["dtm", slowDtm],
  ] as const)("%s sorts as the comparison says", (numbering, slow) => {
    const random = randomNumbers(7);
    const among = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
    for (let round = 0; round < 2000; round++) {
      const root = { score: among([-29_990, -19_990, 0, 19_991, 29_991]), order: among([0, 1, 2]) };
      const rows = Array.from({ length: 2 + Math.floor(random() * 8) }, (_, i): Row => {
        const score = among([-29_992, -29_990, -29_988, -19_990, 0, 19_991, 29_991, 29_993]);
        return {
          move: String(i),
          score,
          order: among([0, 1, 2]),
          step: 0,
          cap: random() < 0.4,
          check: among([0, 1, 2]),
        };
      });
      expect(sortRows(rows, root, numbering)).toEqual([...rows].sort((a, b) => slow(a, b, root)));
    }
  });

  test("ranks: as good as the first, as good in kind, or not", () => {
    const row = (score: number, more: Partial<Row> = {}): Row => ({
      move: "",
      score,
      order: 0,
      step: 0,
      cap: false,
      check: 0,
      ...more,
    });
    expect(rankOf(row(29_991), row(29_991))).toBe(2);
    expect(rankOf(row(29_989), row(29_991))).toBe(1);
    expect(rankOf(row(29_991, { check: 1 }), row(29_991))).toBe(1);
    expect(rankOf(row(0), row(29_991))).toBe(0);
    expect(rankOf(row(0, { cap: true }), row(0))).toBe(1);
    expect(rankOf(row(-29_980), row(0))).toBe(0);
    expect(rankOf(row(-29_980), row(-29_990))).toBe(1);
  });
});
