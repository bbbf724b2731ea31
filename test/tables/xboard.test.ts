// Whole games in XBoard, by uci2wb, against Debian's fairy-stockfish: they end as the tables say. Left out where one of them is not
// installed (Debian: xboard, uci2wb, fairy-stockfish, xvfb).
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { distanceOf, DRAW, isWin, orderOf, type Value } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { swapColours } from "../../src/xiangqi/position.ts";
import { environment, PROGRAM } from "../doors/cli/program.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { samplePositions } from "../play/games.ts";
import { buildTables } from "../play/sampled-games.ts";

const GAMES = { PATH: `${process.env.PATH}:/usr/games` };
const MISSING = ["xboard", "uci2wb", "fairy-stockfish", "Xvfb"].filter(
  (name) => spawnSync("sh", ["-c", `command -v ${name}`], { env: { ...process.env, ...GAMES } }).status !== 0,
);
const MOST_MILLISECONDS = 240_000;

const isWon = (value: Value) => value !== DRAW && isWin(value) && orderOf(value) === 0 && distanceOf(value) >= 5;
const isWonByRule = (value: Value) => value !== DRAW && isWin(value) && orderOf(value) > 0;
const isDraw = (value: Value) => value === DRAW;

let folder: string;
let display: string;
let screen: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canju-xboard-"));
  if (MISSING.length > 0) return;
  await buildTables(["KRKN", "KNKP"], DEFAULT_COLLECTION, join(folder, "data"));
  const engine = join(folder, "engine");
  writeFileSync(engine, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" uci\n`);
  chmodSync(engine, 0o755);
  const args = ["-displayfd", "3", "-screen", "0", "1024x900x24", "-nolisten", "tcp"];
  screen = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = (await once(screen.stdio[3] as Readable, "data")) as [Buffer];
  display = `:${number.toString().trim()}`;
});

afterAll(async () => {
  if (screen !== undefined && screen.kill()) await once(screen, "exit");
  rmSync(folder, { recursive: true, force: true });
});

/** XBoard's verdict on a game between Canju and Fairy-Stockfish. @param fen from which Canju plays the side named */
async function playInXBoard(fen: string, isRed: boolean, protocol: readonly string[]): Promise<string> {
  const place = mkdtempSync(join(folder, "game-"));
  const home = join(place, "home");
  mkdirSync(home);
  const [board, side] = fen.split(" ") as [string, string];
  // XBoard's letters for horses and elephants.
  const letters = board.replace(/[nb]/gi, (letter) => ({ n: "h", N: "H", b: "e", B: "E" })[letter]!);
  writeFileSync(join(place, "start.pos"), `${letters} ${side} 0 1\n`);
  const canju = ["uci2wb", ...protocol, join(folder, "engine")].join(" ");
  const [first, second] = isRed ? [canju, "fairy-stockfish"] : ["fairy-stockfish", canju];
  const options = {
    variant: "xiangqi",
    fcp: first,
    scp: second,
    fd: place,
    sd: place,
    lpf: "start.pos",
    mg: "1",
    tc: "0:15",
    inc: "0",
    sgf: "game.pgn",
    popupExitMessage: "false",
    popupMoveErrors: "false",
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);
  const env = { ...environment(join(folder, "data")), ...GAMES, DISPLAY: display, HOME: home };
  // A group of its own, so that nothing it started outlives it.
  const xboard = spawn("xboard", [...args, "-xponder"], { cwd: place, env, stdio: "ignore", detached: true });
  const timer = setTimeout(() => xboard.kill("SIGKILL"), MOST_MILLISECONDS);
  await once(xboard, "exit");
  clearTimeout(timer);
  try {
    process.kill(-xboard.pid!, "SIGKILL");
  } catch {
    // All are gone.
  }
  return readFileSync(join(place, "game.pgn"), "utf8");
}

const left = MISSING.length > 0 ? ` (missing: ${MISSING.join(", ")})` : "";

describe.skipIf(MISSING.length > 0)(`in XBoard against Fairy-Stockfish${left}`, () => {
  test.each([
    ["won, by UCCI", "KNKP", isWon, ["-x"]],
    ["won, by UCI", "KRKN", isWon, []],
    ["won by a perpetual, by UCI-Cyclone", "KRKN", isWonByRule, ["-c"]],
    ["won by a perpetual, by UCCI", "KRKN", isWonByRule, ["-x"]],
    ["drawn, by UCI-Cyclone", "KRKN", isDraw, ["-c"]],
    ["drawn, by UCCI", "KNKP", isDraw, ["-x"]],
  ] as const)("a position that is %s: %s", async (_, name, isWanted, protocol) => {
    const catalog = new FolderCatalog(join(folder, "data"));
    const [sampled] = await samplePositions(catalog, name, isWanted, 1, randomNumbers(11));
    await catalog.close();
    const isDrawn = isWanted === isDraw;
    // Won ones with Canju to move, as Red and as Black; drawn ones with the weaker men, which have to hold.
    const position = sampled!.turn === "red" && protocol[0] === "-x" ? swapColours(sampled!) : sampled!;
    const isSwapped = position !== sampled;
    const isRed = isDrawn ? isSwapped : position.turn === "red";
    const pgn = await playInXBoard(formatFen(position), isRed, protocol);
    const [, result] = /\[Result "(\S+)"\]/.exec(pgn)!;
    const won = isRed ? "1-0" : "0-1";
    expect(isDrawn ? ["1/2-1/2", won] : [won], pgn).toContain(result);
  });
});
