/** What languages say of men, sides and the end of a game: for the command line, the API and the page alike. */
import type { Colour, Role } from "../../xiangqi/pieces.ts";

/** What a loser would have to go on doing: `attack` is any mixture of checks, kills and chases. */
export type Perpetual = "check" | "chase" | "attack" | "weak attack";

export interface GameWords {
  readonly colours: Readonly<Record<Colour, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  readonly man: (colour: string, role: string) => string;
  readonly manOn: (role: string, square: string) => string;
  readonly checkmate: (winner: string) => string;
  readonly stalemate: (winner: string) => string;
  readonly threefold: string;
  readonly noAttackingMen: string;
  /** @param figure such as `49.97` or `< 0.01` */
  readonly percent: (figure: string) => string;
  /** What the rules forbid a loser: `Black may not go on checking`. */
  readonly forbidden: (loser: string, perpetual: Perpetual) => string;
}
