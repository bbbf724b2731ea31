/** What a host lets others build. */
export interface BuildLimits {
  /** Of all tables that a job has to build, both sides to move. */
  readonly maxPositions: number;
  /** Jobs that wait. */
  readonly maxQueue: number;
}

export const DEFAULT_BUILD_LIMITS: BuildLimits = { maxPositions: 500_000_000, maxQueue: 20 };
