// What clients send and what they must hear (docs/guides/clients.md).
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import type { EngineOptions } from "../../../src/doors/uci/options.ts";
import { buildTables } from "../../play/sampled-games.ts";
import { FIVE_TIGERS } from "../../prove/trees.ts";
import { run } from "../cli/program.ts";
import { runEngine, talkTo, type Client } from "./client.ts";

const COLLECTION = { rules: "asian", metric: "dtc", orders: "fang" } as const;
/** Red wins in 23 plies, by c7e6 alone. */
const WON = "9/3k5/2N6/9/4p4/9/9/4K4/9/9 w";
/** Red wins: Black may not go on checking. */
const BY_RULE = "9/9/4k4/9/R8/9/9/5K3/7n1/9 w";
/** Red wins one of two horses; against the other alone he wins. */
const BY_TABLES = "7n1/4k4/9/3R5/9/2n6/9/9/9/3K5 w";
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

let data: string;

beforeAll(async () => {
  data = await buildTables(["KNKP", "KRKN", "KRKA"], COLLECTION);
  await buildTables(["KRKA"], { ...COLLECTION, metric: "dtm" }, data);
});

afterAll(() => rm(data, { recursive: true }));

async function afterUci(options: Partial<EngineOptions> = {}, word: "uci" | "ucci" = "uci"): Promise<Client> {
  const client = talkTo(data, options);
  client.say(word);
  await client.until(`${word}ok`);
  return client;
}

describe("the beginning", () => {
  test("nothing is said before the first word; uci gets its options and uciok, and gets them again", async () => {
    const client = talkTo(data);
    expect(client.heard).toEqual([]);
    client.say("uci");
    const lines = await client.until("uciok");
    expect(lines).toEqual([
      "id name Canju 1.2.3",
      "id author the Canju developers",
      "option name DataFolder type string default <empty>",
      "option name Metric type combo default auto var auto var dtc var dtm",
      "option name Rules type combo default asian var asian var chinese var none",
      "option name Orders type combo default fang var fang var chessdb",
      "option name Ranks type combo default auto var auto var 0 var 1",
      "option name MultiPV type spin default 1 min 1 max 128",
      "option name LineLength type spin default 20 min 1 max 400",
      "option name Hash type spin default 64 min 1 max 4096",
      "option name Threads type spin default 1 min 1 max 1024",
      "option name Ponder type check default false",
      "option name MoveLimit type spin default 120 min 0 max 1000",
      "option name UCI_ShowWDL type check default false",
      "option name UCI_AnalyseMode type check default false",
      "option name UCI_Variant type combo default xiangqi var xiangqi",
      "option name ProveMates type check default false",
      "option name Engine type string default <empty>",
      "uciok",
    ]);
    client.say("ucicyclone");
    expect(await client.until("uciok")).toEqual(lines);
  });

  test("ucci gets options of one small word", async () => {
    const client = talkTo(data);
    client.say("ucci");
    expect(await client.until("ucciok")).toEqual([
      "id name Canju 1.2.3",
      "id copyright GPL-3.0-or-later",
      "id author the Canju developers",
      "option usemillisec type check default true",
      "option useegtb type check default true",
      "option egtbpaths type string default <empty>",
      "option metric type combo var auto var dtc var dtm default auto",
      "option rules type combo var asian var chinese var none default asian",
      "option orders type combo var fang var chessdb default fang",
      "option hashsize type spin min 1 max 4096 default 64",
      "option movelimit type spin min 0 max 1000 default 120",
      "option provemates type check default false",
      "option resign type check default false",
      "option newgame type button",
      "ucciok",
    ]);
  });

  test.each([
    ["uci", "ucci"],
    ["ucci", "uci"],
  ])("a client that says %s and %s means the first", async (first, second) => {
    const client = talkTo(data);
    client.say(first, second, "isready");
    const lines = await client.until("readyok");
    expect(lines.filter((line) => line.endsWith("ok"))).toEqual([`${first}ok`, "readyok"]);
  });

  test("xboard and unknown words do not end it; with debug on they are told", async () => {
    const client = talkTo(data);
    client.say("xboard", "nonsense", "", "\u0000", "debug on", "nonsense  here", "isready");
    expect(await client.until("readyok")).toEqual([
      "Error (unknown command): xboard",
      "info string unknown command: nonsense  here",
      "readyok",
    ]);
  });

  test("a client that waits for nothing is answered", async () => {
    const client = talkTo(data);
    client.say("isready", `position fen ${WON}`, "go");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c7e6 ponder /);
  });

  test("unknown options and values are told, and change nothing; names are taken in any case, values to the nearest limit", async () => {
    const client = await afterUci();
    client.say(
      "setoption name Skill Level value 20",
      "setoption style risky",
      "setoption name Hash value 999999",
      "setoption name hash value nonsense",
      "setoption name multi pv value 0",
      "setoption name uci_showwdl value TRUE",
      "setoption name Line Length value 3",
      "setoption name metric value chessdb",
      "uci",
    );
    const lines = await client.until("uciok");
    expect(lines.filter((line) => line.startsWith("info string"))).toEqual([
      'info string there is no option "Skill Level"',
      'info string there is no option "style"',
      'info string option hash takes a number from 1 to 4096, not "nonsense"',
      'info string option metric takes auto, dtc, dtm, not "chessdb"',
    ]);
    expect(lines).toContain("option name Hash type spin default 4096 min 1 max 4096");
    expect(lines).toContain("option name MultiPV type spin default 1 min 1 max 128");
    expect(lines).toContain("option name UCI_ShowWDL type check default true");
    expect(lines).toContain("option name LineLength type spin default 3 min 1 max 400");
    expect(lines).toContain("option name Metric type combo default auto var auto var dtc var dtm");
  });

  test("a win that the limit of moves comes before is told, with what has passed of it in the game", async () => {
    const client = await afterUci();
    const told = async (...lines: string[]): Promise<string[]> => {
      client.say(...lines, "go");
      return (await client.until("bestmove")).filter((line) => line.includes("without a capture"));
    };
    expect(await told(`position fen ${WON}`)).toEqual([]);
    expect(await told("setoption name MoveLimit value 22", `position fen ${WON}`)).toEqual([
      "info string won in 23 plies without a capture: a limit of 22 would make it a draw",
    ]);
    expect(await told("setoption name MoveLimit value 23", `position fen ${WON} moves c7e6 d8d7`)).toEqual([]);
    expect(await told(`position fen ${WON} moves c7b5 d8d7 b5c7 d7d8`)).toEqual([
      "info string won in 23 plies without a capture after 4 that have passed: a limit of 23 would make it a draw",
    ]);
    expect(await told("setoption name MoveLimit value 0", `position fen ${WON}`)).toEqual([]);
  });

  test("a folder that is not there is told, and every position is outside the tables", async () => {
    const client = await afterUci();
    client.say("setoption name DataFolder value /nowhere/at all", `position fen ${WON}`, "go");
    const lines = await client.until("bestmove");
    expect(lines[0]).toBe("info string there is no folder /nowhere/at all");
    expect(lines).toContain("info string a guess: there is no table to tell");
    client.say("setoption name DataFolder value <empty>", "go");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c7e6 /);
  });
});

