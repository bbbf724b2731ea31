/**
 * This user's key, by which the program knows again what it has written itself: 32 random bytes in a private folder. Whoever else
 * can write in a data folder has no such key. What was written is marked by a *seal*, HMAC-SHA256 (RFC 2104) of it, or of SHA-256 sums
 * of it (docs/decisions/0018-who-wrote-it.md).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { InputError } from "../errors.ts";
import { explainWriteError, readFully } from "./disk.ts";
import { isOwn, makePrivateFolder, READ_OWN } from "./private-folder.ts";

const KEY_FILE = "work.key";
const KEY_BYTES = 32;

/** CANJU_KEYS, or the place where the user's programs keep their settings: never the data folder, which is handed to others. */
export function keysFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string {
  if (environment.CANJU_KEYS) return resolve(environment.CANJU_KEYS);
  const { XDG_CONFIG_HOME: xdg, APPDATA: roaming } = environment;
  if (xdg && isAbsolute(xdg)) return join(xdg, "canju", "keys");
  if (platform === "darwin") return join(home, "Library", "Preferences", "canju", "keys");
  if (platform === "win32") return join(roaming || join(home, "AppData", "Roaming"), "canju", "keys");
  return join(home, ".config", "canju", "keys");
}

/** By folder, as they were read or made. */
const known = new Map<string, Buffer>();

/** The key in a folder; both are made when they are first needed. @throws InputError `no-key` where none can be kept */
export function userKey(folder = keysFolder()): Buffer {
  let key = known.get(folder);
  if (key === undefined) {
    const path = join(folder, KEY_FILE);
    try {
      makePrivateFolder(folder);
      key = readKey(path) ?? makeKey(path);
    } catch (error) {
      const explained = explainWriteError(error, path) as Error;
      throw new InputError("no-key", `no key can be kept (CANJU_KEYS names a folder): ${explained.message}`, {
        cause: error,
      });
    }
    known.set(folder, key);
  }
  return key;
}

/** Marks of what was written before; null where this user has no key yet, or it cannot be read. */
export function sealIfAny(purpose: SealPurpose): Seal | null {
  try {
    const key = readKey(join(keysFolder(), KEY_FILE));
    return key && new Seal(purpose, key);
  } catch {
    return null;
  }
}

/** Why this user can have no key, in one line; null: they have one. */
export function keyProblem(): string | null {
  try {
    userKey();
    return null;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/** Null where there is none. */
function readKey(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, READ_OWN);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    const found = fstatSync(file);
    const isClosed = process.platform === "win32" || (found.mode & 0o077) === 0;
    const key = Buffer.alloc(KEY_BYTES);
    if (
      found.isFile() &&
      found.size === KEY_BYTES &&
      isOwn(found) &&
      isClosed &&
      readFully(file, key, 0) === KEY_BYTES
    ) {
      return key;
    }
  } finally {
    closeSync(file);
  }
  throw new InputError("no-key", `${path} is no key, or others can read it: remove it`);
}

/** Of several processes that make one at a time, all have the first. */
function makeKey(path: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  const temporary = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeSync(file, key);
      fsyncSync(file); // a key that is lost with the power makes all that it has sealed worthless
    } finally {
      closeSync(file);
    }
    linkSync(temporary, path);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readKey(path)!;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** What a seal is for: one does for nothing else. */
export type SealPurpose = "build" | "proof" | "record" | "pieces of a store";

export const SEAL_BYTES = 32;

/** Marks what this user's program writes, so that it knows it again. */
export class Seal {
  readonly #key: Buffer;

  constructor(purpose: SealPurpose, key: Uint8Array = userKey()) {
    this.#key = createHmac("sha256", key).update(purpose).digest();
  }

  of(...parts: readonly (string | Uint8Array)[]): Buffer {
    const mac = createHmac("sha256", this.#key);
    for (const part of parts) mac.update(part);
    return mac.digest();
  }

  /** Whether this is the seal of some bytes. */
  isOf(seal: Uint8Array, ...parts: readonly (string | Uint8Array)[]): boolean {
    return seal.length === SEAL_BYTES && timingSafeEqual(seal, this.of(...parts));
  }
}

/** Where this user can have no key, that of one which goes with the process. */
export function sealForNow(purpose: SealPurpose): Seal {
  return new Seal(purpose, keyProblem() === null ? userKey() : randomBytes(KEY_BYTES));
}
