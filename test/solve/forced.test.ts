/** Where Black has no attacking men levels are looked for only if somebody may be forced: nobody is passed over, and nothing comes out differently. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { attackingMen, endgameOf, parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { closure } from "../../src/endgame/graph.ts";
import { endgameIndex, type EndgameIndex } from "../../src/endgame/index.ts";
import { ChaseScanner } from "../../src/rules/asian/chase-scanner.ts";
import { parseSwitches, type RuleOptions } from "../../src/rules/asian/options.ts";
import { solveWithoutAttackingMen } from "../../src/solve/build/content.ts";
import type { Way } from "../../src/solve/host/vector-kernel.ts";
import type { Solution } from "../../src/solve/kernel.ts";
import { mayBeForced } from "../../src/solve/levels/forced.ts";
import { startTeam } from "../../src/solve/node/thread-team.ts";
import { hasSlot, outcomesOfTape, type Outcomes } from "../../src/solve/outcomes.ts";
import { cellOfSlot, slotOfCell } from "../../src/solve/planes.ts";
import { menAttacking } from "../../src/xiangqi/attacks.ts";
import { legalMoves, moveFrom, moveTo, type Move } from "../../src/xiangqi/moves.ts";
import { COLOURS, ELEPHANT, EMPTY, KING, opponent, SOLDIER, type Colour } from "../../src/xiangqi/pieces.ts";
import { fileOf, SQUARES, type Square } from "../../src/xiangqi/squares.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { testEach } from "../long.ts";
import { kernelOf } from "./candidates.ts";
import { solvedPlanes } from "./plane-kernel.ts";

const team = startTeam(2);
afterAll(() => team.close());
const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../../build/kernel.wasm")));

/** Solves an endgame and all that it leads to; `wayOf` is told what is known of what it leads to. */
async function solve(
  name: string,
  options: RuleOptions,
  wayOf: (outcomes: ReadonlyMap<string, Outcomes>) => Way,
): Promise<Solution> {
  const outcomes = new Map<string, Outcomes>();
  const kernel = kernelOf(module, team, wayOf(outcomes));
  const load = async (sub: Endgame) => outcomes.get(sub.name)!;
  let solution: Solution | undefined;
  for (const endgame of closure([parseEndgame(name)])) {
    const index = endgameIndex(endgame);
    const request = { index, metric: "dtc", rules: "asian", options, threads: team.threads, load } as const;
    solution = index.inner === null ? solveWithoutAttackingMen(index) : await kernel.solve(request);
    outcomes.set(endgame.name, outcomesOfTape(index, solution.tape));
  }
  return solution!;
}

const SLOTS = 12_000;

/** Some slots of legal positions, and their boards. */
function* someBoards(index: EndgameIndex, turn: Colour): Generator<readonly [slot: number, board: Uint8Array]> {
  const step = Math.max(1, Math.floor(index.cells / SLOTS)) | 1;
  for (let slot = 0; slot < index.cells; slot += step) {
    const board = index.boardAt(cellOfSlot(index, slot));
    if (board !== null && isLegalPosition({ board, turn })) yield [slot, board];
  }
}

function afterMove(board: Uint8Array, move: Move): Uint8Array {
  const child = board.slice();
  child[moveTo(move)] = child[moveFrom(move)]!;
  child[moveFrom(move)] = EMPTY;
  return child;
}

/**
 * By the rules, move by move: where Black may be in a maximum pattern. Every move of his loses, or is a quiet one that checks or chases, and some
 * does not lose.
 * @param won the slots that Red has won, with illegal ones
 */
function* forcedOfBlack(
  index: EndgameIndex,
  won: Uint32Array,
  outcomes: ReadonlyMap<string, Outcomes>,
  options: RuleOptions,
): Generator<number> {
  const scanner = new ChaseScanner(options);
  const isWon = (board: Uint8Array, isQuiet: boolean): boolean => {
    if (isQuiet) return hasSlot(won, slotOfCell(index, index.indexOf(board)));
    const { name, red } = endgameOf(board);
    if (attackingMen(red).length === 0) return false;
    const sub = outcomes.get(name)!;
    return sub.won.red.length > 0 && hasSlot(sub.won.red, slotOfCell(sub.index, sub.index.indexOf(board)));
  };
  for (const [slot, board] of someBoards(index, "black")) {
    scanner.load(board, "black");
    const kept = legalMoves({ board, turn: "black" }).filter(
      (move) => !isWon(afterMove(board, move), board[moveTo(move)] === EMPTY),
    );
    if (kept.length === 0) continue;
    if (kept.every((move) => board[moveTo(move)] === EMPTY && scanner.chases(move) !== 0)) yield slot;
  }
}