describe("proofs", () => {
  const TIGERS = `position fen ${FIVE_TIGERS}`;

  test.each([
    ["uci", "score mate 10"],
    ["ucci", "score 29981"],
  ] as const)("under %s a mate is announced with its proof where that is asked for", async (protocol, score) => {
    const client = await afterUci({ proveMates: true }, protocol);
    client.say(TIGERS, protocol === "uci" ? "go movetime 20000" : "go time 20000");
    const lines = await client.until("bestmove");
    expect(lines.at(-1)).toMatch(/^bestmove b6d6 ponder /);
    expect(lines.find((line) => line.includes(score))).toMatch(/^info depth 19 .* pv b6d6 /);
    expect(lines).toContain("info string proven: won in at most 19 plies, under any rules about repetitions");
  });

  test("a proof may rest on tables, and says so; what is won by them is no mate", async () => {
    const client = await afterUci({ proveMates: true });
    client.say(`position fen ${BY_TABLES}`, "go movetime 20000");
    const lines = await client.until("bestmove");
    const proven =
      /^info string proven: won in at most (\d+) plies to mate or a win of a table, under the Asian rules$/;
    const [, plies] = lines.flatMap((line) => proven.exec(line) ?? []);
    expect(lines.join()).toContain(` score cp ${20_000 - Number(plies)} nodes`);
    expect(lines.join()).not.toContain("score mate");
    // Of the other rules there is no table, and none is built.
    client.say("setoption name Rules value none", "go movetime 100");
    expect((await client.until("bestmove")).join()).not.toContain("proven");
    expect(await readdir(data)).toEqual(["asian"]);
  });

  test("no proof is looked for where that is not asked for, and stop ends a search for one", async () => {
    const client = await afterUci();
    client.say(TIGERS, "go movetime 100");
    expect((await client.until("bestmove")).join()).not.toMatch(/score mate|proven/);
    client.say("setoption name ProveMates value true", `position fen ${START}`, "go infinite", "stop");
    expect((await client.until("bestmove")).join()).not.toContain("proven");
  });
});

