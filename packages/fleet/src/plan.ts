/** What is to be done until a store holds what is wanted. Pure: it asks no store, no queue and no clock. */
import {
  attackingMen,
  canonicalEndgame,
  makeEndgame,
  parseEndgame,
  type Endgame,
} from "../../../src/endgame/endgame.ts";
import { ATTACKING_ROLES } from "../../../src/endgame/endgame.ts";
import { closure, closureOfTables, subEndgames } from "../../../src/endgame/graph.ts";
import { InputError } from "../../../src/base/errors.ts";
import { programBytes } from "../../../src/base/program-memory.ts";
import { checkFits, estimateSolving, planMemory } from "../../../src/solve/build/estimate.ts";
import { countCells, estimateSize, isArmed } from "../../../src/endgame/count.ts";
import type { Orders, Rules } from "../../../src/table/format/header.ts";
import { checkSlices } from "../../../src/solve/slices/sliced-kernel.ts";
import { partsOfTable, sidesOf, type TablePart } from "../../../src/solve/slices/table-parts.ts";
import { setBytes } from "../../../src/verify/host/check-patterns.ts";
import { KERNEL_CELLS } from "../../../src/verify/host/proof-layout.ts";
import { cpuSeconds, PLAIN_PROOF_TIMES, speedUp, type Rates } from "./rates.ts";
import type { Metric } from "../../../src/table/value.ts";

export interface PlanRequest {
  readonly endgames: readonly Endgame[];
  readonly rules: Rules;
  readonly metric: Metric;
  /** Default: as Fang numbers them. */
  readonly orders?: Orders;
  /** The tables and proofs that there are, by name. */
  readonly tables: ReadonlySet<string>;
  readonly proofs: ReadonlySet<string>;
  /** Whether proofs are wanted as well. */
  readonly prove: boolean;
  /** Proofs that take a worker longer are divided; default: none, since the parts together take more. */
  readonly mostProofSeconds?: number | undefined;
  /** Tables that take a worker longer are shared out slice by slice, where they have slices; default: none. */
  readonly mostTableSeconds?: number | undefined;
  /** The most memory that a worker has. */
  readonly memoryBytes: number;
  /** Whether what this program cannot build is left out too, whatever memory there is. */
  readonly buildable: boolean;
  /** Of a worker. */
  readonly threads: number;
  readonly rates: Rates;
}

export type JobKind = "table" | "proof";

/** The `number`-th, from 1 on, of so many parts of a table (solve/slices/table-parts.ts) or of a proof (verify/node/proof-parts.ts). */
export interface SharedPart {
  readonly number: number;
  readonly of: number;
}

export interface Job {
  readonly kind: JobKind;
  readonly endgame: string;
  /** Of a table or proof that is shared out: the part that it is; left out of what makes the table or proves it. */
  readonly part?: SharedPart;
  /** Of a table that is shared out: of its parts, and of what puts it together. */
  readonly inSlices?: true;
  /** Cells a side, which is what is built and proven. */
  readonly pairs: number;
  readonly memoryBytes: number;
  /** Of the file; 0 of a proof. */
  readonly fileBytes: number;
  readonly cpuSeconds: number;
  /** Names of the jobs that it needs: of missing tables, and of parts. */
  readonly dependsOn: readonly string[];
  /** 0..999: what waits for it. Of a proof 0: nothing does. */
  readonly urgency: number;
}

export interface Cut {
  readonly kind: JobKind;
  readonly endgame: string;
  readonly code: "does-not-fit" | "too-long" | "input-cut";
  readonly why: string;
}

export interface Plan {
  /** Each after all it depends on. */
  readonly jobs: readonly Job[];
  /** Tables wanted, and how many of them there are. */
  readonly wanted: number;
  readonly present: number;
  readonly presentProofs: number;
  /** Tables that are not planned, and then proofs, and why. */
  readonly cuts: readonly Cut[];
}

/** Windows and lists of suspects of a proof by the kernel. */
const PROOF_WINDOW_BYTES = 2 ** 29;
/** What inputs are worth takes two bits a cell there. */
const INPUT_BYTES_PER_CELL = 0.25;
/** What is known of suspects of perpetuals: 0.15 in KRCAKRC, by how many there are, and some 0.35 in KRNKRN; nobody knows before. */
const SUSPECT_BYTES_PER_CELL = 0.3;
/** The plain program keeps both sides in memory, and the differences of one; codes of such large tables have two bytes where perpetuals are. */
const PLAIN_PLANES = 3;

