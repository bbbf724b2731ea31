/**
 * Where a fleet's tables lie: an S3 bucket or a shared folder, laid out as a data folder (docs/architecture.md) with
 * `store.json` beside (identity.ts). An object is there whole or not at all, and is never written over or removed.
 */
import { InputError } from "../../../src/base/errors.ts";

export interface Store {
  /** `s3://bucket/prefix`, `file:/folder`, the same however it was typed. Names it in messages and jobs; holds no credentials. */
  readonly url: string;
  /** A range of an object, fewer bytes where it ends; null: there is no such object. */
  read(key: string, offset: number, length: number, signal?: AbortSignal): Promise<StoredBytes | null>;
  /** Makes an object of a file, unless there is one. */
  putFile(key: string, path: string, signal?: AbortSignal): Promise<Put>;
  /** Makes an object of a text, unless there is one. */
  putText(key: string, text: string): Promise<Put>;
  /** All objects below a folder such as `asian/dtc/`, in no particular order; of `""` all. */
  list(folder: string, signal?: AbortSignal): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

/** `there`: an object was there before, whatever it holds. */
export type Put = "new" | "there";

export interface StoredBytes {
  readonly bytes: Uint8Array;
  /** Of the whole object. */
  readonly size: number;
  /** Another one when the object is another. */
  readonly tag: string;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

/** What a store's user hears of it. */
export interface StoreEvents {
  /** A request failed and is sent again. */
  readonly onRetry?: (what: string) => void;
}

/**
 * Failures that another try, later or on another machine, may not meet: no fault of the task. `canju work NAME` ends
 * with 75 for them, jobs go back to the queue.
 */
export class TryAgainError extends InputError {}

/** The exit code for them: EX_TEMPFAIL of sysexits.h. */
export const TRY_AGAIN = 75;

/** No text of a store is longer: records have some kilobytes. */
const MOST_TEXT_BYTES = 2 ** 20;

/** A text that cannot be read may be damaged on the way. */
const TRIES = 3;

/**
 * A small record of a store; null: there is none.
 * @param parse null for what is no such record
 * @throws InputError `bad-record`
 */
export async function readRecord<T>(
  store: Store,
  key: string,
  parse: (text: string) => T | null,
  signal?: AbortSignal,
): Promise<T | null> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const found = await store.read(key, 0, MOST_TEXT_BYTES, signal);
    if (found === null) return null;
    if (found.size > MOST_TEXT_BYTES) break;
    const record = parse(new TextDecoder().decode(found.bytes));
    if (record !== null) return record;
  }
  throw new InputError("bad-record", `${store.url}: ${key} cannot be read: it is damaged, or of another program`);
}