describe("positions", () => {
  test.each([
    ["XBoard's counters without dashes", `position fen ${WON} 0 1 moves`],
    ["XBoard's letters", `position fen ${WON.replace("N", "H")} - - 0 1 moves`],
    ["no counters and no moves", `position fen ${WON}`],
    ["blanks everywhere", `  position   fen ${WON.replace(" ", "  ")}   moves   `],
    ["nonsense behind the side to move", `position fen ${WON} KQkq e3 7 moves`],
    ["r for Red", `position fen ${WON.replace("w", "r")} - - 0 1`],
    ["UCI-Cyclone's missing word", `fen ${WON} - - 0 1 moves`],
    ["a carriage return", `position fen ${WON} - - 0 1\r`],
  ])("%s: the position is read", async (_, line) => {
    const client = await afterUci();
    client.say(line, "go btime 0 wtime -44");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c7e6 ponder /);
  });

  test("startpos goes without the word position, and with moves", async () => {
    const client = await afterUci();
    client.say("startpos moves h2e2 ", "go searchmoves h9g7");
    expect((await client.until("bestmove")).at(-1)).toBe("bestmove h9g7");
  });

  test.each([
    ["10 in a move", "position startpos moves h3e3 h10g8", "c4c5", "c4c5"],
    ["rank 0 in a move", "position startpos moves h0g2 h9g7", "c3c4", "c3c4"],
    ["what is legal in one numbering only", "position startpos moves c4c5", "h8e8", "h8e8"],
  ])("ranks are counted as %s shows", async (_, line, search, best) => {
    const client = await afterUci();
    client.say(line, `go searchmoves ${search}`);
    expect((await client.until("bestmove")).at(-1)).toBe(`bestmove ${best}`);
  });

  test("the numbering of the last position holds where nothing shows; UCI_Variant says nothing of it", async () => {
    const client = await afterUci();
    client.say("setoption name UCI_Variant value xiangqi", `position fen ${WON}`, "go");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c7e6 /);
    client.say("position startpos moves h10g8", `position fen ${WON}`, "go");
    client.say("position startpos moves h1g3 h10g8", `position fen ${WON}`, "go");
    await client.until("bestmove");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c8e7 /);
  });

  test("the option Ranks fixes the numbering", async () => {
    const client = await afterUci();
    client.say("setoption name Ranks value 1", `position fen ${WON} moves c8e7`, "go", `position fen ${WON}`, "go");
    await client.until("bestmove");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c8e7 /);
  });

  test("an illegal move is told, and the moves before it are taken", async () => {
    const client = await afterUci();
    client.say(`position fen ${WON} moves c7e6 d8d9 e6e7 d9d8`, "go");
    const lines = await client.until("bestmove");
    expect(lines[0]).toBe("info string illegal move e6e7: the moves before it are taken");
    expect(lines.at(-1)).toMatch(/^bestmove /);
    expect(lines.at(-1)).not.toContain("none");
  });

  test.each([
    ["without a side to move", "9/3k5/9/9/9/9/9/9/9/4K4", "info string malformed FEN: the side to move is missing"],
    [
      "with a side to move that is none",
      "9/3k5/9/9/9/9/9/9/9/4K4 x",
      'info string malformed FEN: the side to move is "x"',
    ],
    ["without a king", "9/9/9/9/9/9/9/9/9/4K4 w", "info string impossible position: Black has no king"],
    ["with kings facing", "4k4/9/9/9/9/9/9/9/9/4K4 w", "info string impossible position: the kings on"],
    [
      "with the wrong side in check",
      "4k4/9/9/9/9/9/9/9/4R4/3K5 w",
      "info string impossible position: Black is in check",
    ],
  ])("a position %s is told, has no move, and ends nothing", async (_, fen, told) => {
    for (const [word, none] of [
      ["uci", "bestmove (none)"],
      ["ucci", "nobestmove"],
    ] as const) {
      const client = await afterUci({}, word);
      client.say(`position fen ${fen}`, "go", "isready");
      const lines = [...(await client.until("readyok")), ...(await client.end())];
      expect(lines[0]!.startsWith(told)).toBe(true);
      expect(lines).toContain(none);
    }
  });
});

