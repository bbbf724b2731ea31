/**
 * What a side could do if it had the move, for all positions of an endgame at once: mate by checks alone, however many (which
 * makes the move before a kill), and, wider, take something or force a capture or mate by checks. Moves are labelled with these
 * sets in place of a search for each (`classes.ts`).
 */
import type { Endgame } from "../../endgame/endgame.ts";
import { subEndgames } from "../../endgame/graph.ts";
import { endgameIndex, type EndgameIndex } from "../../endgame/index.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { Outcomes } from "../outcomes.ts";
import { SetRoom } from "../host/set-room.ts";
import { VectorCellSets, type VectorCellSet } from "../host/vector-sets.ts";
import { writeFrame } from "../host/frame.ts";
import { Jobs } from "../host/jobs.ts";
import { Lookups } from "../host/lookups.ts";
import type { KernelTask, TeamWork } from "../host/member.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import { blocksOfBand } from "../host/vector-kernel.ts";
import { linkViews, viewsOf } from "../host/views.ts";

type Sets = Readonly<Record<Colour, Uint32Array>>;

const NOTHING: Sets = { red: new Uint32Array(), black: new Uint32Array() };

export interface AttackSets {
  readonly index: EndgameIndex;
  /** With the side to move: it is in check. */
  readonly checked: Sets;
  /** With the side to move: it mates by checks. */
  readonly mates: Sets;
  /** With the side to move: it is in check and is mated by checks whatever it answers. */
  readonly mated: Sets;
  /**
   * With the side to move: it has a legal capture, or a check after which every legal answer leads to such a position again. No
   * reading calls anything else a threat.
   */
  readonly aims: Sets;
}

/** Finds the attack sets of endgames and of all that they lead to, each once. */
export class AttackFinder {
  readonly #module: WebAssembly.Module;
  readonly #team: Team;
  readonly #memory: () => KernelMemory;
  readonly #known = new Map<string, Promise<AttackSets>>();
  seconds = 0;

  /** @param memory gives memory that nobody uses */
  constructor(module: WebAssembly.Module, team: Team, memory: () => KernelMemory) {
    this.#module = module;
    this.#team = team;
    this.#memory = memory;
  }

  /** Of a canonical endgame. Uses the memory. */
  async of(endgame: Endgame, signal?: AbortSignal): Promise<AttackSets> {
    const index = endgameIndex(endgame);
    if (index.inner === null) return { index, checked: NOTHING, mates: NOTHING, mated: NOTHING, aims: NOTHING };
    let found = this.#known.get(endgame.name);
    if (found === undefined) {
      found = this.#find(index, signal);
      this.#known.set(endgame.name, found);
      found.catch(() => this.#known.delete(endgame.name));
    }
    return found;
  }

  async #find(index: EndgameIndex, signal?: AbortSignal): Promise<AttackSets> {
    const subs: AttackSets[] = [];
    for (const sub of subEndgames(index.endgame)) subs.push(await this.of(sub, signal));
    const byChecks = subs.map(({ index: of, mates, mated }) => ({ index: of, won: mates, lost: mated }));
    const mates = await this.#withCaptures(index, byChecks, signal, async (sets, work, byCapture) => {
      await sets.and(work.found, await filled(sets, work.found, byCapture), work.legal);
      await force(sets, work);
    });
    const threats = subs.map(({ index: of, aims }) => ({ index: of, won: aims, lost: NOTHING }));
    const aims = await this.#withCaptures(index, threats, signal, async (sets, work) => {
      await sets.and(work.found, sets.capturing(work.side), work.legal);
      await force(sets, work);
    });
    return { index, checked: mates.checked, mates: mates.found, mated: mates.answerless, aims: aims.found };
  }

  /** Lays the endgame out, looks captures up in these outcomes and has something found for either side. */
  async #withCaptures(
    index: EndgameIndex,
    subs: readonly Outcomes[],
    signal: AbortSignal | undefined,
    find: (sets: VectorCellSets, work: Work, byCapture: Uint32Array) => Promise<void>,
  ): Promise<{ checked: Sets; found: Sets; answerless: Sets }> {
    const memory = this.#memory();
    const views = viewsOf(index);
    const byName = new Map(subs.map((sub) => [sub.index.endgame.name, sub]));
    const frame = writeFrame(memory, index);
    linkViews(memory, frame, views);
    const { threads } = this.#team;
    const shape = { blocks: index.blocks.length, formations: index.black.count };
    const room = new SetRoom(memory, shape);
    const bandBlocks = blocksOfBand(index);
    const options = { threads, metric: "dtc", wide: false, levelled: true, bandBlocks, room } as const;
    const jobs = new Jobs(memory, frame, options);
    let kernel: TeamWork["kernel"] = { module: this.#module, memory: memory.wasm, shelf: null };
    const run = async (tasks: readonly KernelTask[]): Promise<void> => {
      signal?.throwIfAborted();
      const { seconds } = await this.#team.run({ kernel, tasks });
      kernel = null;
      this.seconds += seconds;
    };
    const lookups = new Lookups({
      memory,
      frame,
      jobs,
      views,
      subs: byName,
      metric: "dtc",
      wide: false,
      small: false,
      run,
    });
    const words = (index.cells / SQUARES) * 4;
    const byCapture: Record<Colour, Uint32Array> = { ...NOTHING };
    for (const winner of COLOURS) {
      lookups.add({ kind: "init", job: jobs.of[winner], winner });
      await lookups.ask(winner, winner);
      await lookups.ask(winner, opponent(winner));
      await lookups.finish();
      byCapture[winner] = memory.words(memory.load(jobs.of[winner] + offset.J_FRESH_NEXT), words).slice();
    }
    const sets = new VectorCellSets({ memory, ...shape, ownBlocks: shape.blocks, jobOf: jobs.of, threads, room, run });
    const none = (): Record<Colour, Uint32Array> => ({ ...NOTHING });
    const result = { checked: none(), found: none(), answerless: none() };
    for (const work of makeWorks(sets)) {
      await find(sets, work, byCapture[work.side]);
      result.checked[work.other] = sets.copyOut(work.checked);
      result.found[work.side] = sets.copyOut(work.found);
      result.answerless[work.other] = sets.copyOut(work.answerless);
    }
    return result;
  }
}

