/**
 * Takes tables from anybody, and believes none: a table gets its name in the data folder only when its values have the content
 * sum that the atlas has proven, or were proven here. Sub-endgames come first, so that what is proven here rests on them.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { InputError, SourceError } from "../../../base/errors.ts";
import { discard, disk, explainWriteError, freeBytesAt } from "../../../base/node/disk.ts";
import { Lock, Locks, nameHolder } from "../../../base/node/locks.ts";
import { checkMemory } from "../../../base/node/memory.ts";
import { partialPath } from "../../../base/node/unfinished.ts";
import { formatBytes } from "../../../base/sizes.ts";
import { VERSION } from "../../../base/version.ts";
import type { Endgame } from "../../../endgame/endgame.ts";
import { OutcomeReader, sumOf } from "../../../outcomes/read.ts";
import { closureOfTables } from "../../../endgame/graph.ts";
import { openPlaced, tablePath, type Collection } from "../../../table/catalog/catalog.ts";
import { DamagedTableError } from "../../../table/format/errors.ts";
import { bytesOfCode, fileBytes, OUTCOMES_PART } from "../../../table/format/header.ts";
import type { ProofRecord } from "../../../table/format/proof.ts";
import { NODE_CODECS } from "../../../table/node/codecs.ts";
import { download, patient } from "../../../table/node/download.ts";
import { openFile } from "../../../table/node/file-source.ts";
import { FolderCatalog } from "../../../table/node/folder-catalog.ts";
import { stampAt, writeProof, writeSum } from "../../../table/node/record-file.ts";
import { httpSource } from "../../../table/read/http-source.ts";
import { headSource, type Source } from "../../../table/read/source.ts";
import type { Table } from "../../../table/read/table.ts";
import { sumOfTable } from "../../../verify/node/content-sum.ts";
import { verifyEndgame } from "../../../verify/node/verify.ts";
import { proofRecordOf } from "../../../verify/report.ts";
import { knownOutcomeFiles, openAtlas } from "./files.ts";

/** Where tables are taken from. */
export interface TableHost {
  readonly url: string;
  /** A file by its path in a data folder, such as `asian/dtc/KRKN.canju`. @throws SourceError, when it is opened or read */
  open(path: string): Promise<Source>;
}

/** @param url of a server, of a static export, of an exported set or a mirror of one; or a folder: of these, or a data folder */
export function tableHost(url: string): TableHost {
  const isHttp = /^https?:\/\//.test(url);
  if (!isHttp && /^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    throw new InputError(
      "bad-host",
      `"${url}" is no place that tables can be taken from: http://, https://, or a folder`,
    );
  }
  const base = url.replace(/\/+$/, "");
  const openAt = (path: string) =>
    isHttp ? Promise.resolve(httpSource(`${base}/${path}`)) : openFile(join(url, path));
  // Servers and exports have them in a folder, sets and data folders do not: what was right last is tried first.
  let places = ["tables/", ""];
  let wasReached = false;
  return {
    url,
    async open(path) {
      let missing: unknown;
      for (const place of places) {
        try {
          const source = headSource(patient(await openAt(`${place}${path}`), () => wasReached));
          // Sites of one page answer whatever is asked: what is no table is none.
          const head = await source.read(0, 65_536);
          wasReached = true;
          if (new TextDecoder().decode(head.subarray(0, 5)) !== "CANJU") continue;
          places = [place, ...places.filter((each) => each !== place)];
          return source;
        } catch (error) {
          wasReached ||= error instanceof SourceError && error.problem !== "unreachable";
          if (!(error instanceof SourceError) || error.problem !== "not-found") throw error;
          missing = error;
        }
      }
      throw new SourceError("not-found", `${url} has no ${path}`, { cause: missing });
    },
  };
}

export interface FetchOptions {
  readonly hosts: readonly TableHost[];
  /** The data folder. */
  readonly folder: string;
  readonly collection: Required<Collection>;
  /** Tables of values, or of outcomes alone. Default: of values. */
  readonly kind?: "values" | "outcomes";
  readonly signal: AbortSignal;
  /** Tables that are downloaded together. */
  readonly connections?: number;
  /** Whether a table of so many bytes is taken, at the rate seen so far; default: all are. */
  readonly isWorth?: (endgame: Endgame, bytes: number, bytesPerSecond: number) => boolean;
  /** Whether what the atlas does not know is proven here; default: it is. */
  readonly proves?: boolean;
  readonly threads?: number | undefined;
  readonly memoryBytes?: number | undefined;
  readonly onProgress?: (progress: FetchProgress) => void;
}

