/** What a task needs of the machine that does it. */
import type { Builder, BuilderProgress } from "./builder.ts";
import type { CacheFolder } from "./cache-folder.ts";
import type { Identity } from "./identity.ts";
import type { KeyPair } from "./keys.ts";
import type { Store } from "./store.ts";

export interface TaskContext {
  readonly store: Store;
  readonly identity: Identity;
  readonly cache: CacheFolder;
  readonly builder: Builder;
  readonly signal: AbortSignal;
  /** What this worker signs parts with. Default: it publishes none. */
  readonly pair?: KeyPair | undefined;
  readonly onProgress?: (progress: BuilderProgress) => void;
  /** Told in one line of what is in the store and does not count. */
  readonly onNote?: (line: string) => void;
  /** Asked before a table is published, which may take long. @throws when another worker has the task by now */
  readonly stillOurs?: () => Promise<void>;
}