/** Whether Red gives check, or attacks a man with more than king and soldiers. */
function threatens(board: Uint8Array): boolean {
  for (let target = 0; target < board.length; target++) {
    if (board[target]! < 8) continue;
    const isKing = (board[target]! & 7) === KING;
    for (const from of menAttacking(board, target, "red")) {
      const role = board[from]! & 7;
      if (role !== KING && (isKing || role !== SOLDIER)) return true;
    }
  }
  return false;
}

/** What the kernel asks of Red, move by move: neither a move of his inner man, king, advisors and elephants nor a capture gets him out of it. */
function isRestless(board: Uint8Array, inner: Square): boolean {
  const kings = [KING, KING + 8].map((king) => fileOf(board.indexOf(king)));
  if (kings[0] !== kings[1] && threatens(board)) return false;
  return legalMoves({ board, turn: "red" }).every((move) => {
    const from = moveFrom(move);
    const isLookedAt = from === inner || (board[from]! & 7) <= ELEPHANT;
    return !isLookedAt || board[moveTo(move)] !== EMPTY || threatens(afterMove(board, move));
  });
}

/** Words of a made-up set, seven eighths of it. */
function madeUp(at: number): number {
  const mixed = [1, 2, 3].map((salt) =>
    Math.imul(Math.imul(at + 1, 2_654_435_761) ^ (salt << 20), 0x9e3779b1 + 2 * salt),
  );
  return mixed.reduce((all, each) => all | (each ^ (each >>> 15)), 0);
}

const SWITCHES = ["", "checksMayChase,newnessPerAttacker,suspendedIsNew,minorsChaseProtected"];
const rows = ["KCKAB", "KPBKAB", "KNKABB", "KCAKABB", "KPPKA", "KRKAABB"].flatMap((name) =>
  SWITCHES.map((switches) => ({ name, switches })),
);

testEach(4, rows)("in $name nobody who may be forced is passed over ($switches)", async ({ name, switches }) => {
  const options = parseSwitches(switches === "" ? [] : switches.split(","));
  let [forced, restless] = [0, 0];
  const solution = await solve(name, options, (outcomes) => ({
    async mayBeForced(sets, work, task, attacker) {
      const { index } = task;
      if (index.endgame.name === name) {
        const losses = sets.withSide(work.losses, opponent(attacker));
        if (attacker === "red") {
          // What loses is made up, as hardly anybody is forced by what really does.
          const into = sets.withSide(work.goals, attacker);
          const won = sets.whole(sets.won(attacker)).map((word, at) => word | madeUp(at));
          sets.copyIn(into, won);
          await sets.restless(losses, into);
          const found = sets.copyOut(losses);
          for (const slot of forcedOfBlack(index, won, outcomes, options)) {
            forced++;
            expect(hasSlot(found, slot)).toBe(true);
          }
        } else {
          const won = sets.whole(sets.won("red")).slice();
          await sets.restless(losses, sets.won(attacker));
          const found = sets.copyOut(losses);
          for (const [slot, board] of someBoards(index, "red")) {
            const isFound = !hasSlot(won, slot) && isRestless(board, slot % SQUARES);
            if (isFound) restless++;
            expect([slot, hasSlot(found, slot)]).toEqual([slot, isFound]);
          }
        }
      }
      return mayBeForced(sets, work, task, attacker);
    },
  }));
  expect(solution.certificate).toBeNull();
  expect(forced).toBeGreaterThan(0);
  if (/[CN]/.test(name)) expect(restless).toBeGreaterThan(0);
});

testEach(2, ["KCKAB", "KNPKA", "KCKAABB", "KPPKAB", "KRNKA", "KCCKAB", "KNPKABB"])(
  "%s has the same values whether or not levels are looked for",
  async (name) => {
    const options = parseSwitches([]);
    const wanted = await solve(name, options, () => ({ mayBeForced: async () => true }));
    for (const way of [{}, { resident: 1 }, { small: true }] satisfies Way[]) {
      const found = await solve(name, options, () => way);
      const { legal, checkmated, stalemated, levels, certificate } = found;
      expect({ ...wanted }).toMatchObject({ legal, checkmated, stalemated, levels, certificate });
      const [planes, plain] = [solvedPlanes(found), solvedPlanes(wanted)];
      for (const turn of COLOURS) expect(planes[turn].every((mark, slot) => mark === plain[turn][slot])).toBe(true);
    }
  },
);