export interface FetchProgress {
  /** Of the endgame that is checked, or waited for. */
  readonly endgame: string;
  readonly number: number;
  readonly total: number;
  /** That have come so far. */
  readonly bytes: number;
  /** Null while nothing has come. */
  readonly bytesPerSecond: number | null;
  /** What is done with it, and the share done; null: it is downloaded. */
  readonly check: { readonly phase: string; readonly done: number } | null;
}

export interface FetchReport {
  /** By name; of tables of outcomes that of the endgame. */
  readonly fetched: readonly { readonly endgame: string; readonly bytes: number; readonly by: "atlas" | "proof" }[];
  /** Those that were there before. */
  readonly present: readonly string[];
  /** What nobody had, or was not as it should be: each with one line for every host. */
  readonly leftOut: readonly { readonly endgame: string; readonly why: readonly string[] }[];
  readonly bytes: number;
  readonly seconds: number;
}

const newHash = () => createHash("sha256");

/**
 * Fetches the tables of endgames with all that captures lead to. What is there is left as it is.
 * @throws InputError `unreachable` where a table is missing and no host answers any more: what has come stays
 */
export async function fetchTables(endgames: readonly Endgame[], options: FetchOptions): Promise<FetchReport> {
  return new Fetching(options).run(closureOfTables(endgames));
}

/** What came of a table, to be looked at. The lock is released by who takes it. */
interface Arrived {
  readonly host: TableHost;
  readonly path: string;
  readonly lock: Lock;
}

type Taken = FetchReport["fetched"][number];

/** What was found out about a table, to be kept beside it. */
interface Kept {
  readonly sum: string | null;
  readonly proof: ProofRecord | null;
}
const NOTHING_TO_KEEP: Kept = { sum: null, proof: null };

/** Why a table is not taken from a host; what else goes wrong ends the work. */
class Refused extends Error {
  readonly isDamage: boolean;

  constructor(message: string, isDamage = false) {
    super(message);
    this.isDamage = isDamage;
  }
}

class Fetching {
  readonly #options: FetchOptions;
  readonly #catalog: FolderCatalog;
  readonly #atlas = openAtlas();
  /** Of tables of outcomes, once one has come. */
  #isKnownFile: ReturnType<typeof knownOutcomeFiles> | undefined;
  /** What captures decide is not in tables of outcomes: it is looked up in those that came before. */
  readonly #reader: OutcomeReader;
  readonly #locks = new Locks();
  /** Hosts that do not answer, and what is said of each: they are not asked again. */
  readonly #lost = new Map<TableHost, Refused>();
  readonly #started = performance.now();
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  #bytes = 0;
  /** Downloads under way, and the time that there were any, so far. */
  #active = 0;
  #activeSince = 0;
  #activeMilliseconds = 0;
  #progress = { endgame: "", number: 0, total: 0 };

  constructor(options: FetchOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#end.signal]);
    this.#catalog = new FolderCatalog(options.folder, options.collection);
    const open = (asked: string) => this.#catalog.open(asked);
    const pause = async () => this.#signal.throwIfAborted();
    this.#reader = new OutcomeReader({ ...options.collection, open, pause });
  }

