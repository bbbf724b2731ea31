/**
 * Locks: who builds or proves a table of a folder, so that nobody else does the same work meanwhile. A lock is a small file
 * beside the table, `.KRKN.build.lock`, made where there is none, written again every few seconds while the work goes
 * on, and removed at its end. One that was left behind is known by its writer, where that is a process of this machine
 * that tells when it was started (processes.ts); any other by its silence: whoever waits has seen it unchanged for
 * some minutes. Clocks of several machines are never compared. A copy of a lock, made with its folder, is nobody's: a
 * lock tells the number of its own file (inode), and a copy has another. A process of this machine that is stopped keeps
 * its lock: nobody knows when it goes on, so those who wait are told how to continue or end it.
 */
import { randomBytes } from "node:crypto";
import { lstat, open, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { VERSION } from "../version.ts";
import { InputError, SourceError } from "../errors.ts";
import { disk, explainWriteError } from "./disk.ts";
import { openFiles } from "./open-files.ts";
import { isStopped, stateOf, thisProcess, type Writer, type WriterState } from "./processes.ts";
import { unfinishedPath } from "./unfinished.ts";

/** What is done to a table. Proofs by the kernel and by the plain program do not stand for one another. */
export type LockedWork = "build" | "proof" | "plain-proof";

/** How far a table is: a phase's own word, its ply where it counts them, and the share done of the table. */
export interface LockProgress {
  readonly phase: string;
  readonly ply: number | null;
  readonly done: number;
}

/** Who does the work, as the lock says. */
export interface LockHolder extends Writer {
  readonly host: string;
  /** Of Canju. */
  readonly version: string;
  /** When it began, by its own clock: ISO 8601. */
  readonly since: string;
}

/** A lock that somebody else has, or left. */
export interface FoundLock {
  readonly path: string;
  readonly endgame: string;
  readonly work: LockedWork;
  /** Null: the file holds no lock of this version, be it damaged or another version's. */
  readonly holder: LockHolder | null;
  readonly progress: LockProgress | null;
  readonly writer: WriterState;
  /**
   * When a process of this machine that is there, but stopped, was last heard of: ISO 8601. It would go on with its work once it is continued,
   * so its lock stays.
   */
  readonly stoppedSince: string | null;
}

/** What a lock's file holds. `beat` counts how often it was written. */
interface LockText extends LockHolder {
  readonly lock: 1;
  readonly id: string;
  readonly beat: number;
  readonly progress: LockProgress | null;
  /** The file's inode; null: not told yet, or by an earlier version. Not the device: one file may be seen on several. */
  readonly file: string | null;
}

const LOCK = /^\.(K[A-Z]*K[A-Z]*(?:\.from[3-9]*-[3-9]*)?)\.(build|proof|plain-proof)\.lock$/;
/** Written over in place, so always as long. */
const LOCK_BYTES = 1024;
/** More is no lock. */
const MOST_BYTES = 65_536;
const TELL_MILLISECONDS = 1000;

export interface LockTimes {
  /** Between two beats. */
  readonly beatMilliseconds: number;
  /** A lock unseen otherwise that does not change for so long was left behind. */
  readonly silentMilliseconds: number;
}

export const LOCK_TIMES: LockTimes = { beatMilliseconds: 5_000, silentMilliseconds: 5 * 60_000 };

/** Whether a file is a lock, of whatever version. */
export function isLock(file: string): boolean {
  return LOCK.test(file);
}

/** The lock of a table at `path`. */
function lockPath(path: string, endgame: string, work: LockedWork): string {
  return join(dirname(path), `.${endgame}.${work}.lock`);
}

/** A lock that this process has. */
export class Lock {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #text: Omit<LockText, "beat" | "progress">;
  readonly #timer: NodeJS.Timeout;
  #beat = 0;
  #told = 0;
  #progress: LockProgress | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(path: string, file: FileHandle, text: Omit<LockText, "beat" | "progress">, beatEvery: number) {
    this.#path = path;
    this.#file = file;
    this.#text = text;
    this.#timer = setInterval(() => this.#write(), beatEvery).unref();
  }

  /**
   * Makes the file of a lock. It gets its name when it is whole: a process that is killed meanwhile leaves none that tells nobody's
   * name, which others would have to wait for.
   * @throws what writing throws, `EEXIST` where there is one
   */
  static async make(path: string, beatEvery: number): Promise<Lock> {
    const text = {
      lock: 1 as const,
      id: randomBytes(8).toString("hex"),
      ...thisProcess,
      host: hostname(),
      version: VERSION,
      since: new Date().toISOString(),
    };
    const temporary = unfinishedPath(path);
    try {
      await disk.writeFile(temporary, bytesOf({ ...text, beat: 0, progress: null, file: null }), { flag: "wx" });
      const file = await open(temporary, "r+");
      try {
        const { ino } = await file.stat({ bigint: true });
        const lock = new Lock(path, file, { ...text, file: `${ino}` }, beatEvery);
        lock.#write(); // which file it is
        await lock.#writing;
        await nameOnce(temporary, path).catch((error: unknown) => {
          clearInterval(lock.#timer);
          throw error;
        });
        return lock;
      } catch (error) {
        await file.close();
        throw error;
      }
    } finally {
      await rm(temporary, { force: true }).catch(() => {});
    }
  }

  /** Tells those who wait how far the work is, now or soon. */
  tell(progress: LockProgress): void {
    this.#progress = progress;
    if (performance.now() - this.#told > TELL_MILLISECONDS) this.#write();
  }

  /** @throws InputError when somebody else has it by now, who found this process silent for long */
  async check(): Promise<void> {
    if (await this.#isOurs()) return;
    const [, endgame] = LOCK.exec(basename(this.#path))!;
    throw new InputError(
      "taken-over",
      `another process has taken over the work on ${endgame} meanwhile: this one stops`,
    );
  }

  async #isOurs(): Promise<boolean> {
    return parse(await readText(this.#path))?.id === this.#text.id;
  }

  /** Removes the file, unless it is somebody else's by now. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#file.close().catch(() => {});
    if (!(await this.#isOurs())) return;
    await rm(this.#path, { force: true }).catch(() => {});
  }

  /**
   * Writes to the file that was opened: if somebody has taken the lock over, what has its path now is not touched. A beat
   * that fails is no reason to end the work: the next may succeed.
   */
  #write(): void {
    this.#told = performance.now();
    const beat = async (): Promise<void> => {
      const bytes = bytesOf({ ...this.#text, beat: ++this.#beat, progress: this.#progress });
      await this.#file.write(bytes, 0, bytes.length, 0);
    };
    this.#writing = this.#writing.then(beat).catch(() => {});
  }
}

/** Errors of file systems in which a file has one name. */
const NO_LINKS: readonly unknown[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** Gives a file this name as well, where nothing has it. @throws `EEXIST` */
async function nameOnce(temporary: string, path: string): Promise<void> {
  try {
    await disk.link(temporary, path);
  } catch (error) {
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code)) throw error;
    await disk.writeFile(path, "", { flag: "wx" }); // only the first has the name
    await disk.rename(temporary, path);
  }
}

function bytesOf(text: LockText): Buffer {
  return Buffer.from(`${JSON.stringify(text).padEnd(LOCK_BYTES - 1)}\n`);
}

/** The locks of a folder's tables, as one process takes them and waits for them. */
export class Locks {
  readonly #times: LockTimes;
  /** What locks of others held when they were last seen to change, and when that was by this process' clock. */
  readonly #seen = new Map<string, { readonly text: string; readonly since: number }>();

  constructor(times: LockTimes = LOCK_TIMES) {
    this.#times = times;
  }

  /**
   * Takes the lock of some work on the table at `path`, or tells who has it. One that was left behind is taken over.
   * @param onLeft told of a lock that is taken over
   * @throws InputError where nothing can be written
   */
  async take(
    path: string,
    endgame: string,
    work: LockedWork,
    onLeft?: (left: FoundLock) => void,
  ): Promise<Lock | FoundLock> {
    const file = lockPath(path, endgame, work);
    try {
      await disk.mkdir(dirname(file), { recursive: true });
      for (;;) {
        const made = await Lock.make(file, this.#times.beatMilliseconds).catch((error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return null;
          throw error;
        });
        if (made !== null) return made;
        const text = await readText(file);
        if (text === null) continue; // it was released this moment
        const found = await describe(file, endgame, work, text);
        if (!this.#isLeft(found, text)) return found;
        if (await removeLeft(file, text)) onLeft?.(found);
      }
    } catch (error) {
      throw explainWriteError(error, file);
    }
  }

  #isLeft({ path, writer }: FoundLock, text: string): boolean {
    if (writer === "running") return false;
    if (writer === "gone") return true;
    const now = performance.now();
    const seen = this.#seen.get(path);
    if (seen?.text !== text) {
      this.#seen.set(path, { text, since: now });
      return false;
    }
    return now - seen.since > this.#times.silentMilliseconds;
  }
}

/**
 * Removes a lock that holds this text. Of two that find the same lock left, one may have taken it over meanwhile: then it
 * stays.
 */
async function removeLeft(path: string, text: string): Promise<boolean> {
  if ((await readText(path)) !== text) return false;
  const aside = `${path}.${randomBytes(4).toString("hex")}.left`;
  try {
    await rename(path, aside);
  } catch {
    return false; // another one was faster
  }
  if ((await readText(aside)) === text) {
    await rm(aside, { recursive: true, force: true });
    return true;
  }
  await rename(aside, path);
  return false;
}

/** The locks in a folder: work that goes on, and work that was left. */
export async function locksIn(folder: string): Promise<(FoundLock & { readonly changed: Date | null })[]> {
  const files = (await readdir(folder).catch(() => [])).filter(isLock).sort();
  const found = files.map(async (file) => {
    const [, endgame, work] = LOCK.exec(file)!;
    const path = join(folder, file);
    const text = await readText(path);
    if (text === null) return [];
    const changed = (await lstat(path).catch(() => null))?.mtime ?? null;
    return [{ ...(await describe(path, endgame!, work as LockedWork, text)), changed }];
  });
  return (await Promise.all(found)).flat();
}

/** Removes locks whose writers are known to be gone. */
export async function removeLeftLocks(folder: string): Promise<void> {
  for (const { path, writer } of await locksIn(folder)) {
    if (writer !== "gone") continue;
    const text = await readText(path);
    if (text !== null && (await describe(path, "", "build", text)).writer === "gone") await removeLeft(path, text);
  }
}

/** Who has a lock, in words: to be put behind "by". */
export function nameHolder({
  holder,
  path,
  stoppedSince,
}: Pick<FoundLock, "holder" | "path" | "stoppedSince">): string {
  if (holder === null) return `whoever wrote ${path}, which is damaged or of another version`;
  const { pid, host } = holder;
  if (stoppedSince === null) return `process ${pid} on ${host}`;
  const since = stoppedSince.slice(0, 19).replace("T", " ");
  return `process ${pid} on ${host}, stopped since ${since} (kill -CONT ${pid} has it go on, kill -KILL ${pid} ends it)`;
}

async function describe(path: string, endgame: string, work: LockedWork, text: string): Promise<FoundLock> {
  const read = parse(text);
  const state = read === null ? "unseen" : stateOf(read);
  // Its writer has the file open, so that no other can have its number.
  const writer = state === "running" && (await isCopy(path, read!)) ? "gone" : state;
  if (read === null) return { path, endgame, work, holder: null, progress: null, writer, stoppedSince: null };
  const { pid, machine, started, host, version, since, progress } = read;
  const beat = writer === "running" && isStopped(pid) ? await lstat(path).catch(() => null) : null;
  const stoppedSince = beat?.mtime.toISOString() ?? null;
  return {
    path,
    endgame,
    work,
    holder: { pid, machine, started, host, version, since },
    progress,
    writer,
    stoppedSince,
  };
}

/** Whether what a lock's file holds was written to another file. */
async function isCopy(path: string, { file }: LockText): Promise<boolean> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return file !== null && found !== null && `${found.ino}` !== file;
}

/** Null for a file that is gone; empty for what cannot be read, or is no lock at all. */
async function readText(path: string): Promise<string | null> {
  try {
    return (await openFiles.readSmall(path, MOST_BYTES)).toString();
  } catch (error) {
    return error instanceof SourceError && error.problem === "not-found" ? null : "";
  }
}

/** Null for what is no lock of this version. */
function parse(text: string | null): LockText | null {
  try {
    const read = JSON.parse(text ?? "") as Partial<Record<keyof LockText, unknown>> | null;
    const { lock, id, pid, machine, started, host, version, since, progress = null, file = null } = read ?? {};
    const texts = [id, machine ?? "", started ?? "", file ?? "", host, version, since];
    const isKnown = lock === 1 && Number.isSafeInteger(pid) && texts.every((each) => typeof each === "string");
    return isKnown && isProgress(progress) ? ({ ...read, progress, file } as LockText) : null;
  } catch {
    return null;
  }
}

function isProgress(value: unknown): value is LockProgress | null {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  const { phase, ply, done } = value as Partial<Record<keyof LockProgress, unknown>>;
  return typeof phase === "string" && (ply === null || typeof ply === "number") && typeof done === "number";
}