/** A proof that is divided has so many ranges of either side's values, and what is left. */
const RANGES = 4;
/** Of the work of a proof: the values of one side in all of the ranges. */
const SIDE_SHARE = 1 / 3;
/** A job has a day; estimates may be wrong. */
const MOST_SECONDS = 20 * 3600;

type TableJob = Omit<Job, "urgency"> & { readonly kind: "table" };

/** @throws InputError `not-in-slices` where tables are to be shared out that cannot be, under these rules or to this metric */
export function makePlan(request: PlanRequest): Plan {
  const { rules, metric, tables, proofs, threads, rates, prove } = request;
  const { mostProofSeconds = Infinity, mostTableSeconds = Infinity } = request;
  if (mostTableSeconds < Infinity) checkSlices(request);
  const wanted = (request.buildable ? closureOfTables : closure)(request.endgames);
  const cuts = new Map<string, Cut>();
  const missing: TableJob[] = [];
  const subs = new Map(wanted.map((each) => [each.name, subEndgames(each).map(({ name }) => name)]));
  for (const endgame of wanted) {
    const { name } = endgame;
    if (tables.has(name)) continue;
    const inputCut = subs.get(name)!.find((sub) => cuts.has(sub));
    if (inputCut !== undefined) {
      cuts.set(name, {
        kind: "table",
        endgame: name,
        code: "input-cut",
        why: `${inputCut}, which it needs, is not planned`,
      });
      continue;
    }
    const { cells: pairs } = estimateSize(endgame);
    const seconds = cpuSeconds(endgame, pairs, "build", rates);
    const parts = seconds / speedUp(threads) > mostTableSeconds ? partsOfTable(endgame) : [];
    const inSlices = parts.length > 0;
    const estimate = estimateSolving(endgame, rules, metric, inSlices);
    const memory = planMemory([endgame], () => estimate, Infinity);
    const table: TableJob = {
      kind: "table",
      endgame: name,
      pairs,
      memoryBytes: memory.bytes - memory.shelfBytes + programBytes(threads), // what has no room lies in files
      fileBytes: estimate.fileBytes,
      cpuSeconds: seconds,
      dependsOn: subs.get(name)!.filter((sub) => !tables.has(sub)),
    };
    const own = inSlices ? inParts(table, parts, estimate.sheetBytes) : [table];
    const longest = own.reduce((most, job) => Math.max(most, job.cpuSeconds), 0);
    const cut = findCut(endgame, { ...table, cpuSeconds: longest }, request, inSlices);
    if (cut === null) missing.push(...own);
    else cuts.set(name, { kind: "table", endgame: name, ...cut });
  }
  const jobs: Job[] = withUrgency(missing);
  const proofCuts: Cut[] = [];
  if (prove) {
    const pairsOf = new Map(wanted.map((endgame) => [endgame.name, countCells(endgame)]));
    const built = new Set(missing.map(({ endgame }) => endgame));
    for (const endgame of wanted) {
      const { name } = endgame;
      if (proofs.has(name) || cuts.has(name)) continue;
      const pairs = pairsOf.get(name)!;
      const inputs = subs.get(name)!.reduce((sum, sub) => sum + pairsOf.get(sub)!, 0);
      const isPlain = pairs >= KERNEL_CELLS;
      // Of small tables a side, and each input; of large ones windows, and the inputs' outcomes or then the sets of suspects.
      const setsOf = rules === "none" ? 0 : setBytes({ cells: pairs }) + SUSPECT_BYTES_PER_CELL * pairs;
      const largest = PROOF_WINDOW_BYTES + Math.max(INPUT_BYTES_PER_CELL * inputs, setsOf);
      const kernelBytes = Math.min(2 * pairs + inputs, largest);
      const codeBytes = rules !== "none" && isArmed(endgame) ? 2 : 1;
      const seconds = cpuSeconds(endgame, pairs, "prove", rates);
      const proof = {
        kind: "proof" as const,
        endgame: name,
        pairs,
        memoryBytes: (isPlain ? codeBytes * (PLAIN_PLANES * pairs + inputs) : kernelBytes) + programBytes(threads),
        fileBytes: 0,
        cpuSeconds: isPlain ? PLAIN_PROOF_TIMES * seconds : seconds,
        dependsOn: built.has(name) ? [name] : [],
        urgency: 0,
      };
      const cut = findCut(null, proof, request);
      if (cut !== null) {
        proofCuts.push({ kind: "proof", endgame: name, ...cut, why: `of its proof: ${cut.why}` });
        continue;
      }
      const takesLong = proof.cpuSeconds / speedUp(threads) > mostProofSeconds;
      const isDivided = takesLong && !isPlain && rules !== "chinese";
      jobs.push(...(isDivided ? divided(proof) : [proof]));
    }
  }
  const names = wanted.map(({ name }) => name);
  return {
    jobs,
    wanted: wanted.length,
    present: names.filter((name) => tables.has(name)).length,
    presentProofs: names.filter((name) => proofs.has(name)).length,
    cuts: [...cuts.values(), ...proofCuts],
  };
}

