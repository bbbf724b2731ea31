/**
 * An endgame under the Chinese rules: what is certain, and what the default reading gives where readings differ. Four games are
 * solved one after the other (`readings.ts`): what is certain for both sides, what is possible for each, and, only between these
 * bounds, the default reading. Their tapes become one.
 */
import { attackingMen, type Endgame } from "../../endgame/endgame.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Solution, SolveRequest } from "../kernel.ts";
import { outcomesOfTape, type Outcomes } from "../outcomes.ts";
import type { KernelMemory } from "../vector/memory.ts";
import type { Team } from "../vector/team.ts";
import { solveWith } from "../vector/vector-kernel.ts";
import { AttackFinder } from "./attack-sets.ts";
import { solveClassLevels } from "./class-levels.ts";
import { MoveClasses, type Reading } from "./classes.ts";
import { mergedTape, type Bounds } from "./merge.ts";
import { combine, outcomesIn, type Game } from "./readings.ts";
import type { Judging } from "./attack-patterns.ts";

/** The reading of the loser's moves, and of the winner's. */
function readingsIn(game: Game): { ofLoser: Reading; ofWinner: Reading } {
  if (game === "default") return { ofLoser: "default", ofWinner: "default" };
  return game === "certain" ? { ofLoser: "narrow", ofWinner: "wide" } : { ofLoser: "wide", ofWinner: "narrow" };
}

export class BracketSolver {
  readonly #module: WebAssembly.Module;
  readonly #team: Team;
  readonly #memory: () => KernelMemory;
  readonly #attacks: AttackFinder;

  /** @param memory gives memory that nobody uses any more */
  constructor(module: WebAssembly.Module, team: Team, memory: () => KernelMemory) {
    this.#module = module;
    this.#team = team;
    this.#memory = memory;
    this.#attacks = new AttackFinder(module, team, memory);
  }

  async solve(request: SolveRequest): Promise<Solution> {
    const { index } = request;
    if (attackingMen(index.endgame.black).length === 0) {
      return solveWith(this.#module, this.#team, this.#memory(), {
        ...request,
        rules: "none",
        journal: undefined,
        makeShelf: undefined,
      });
    }
    const before = this.#attacks.seconds;
    const attacks = await this.#attacks.of(index.endgame, request.signal);
    const classes = new MoveClasses(attacks, request.edition === "1999");
    const solve = (game: Game, within?: Judging["within"]) =>
      this.#solveGame(request, game, { attacks, classes, within });

    const certain = await solve("certain");
    const red = await solve({ possibleFor: "red" });
    const possible = { red: decidedFor("red", red), black: null! as Bounds };
    const black = await solve({ possibleFor: "black" });
    possible.black = decidedFor("black", black);
    const bounds = outcomesOfTape(index, certain.tape, certain.levels);
    const open = (turn: Colour) =>
      combine(
        combine(possible[turn].won, possible[opponent(turn)].lost, (a, b) => a | b),
        combine(bounds.won[turn], bounds.lost[turn], (a, b) => a | b),
        (a, b) => a & ~b,
      );
    const depends = { red: open("red"), black: open("black") };
    const isCertain = COLOURS.every((turn) => depends[turn].every((word) => word === 0));
    const games = [certain, red, black];
    if (!isCertain) games.push(await solve("default", possible));
    const last = games.at(-1)!;
    const { tape, levels } = isCertain ? certain : mergedTape(index, certain, last, depends);
    return {
      ...last,
      tape,
      levels,
      seconds: games.reduce((sum, { seconds }) => sum + seconds, this.#attacks.seconds - before),
      memoryBytes: Math.max(...games.map(({ memoryBytes }) => memoryBytes)),
      subMemoryBytes: Math.max(...games.map(({ subMemoryBytes }) => subMemoryBytes)),
    };
  }

  #solveGame(request: SolveRequest, game: Game, judging: Omit<Judging, "ofLoser" | "ofWinner">): Promise<Solution> {
    const attackers = typeof game === "string" ? COLOURS : [game.possibleFor];
    const load = async (endgame: Endgame) => outcomesIn(game, (await request.load(endgame)) as Outcomes);
    return solveWith(
      this.#module,
      this.#team,
      this.#memory(),
      { ...request, load, journal: undefined, makeShelf: undefined },
      {
        findLevels: (sets, { start, onLevel, onFound }) =>
          solveClassLevels(sets, { start, onLevel, onFound, attackers, ...judging, ...readingsIn(game) }),
      },
    );
  }
}

/** What a side wins, with either side to move. */
function decidedFor(winner: Colour, { index, tape, levels }: Solution): Bounds {
  const { won, lost } = outcomesOfTape(index, tape, levels);
  return { won: won[winner], lost: lost[opponent(winner)] };
}
