/**
 * An endgame under the Chinese rules: what is certain, and what the default reading gives where readings differ. Several games
 * are solved (`readings.ts`): first what is certain for both sides. What is possible for each side goes on from there, as it
 * wins at least what is certain; and so does, between these bounds, the default reading, whose levels follow on the tape.
 */
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { Solution, SolveRequest } from "../kernel.ts";
import type { SolvedLevels, LevelsOptions } from "../levels/algorithm8.ts";
import type { CellSets } from "../levels/cell-sets.ts";
import { LEVEL_ZERO, type Level } from "../tape.ts";
import type { Games } from "../host/games.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import { solveWith } from "../host/vector-kernel.ts";
import { AttackFinder, type AttackSets } from "./attack-sets.ts";
import { ClassLevels } from "./class-levels.ts";
import { MoveClasses } from "./classes.ts";
import { recordsOf } from "./records.ts";
import { combine, outcomesIn, type Bounds, type BracketGame } from "./readings.ts";

/** What an endgame is solved in; the bounds are what is certain and what is possible. */
export type BracketPart = "attacks" | "bounds" | "default";

export class BracketSolver {
  readonly #module: WebAssembly.Module;
  readonly #team: Team;
  readonly #memory: () => KernelMemory;
  readonly #attacks: AttackFinder;
  readonly #onPart: (part: BracketPart) => void;

  /**
   * @param memory gives memory that nobody uses any more
   * @param onPart told when a part of an endgame is done
   */
  constructor(
    module: WebAssembly.Module,
    team: Team,
    memory: () => KernelMemory,
    onPart: (part: BracketPart) => void = () => {},
  ) {
    this.#onPart = onPart;
    this.#module = module;
    this.#team = team;
    this.#memory = memory;
    this.#attacks = new AttackFinder(module, team, memory);
  }

  async solve(asked: SolveRequest): Promise<Solution> {
    const { index } = asked;
    const request = { ...asked, journal: undefined, makeShelf: undefined };
    const before = this.#attacks.seconds;
    const attacks = await this.#attacks.of(index.endgame, request.signal);
    const took = this.#attacks.seconds - before;
    this.#onPart("attacks");
    const weakIsFull = request.edition === "1999";
    const solution = await solveWith(this.#module, this.#team, this.#memory(), request, {
      reading: (sub) => outcomesIn("certain", sub),
      findLevels: (sets, options, games) =>
        findBracket({ sets, options, games, attacks, weakIsFull, onPart: this.#onPart }),
    });
    return { ...solution, seconds: solution.seconds + took };
  }
}

interface Work {
  readonly sets: CellSets;
  readonly options: LevelsOptions;
  readonly games: Games;
  readonly attacks: AttackSets;
  readonly weakIsFull: boolean;
  readonly onPart: (part: BracketPart) => void;
}

/** The levels of what is certain, and those of the default reading. */
async function findBracket({ sets, options, games, attacks, weakIsFull, onPart }: Work): Promise<SolvedLevels> {
  const { start, onLevel } = options;
  const classes = new MoveClasses(attacks, weakIsFull);
  const levels = await ClassLevels.make(sets, attacks, classes);
  /** Finds what a game has besides what is known. */
  const goOn = async (game: BracketGame, from: number, within?: Record<Colour, Bounds>) => {
    const winners = typeof game === "string" ? COLOURS : [game.possibleFor];
    const conversion: Level[] = [];
    let ply = from;
    if (game !== "certain" && games.differInCaptures) {
      conversion.push({ kind: "conversion", start: from });
      for (const winner of winners) {
        ply = Math.max(ply, await games.extend(winner, (sub) => outcomesIn(game, sub), from));
      }
    }
    const found = await levels.find(game, { start: ply, winners, within, onLevel });
    return { levels: [...conversion, ...found.levels], end: found.end };
  };

  const certain = await goOn("certain", start);
  games.save();
  games.isKept = false;
  const possible = {} as Record<Colour, Bounds>;
  let depends: Record<Colour, Uint32Array> = { red: new Uint32Array(), black: new Uint32Array() };
  for (const winner of COLOURS) {
    await goOn({ possibleFor: winner }, certain.end);
    const { red, black } = games.decidedSince();
    possible[winner] = winner === "red" ? { won: red, lost: black } : { won: black, lost: red };
    depends = {
      red: combine(depends.red, red, (a, b) => a | b),
      black: combine(depends.black, black, (a, b) => a | b),
    };
    games.putBack();
  }
  games.isKept = true;
  onPart("bounds");
  const sure = [LEVEL_ZERO, ...certain.levels];
  const found = async (all: readonly Level[], end: number): Promise<SolvedLevels> => {
    await options.onFound?.({ levels: all, end, correctedLosses: 0 });
    return { levels: all, certificate: null };
  };
  if (COLOURS.every((turn) => depends[turn].every((word) => word === 0))) return found(sure, certain.end);

  const drawn = certain.end;
  const byDefault = await goOn("default", drawn + 2, possible);
  for (const turn of COLOURS) {
    const draws = combine(depends[turn], games.unknown(turn), (a, b) => a & b);
    for (const extent of recordsOf(draws, attacks.index, games.tape, turn, drawn)) games.tape.add(extent);
  }
  const first = byDefault.levels[0]?.kind === "conversion" ? 0 : 1;
  onPart("default");
  const open = byDefault.levels.map((level, i): Level => ({ ...level, byDefault: { order: first + i } }));
  return found([...sure, { kind: "conversion", start: drawn, byDefault: "draw" }, ...open], byDefault.end);
}
