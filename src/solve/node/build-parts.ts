/** Makes the parts of a table that is shared out (slices/table-parts.ts), and the table of them. Who has the files of parts made asks for one at a time. */
import { cpus } from "node:os";
import { InputError } from "../../base/errors.ts";
import { Lock, Locks, nameHolder } from "../../base/node/locks.ts";
import { memoryToTake } from "../../base/node/memory.ts";
import { programBytes } from "../../base/program-memory.ts";
import type { Endgame } from "../../endgame/endgame.ts";
import { endgameIndex } from "../../endgame/index.ts";
import { ahead, type Slice } from "../../endgame/slice.ts";
import { MAX_BLOCK_BYTES } from "../../table/format/format.ts";
import { zstdCodec } from "../../table/node/codecs.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { writeTable } from "../../table/node/writer.ts";
import { bytesPerCodeOf, encodedBlocks, type EncodedBlock } from "../../table/write/encode.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import {
  describeSolution,
  rulesOf,
  solveEndgame,
  subOfTable,
  type SolveOptions,
  type SubTables,
} from "../build/content.ts";
import { checkFits, planMemory } from "../build/estimate.ts";
import type { SolvedSlice } from "../host/border.ts";
import { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import type { SolveProgress } from "../kernel.ts";
import { contentOnSheet } from "../sheets/sheet-content.ts";
import { joiningKernel } from "../slices/joined-slices.ts";
import { checkSlices } from "../slices/sliced-kernel.ts";
import { borderOf, SliceSolver, type IndexedSlice } from "../slices/slice-solver.ts";
import { partsOfTable, type SidePart } from "../slices/table-parts.ts";
import { blocksIn, describedIn, PartWriter, slicesIn, type DescribedTable } from "./part-files.ts";
import { memoryCheck, shelvesBeside, subTablesIn, type BuildEvent, type BuildOptions } from "./pipeline.ts";
import { startSheetTeam } from "./sheet-team.ts";
import { compiledKernel, startTeam } from "./thread-team.ts";

/** A part that is to be made. */
export interface PartOrder {
  /** What it belongs to: parts of one table, made of the same tables of its sub-endgames, say the same. */
  readonly of: string;
  readonly number: number;
  /** Where no file is. */
  readonly path: string;
  /** What its file is to say of it. */
  readonly head: string;
  /** The files of the parts that it needs, in the order of their numbers. */
  readonly needs: readonly string[];
}

/**
 * Makes parts of tables, one after the other. The views of sub-endgames, which take as long as a small slice, stay in memory for the next
 * slices of the same table.
 */
export class PartBuilder {
  #kept: {
    readonly of: string;
    readonly workshop: Workshop;
    readonly team: Team;
    readonly solver: SliceSolver;
  } | null = null;

  /**
   * Makes a part of a table, whose direct sub-endgames' tables are in the folder, sound.
   * @throws InputError when it cannot fit, be built or be written; its file is of no account then
   */
  async build(endgame: Endgame, order: PartOrder, catalog: FolderCatalog, options: BuildOptions): Promise<void> {
    checkSlices(options);
    const { onEvent: tell = () => {} } = options;
    const part = partsOfTable(endgame)[order.number - 1]!;
    if (part.kind === "side" || this.#kept?.of !== order.of) await this.close();
    const writer = await PartWriter.create(order.path, order.head);
    try {
      if (part.kind === "side") {
        const workshop = await openWorkshop(endgame, catalog, options);
        await encodeSide(part.side, order.needs, writer, workshop, tell);
      } else {
        const { solver, workshop } = await this.#keep(endgame, order.of, catalog, options);
        await solveSlices(part.slices, order.needs, writer, solver, workshop, tell);
      }
    } finally {
      await writer.close();
    }
  }

  /** Gives all memory back. */
  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = null;
    await kept?.team.close();
  }

  async #keep(endgame: Endgame, of: string, catalog: FolderCatalog, options: BuildOptions) {
    if (this.#kept !== null) return this.#kept;
    const workshop = await openWorkshop(endgame, catalog, options);
    const { module, memory, threads, solving } = workshop;
    const team = startTeam(threads);
    try {
      const orders = rulesOf(solving).orderForm ?? undefined;
      const request = { ...solving, index: endgameIndex(endgame), orders };
      const solver = await SliceSolver.start(module, team, memory, request);
      return (this.#kept = { of, workshop, team, solver });
    } catch (error) {
      await team.close();
      throw error;
    }
  }
}

/**
 * Puts a table together of its two sides, in the folder of its sub-endgames' tables.
 * @param sides files of the parts that are sides
 * @throws InputError when it cannot be written, or another process builds it in this folder (`elsewhere`)
 */
export async function joinParts(
  endgame: Endgame,
  [stored, derived]: readonly [stored: string, derived: string],
  catalog: FolderCatalog,
  { lockTimes, signal, onEvent }: BuildOptions,
): Promise<void> {
  const { name } = endgame;
  const path = catalog.pathOf(name);
  const lock = await new Locks(lockTimes).take(path, name, "build", () => {});
  if (!(lock instanceof Lock)) {
    throw new InputError("elsewhere", `${name} is being built in ${catalog.folder} by ${nameHolder(lock)}`);
  }
  try {
    const table = describedIn(stored);
    const blocks = { stored: blocksIn(stored), derived: blocksIn(derived) };
    const band = (turn: Colour): EncodedBlock => {
      const { value } = blocks[turn === table.derived ? "derived" : "stored"].next();
      if (value === undefined) throw new Error(`a side of ${name} has too few blocks`);
      return value;
    };
    const onProgress = (cells: number): void =>
      onEvent?.({ kind: "writing", endgame: name, done: Math.min(1, cells / (2 * table.cells)) });
    await writeTable(path, { ...table, band }, { signal, onProgress });
    catalog.forget(name);
  } finally {
    await lock.release();
  }
}

/** What parts of a table are made with. */
interface Workshop {
  readonly endgame: Endgame;
  readonly module: WebAssembly.Module;
  readonly memory: KernelMemory;
  readonly threads: number;
  readonly sheetBytes: number;
  readonly solving: Omit<SolveOptions, "kernel">;
  readonly tables: SubTables;
}

type Tell = (event: BuildEvent) => void;

async function openWorkshop(endgame: Endgame, catalog: FolderCatalog, options: BuildOptions): Promise<Workshop> {
  const { name } = endgame;
  const { metric, rules, known, threads = cpus().length, memoryBytes = memoryToTake() } = options;
  const program = programBytes(threads);
  const room = memoryBytes - program;
  const estimate = checkFits(endgame, rules, room, metric, false, program, true);
  const plan = planMemory([endgame], () => estimate, room);
  if (known !== undefined) known.mostBytes = Math.max(0, (room - plan.bytes) / 2);
  const tables = subTablesIn(catalog);
  const { module } = await compiledKernel();
  return {
    endgame,
    module,
    memory: new KernelMemory(plan.kernelBytes),
    threads,
    sheetBytes: plan.sheetBytes(estimate),
    tables,
    solving: {
      ...options,
      threads,
      load: async (sub, turn) => {
        const table = await tables.open(sub.name);
        return known?.of(table, metric, turn, options.signal) ?? subOfTable(table, metric, turn, options.signal);
      },
      makeShelf: shelvesBeside(catalog, endgame),
      checkMemory: memoryCheck(name, memoryBytes),
    },
  };
}

/** @param needs files of parts, which have the slices of the border */
async function solveSlices(
  slices: readonly Slice[],
  needs: readonly string[],
  writer: PartWriter,
  solver: SliceSolver,
  { endgame }: Workshop,
  tell: Tell,
): Promise<void> {
  const wanted = new Set(slices.flatMap(ahead).map(({ name }) => name));
  const border = new Map<string, SolvedSlice>();
  for (const path of needs) {
    for (const { solved } of slicesIn(path)) if (wanted.has(solved.slice.name)) border.set(solved.slice.name, solved);
  }
  for (const [number, slice] of slices.entries()) {
    const solved = await solver.solve(slice, borderOf(slice, border));
    await writer.addSlice(solved).finally(() => solved.solved.tape.close());
    const done = (number + 1) / slices.length;
    tell({ kind: "solving", endgame: endgame.name, progress: { phase: "slices", ply: number, done } });
  }
}

/** @param needs files of all slices, in their order */
async function encodeSide(
  side: SidePart["side"],
  needs: readonly string[],
  writer: PartWriter,
  { endgame, module, memory, threads, sheetBytes: mostBytes, solving, tables }: Workshop,
  tell: Tell,
): Promise<void> {
  const { makeShelf, signal } = solving;
  const sheets = startSheetTeam(module, memory.wasm, threads);
  try {
    function* slices(): Generator<IndexedSlice> {
      for (const path of needs) yield* slicesIn(path);
    }
    const kernel = joiningKernel(module, memory, slices());
    const onProgress = (progress: SolveProgress) => tell({ kind: "solving", endgame: endgame.name, progress });
    const solution = await solveEndgame(endgame, { ...solving, kernel, onProgress });
    const describe = (statistics: Parameters<typeof describeSolution>[1]) =>
      describeSolution(solution, statistics, { ...solving, ...tables });
    const options = { team: sheets, memory, effort: "fast", mostBytes, makeShelf: makeShelf!, only: side } as const;
    const content = await contentOnSheet(solution, describe, options);
    try {
      const { info, cells, lists, layout, derived, histogram } = content;
      const turn = side === "derived" ? derived! : opponent(derived!);
      const blocks = encodedBlocks(content, [turn], { codec: zstdCodec, threads });
      let done = 0;
      for await (const block of blocks) {
        signal?.throwIfAborted();
        await writer.add(block);
        done = Math.min(done + MAX_BLOCK_BYTES / bytesPerCodeOf(content), cells);
        tell({ kind: "writing", endgame: endgame.name, done: done / cells });
      }
      const contentSum = await content.contentSum;
      const described = { ...info, ...(contentSum !== undefined && { contentSum }) };
      await writer.add({ info: described, cells, lists, layout, derived, histogram } satisfies DescribedTable);
    } finally {
      content.close();
      solution.tape.close();
    }
  } finally {
    await sheets.close();
  }
}
