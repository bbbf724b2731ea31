/** What a server does where nothing is said; apart from `serve.ts`, which loads all that a server needs. */

export const DEFAULT_PORT = 3000;

/** Requests a second of each client, where other machines can connect. */
export const DEFAULT_RATE = 50;

/** What a host lets others build. */
export interface BuildLimits {
  /** Of all tables that a job has to build, both sides to move. */
  readonly maxPositions: number;
  /** Jobs that wait. Of one client no more than there are places left, so that there is always one for others. */
  readonly maxQueue: number;
  /** Bytes that the files of what is asked for may take, since the server started. */
  readonly maxDisk: number;
}

export const DEFAULT_BUILD_LIMITS: BuildLimits = { maxPositions: 500_000_000, maxQueue: 20, maxDisk: 10 * 2 ** 30 };
