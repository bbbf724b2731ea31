/** The process that builds or proves tables of a cache folder, one after the other, as it is told by messages. */
import { cpus } from "node:os";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildTable, type BuildOptions } from "../../../src/solve/node/build.ts";
import { joinParts, PartBuilder, type PartOrder } from "../../../src/solve/node/build-parts.ts";
import { compiledKernel } from "../../../src/solve/node/thread-team.ts";
import { KnownOutcomes } from "../../../src/solve/node/kept-subs.ts";
import type { Collection } from "../../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { describeUnusable } from "../../../src/base/node/unused-work.ts";
import type { ProofRecord } from "../../../src/table/format/proof.ts";
import { proofRecordOf, type VerifyProgress } from "../../../src/verify/report.ts";
import type { GivenPart, ProofPart } from "../../../src/verify/node/proof-parts.ts";
import { verifyEndgame, verifyPart } from "../../../src/verify/node/verify.ts";
import { VERSION } from "../../../src/base/version.ts";
import { InputError } from "../../../src/base/errors.ts";
import type { RuleOptions } from "../../../src/rules/asian/options.ts";

export interface BuilderSettings {
  readonly folder: string;
  readonly collection: Required<Collection>;
  readonly switches: RuleOptions | undefined;
  readonly threads?: number | undefined;
  /** That the process may have in all. */
  readonly memoryBytes?: number | undefined;
}

export interface BuilderOrder extends BuilderSettings {
  readonly work: "build" | "part" | "join" | "prove";
  readonly endgame: string;
  /** Parts of its proof that others have done, who are believed. */
  readonly given?: readonly GivenPart[];
  /** Who these, and whoever they have taken parts over from, must be. */
  readonly believed?: readonly string[];
  /** Only this part of it is to be done, into a file. */
  readonly part?: ProofPart & { readonly path: string };
  /** Of a table that is shared out: the part that is to be made. */
  readonly tablePart?: PartOrder;
  /** The files of the sides, of which such a table is put together. */
  readonly sides?: readonly [stored: string, derived: string];
}

export interface Built {
  /** Of a table that was proven; null after anything else. */
  readonly proof: ProofRecord | null;
  /** Who has done parts of its proof, by key. */
  readonly partsBy: readonly string[];
  /** By the clock, and of all threads together. */
  readonly workSeconds: number;
  readonly cpuSeconds: number;
}

export type BuilderReply =
  | { readonly kind: "progress"; readonly phase: string; readonly ply: number | null; readonly done: number }
  /** What is made of unfinished work, in one line. */
  | { readonly kind: "note"; readonly line: string }
  | { readonly kind: "done"; readonly built: Built }
  /** `code` is null for what is nobody's fault but the program's. */
  | { readonly kind: "failed"; readonly code: string | null; readonly message: string };

const TELL_MILLISECONDS = 500;

/** Of what was built or read here. */
const known = new KnownOutcomes();
const parts = new PartBuilder();

void compiledKernel().catch(() => {}); // orders may be a while in coming; whoever needs it is told what is wrong
process.on("disconnect", () => process.exit()); // whoever waits for the table is gone
// A Ctrl-C goes to all processes of a terminal: the worker says when to stop.
process.on("SIGINT", () => {});

process.on("message", (order: BuilderOrder) => {
  void work(order).then((reply) => process.connected && process.send!(reply, () => {}));
});

async function work(order: BuilderOrder): Promise<BuilderReply> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  // A new one for each order: files may have been replaced since, and their headers are written down.
  const catalog = new FolderCatalog(order.folder, order.collection);
  try {
    if (order.work !== "part") await parts.close();
    const found = await (order.work === "prove" ? prove(order, catalog) : build(order, catalog));
    const { user, system } = process.cpuUsage(before);
    const workSeconds = (performance.now() - started) / 1000;
    return { kind: "done", built: { ...found, workSeconds, cpuSeconds: (user + system) / 1e6 } };
  } catch (error) {
    if (!(error instanceof InputError)) console.error(error);
    const code = error instanceof InputError ? error.code : null;
    return { kind: "failed", code, message: error instanceof Error ? error.message : String(error) };
  } finally {
    await catalog.close();
  }
}

type Found = Pick<Built, "proof" | "partsBy">;
const NO_PROOF: Found = { proof: null, partsBy: [] };

async function build(order: BuilderOrder, catalog: FolderCatalog): Promise<Found> {
  const { folder, collection, switches, threads, memoryBytes, work: what, tablePart, sides } = order;
  const endgame = parseEndgame(order.endgame);
  const tell = teller();
  const options: BuildOptions = {
    ...collection,
    folder,
    options: switches,
    threads,
    memoryBytes,
    known,
    onEvent(event) {
      if (event.kind === "solving") {
        const { phase, ply, done } = event.progress;
        tell(phase, ply, done);
      } else if (event.kind === "writing") tell("writing", null, event.done);
      else if (event.kind === "unusable") note(describeUnusable(event));
    },
  };
  if (what === "part") await parts.build(endgame, tablePart!, catalog, options);
  else if (what === "join") await joinParts(endgame, sides!, catalog, options);
  else await buildTable(endgame, catalog, options);
  return NO_PROOF;
}

/** @throws InputError `not-proven` with the first problem */
async function prove(order: BuilderOrder, provider: FolderCatalog): Promise<Found> {
  const { endgame, threads = cpus().length, memoryBytes, given = [], believed, part } = order;
  const tell = teller();
  const onProgress = ({ phase, done }: VerifyProgress) => tell(phase, null, done);
  const options = { provider, threads, memoryBytes, parts: given, believed, onProgress, onNote: note };
  if (part !== undefined) {
    await verifyPart(endgame, part, part.path, options);
    return NO_PROOF;
  }
  const report = await verifyEndgame(endgame, options);
  const record = proofRecordOf(report, new Date(), VERSION);
  if (record !== null) return { proof: record, partsBy: report.partsBy };
  throw new InputError("not-proven", `${endgame} is not proven: ${report.problems[0]?.message ?? "no reason given"}`);
}

function note(line: string): void {
  if (process.connected) process.send!({ kind: "note", line } satisfies BuilderReply, () => {});
}

function teller(): (phase: string, ply: number | null, done: number) => void {
  let told = -Infinity;
  return (phase, ply, done) => {
    if (performance.now() - told < TELL_MILLISECONDS) return;
    told = performance.now();
    const progress: BuilderReply = { kind: "progress", phase, ply, done };
    if (process.connected) process.send!(progress, () => {});
  };
}