describe("histories", () => {
  const VERDICT = "info string Black loses: it checks on every move, while Red does not.";
  const CHECKED = ["4k4/9/9/9/9/9/9/9/1n7/R2K5 w", "4k4/9/9/9/9/9/2n6/9/3K5/R8 w"] as const;

  test("what the moves have decided already is told, and a move is made all the same", async () => {
    const client = await afterUci();
    const round = "d0d1 b1c3 d1d0 c3b1";
    client.say(`position fen ${CHECKED[0]} moves ${round} ${round}`, "go");
    const lines = await client.until("bestmove");
    expect(lines[0]).toBe(VERDICT);
    expect(lines.at(-1)).toMatch(/^bestmove [a-i]/);
  });

  test("positions sent without moves are one game, until a new one is told of or nothing leads there", async () => {
    const client = await afterUci();
    const rounds = [0, 1, 0, 1, 0].map((i) => `position fen ${CHECKED[i as 0 | 1]}`);
    client.say(...rounds, "go");
    expect((await client.until("bestmove"))[0]).toBe(VERDICT);
    client.say(...rounds.slice(0, 4), "ucinewgame", rounds[4]!, "go");
    expect((await client.until("bestmove"))[0]).toMatch(/^info depth/);
    client.say(...rounds.slice(0, 4), `position fen ${WON}`, rounds[4]!, "go");
    expect((await client.until("bestmove"))[0]).toMatch(/^info depth/);
  });

  test("of its own moves only the one that it answered leads on", async () => {
    const client = await afterUci();
    client.say("ucinewgame", `position fen ${WON}`, "go");
    const [, best, , reply] = (await client.until("bestmove")).at(-1)!.split(" ");
    expect([best, reply]).toEqual(["c7e6", "d8d7"]);
    client.say("position fen 9/9/3k5/4N4/4p4/9/9/4K4/9/9 w", "go");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove /);
  });
});

