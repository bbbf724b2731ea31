/**
 * The levels of the Chinese rules on sets of cells, as `test/oracle/class-game.ts` finds them on a graph: each starts from positions
 * whose side to move must check, or attack, for ever while the other side need not, and holds what follows from them.
 *
 * Checks come first; where a move gives check follows from the position after it, so that whole patterns are found on sets
 * (`levels/check-patterns.ts`). Of other attacks sets give an arena that is too large, moves are labelled on what is left of it, and
 * the parity game is solved on that graph (`AttackPatterns.find`, by `oddRegion` of `fang/parity.ts`).
 */
import type { Colour } from "../../xiangqi/pieces.ts";
import { propagate } from "../levels/algorithm8.ts";
import { patternWorks, type CellSets, type PatternWork } from "../levels/cell-sets.ts";
import { nonMutualChecking } from "../levels/check-patterns.ts";
import type { Seeds } from "../levels/order-forms.ts";
import type { Level } from "../tape.ts";
import { AttackPatterns, type Room, makeRooms } from "./attack-patterns.ts";
import type { AttackSets } from "./attack-sets.ts";
import type { MoveClasses } from "./classes.ts";
import { readingsIn, type Bounds, type BracketGame } from "./readings.ts";

/** The kinds of levels, by the least class that their losers play for ever. */
const KINDS = [
  ["check", 3],
  ["attack", 2],
  ["weak attack", 1],
] as const;

export interface ClassGameOptions {
  /** The first even ply after what is known. */
  readonly start: number;
  /** Whose wins are sought. */
  readonly winners: readonly Colour[];
  /** Of each winner: where he may win by attacks. Default: anywhere. */
  readonly within?: Readonly<Record<Colour, Bounds>>;
  readonly onLevel?: (level: number) => void;
}

export class ClassLevels {
  readonly #sets: CellSets;
  readonly #attacks: AttackSets;
  readonly #classes: MoveClasses;
  readonly #works: readonly { readonly work: PatternWork; readonly room: Room }[];
  #level = 0;

  private constructor(sets: CellSets, attacks: AttackSets, classes: MoveClasses) {
    this.#sets = sets;
    this.#attacks = attacks;
    this.#classes = classes;
    const works = patternWorks(sets);
    const rooms = makeRooms(sets, works);
    this.#works = works.map((work, i) => ({ work, room: rooms[i]! }));
  }

  static async make(sets: CellSets, attacks: AttackSets, classes: MoveClasses): Promise<ClassLevels> {
    const made = new ClassLevels(sets, attacks, classes);
    for (const { work } of made.#works) await sets.checked(work.attackerChecked);
    return made;
  }

  /**
   * Finds what a game has besides what is decided.
   * @returns its levels, and the first even ply after them
   */
  async find(
    game: BracketGame,
    options: ClassGameOptions,
  ): Promise<{ readonly levels: readonly Level[]; readonly end: number }> {
    const sets = this.#sets;
    const { start, winners, within, onLevel } = options;
    const works = this.#works.filter(({ work }) => winners.includes(work.attacker));
    const judging = { attacks: this.#attacks, classes: this.#classes, ...readingsIn(game) };
    const patterns: AttackPatterns[] = [];
    for (const { work, room } of works) {
      patterns.push(await AttackPatterns.make(sets, work, room, judging, within?.[work.attacker]));
    }
    const kinds = KINDS.filter(([kind]) => kind !== "weak attack" || game === "default");
    const levels: Level[] = [];
    let end = start;
    search: for (;;) {
      onLevel?.(++this.#level);
      for (const [kind, least] of kinds) {
        const seeds: Seeds[] = [];
        for (const [i, { work }] of works.entries()) {
          const count = kind === "check" ? await nonMutualChecking(sets, work) : await patterns[i]!.find(least);
          seeds.push({ losses: work.losses, count });
        }
        if (seeds.every(({ count }) => count === 0)) continue;
        levels.push({ kind, start: end });
        end = await propagate(sets, seeds, end);
        continue search;
      }
      return { levels, end };
    }
  }
}