/** The parts of a proof, and the job that takes them over: the other side's ranges need the derived side's, it needs all. */
function divided(proof: Job): Job[] {
  const shareOf = (share: number) => {
    return { pairs: Math.round(share * proof.pairs), cpuSeconds: share * proof.cpuSeconds };
  };
  const part = (number: number, dependsOn: readonly string[]): Job => {
    return { ...proof, ...shareOf(SIDE_SHARE / RANGES), part: { number, of: 2 * RANGES }, dependsOn };
  };
  const numbers = Array.from({ length: RANGES }, (_, i) => i + 1);
  const first = numbers.map((number) => part(number, proof.dependsOn));
  const second = numbers.map((number) => part(RANGES + number, first.map(nameOf)));
  return [...first, ...second, { ...proof, ...shareOf(1 - 2 * SIDE_SHARE), dependsOn: second.map(nameOf) }];
}

/** Of the work of a table that is shared out: its slices, and each side of its file. What is left puts it together. */
const SHARES = { slices: 0.69, side: 0.15 };

/**
 * The parts of a table that is shared out, and the job that puts it together.
 * @param sheetBytes of memory that only writing takes
 */
function inParts(table: TableJob, parts: readonly TablePart[], sheetBytes: number): TableJob[] {
  const partOf = (number: number): TableJob["part"] => ({ number, of: parts.length });
  const named = (numbers: readonly number[]) => numbers.map((number) => nameOf({ ...table, part: partOf(number) }));
  const isNeeded = new Set(parts.flatMap(({ kind, needs }) => (kind === "slices" ? needs : [])));
  const share = (of: number) => ({ pairs: Math.round(of * table.pairs), cpuSeconds: of * table.cpuSeconds });
  const jobs = parts.map((part, i): TableJob => {
    // What is needed by others is waited for by way of these.
    const needs = part.kind === "slices" ? part.needs : part.needs.filter((number) => !isNeeded.has(number));
    const work = share(part.kind === "slices" ? (SHARES.slices * part.pairs) / table.pairs : SHARES.side);
    const dependsOn = needs.length === 0 ? table.dependsOn : named(needs);
    const memoryBytes = table.memoryBytes - (part.kind === "slices" ? sheetBytes : 0);
    return { ...table, ...work, part: partOf(i + 1)!, inSlices: true, memoryBytes, fileBytes: 0, dependsOn };
  });
  const joining = share(1 - SHARES.slices - 2 * SHARES.side);
  return [...jobs, { ...table, ...joining, inSlices: true, dependsOn: named(sidesOf(parts)) }];
}

/** What a job is called: `KRKN`, `KNPKP.slices-1-of-15`, `KRKN.proof`, `KRKN.proof-1-of-8`. */
export function nameOf({ kind, endgame, part }: Pick<Job, "kind" | "endgame" | "part">): string {
  const name = kind === "table" ? endgame : `${endgame}.proof`;
  if (part === undefined) return name;
  return `${kind === "table" ? `${endgame}.slices` : name}-${part.number}-of-${part.of}`;
}