describe("go", () => {
  test("a line has its depth, its score, nps before pv and pv last", async () => {
    const client = await afterUci();
    client.say(`position fen ${WON}`, "go depth 1 movetime x");
    const [line] = await client.until("bestmove");
    expect(line).toMatch(
      /^info depth 23 seldepth 23 multipv 1 score cp 19977 nodes \d+ nps \d+ tbhits \d+ time \d+ pv c7e6( [a-i]\d[a-i]\d){19}$/,
    );
  });

  test("the line of the best move goes on through a perpetual as it is played", async () => {
    const client = await afterUci();
    client.say("position fen 9/9/4k4/9/R8/9/9/5K3/7n1/9 w", "go");
    const [line, move] = (await client.until("bestmove")).slice(-2);
    const [first, second, ...rest] = / pv (.*)/.exec(line!)![1]!.split(" ");
    expect(move).toBe(`bestmove ${first} ponder ${second}`);
    expect(rest.length).toBeGreaterThan(4);
  });

  test("MultiPV gives the best moves in order, and no more than there are", async () => {
    const client = await afterUci({ multiPv: 128, lineLength: 2 });
    client.say(`position fen ${WON}`, "go");
    const lines = await client.until("bestmove");
    const scores = lines.slice(0, -1).map((line) => Number(/score cp (-?\d+)/.exec(line)![1]));
    expect(scores.length).toBeGreaterThan(3);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(lines[1]).toContain(" multipv 2 ");
  });

  test("searchmoves and banmoves restrict the moves, under either protocol", async () => {
    for (const word of ["uci", "ucci"] as const) {
      const client = await afterUci({}, word);
      client.say(`position fen ${WON}`, "go searchmoves e2e1 e2d2");
      expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove e2[de]/);
      client.say("banmoves c7e6", "go");
      expect((await client.until("bestmove")).at(-1)).not.toMatch(/^bestmove c7e6/);
      client.say("go searchmoves c7e6", "isready");
      expect(await client.until(word === "uci" ? "bestmove (none)" : "nobestmove")).toBeDefined();
      client.say(`position fen ${WON}`, "go");
      expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c7e6/);
    }
  });

  test.each(["infinite", "ponder wtime 1000 btime 1000"])("go %s is answered on stop, not before", async (words) => {
    const client = await afterUci();
    client.say(`position fen ${WON}`, `go ${words}`);
    await client.until("info depth 23");
    client.say("isready");
    await client.until("readyok");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(client.heard).toEqual([]);
    client.say("stop");
    expect(await client.until("bestmove")).toEqual([expect.stringMatching(/^bestmove c7e6 ponder /)]);
  });

  test.each(["uci", "ucci"] as const)("go depth infinite is go infinite, under %s", async (word) => {
    const client = await afterUci({}, word);
    client.say(`position fen ${WON}`, "go depth infinite");
    await client.until("info depth 23");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(client.heard).toEqual([]);
    client.say("stop");
    expect(await client.until("bestmove")).toHaveLength(1);
  });

  test("go depth 0 asks for the score alone under UCCI, and for a move under UCI", async () => {
    const ucci = await afterUci({}, "ucci");
    for (const [fen, score] of [
      [WON, " score 29977 "],
      ["3k5/9/9/9/9/9/9/9/3r5/R3KN3 w", / score -?\d+ /],
    ] as const) {
      ucci.say(`position fen ${fen}`, "go depth 0");
      const lines = await ucci.until("nobestmove");
      expect(lines.at(-2)).toMatch(score);
      expect(lines.join()).not.toContain("bestmove ");
    }
    const uci = await afterUci();
    uci.say(`position fen ${WON}`, "go depth 0");
    expect((await uci.until("bestmove")).at(-1)).toMatch(/^bestmove c7e6 /);
  });

  test("a search that was stopped before it began is answered once", async () => {
    const client = await afterUci();
    client.say(`position fen ${WON}`, "go infinite", "stop", "stop", "isready");
    await client.until("bestmove");
    expect((await client.end()).filter((line) => line.startsWith("bestmove"))).toEqual([]);
  });

  test("ponderhit lets the answer out; with draw it takes a draw where it has no more", async () => {
    const client = await afterUci({}, "ucci");
    client.say("position fen 9/3k5/9/9/9/9/4p4/4K4/9/9 w", "go ponder time 1000");
    client.say("ponderhit draw");
    expect((await client.until("bestmove")).at(-1)).toMatch(/ draw$/);
  });

  test.each([
    ["a lost position", "9/3k5/9/4N4/4p4/9/9/4K4/9/9 b", true],
    ["a won position", WON, false],
  ])("go draw in %s: a draw is taken or not", async (_, fen, takes) => {
    const client = await afterUci({}, "ucci");
    client.say(`position fen ${fen}`, "go draw time 5 increment 0");
    expect((await client.until("bestmove")).at(-1)!.endsWith(" draw")).toBe(takes);
  });

  test("it resigns where it has lost and is told to", async () => {
    const client = await afterUci({}, "ucci");
    client.say("setoption resign true", "position fen 9/3k5/9/4N4/4p4/9/9/4K4/9/9 b", "go time 5");
    expect((await client.until("bestmove")).at(-1)).toMatch(/ resign$/);
  });

  test("stop with nothing to stop: no answer under UCI, nobestmove under UCCI", async () => {
    const uci = await afterUci();
    uci.say("stop", "isready");
    expect(await uci.until("readyok")).toEqual(["readyok"]);
    const ucci = await afterUci({}, "ucci");
    ucci.say("stop", "isready");
    expect(await ucci.until("readyok")).toEqual(["nobestmove", "readyok"]);
  });

  test("bookmove and egtbmove, and all limits there are, change nothing", async () => {
    const client = await afterUci({}, "ucci");
    client.say(
      `position fen ${WON}`,
      "go draw bookmove e2e1 egtbmove c7e6 time 0 increment -1 opptime x oppincrement 0 movestogo 0 nodes -5 mate 3 depth",
    );
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove c7e6 /);
  });

  test.each([
    ["uci", WON, {}, "score cp 19977"],
    ["ucci", WON, {}, "score 29977"],
    ["uci", BY_RULE, {}, "score cp 14899"],
    ["ucci", BY_RULE, {}, "score 19999"],
    ["uci", "3k5/9/9/9/9/9/9/9/9/4K4 w", { wdl: true }, "score cp 0 wdl 0 1000 0"],
    ["uci", "3k5/4a4/9/9/9/9/9/4R4/9/4K4 w", {}, "score mate "],
    ["uci", "3k5/4a4/9/9/9/9/9/4R4/9/4K4 w", { metric: "dtc", wdl: true }, "score cp 19999 wdl 1000 0 0"],
  ] as const)("under %s %s has its score", async (word, fen, options, score) => {
    const client = await afterUci(options, word);
    client.say(`position fen ${fen}`, "go");
    expect((await client.until("bestmove"))[0]).toContain(` ${score}`);
  });

  test("who has no move is told so, and answers that there is none", async () => {
    const mated = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b";
    const uci = await afterUci();
    uci.say(`position fen ${mated}`, "go");
    expect(await uci.until("bestmove")).toEqual(["info depth 0 score mate 0", "bestmove (none)"]);
    const ucci = await afterUci({}, "ucci");
    ucci.say(`position fen ${mated}`, "go");
    expect(await ucci.until("nobestmove")).toEqual(["info depth 0 score -30000", "nobestmove"]);
  });
});