  async run(wanted: readonly Endgame[]): Promise<FetchReport> {
    const { connections = 6, hosts } = this.#options;
    const fetched: Taken[] = [];
    const present: string[] = [];
    const leftOut: FetchReport["leftOut"][number][] = [];
    const arriving = new Map<Endgame, Promise<Arrived>>();
    try {
      const absent: Endgame[] = [];
      for (const endgame of wanted) {
        if (await this.#isThere(endgame)) present.push(endgame.name);
        else absent.push(endgame);
      }
      for (const [i, endgame] of absent.entries()) {
        for (const next of absent.slice(i, i + connections)) {
          if (!arriving.has(next)) arriving.set(next, this.#download(next, hosts[0]!));
          arriving.get(next)!.catch(() => {}); // told when it is its turn
        }
        this.#tell({ endgame: endgame.name, number: i + 1, total: absent.length });
        const first = arriving.get(endgame)!;
        const found = await this.#fetch(endgame, first).finally(() => arriving.set(endgame, NOTHING));
        if ("by" in found) fetched.push(found);
        else if (this.#lost.size < hosts.length) leftOut.push(found);
        else {
          const why = [...this.#lost.values()].map(({ message }) => message).join("; ");
          const there = `${present.length + fetched.length} of ${wanted.length} tables are there`;
          throw new InputError("unreachable", `${why}; ${there}, and the next fetch goes on with the others`);
        }
      }
    } finally {
      this.#end.abort();
      for (const arrived of arriving.values()) await (await arrived.catch(() => null))?.lock.release();
      await this.#catalog.close();
    }
    return { fetched, present, leftOut, bytes: this.#bytes, seconds: (performance.now() - this.#started) / 1000 };
  }

  /** The name of what is fetched of an endgame. */
  #tableOf({ name }: Endgame): string {
    return this.#options.kind === "outcomes" ? name + OUTCOMES_PART : name;
  }

  async #isThere(endgame: Endgame): Promise<boolean> {
    try {
      return (await this.#catalog.open(this.#tableOf(endgame))) !== null;
    } catch (error) {
      if (error instanceof DamagedTableError) return false;
      throw error;
    }
  }

  /** From the first host that has it as it should be; what was damaged on the way is asked for once more. */
  async #fetch(endgame: Endgame, first: Promise<Arrived>): Promise<Taken | FetchReport["leftOut"][number]> {
    const why: string[] = [];
    let arrived: Promise<Arrived> | null = first;
    for (const host of this.#options.hosts) {
      for (const isLast of [false, true]) {
        try {
          return await this.#take(endgame, await (arrived ?? this.#download(endgame, host)));
        } catch (error) {
          this.#signal.throwIfAborted();
          if (!(error instanceof Refused)) throw error;
          if (error.isDamage && !isLast) continue;
          why.push(error.message);
          break;
        } finally {
          arrived = null;
        }
      }
    }
    return { endgame: endgame.name, why };
  }

  /** @throws Refused where the host has no such table, or one that cannot be it */
  async #download(endgame: Endgame, host: TableHost): Promise<Arrived> {
    const lost = this.#lost.get(host);
    if (lost !== undefined) throw lost;
    const { collection, folder, isWorth } = this.#options;
    const name = this.#tableOf(endgame);
    const to = this.#catalog.pathOf(name);
    const path = partialPath(to);
    const signal = this.#signal;
    const lock = await this.#locks.take(to, endgame.name, "build", () => {});
    if (!(lock instanceof Lock)) throw new Refused(`${name} is being built or fetched by ${nameHolder(lock)}`);
    try {
      const source = await host.open(tablePath(collection, name));
      try {
        const { header } = await openPlaced(source, NODE_CODECS, collection, name, { signal });
        const bytes = fileBytes(header);
        // Whatever is claimed: more than its codes as they are, and their directory, no table takes.
        if (bytes > 2 * header.cells * (bytesOfCode(header) + 1) + 2 ** 20) {
          throw new Refused(`${host.url}: ${formatBytes(bytes)} are more than a table of ${name} can take`);
        }
        if (isWorth?.(endgame, bytes, this.#supposedRate()) === false) throw new Refused(NOT_WORTH);
        const free = freeBytesAt(folder);
        if (bytes > free) {
          const room = `${formatBytes(free)} are left on the disk of ${folder}`;
          throw new InputError("disk-full", `${name} takes ${formatBytes(bytes)}, but ${room}`);
        }
        await this.#timed(() => download(source, path, { signal, onBytes: (more) => this.#count(more) }));
        return { host, path, lock };
      } finally {
        await source.close();
      }
    } catch (error) {
      await lock.release();
      if (error instanceof SourceError && error.problem === "unreachable")
        this.#lost.set(host, new Refused(`${host.url}: no answer from the server`));
      throw this.#lost.get(host) ?? refusal(explainWriteError(error, path), host);
    }
  }

  /** Compares what came with what is known, and names it. @throws Refused */
  async #take(endgame: Endgame, { host, path, lock }: Arrived): Promise<Taken> {
    const { collection } = this.#options;
    const name = this.#tableOf(endgame);
    const to = this.#catalog.pathOf(name);
    try {
      const stamp = await stampAt(path);
      const table = await openPlaced(await openFile(path), NODE_CODECS, collection, name);
      try {
        await table.verifyBytes(newHash);
        const { sum, proof } = await this.#compare(endgame, table, { host, path });
        await disk.rename(path, to);
        this.#catalog.forget(name);
        const { sha256 } = table.header;
        // What is not kept is found again when it is asked for.
        if (sum !== null) await writeSum(to, { endgame: name, sha256, sum }, stamp).catch(() => {});
        if (proof !== null) await writeProof(to, proof, stamp).catch(() => {});
        return { endgame: endgame.name, bytes: fileBytes(table.header), by: proof === null ? "atlas" : "proof" };
      } finally {
        await table.close();
      }
    } catch (error) {
      const why = refusal(explainWriteError(error, to), host);
      // What is no table of this name is of no use later either; what was only interrupted is.
      if (why instanceof Refused) await discard(path);
      throw why;
    } finally {
      await lock.release();
    }
  }

  /** @returns the content sum or the proof that was found, to be kept @throws Refused */
  async #compare(endgame: Endgame, table: Table, { host, path }: Pick<Arrived, "host" | "path">): Promise<Kept> {
    const { collection, kind, proves = true } = this.#options;
    const known = await (await this.#atlas).find(endgame, collection);
    if (kind === "outcomes") {
      this.#isKnownFile ??= knownOutcomeFiles();
      const isKnown = await this.#isKnownFile;
      if (isKnown(await sha256Of(path), tablePath(collection, this.#tableOf(endgame)))) return NOTHING_TO_KEEP;
      if (known?.outcomeSum === undefined)
        throw new Refused(
          `${host.url}: no sum over the outcomes of ${endgame.name} is known: canju build --outcomes makes them`,
        );
      this.#tell({}, { phase: "sum", done: 0 });
      this.#reader.forgetMuch();
      checkMemory(`reading the outcomes of ${endgame.name}`, await this.#reader.bytesFor(table));
      const sum = sumOf(await this.#reader.ofTable(table), newHash);
      if (sum !== known.outcomeSum) throw new Refused(lie(host, "the sum over its outcomes", sum, known.outcomeSum));
      return NOTHING_TO_KEEP;
    }
    if (known === null) {
      if (!proves) throw new Refused(`${host.url}: the atlas does not know ${endgame.name}`);
      return { sum: null, proof: await this.#prove(endgame.name, table) };
    }
    const sum = await this.#sum(table);
    if (sum !== known.sum) throw new Refused(lie(host, "the content sum of its values", sum, known.sum));
    return { sum, proof: null };
  }

  #sum(table: Table): Promise<string> {
    return sumOfTable(table, newHash, {
      signal: this.#signal,
      onProgress: (done) => this.#tell({}, { phase: "sum", done }),
    });
  }

  async #prove(name: string, table: Table): Promise<ProofRecord> {
    const { threads, memoryBytes, collection } = this.#options;
    const signal = this.#signal;
    const provider = {
      ...collection,
      open: (asked: string) => (asked === name ? Promise.resolve(table) : this.#catalog.open(asked)),
    };
    const onProgress = ({ phase, done }: { phase: string; done: number }) => this.#tell({}, { phase, done });
    const report = await verifyEndgame(name, { provider, threads, memoryBytes, signal, onProgress });
    const record = proofRecordOf(report, new Date(), VERSION);
    if (record === null) throw new Refused(`a lie: it is not proven: ${report.problems[0]!.message}`);
    return record;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#tell({});
  }

  async #timed(work: () => Promise<void>): Promise<void> {
    if (this.#active++ === 0) this.#activeSince = performance.now();
    await work().finally(() => {
      if (--this.#active === 0) this.#activeMilliseconds += performance.now() - this.#activeSince;
    });
  }

  /** Bytes in a second of downloads; while few have come it is supposed to be some 10 MB. */
  #supposedRate(): number {
    return (this.#bytes + SUPPOSED_BYTES) / (this.#secondsOfDownloads() + 1);
  }

  #secondsOfDownloads(): number {
    const running = this.#active === 0 ? 0 : performance.now() - this.#activeSince;
    return (this.#activeMilliseconds + running) / 1000;
  }

  #tell(
    progress: Partial<Pick<FetchProgress, "endgame" | "number" | "total">>,
    check: FetchProgress["check"] = null,
  ): void {
    this.#progress = { ...this.#progress, ...progress };
    const bytes = this.#bytes;
    const bytesPerSecond = bytes === 0 ? null : bytes / this.#secondsOfDownloads();
    this.#options.onProgress?.({ ...this.#progress, bytes, bytesPerSecond, check });
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = newHash();
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest("hex");
}

function lie(host: TableHost, what: string, sum: string, proven: string): string {
  return `${host.url}: a lie: ${what} is ${sum} instead of ${proven}, which is proven`;
}

const SUPPOSED_BYTES = 1e7;
const NOT_WORTH = "it is built sooner";
const NOTHING = Promise.reject<Arrived>(new Error("it was taken"));
NOTHING.catch(() => {});

/** What is wrong with one table, or with one host, keeps nobody from the others. */
function refusal(error: unknown, host: TableHost): unknown {
  if (error instanceof Refused || !(error instanceof InputError)) return error;
  if (error.code === "disk-full" || error.code === "cannot-write") return error;
  const message = error.message.includes(host.url) ? error.message : `${host.url}: ${error.message}`;
  return new Refused(message, error instanceof DamagedTableError);
}
