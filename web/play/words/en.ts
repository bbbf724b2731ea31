import type { Length } from "../../i18n/dictionary.ts";
import type { PlayWords } from "../words.ts";

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const length = ({ plies, moves }: Length) => `${plural(plies, "ply", "plies")}, ${plural(moves, "move")}`;

export const play: PlayWords = {
  intro: "The tables make no mistakes: they win what is won, hold what is drawn, and lose as late as can be.",
  fromHere: "From the position on the board",
  yourSide: "You play",
  begin: "Start",
  challenge: "Challenge",
  challengeHelp: "A random position of an endgame. Every move is scored.",
  endgame: "Endgame",
  task: "Task",
  tasks: { win: "Win it", hold: "Hold the draw" },
  draw: "Draw a position",
  noSuch: "This endgame has no such position.",
  anotherOne: "Another position",

  goals: {
    free: (colour) => `You play ${colour}.`,
    win: (colour) => `${colour} to move wins. Show how.`,
    hold: (colour) => `${colour} to move holds the draw. Show how.`,
  },
  yourMove: "Your move.",
  thinking: "The table answers …",
  played: (move) => `The table plays ${move}.`,
  takeBack: "Take back",
  hint: "Hint",
  hintMore: "Show the move",
  hintMan: (man, square) => `Look at the ${man} on ${square}.`,
  hintMove: (move) => `The table would play ${move}.`,
  lookUp: "Look up answers",
  hide: "Hide the answers",
  giveUp: "End",
  explore: "Explore this game",
  moves: "The game",
  noMoves: "No move has been made yet.",
  inexact: "not the best",
  blunder: "threw something away",
  score: (perfect, moves, back) =>
    `${perfect} of ${plural(moves, "move")} perfect${back === 0 ? "" : `, ${back} taken back`}`,

  winGone: (lost) =>
    lost ? "That throws the win away, and now it is lost." : "That throws the win away: now it is a draw.",
  drawGone: "That throws the draw away: now it is lost.",
  bestWas: (move, wins) =>
    wins === null ? `Best was ${move}, which draws.` : `Best was ${move}, which wins in ${length(wins)}.`,

  results: { won: "You have won", lost: "You have lost", drawn: "A draw", held: "Held" },
  flawless: "Not one mistake.",
  missed: "It was to be won.",
  holdGoal: (moves) => `Hold it for ${moves} moves.`,
  other: "Something else",
  again: "Play it again",

  held: (moves) => `The draw has held for ${moves} moves.`,
};