describe("outside the tables", () => {
  test("what is missing is told once for each endgame, and the move is marked as a guess", async () => {
    const client = await afterUci();
    const fen = "3k5/9/9/9/9/9/9/9/3r5/R3KN3 w";
    client.say(`position fen ${fen}`, "go", "go");
    const first = await client.until("bestmove");
    expect(first[0]).toBe("info string there is no table for KRNKR (dtc, rules asian)");
    expect(first).toContain("info string a guess: there is no table to tell");
    expect((await client.until("bestmove")).join()).not.toContain("there is no table for");
    client.say("position fen 3k5/rn7/9/9/9/9/9/9/8R/4KCN2 w", "go");
    const why =
      "KRNCKRN has 5 attacking men (chariots, horses, cannons, soldiers): tables are for at most 4, or 6 with soldiers where one is asked for by name";
    expect((await client.until("bestmove"))[0]).toBe(`info string ${why}`);
  });

  test("the opening is played, with moves that lose nothing at once", async () => {
    const client = await afterUci();
    client.say(`position fen ${START} moves h2e2 h9g7 h0g2`, "go");
    expect((await client.until("bestmove")).at(-1)).toMatch(/^bestmove [a-i]\d[a-i]\d$/);
  });

  test("a capture into a solved endgame is made when it wins, left when it loses", async () => {
    const client = await afterUci();
    // Taking the horse leaves KRKA, won.
    client.say("position fen 3k5/4a4/9/9/4n4/9/9/4R4/9/4K4 w", "go");
    const lines = await client.until("bestmove");
    expect(lines.at(-1)).toMatch(/^bestmove e2e5/);
  });

  test("an engine that cannot be run, ends, or answers nonsense is told of, and a guess is made", async () => {
    const fen = "position fen 3k5/9/9/9/9/9/9/9/3r5/R3KN3 w";
    for (const command of ["/nowhere/engine", `"${process.execPath}" -e 0`, `"${process.execPath}" -e "${SILLY}"`]) {
      const client = await afterUci({ engine: command });
      client.say(fen, "go movetime 10");
      const lines = await client.until("bestmove");
      expect(lines.some((line) => line.startsWith("info string the engine "))).toBe(true);
      expect(lines).toContain("info string a guess: there is no table to tell");
      await client.end();
    }
  });

  test("another engine is asked in its own numbering, its lines are handed on, and its moves are corrected", async () => {
    const client = await afterUci({ engine: `"${process.execPath}" -e "${FIRST_MOVE}"` });
    client.say("position fen 3k5/9/9/9/9/9/9/9/3r5/R3KN3 w", "go movetime 10");
    const lines = await client.until("bestmove");
    expect(lines).toContain("info depth 1 score cp 7 nps 1 pv f0e2");
    expect(lines.at(-1)).toBe("bestmove f0e2");
    client.say("setoption name Engine Hash value 8", "uci");
    expect(await client.until("uciok")).toContain("option name Engine Hash type spin default 16 min 1 max 64");
    await client.end();
  });
});

/** An engine of our own, which answers each `go` by what `answer` says; `told` is what it was told before. */
function engineThat(answer: string, options = "", ready = "console.log('readyok')"): string {
  const program = `
    const told = [];
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      if (line === 'uci') console.log('${options}uciok');
      else if (line === 'isready') ${ready};
      else if (line.startsWith('go')) ${answer};
      else told.push(line);
    })`;
  return `"${process.execPath}" -e "${program.replaceAll("\n", " ")}"`;
}

