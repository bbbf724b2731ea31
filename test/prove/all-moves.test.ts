import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LONG, testEach } from "../long.ts";
import { AllMoves, LEAST_MEMORY } from "../../src/prove/all-moves.ts";
import { KERNEL } from "../../src/prove/kernel/bytes.ts";
import { longestDefence, provePosition } from "../../src/prove/prove.ts";
import { TreeWriter } from "../../src/prove/tree-writer.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, endingOf, legalMoves, moveTo } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent } from "../../src/xiangqi/pieces.ts";
import { samePosition, type LegalPosition, type Position } from "../../src/xiangqi/position.ts";
import { wholeBoardSolver } from "../oracle/whole-board.ts";
import { endgamePositions } from "../xiangqi/positions.ts";
import { KUNGANG_FIRE, FIVE_TIGERS } from "./trees.ts";

const DEV = join(import.meta.dirname, "../../../shared/prove/dev.jsonl");

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

const memory = new WebAssembly.Memory({ initial: 1, maximum: 128 });
const kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(KERNEL, "base64")), {
  env: { memory, leaf: () => 0 },
}).exports as unknown as {
  begin(bytes: number, winner: number, mostPlies: number, leafMen: number): void;
  readBoard(side: number): void;
  listMoves(kind: number): number;
  countMoves(): number;
  lead(nodes: number, depth: number): number;
};
kernel.begin(128 * 65_536, 0, 250, 0);

function setUp({ board, turn }: Position): void {
  new Uint8Array(memory.buffer).set(board, 1024);
  kernel.readBoard(turn === "red" ? 0 : 8);
}

/** Which moves the kernel lists (src/prove/kernel/assembly/moves.ts). */
const KINDS = ["every", "checking", "taking", "taking or checking"] as const;
const CHECKS = 8192;

/** The kernel's moves, those that give check with CHECKS more. */
function kernelMoves(position: Position, kind: number): number[] {
  setUp(position);
  return [...new Uint16Array(memory.buffer, 40_960, kernel.listMoves(kind))].sort((a, b) => a - b);
}

/** The same by the plain rules. */
function plainMoves(position: Position, kind: number): number[] {
  const listed: number[] = [];
  for (const move of legalMoves(position)) {
    const after = applyMove(position, move);
    const checks = inCheck(after.board, after.turn);
    const takes = position.board[moveTo(move)] !== EMPTY;
    if ([true, checks, takes, takes || checks][kind]) listed.push(checks ? move + CHECKS : move);
  }
  return listed.sort((a, b) => a - b);
}

function compareMoves(position: Position): void {
  for (const kind of KINDS.keys()) {
    expect([KINDS[kind], kernelMoves(position, kind)]).toEqual([KINDS[kind], plainMoves(position, kind)]);
  }
  expect(kernel.countMoves()).toBe(plainMoves(position, 0).length);
}

test("the kernel's moves are the legal ones, of each kind, and it knows which of them give check: in games", () => {
  let checks = 0;
  const play = (from: string, choices: readonly number[]): void => {
    let position = parseLegalFen(from);
    for (const choice of choices) {
      compareMoves(position);
      const moves = plainMoves(position, 0);
      const checking = moves.filter((move) => move >= CHECKS);
      checks += checking.length;
      if (moves.length === 0) return;
      const chosen = choice % 3 === 0 && checking.length > 0 ? checking : moves;
      position = applyMove(position, chosen[choice % chosen.length]! % CHECKS);
    }
  };
  const games = fc.array(fc.nat(1e6), { minLength: 60, maxLength: 120 });
  fc.assert(fc.property(fc.constantFrom(START, FIVE_TIGERS, KUNGANG_FIRE), games, play), { numRuns: 30, seed: 32 });
  expect(checks).toBeGreaterThan(500);
});

test("and in positions drawn by chance, where many men stand on lines with the kings", () => {
  fc.assert(fc.property(endgamePositions, compareMoves), { numRuns: 1500, seed: 35 });
});

/** Positions of a solved endgame, each with what Red's win takes: plies, or null where Red has none. */
function* positionsOf(name: string, stride: number): Generator<{ position: LegalPosition; plies: number | null }> {
  const solved = wholeBoardSolver()(name);
  let count = 0;
  for (const board of solved.boards()) {
    for (const turn of COLOURS) {
      const distance = solved.distance("dtm", board, turn);
      if (distance === undefined || count++ % stride !== 0) continue;
      const isRed = distance !== null && (distance % 2 === 1) === (turn === "red");
      yield { position: { board: board.slice(), turn } as LegalPosition, plies: isRed ? distance : null };
    }
  }
}

testEach(1, [
  ["KRKA", 1501],
  ["KPKA", 801],
  ["KNKA", 701],
])(
  "%s: Red wins nothing but what the solved endgame has, and nothing of that is called not won; no other mate is announced",
  (name, stride) => {
    let [wins, others, announced] = [0, 0, 0];
    for (const { position, plies } of positionsOf(name, stride)) {
      const search = new AllMoves(position, "red", { memoryBytes: LEAST_MEMORY });
      for (let i = 0; i < 5 && search.state === "open"; i++) search.advance(1000);
      if (plies === null) others++;
      else wins++;
      expect(search.state).not.toBe(plies === null ? "won" : "not-won");
      if (plies === 0) continue;
      setUp(position);
      const said = kernel.lead(2000, 1);
      if (said > 0) announced++;
      if (said > 0) expect([plies === null, said >= plies!]).toEqual([false, true]);
      else expect(plies ?? Infinity).toBeGreaterThan(5);
    }
    expect(wins).toBeGreaterThan(1);
    if (name === "KRKA") expect(announced).toBeGreaterThan(5);
    expect(wins + others).toBeGreaterThan(15);
  },
);

