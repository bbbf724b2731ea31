/**
 * Makes web/studies/manual.json of the positions of Shiqing yaqu, and of other manuals (web/studies/manuals.txt: names and positions that Red
 * wins, as ChessQ's public collection has them), that have more than four attacking men: node scripts/proven-studies.ts FILE [SECONDS]. Each is looked at for so many seconds of CPU (default 2). FILE keeps what was found, a line for each: whoever interrupts
 * it goes on later, and those of which nothing was proven are looked at again, for longer.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { InBook, Puzzle } from "../src/play/studies/puzzle.ts";
import type { CheckedProof } from "../src/prove/check.ts";
import { longestDefence, provePosition, winningMoves } from "../src/prove/prove.ts";
import { otherMoves } from "../src/say/proof.ts";
import { parseLegalFen } from "../src/xiangqi/fen.ts";
import { applyMove, legalMoves, type Move } from "../src/xiangqi/moves.ts";
import { formatUci } from "../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../src/xiangqi/position.ts";
import { isToBeProven, readManuals } from "./manuals.ts";

/** Of the time, to look for other first moves that win. */
const COOKS = 0.5;
/** To look whether another move wins by checks, of each later position of the solution. */
const STEP_SECONDS = 0.2;
/** Each is harder than those before: moves of the winner in the longest line, those without another that is known to win counted twice. */
const GRADES = [8, 14, 22, 32];

const [kept, seconds = "2"] = process.argv.slice(2);
if (kept === undefined) throw new Error("which file keeps what was found?");

const known = existsSync(kept) ? readFileSync(kept, "utf8").trim().split("\n").map(parse) : [];
const studies = new Map(known.map((study) => [study.fen, study]));
for (const [fen, { proven }] of studies) if (proven === "nothing") studies.delete(fen);
const lists = ["shiqing-yaqu", "manuals"].map((list) => `web/studies/${list}.txt`);
const asked = lists.flatMap(readManuals).filter(isToBeProven);
for (const { book, fen } of asked) {
  if (studies.has(fen)) continue;
  const study = await describe(book, parseLegalFen(fen), fen);
  appendFileSync(kept, `${JSON.stringify(study)}\n`);
  studies.set(fen, study);
  console.log(
    `${book.manual ?? ""} ${book.number}: ${study.proven}, ${study.distance} plies, grade ${study.grade}, also ${study.also?.join(" ")}`,
  );
}
const rows = asked.map(({ fen }) => JSON.stringify(studies.get(fen)));
writeFileSync("web/studies/manual.json", `[\n${rows.join(",\n")}\n]\n`);

function parse(line: string): Puzzle {
  return JSON.parse(line) as Puzzle;
}

async function describe(book: InBook, position: LegalPosition, fen: string): Promise<Puzzle> {
  const clock = (): number => process.cpuUsage().user / 1000;
  const none = { kind: "classic", endgame: "", fen, order: 0, by: null, tries: [], book } as const;
  const proved = await provePosition(position, { seconds: Number(seconds), clock });
  const { proof, result } = proved;
  if (proof === null || result === "unknown") {
    return { ...none, winner: null, outcome: null, distance: null, solution: "", grade: 5, proven: "nothing" };
  }
  const { winner, plies, byChecks } = proof;
  const line = longestDefence(position, winner, proof);
  const options = { seconds: Number(seconds) * COOKS, clock };
  const cooks = await winningMoves(position, otherMoves(position, proved), options);
  const also = cooks.map(({ move }) => formatUci(position, move));
  return {
    ...none,
    winner,
    outcome: result,
    distance: plies,
    solution: spell(position, line),
    grade: gradeOf((line.length + 1) >> 1, await onlyMoves(position, line, proof)),
    ...(also.length > 0 && { also }),
    proven: byChecks ? "checks" : "moves",
  };
}

function spell(from: LegalPosition, line: readonly Move[]): string {
  let at = from;
  let text = "";
  for (const move of line) {
    text += formatUci(at, move);
    at = applyMove(at, move);
  }
  return text;
}

function gradeOf(moves: number, only: number): number {
  return 1 + GRADES.filter((most) => moves + only > most).length;
}

/** Of the winner's moves on a line, those beside which no other is found that wins by checks. */
async function onlyMoves(from: LegalPosition, line: readonly Move[], { winner }: CheckedProof): Promise<number> {
  let count = 0;
  let at = from;
  for (const move of line) {
    if (at.turn === winner) {
      const others = legalMoves(at).filter((each) => each !== move);
      const wins = await winningMoves(at, others, { seconds: STEP_SECONDS, checksAlone: true });
      if (wins.length === 0) count++;
    }
    at = applyMove(at, move);
  }
  return count;
}