describe("another engine", () => {
  const OUTSIDE = "position fen 3k5/9/9/9/9/9/9/9/3r5/R3KN3 w";
  const HAS = [
    "MultiPV type spin default 1 min 1 max 500",
    "Hash type spin default 16 min 1 max 64",
    "Threads type spin",
  ];
  const TELLS = engineThat(
    "console.log('info string ' + told.join(', ') + String.fromCharCode(10) + 'bestmove f0e2')",
    HAS.map((each) => `option name ${each}\\n`).join(""),
  );

  test("is told MultiPV, Hash and Threads as its client sets them, within its limits, before it starts and after", async () => {
    const client = await afterUci({ engine: TELLS });
    client.say("setoption name MultiPV value 3", "setoption name Threads value 2", OUTSIDE, "go movetime 1000");
    let told = (await client.until("bestmove")).find((line) => line.startsWith("info string setoption"))!;
    expect(told).toContain("setoption name MultiPV value 3, setoption name Threads value 2");
    expect(told).not.toContain("Hash");
    client.say("setoption name Hash value 4096", OUTSIDE, "go movetime 1000");
    told = (await client.until("bestmove")).find((line) => line.startsWith("info string setoption"))!;
    expect(told).toContain("setoption name Hash value 64");
    await client.end();
  });

  test("is told what is set for it alone rather than that", async () => {
    const client = await afterUci({ engine: TELLS });
    client.say("setoption name Engine Multi PV value 5", "setoption name MultiPV value 3", OUTSIDE, "go movetime 1000");
    const first = (await client.until("bestmove")).join();
    client.say("setoption name MultiPV value 4", OUTSIDE, "go movetime 1000");
    for (const told of [first, (await client.until("bestmove")).join()]) {
      expect(told).toContain("setoption name MultiPV value 5");
      expect(told).not.toMatch(/MultiPV value [34]/);
    }
    await client.end();
  });

  testEach(1, [
    ["hangs while it searches", engineThat("0"), "go movetime 100", 1_100],
    ["hangs while it searches, by its clock", engineThat("0"), "go wtime 100 btime 90000", 1_100],
    ["hangs while it starts", engineThat("0", "", "0"), "go movetime 100", 1_100],
    ["hangs when the move that it ponders on is played", engineThat("0"), "go ponder movetime 100", 1_100],
  ])("that %s costs a second beyond its time, and a guess is made", async (_, engine, go, least) => {
    const client = await afterUci({ engine });
    const started = performance.now();
    client.say(OUTSIDE, go, "ponderhit");
    const lines = await client.until("bestmove");
    const took = performance.now() - started;
    expect(lines.some((line) => line.startsWith("info string the engine "))).toBe(true);
    expect(lines).toContain("info string a guess: there is no table to tell");
    expect(took).toBeGreaterThanOrEqual(least - 10);
    expect(took).toBeLessThan(least + 3_000);
    await client.end();
  });

  test("may have a clock that no timer of Node can hold", async () => {
    const client = await afterUci({ engine: engineThat("setTimeout(() => console.log('bestmove f0e2'), 300)") });
    client.say(OUTSIDE, "go wtime 99999999999 btime 2147483647");
    expect((await client.until("bestmove")).at(-1)).toBe("bestmove f0e2");
    await client.end();
  });

  test("that goes on beyond its time is told to stop, and its move is played", async () => {
    const stubborn = engineThat("0").replace("told.push(line)", "if (line === 'stop') console.log('bestmove f0e2')");
    const client = await afterUci({ engine: stubborn });
    client.say(OUTSIDE, "go movetime 100");
    expect((await client.until("bestmove")).at(-1)).toBe("bestmove f0e2");
    client.say(OUTSIDE, "go infinite", "stop");
    expect((await client.until("bestmove")).at(-1)).toBe("bestmove f0e2");
    await client.end();
  });

  test("answers in lines that end with LF: other separators of lines are no ends", async () => {
    const separators = "String.fromCharCode(0x2028, 0x2029, 13)";
    const answer = `console.log('info string a' + ${separators} + 'bestmove i0i1' + String.fromCharCode(10) + 'bestmove f0e2')`;
    const client = await afterUci({ engine: engineThat(answer) });
    client.say(OUTSIDE, "go movetime 1000");
    const lines = await client.until("bestmove");
    expect(lines).toContain("info string a bestmove i0i1");
    expect(lines.at(-1)).toBe("bestmove f0e2");
    await client.end();
  });
});

