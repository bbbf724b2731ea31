/** A report for people to read. */
import { formatBytes } from "../../base/sizes.ts";
import type { Survey } from "../../table/format/proof.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Counterexample, CounterexampleMove, PerpetualsReport, VerifyReport } from "../report.ts";
import type { NamedValue } from "../../table/value.ts";

/** More problems are only counted. */
const SHOWN_PROBLEMS = 20;

/** Several lines without a final line break. The first says whether the table is proven. */
export function formatReport(report: VerifyReport): string {
  const { endgame, metric, rules, proven, problems, counterexample, file, sha256, sum } = report;
  const lines = [
    `${endgame} (${metric}, rules ${rules}): ${proven ? "proven" : "NOT proven"}`,
    `  file     ${file}`,
    ...(sha256 === null ? [] : [`  SHA-256  ${sha256} (stated in its header)`]),
    ...(sum === null ? [] : [`  values   ${sum} (content sum)`]),
    ...(report.positions === null ? [] : checkedLines(report)),
    ...(report.survey === null ? [] : surveyLines(report.survey)),
    ...(report.perpetuals === null || !proven ? [] : levelLines(report.perpetuals)),
    ...(report.inputs.length === 0 ? [] : [`  given    ${report.inputs.map(({ name }) => name).join(" ")}`]),
  ];
  for (const { message } of problems.slice(0, SHOWN_PROBLEMS)) lines.push(`  ! ${message}`);
  if (problems.length > SHOWN_PROBLEMS) lines.push(`  ! and ${problems.length - SHOWN_PROBLEMS} more`);
  if (counterexample !== null) lines.push(...counterexampleLines(counterexample));
  return lines.join("\n");
}

function checkedLines(report: VerifyReport): string[] {
  const { checked, positions, seconds, positionsPerSecond, threads, memoryBytes } = report;
  const number = (count: number) => Math.round(count).toLocaleString("en");
  return [
    `  checked  ${number(checked)} positions, for ${number(positions!.red)} with Red and ` +
      `${number(positions!.black)} with Black to move on the whole board`,
    `  took     ${seconds.toFixed(1)} s, ${number(positionsPerSecond)} positions a second on ${threads} ` +
      `thread${threads === 1 ? "" : "s"}, ${formatBytes(memoryBytes)} of memory for tables`,
  ];
}

function surveyLines({ onlyWinningMoves, zugzwangs }: Survey): string[] {
  const number = (count: number) => count.toLocaleString("en");
  return [
    `  counted  won by one move only: ${number(onlyWinningMoves.red)} with Red and ${number(onlyWinningMoves.black)} ` +
      `with Black to move`,
    `           mutual zugzwangs: ${number(zugzwangs.both)} in which whoever moves is lost, ${number(zugzwangs.red)} ` +
      `in which only Red is, ${number(zugzwangs.black)} in which only Black is`,
  ];
}

function levelLines({ levels, suspects, innerPatterns, correctedLosses }: PerpetualsReport): string[] {
  const number = (count: number) => count.toLocaleString("en");
  return [
    `  levels   ${number(levels.length)} above order 0; of ${number(suspects)} suspects no other loses by a perpetual`,
    ...levels.map(
      ({ order, kind, seeds, corrected }) =>
        `           order ${order}: ${kind}${corrected ? " (corrected algorithm)" : ""}, ` +
        `seeds of Red ${number(seeds.red)}, of Black ${number(seeds.black)}, all found again`,
    ),
    innerPatterns
      ? `  exact    inner patterns are left: the corrected algorithm was asked, and adds ${number(correctedLosses)} seeds`
      : "  exact    no inner pattern is left: the published algorithm finds everything here",
  ];
}

function counterexampleLines({ fen, turn, cell, stored, derived, moves }: Counterexample): string[] {
  const width = Math.max(0, ...moves.map(({ wxf }) => wxf.length));
  return [
    "",
    `  ${fen}`,
    `  ${nameOf(turn)} to move (cell ${cell}): stored is a ${inWords(stored)}, but its moves give a ${inWords(derived)}`,
    ...(moves.length === 0 ? ["    there is no legal move"] : moves.map((move) => moveLine(move, turn, width))),
  ];
}

function moveLine({ uci, wxf, capturesInto, after, gives }: CounterexampleMove, turn: Colour, width: number): string {
  const into = capturesInto === null ? "" : ` captures into ${capturesInto}`;
  const found = `${nameOf(opponent(turn))} has a ${inWords(after)}`;
  return `    ${uci}  ${wxf.padEnd(width)}  ${inWords(gives)}: then ${found}${into === "" ? "" : `,${into}`}`;
}

function inWords({ category, order, distance }: NamedValue): string {
  if (category === "draw") return "draw";
  return `${category} in ${distance}${order === 0 ? "" : ` of order ${order}`}`;
}

function nameOf(turn: Colour): string {
  return turn === "red" ? "Red" : "Black";
}