test("finds the mates within 5 plies of a solved endgame, and at that limit no others", LONG, () => {
  let [short, long] = [0, 0];
  for (const { position, plies } of positionsOf("KRKA", 401)) {
    if (plies === null || plies > 15) continue;
    const search = new AllMoves(position, "red", { mostPlies: 5, memoryBytes: LEAST_MEMORY });
    while (search.state === "open") search.advance(1000);
    if (plies <= 5) short++;
    else long++;
    // Wins by checks within the last plies may be longer.
    if (plies <= 5 || search.state === "not-won") expect(search.state).toBe(plies <= 5 ? "won" : "not-won");
  }
  expect(Math.min(short, long)).toBeGreaterThan(5);
});

test("a book win by quiet moves is proven, and the longest defence ends in mate", async () => {
  const position = parseLegalFen(KUNGANG_FIRE);
  expect((await provePosition(position, { checksAlone: true })).result).toBe("unknown");
  const { result, proof } = await provePosition(position, { seconds: 30 });
  expect([result, proof!.byChecks, proof!.winner]).toEqual(["win", false, "red"]);
  const line = longestDefence(position, "red", proof!);
  expect(line).toHaveLength(proof!.plies);
  expect(endingOf(line.reduce(applyMove<typeof position>, position))).not.toBeNull();
});

test("a position that is lost to a quiet threat is proven lost", async () => {
  const won = parseLegalFen(KUNGANG_FIRE);
  const { proof } = await provePosition(won, { seconds: 30 });
  const lost = applyMove(won, proof!.book.moveAt(won.board)!);
  const answer = await provePosition(lost, { seconds: 30 });
  expect([answer.result, answer.proof!.winner]).toEqual(["loss", opponent(lost.turn)]);
});

test("no line is longer than the limit", () => {
  const position = parseLegalFen(KUNGANG_FIRE);
  const search = new AllMoves(position, "red", { mostPlies: 3 });
  while (search.state === "open") search.advance(1000);
  expect([search.state, search.deepest]).toEqual(["not-won", 3]);
});

test("a search that stops after each node comes to the same end", () => {
  const position = parseLegalFen(KUNGANG_FIRE);
  const search = new AllMoves(position, "red");
  for (let i = 0; i < 20_000 && search.state === "open"; i++) search.advance(40);
  expect(search.state).toBe("won");
  expect(search.winningMove(position)).not.toBeNull();
});

test("what a small table has forgotten is found again", () => {
  const position = parseLegalFen(KUNGANG_FIRE);
  const search = new AllMoves(position, "red", { memoryBytes: LEAST_MEMORY });
  expect(search.winningMove(position)).toBeNull();
  while (search.recall(position, 1000) === "open");
  expect(search.winningMove(position)).not.toBeNull();
});

test("of moves that lead round in a circle all positions are named", () => {
  const start = parseLegalFen("4k4/9/9/9/9/9/9/9/9/3K4R w");
  // The chariot goes to and fro on its file.
  const strategy = {
    winningMove: (position: Position) => {
      const from = position.board.lastIndexOf(start.board[8]!);
      return from * 90 + (from === 8 ? 17 : 8);
    },
  };
  const writer = new TreeWriter(start, "red", strategy, () => false, 1000);
  expect(writer.advance(1000)).toBe("circle");
  const round = writer.circle;
  expect(round.map(({ turn }) => turn)).toEqual(round.map((_, i) => COLOURS[(i + 1) % 2]));
  for (const [i, position] of round.entries()) {
    const next = round[(i + 1) % round.length]!;
    expect(legalMoves(position).some((move) => samePosition(applyMove(position, move), next))).toBe(true);
  }
});

test("what was given up of a win is found again", () => {
  const position = parseLegalFen(KUNGANG_FIRE);
  const search = new AllMoves(position, "red");
  while (search.advance(1000) === "open");
  const move = search.winningMove(position)!;
  search.forget(applyMove(position, move));
  search.forget(position);
  expect(search.winningMove(position)).not.toBe(move);
  while (search.recall(position, 1000) === "open");
  expect(search.winningMove(position)).not.toBeNull();
});

test("a win that was found again in more plies leads round in no circle: 258 of 适情雅趣", LONG, async () => {
  const { proof } = await provePosition(parseLegalFen("3ak4/4a2P1/2R6/9/9/9/9/5A3/3R1pr2/4K4 w"), { seconds: 60 });
  expect(proof?.outcome).toBe("win");
});

test(
  "a depth of the guide that takes many of its turns comes to its end: 涂廪浚井 of 适情雅趣, in 37 plies",
  LONG,
  () => {
    const position = parseLegalFen("5k3/1P7/2PP1a1P1/9/9/4R4/9/5p3/3p1p3/1p2K4 w");
    const search = new AllMoves(position, "red");
    while (search.state === "open" && search.nodes < 5_000_000) search.advance(5000);
    expect(search.state).toBe("won");
  },
);

test.runIf(existsSync(DEV))(
  "proves old manuals' wins that are not by checks, within 100,000 nodes; one by the guide's moves, within 500,000",
  async () => {
    const rows = readFileSync(DEV, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly id: string; readonly fen: string });
    const ofProofNumbers = ["sq279", "sq417", "sq403", "sq291"].map((id) => [id, 100_000] as const);
    for (const [id, most] of [...ofProofNumbers, ["sq420", 500_000] as const]) {
      const position = parseLegalFen(rows.find((row) => row.id === id)!.fen);
      const search = new AllMoves(position, position.turn);
      while (search.state === "open" && search.nodes < most) search.advance(5000);
      expect([id, search.state]).toEqual([id, "won"]);
    }
  },
);