async function filled(sets: VectorCellSets, set: VectorCellSet, words: Uint32Array): Promise<VectorCellSet> {
  sets.copyIn(set, words);
  return set;
}

/** The sets for one side's checks; those of both sides lie in the same memory. */
interface Work {
  readonly side: Colour;
  readonly other: Colour;
  /** All positions of the side, and those of the other in which it is in check. */
  readonly legal: VectorCellSet;
  readonly checked: VectorCellSet;
  /** What is sought, with the side to move; and the positions of the other side from which every answer leads there. */
  readonly found: VectorCellSet;
  readonly answerless: VectorCellSet;
  readonly fresh: VectorCellSet;
  readonly asked: VectorCellSet;
  readonly goals: VectorCellSet;
}

function makeWorks(sets: VectorCellSets): Work[] {
  const [found, answerless, fresh, asked, goals] = Array.from({ length: 5 }, () => sets.make("red"));
  const checked = sets.make("red");
  return COLOURS.map((side) => {
    const other = opponent(side);
    return {
      side,
      other,
      legal: sets.unknown(side),
      checked: sets.withSide(checked, other),
      found: sets.withSide(found!, side),
      answerless: sets.withSide(answerless!, other),
      fresh: sets.withSide(fresh!, side),
      asked: sets.withSide(asked!, other),
      goals: sets.withSide(goals!, side),
    };
  });
}

/**
 * Adds to `found` all positions in which the side has a check after which every legal answer leads to a position found; no answer
 * is mate. Captures among the answers are judged by what was looked up.
 */
async function force(sets: VectorCellSets, work: Work): Promise<void> {
  const { side, legal, checked, found, answerless, fresh, asked, goals } = work;
  await sets.checked(checked);
  // `won` holds nothing but the illegal cells here.
  await sets.or(goals, sets.won(side), found);
  await sets.all(answerless, checked, goals);
  await sets.some(fresh, legal, answerless);
  while ((await sets.andNot(fresh, fresh, found)) > 0) {
    await sets.or(found, found, fresh);
    await sets.or(goals, goals, fresh);
    await sets.some(asked, checked, fresh);
    await sets.andNot(asked, asked, answerless);
    if ((await sets.all(asked, asked, goals)) === 0) return;
    await sets.or(answerless, answerless, asked);
    await sets.some(fresh, legal, asked);
  }
}