/** @param endgame null: it is a proof, which needs no more than is said */
function findCut(
  endgame: Endgame | null,
  needs: Pick<Job, "memoryBytes" | "cpuSeconds">,
  { rules, metric, memoryBytes, buildable, threads }: PlanRequest,
  inSlices = false,
): Pick<Cut, "code" | "why"> | null {
  try {
    if (buildable && endgame !== null) checkFits(endgame, rules, memoryBytes, metric, false, 0, inSlices);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { code: "does-not-fit", why: error.message };
  }
  const gib = (bytes: number) => `${Math.ceil(bytes / 2 ** 30)} GiB`;
  if (needs.memoryBytes > memoryBytes) {
    return {
      code: "does-not-fit",
      why: `it takes ${gib(needs.memoryBytes)}, more than the ${gib(memoryBytes)} of a worker`,
    };
  }
  const seconds = needs.cpuSeconds / speedUp(threads);
  if (!buildable || seconds <= MOST_SECONDS) return null;
  return { code: "too-long", why: `it takes ${Math.ceil(seconds / 3600)} hours on ${threads} threads: give more` };
}

/** Urgency: the cells on the longest chain that begins with a job, of the longest chain of all. */
function withUrgency(jobs: readonly Omit<Job, "urgency">[]): Job[] {
  const pairs = new Map(jobs.map((job) => [nameOf(job), job.pairs]));
  const chains = new Map(pairs);
  for (const job of jobs.toReversed()) {
    for (const sub of job.dependsOn) {
      chains.set(sub, Math.max(chains.get(sub)!, pairs.get(sub)! + chains.get(nameOf(job))!));
    }
  }
  const longest = [...chains.values()].reduce((most, chain) => Math.max(most, chain), 1);
  return jobs.map((job) => ({ ...job, urgency: Math.floor((999 * chains.get(nameOf(job))!) / longest) }));
}

/** Powers of two of memory, from 1 GiB on: a worker takes the largest class that it can hold. */
export function memoryClass(bytes: number): number {
  return Math.max(0, Math.ceil(Math.log2(bytes / 2 ** 30)));
}

/** The highest class whose every job fits; -1: none. */
export function memoryClassOfWorker(bytes: number): number {
  return bytes < 2 ** 30 ? -1 : Math.floor(Math.log2(bytes / 2 ** 30));
}

/** The most that a priority adds to its class. */
const URGENCIES = 1000;

/** Whoever can take it takes the highest: the largest table that it can hold, of these what most waits for. */
export function priorityOf({ memoryBytes, urgency }: Pick<Job, "memoryBytes" | "urgency">): number {
  return URGENCIES * memoryClass(memoryBytes) + urgency;
}

/** The highest priority that a worker with so much memory may take; null: it can hold none. */
export function highestPriority(memoryBytes: number): number | null {
  const most = memoryClassOfWorker(memoryBytes);
  return most < 0 ? null : URGENCIES * most + URGENCIES - 1;
}

/**
 * The endgames that a user asks for: names, and classes such as `2v1`, all endgames with so many attacking men on the
 * sides and any defending men.
 */
export function parseWanted(texts: readonly string[]): Endgame[] {
  return texts.flatMap((text) => {
    const [, one, other] = /^([0-4])v([0-4])$/.exec(text) ?? [];
    return one === undefined ? [canonicalEndgame(parseEndgame(text)).endgame] : classOf(Number(one), Number(other));
  });
}

const COUNTS = [0, 1, 2] as const;
const DEFENDERS = COUNTS.flatMap((advisor) => COUNTS.map((elephant) => ({ advisor, elephant })));

function classOf(one: number, other: number): Endgame[] {
  const found = new Map<string, Endgame>();
  for (const red of attackingSets(one)) {
    for (const black of attackingSets(other)) {
      for (const redDefenders of DEFENDERS) {
        for (const blackDefenders of DEFENDERS) {
          const made = makeEndgame({ ...red, ...redDefenders }, { ...black, ...blackDefenders });
          const { endgame } = canonicalEndgame(made);
          if (attackingMen(endgame.red).length > 0) found.set(endgame.name, endgame);
        }
      }
    }
  }
  return [...found.values()];
}

/** All ways to have so many attacking men. */
function attackingSets(count: number, roles: readonly string[] = ATTACKING_ROLES): Record<string, number>[] {
  const [role, ...rest] = roles;
  if (role === undefined) return count === 0 ? [{}] : [];
  const most = role === "soldier" ? 5 : 2;
  return Array.from({ length: Math.min(count, most) + 1 }, (_, own) =>
    attackingSets(count - own, rest).map((others) => ({ [role]: own, ...others })),
  ).flat();
}
