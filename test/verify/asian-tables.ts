/** Tables under the Asian rules, or the Chinese ones, and copies of them with something wrong. */
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { plainContent } from "../table/plain-content.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import type { Rules, TableInfo } from "../../src/table/format/header.ts";
import { DRAW, type Value, type Metric } from "../../src/table/value.ts";
import { verifyEndgame, type VerifyOptions } from "../../src/verify/node/verify.ts";
import type { ProofProblem, VerifyReport } from "../../src/verify/report.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";

/** What a table consists of, to be changed: the values of all cells, and what the header says. */
export interface AsianDraft {
  info: TableInfo;
  readonly red: Float64Array;
  readonly black: Float64Array;
}

/** Replaces a table by a changed one, sound as a file. Its statistics stay as they are. */
export async function alterAsianTable(
  folder: string,
  name: string,
  change: (draft: AsianDraft) => void,
  orders?: "fang" | "chessdb",
  rules: Rules = "asian",
): Promise<void> {
  const catalog = new FolderCatalog(folder, { rules, orders });
  const table = (await catalog.open(name))!;
  const { info, cells, values } = table.header;
  const histogram = await table.readHistogram();
  const read = async (turn: Colour) => Float64Array.from(await table.readSide(turn), (code) => values[code]!);
  const draft: AsianDraft = { info, red: await read("red"), black: await read("black") };
  await catalog.close();
  change(draft);
  const dictionary = [...new Set<Value>([DRAW, ...values, ...draft.red, ...draft.black])].sort((a, b) => a - b);
  const codeOf = new Map(dictionary.map((value, code) => [value, code]));
  const counts = (turn: Colour) => dictionary.map((value) => histogram[turn][values.indexOf(value)] ?? 0);
  await writeTable(
    catalog.pathOf(name),
    plainContent({
      info: draft.info,
      cells,
      values: dictionary,
      histogram: { red: counts("red"), black: counts("black") },
      codes: (turn, first, count, out) => {
        for (let i = 0; i < count; i++) out[i] = codeOf.get(draft[turn][first + i]!)!;
      },
    }),
  );
}

/** Gives some values of a draft another one. */
export function mapValues(draft: AsianDraft, change: (value: Value) => Value): void {
  for (const turn of COLOURS) draft[turn].forEach((value, cell) => (draft[turn][cell] = change(value)));
}

export async function verifyAsian(
  folder: string,
  name: string,
  {
    metric = "dtc",
    orders,
    ...options
  }: Partial<VerifyOptions> & { metric?: Metric; orders?: "fang" | "chessdb" } = {},
): Promise<VerifyReport> {
  const provider = new FolderCatalog(folder, { rules: "asian", metric, orders });
  try {
    return await verifyEndgame(name, { threads: 1, ...options, provider });
  } finally {
    await provider.close();
  }
}

export function problemsOf<K extends ProofProblem["kind"]>(
  { problems }: VerifyReport,
  kind: K,
): Extract<ProofProblem, { kind: K }>[] {
  return problems.filter((problem): problem is Extract<ProofProblem, { kind: K }> => problem.kind === kind);
}
