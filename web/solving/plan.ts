/** What building an endgame in the browser takes. */
import { type Endgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { byMen, walkClosure } from "../../src/endgame/graph.ts";
import {
  type BuildMemory,
  type Estimate,
  estimateSolving,
  planInTurn,
  secondsToBuild,
} from "../../src/solve/build/estimate.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { MOST_BYTES } from "../../src/solve/host/memory.ts";
import type { BuildState } from "../../src/solve/build/build-figures.ts";
import { nextTask } from "../base/in-pieces.ts";
import { answers, built } from "../answers/current.ts";
import { freeBytes } from "../base/stored.ts";
import { removeLeftShelves, shelfFolder } from "./shelves.ts";

export type { BuildPhase } from "../../src/solve/build/build-figures.ts";

/** Builds an endgame and all it needs; what is finished stays, whatever happens then. */
export type Builder = (
  endgame: string,
  onProgress: (progress: BuildState | null, ahead: number | null) => void,
  signal: AbortSignal,
) => Promise<void>;

/** 61 million took half a minute on a busy machine, and at every later visit the tables are compared with their SHA-256 (docs/guides/hosting.md). */
const MOST_POSITIONS = 100_000_000;

/** What estimates leave out has room in the kernel's memory beyond them, unless it can go to the disk. */
const KERNEL_MARGIN = { factor: 1.25, bytes: 2 ** 25 } as const;

/** What this browser gives the page. */
export interface Device {
  /** Memory that a build may take. */
  readonly memoryBytes: number;
  /** Whether it keeps files for the page, that what has no room in memory can be put aside. */
  readonly hasFiles: boolean;
  /** Room on the disk that is left for the page. */
  readonly roomBytes: number;
}

/** Why an endgame is not built here. */
export interface Obstacle {
  /** Of which too much is needed: bytes, but of positions their number. */
  readonly what: "positions" | "memory" | "room";
  readonly needed: number;
  readonly most: number;
}

export interface Plan {
  /** Canonical names of what has to be built, smallest first. */
  readonly endgames: readonly string[];
  /** Positions, legal or not, of both sides to move, a few percent too high. */
  readonly positions: number;
  /** Of the table files as a server writes them, within a factor of about three. */
  readonly fileBytes: number;
  /** Of one core: at least, at most. */
  readonly seconds: readonly [least: number, most: number];
  readonly here: {
    readonly memoryBytes: number;
    /** What the kernel's memory may grow to. */
    readonly kernelBytes: number;
    /** On the disk: tables, which are not compressed here, and what is put aside while one is built. */
    readonly roomBytes: number;
    readonly asideBytes: number;
    /** Null: it can be built. */
    readonly obstacle: Obstacle | null;
  };
}

/** Endgames that are looked at without a pause: some milliseconds. */
const AT_ONCE = 10;

/**
 * @param present canonical names of the tables that are there
 * @param pause waited for after every few endgames
 */
export async function planFor(
  name: string,
  present: ReadonlySet<string>,
  rules: Rules,
  device: Device,
  pause: () => Promise<void> = nextTask,
): Promise<Plan> {
  const missing: Endgame[] = [];
  let count = 0;
  for (const endgame of walkClosure([parseEndgame(name)])) {
    if (!present.has(endgame.name)) missing.push(endgame);
    if (++count % AT_ONCE === 0) await pause();
  }
  missing.sort(byMen);
  const estimates = new Map<string, Estimate>();
  let positions = 0;
  let fileBytes = 0;
  let rawBytes = 0;
  const seconds: [number, number] = [0, 0];
  for (const [i, endgame] of missing.entries()) {
    const estimate = estimateSolving(endgame, rules);
    estimates.set(endgame.name, estimate);
    positions += 2 * estimate.cells;
    fileBytes += estimate.fileBytes;
    rawBytes += 2 * estimate.sideBytes;
    secondsToBuild([endgame], rules, 1).forEach((more, bound) => (seconds[bound]! += more));
    if (i % AT_ONCE === 0) await pause();
  }
  const estimateOf = (endgame: Endgame) => estimates.get(endgame.name)!;
  const { bytes, asideBytes, ...planned } = device.hasFiles
    ? planInTurn(missing, estimateOf, device.memoryBytes)
    : allInMemory([...estimates.values()]);
  const aside = [...estimates.values()].reduce((most, estimate) => Math.max(most, asideBytes(estimate)), 0);
  const margin = aside === 0 ? KERNEL_MARGIN : { factor: 1, bytes: 0 };
  const kernelBytes = Math.min(planned.kernelBytes * margin.factor + margin.bytes, MOST_BYTES);
  const obstacles: readonly Obstacle[] = [
    { what: "positions", needed: positions, most: MOST_POSITIONS },
    { what: "memory", needed: bytes, most: device.memoryBytes },
    { what: "room", needed: rawBytes + aside, most: device.roomBytes },
  ];
  return {
    endgames: missing.map((endgame) => endgame.name),
    positions,
    fileBytes,
    seconds,
    here: {
      memoryBytes: bytes,
      kernelBytes,
      roomBytes: rawBytes + aside,
      asideBytes: aside,
      obstacle: obstacles.find(({ needed, most }) => needed > most) ?? null,
    },
  };
}

/** What it takes where nothing can be put aside. */
function allInMemory(estimates: readonly Estimate[]): Pick<BuildMemory, "bytes" | "kernelBytes" | "asideBytes"> {
  let [bytes, kernelBytes] = [0, 0];
  for (const { solvingBytes, sheetBytes, besideBytes, tapeBytes, tapeMemory } of estimates) {
    const whole = Math.max(solvingBytes, sheetBytes);
    kernelBytes = Math.max(kernelBytes, whole);
    bytes = Math.max(bytes, whole + besideBytes + tapeBytes - tapeMemory);
  }
  return { bytes, kernelBytes, asideBytes: () => 0 };
}

/** What building an endgame takes in this browser, and what the browser has for it. */
export async function planHere(endgame: string): Promise<Plan> {
  const [{ tables }, { rules }, device] = await Promise.all([answers().list(), built(), thisDevice()]);
  const present = new Set(tables.map((table) => table.endgame));
  present.delete(endgame); // it may be damaged without that being known
  return planFor(endgame, present, rules, device);
}

/** The part of the device's memory that a build may take: others need theirs. */
const SHARE = 1 / 8;
/** GiB of memory where the browser does not say; it says 8 at most. */
const USUAL_MEMORY = 4;

async function thisDevice(): Promise<Device> {
  const { deviceMemory = USUAL_MEMORY } = navigator as { readonly deviceMemory?: number };
  const folder = await shelfFolder();
  if (folder !== null) await removeLeftShelves().catch(() => {});
  const roomBytes = await freeBytes();
  return { memoryBytes: deviceMemory * SHARE * 2 ** 30, hasFiles: folder !== null, roomBytes };
}
