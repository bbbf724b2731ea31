/** What captures of an endgame are worth, looked up through views of its sub-endgames: as many at a time as may be in memory together. */
import type { Entry } from "../../endgame/graph.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { SolveRequest } from "../kernel.ts";
import { checkSide, type Sub } from "../outcomes.ts";
import { VIEWS_BYTES } from "./arrays.ts";
import type { Frame } from "./frame.ts";
import { bareJob, type Jobs } from "./jobs.ts";
import type { KernelTask } from "./member.ts";
import type { KernelMemory } from "./memory.ts";
import { linkView, viewBytes, writeView, type Asked, type View } from "./views.ts";

/** Loads all sub-endgames, each once. */
export async function loadSubs(
  views: readonly View[],
  { load, signal, onProgress }: SolveRequest,
): Promise<Map<string, Sub>> {
  const entries = new Map(views.map(({ entry }) => [entry.endgame.name, entry]));
  const subs = new Map<string, Sub>();
  for (const [name, { endgame, turn }] of entries) {
    signal?.throwIfAborted();
    onProgress?.({ phase: "load", ply: 0, done: subs.size / entries.size });
    subs.set(name, await load(endgame, turn));
  }
  return subs;
}

/** Views that serve several frames, which have the same men: they lie below these in the memory. */
export interface LaidViews {
  readonly views: readonly View[];
  /** Where a view is that was laid out for this; undefined: nothing can be won through it. */
  addressOf(view: View, asked: Asked): number | undefined;
}

/** Lays views out for all that frames will ask of them. */
export async function layOutViews(
  memory: KernelMemory,
  views: readonly View[],
  subs: ReadonlyMap<string, Sub>,
  threads: number,
  run: (tasks: readonly KernelTask[]) => Promise<unknown>,
): Promise<LaidViews> {
  const addresses = new Map<View, Partial<Record<Asked, number>>>();
  const tasks: KernelTask[] = [];
  for (const view of views) {
    const sub = subs.get(view.entry.endgame.name)!;
    if ("won" in sub) checkSide(sub, view.entry.turn);
    const lay = (asked: Asked): number => {
      const made = writeView(memory, view, sub, asked, false);
      tasks.push({ kind: "mark", job: bareJob(memory, made, threads), turn: view.turn });
      return made.address;
    };
    addresses.set(view, { won: lay("won"), ...(!isNeverLost(sub, view.entry) && { lost: lay("lost") }) });
  }
  await run(tasks);
  return { views, addressOf: (view, asked) => addresses.get(view)![asked] };
}

export interface LookupHost {
  readonly memory: KernelMemory;
  readonly frame: Frame;
  readonly jobs: Jobs;
  readonly views: readonly View[];
  readonly subs: ReadonlyMap<string, Sub>;
  readonly metric: SolveRequest["metric"];
  readonly wide: boolean;
  /** One view at a time. */
  readonly small: boolean;
  /** Views that lie in the memory already. */
  readonly laid?: LaidViews | undefined;
  run(tasks: readonly KernelTask[]): Promise<unknown>;
}

export class Lookups {
  readonly #host: LookupHost;
  readonly #before: number;
  #viewsBytes = 0;
  #most = 0;
  #tasks: KernelTask[] = [];

  /** To be made when all that outlasts views is in memory. */
  constructor(host: LookupHost) {
    this.#host = host;
    this.#before = host.memory.usedBytes;
  }

  /** The most bytes of views that were in memory together. */
  get mostBytes(): number {
    return this.#most;
  }

  /** Has something done before what is yet to be done. */
  add(task: KernelTask): void {
    this.#tasks.push(task);
  }

  /** Has one side's captures looked up, now or with the next ones. */
  async ask(winner: Colour, capturer: Colour): Promise<void> {
    const { memory, frame, jobs, views, subs, metric, wide, small, laid } = this.#host;
    const asked: Asked = capturer === winner ? "lost" : "won";
    for (const view of views) {
      if (view.turn === capturer) continue;
      const { place } = view;
      if (laid !== undefined) {
        const address = laid.addressOf(view, asked);
        if (address === undefined) continue;
        linkView(memory, frame, place, address);
        this.add({ kind: "captures", job: jobs.of[winner], winner, place, asked });
        continue;
      }
      const sub = subs.get(view.entry.endgame.name)!;
      if ("won" in sub) checkSide(sub, view.entry.turn);
      if (asked === "lost" && isNeverLost(sub, view.entry)) continue;
      const bytes = viewBytes(view, metric, wide);
      if (this.#viewsBytes > 0 && this.#viewsBytes + bytes > (small ? 0 : VIEWS_BYTES)) await this.finish();
      this.#viewsBytes += bytes;
      const made = writeView(memory, view, sub, asked, wide);
      linkView(memory, frame, place, made.address);
      this.#most = Math.max(this.#most, memory.usedBytes - this.#before);
      this.add({ kind: "mark", job: jobs.ofView(made), turn: view.turn });
      this.add({ kind: "captures", job: jobs.of[winner], winner, place, asked });
    }
  }

  /** Has all done that is not yet. */
  async finish(): Promise<void> {
    const tasks = this.#tasks;
    this.#tasks = [];
    this.#viewsBytes = 0;
    await this.#host.run(tasks);
    this.#host.memory.giveBack(this.#before);
  }
}

/** Whether no capture into a view can win. */
function isNeverLost(sub: Sub, { turn }: Entry): boolean {
  return "won" in sub && sub.lost[turn].length === 0;
}
