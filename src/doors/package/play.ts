/** `canju/play`: perfect play. Games that are judged as they are played, perfect lines, and why perpetuals decide. */
export { explain, EXPLANATION_LIMIT, type Explanation } from "../../play/explanation.ts";
export { describeGameEnd, Game, startGame, type GameEnd } from "../../play/game.ts";
export { perfectLine, type PerfectLine, type LineEnd, type LineMove, type LineOptions } from "../../play/line.ts";
export { Player, type Choice, type PlayerOptions } from "../../play/player.ts";
