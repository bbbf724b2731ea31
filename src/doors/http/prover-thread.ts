/** A thread that looks for proofs: one position after the other. */
import { constants, setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { answerQuestions } from "../../base/node/crew.ts";
import { LeafBook, leafCellsIn } from "../../prove/leaf-tables.ts";
import { provePosition, winningMoves, type ProverProgress } from "../../prove/prove.ts";
import { otherMoves, toCooksJson, toProvedJson } from "../../say/proof.ts";
import type { ProofRules } from "../../prove/proof-tree.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";

/** What is asked. */
export interface ProofQuestion {
  readonly fen: string;
  /** How long to look, at most. */
  readonly seconds: number;
  /** Whether other moves that win are looked for as well, for as long again. */
  readonly cooks: boolean;
  /** The tables of the data folder that the proof may rest on. Default: none. */
  readonly tables?: ProofRules | undefined;
}

/** One that both threads see. */
export type SharedNumber = Int32Array<SharedArrayBuffer>;

export interface AskedProof extends ProofQuestion {
  /** 1 when it is to end. */
  readonly isOver: SharedNumber;
  /** How far the search has come, as it says. */
  readonly nodes: SharedNumber;
  readonly deepest: SharedNumber;
}

/** What a thread starts with. */
export interface ProofThreadData {
  /** The data folder. */
  readonly folder: string;
  /** Whether it lets everything else go first. */
  readonly isPatient: boolean;
}

/** Of each thread, of which there are two: given back between two questions. */
const MEMORY_BYTES = 2 ** 27;
/** Of the tables that a proof may rest on: 32 MiB, and eight times as much while they are decoded. */
const MOST_CELLS = 2 ** 26;

const { folder, isPatient } = workerData as ProofThreadData;

// Answering comes first. On Linux this is of the thread that asks alone; elsewhere it would be of the whole server.
if (isPatient && process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

answerQuestions(async ({ fen, seconds, cooks, tables, ...shared }: AskedProof) => {
  const start = performance.now();
  const position = parseLegalFen(fen);
  const catalog = tables === undefined ? null : new FolderCatalog(folder, { rules: tables });
  const end = new AbortController();
  const pause = (): Promise<void> => {
    if (Atomics.load(shared.isOver, 0) === 1) end.abort();
    return Promise.resolve();
  };
  const tell = ({ nodes, deepest }: ProverProgress): Promise<void> => {
    Atomics.store(shared.nodes, 0, nodes);
    Atomics.store(shared.deepest, 0, deepest);
    return pause();
  };
  try {
    const leaves = catalog && (await LeafBook.load(position, catalog, Math.min(MOST_CELLS, leafCellsIn(seconds))));
    const left = seconds - (performance.now() - start) / 1000;
    await pause();
    const options = { memoryBytes: MEMORY_BYTES, signal: end.signal, ...(leaves && { leaves }) };
    const proved = await provePosition(position, { ...options, seconds: left, pause: tell });
    const moves = cooks ? otherMoves(position, proved) : [];
    const others = await winningMoves(position, moves, { ...options, seconds, pause });
    const answer = toProvedJson(position, proved, (performance.now() - start) / 1000);
    return cooks ? { ...answer, cooks: toCooksJson(position, others) } : answer;
  } finally {
    await catalog?.close();
  }
});