describe("a score", () => {
  const OUTSIDE = "3k5/9/9/9/9/9/9/9/3r5/R3KN3 w";
  test.each([
    ["in the tables", WON, "go", {}],
    ["mated", "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b", "go", {}],
    ["outside of them", OUTSIDE, "go", {}],
    ["where no move is allowed", WON, "go searchmoves a0a1", {}],
    ["of a position that cannot occur", "9/9/9/9/9/9/9/9/9/4K4 w", "go", {}],
    [
      "where another engine tells none",
      OUTSIDE,
      "go movetime 1000",
      { engine: engineThat("console.log('bestmove f0e2')") },
    ],
  ])("is sent before each answer: %s", async (_, fen, go, options) => {
    for (const [word, score] of [
      ["uci", /^info (?!string).* score (cp|mate) -?\d/],
      ["ucci", /^info (?!string).* score -?\d/],
    ] as const) {
      const client = await afterUci(options, word);
      client.say(`position fen ${fen}`, go);
      const lines = await client.end();
      expect(lines.at(-1)).toMatch(/^(no)?bestmove/);
      expect(lines.some((line) => score.test(line))).toBe(true);
    }
  });
});

const SILLY = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'uci') console.log('uciok');
  if (line === 'isready') console.log('readyok');
  if (line.startsWith('go')) console.log('bestmove banana');
})`.replaceAll("\n", " ");

/** Counts ranks from 1, and says what it was told to choose from. */
const FIRST_MOVE = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'uci') console.log('option name UCI_Variant type combo default chess var xiangqi\\noption name Hash type spin default 16 min 1 max 64\\nuciok');
  if (line === 'isready') console.log('readyok');
  if (line.startsWith('go')) console.log('info depth 1 score cp 7 nps 1 pv f1e3\\nbestmove f1e3');
})`.replaceAll("\n", " ");

describe("errors", () => {
  test("of a damaged table nothing is believed", async () => {
    const folder = join(data, "damaged");
    await mkdir(join(folder, "asian/dtc"), { recursive: true });
    await writeFile(join(folder, "asian/dtc/KNKP.canju"), "no table at all");
    const client = await afterUci({ data: folder });
    client.say(`position fen ${WON}`, "go");
    const lines = await client.until("bestmove");
    expect(lines[0]).toMatch(/^info string .*KNKP\.canju /);
    expect(lines).toContain("info string a guess: there is no table to tell");
  });
});

describe("the process", () => {
  test("it says uciok, answers, and ends at the end of its input with 0", async () => {
    const engine = runEngine(data, "uci");
    engine.say("uci");
    await engine.until("uciok");
    engine.say(`position fen ${WON}`, "go");
    expect((await engine.end()).at(-1)).toMatch(/^bestmove c7e6 /);
    expect(await engine.exit).toBe(0);
  });

  test("quit while pondering ends it without an answer; UCCI says bye", async () => {
    const engine = runEngine(data, "ucci");
    engine.say("ucci", `position fen ${WON}`, "go ponder", "quit");
    await engine.exit;
    expect(engine.heard.at(-1)).toBe("bye");
    expect(engine.heard.join()).not.toContain("bestmove");
    expect(await engine.exit).toBe(0);
  });

  test("quit right behind go has its answer first", async () => {
    for (const [protocol, last] of [
      ["uci", /^bestmove c7e6 /],
      ["ucci", /^bye$/],
    ] as const) {
      const engine = runEngine(data, protocol);
      engine.say(protocol, `position fen ${WON}`, "go", "quit");
      expect(await engine.exit).toBe(0);
      expect(engine.heard.at(-1)).toMatch(last);
      expect(engine.heard.filter((line) => line.startsWith("bestmove c7e6"))).toHaveLength(1);
    }
  });

  test("a log that cannot be written is told before anything else", async () => {
    for (const log of ["/nowhere/at.log", tmpdir()]) {
      const { code, stdout, stderr } = await run(["uci", "--log", log], { data, input: "uci\nquit\n" });
      expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^canju: cannot write .*\n$/)]);
    }
  });

  test("a flood of nonsense does not end it", LONG, async () => {
    const engine = runEngine(data, "engine");
    const nonsense = [
      "go",
      "position",
      "position fen",
      "fen",
      "setoption",
      "setoption name",
      "banmoves",
      "ponderhit",
      "\u0000\u0007",
      "go searchmoves",
      "x".repeat(100_000),
      "position startpos moves a0a9 h2e2",
    ];
    for (let round = 0; round < 20; round++) engine.say(...nonsense);
    engine.say("stop", `position fen ${WON}`, "isready");
    await engine.until("readyok");
    engine.say("go");
    expect((await engine.end()).at(-1)).toMatch(/^bestmove /);
    expect(await engine.exit).toBe(0);
  });

  test("wrong arguments are refused with 2", async () => {
    const engine = runEngine(data, "uci", "--metric", "chess");
    expect(await engine.exit).toBe(2);
  });
});
