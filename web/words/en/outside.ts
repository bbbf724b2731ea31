import type { OutsideWords } from "../dictionary.ts";

const plural = (moves: number) => `${moves} ${moves === 1 ? "move" : "moves"}`;

export const outside: OutsideWords = {
  captures: "Captures into endgames that are solved",
  exact: "exact",
  noCaptures: "No capture here leads to an endgame that has a table.",
  material: "By the men alone, wherever they stand",
  estimate: "an estimate, not exact",
  caution: "This says nothing of where the men stand here.",
  more: "All reasons, and what surrounds it",
  beyond:
    "No table can be built of this endgame: at most four attacking men can be solved. Captures lead to those that can.",
  engine: {
    title: "An engine's opinion",
    opinion: "an opinion, not exact",
    about:
      "Fairy-Stockfish searches for some seconds in this browser (0.5 MB, loaded when first asked) and guesses: ≈ counts soldiers to the side that moves. It does not go by the rules on perpetual chases that tables go by. Where a table knows a move, its value stands instead of the guess.",
    notIsolated:
      "An engine could be asked for its opinion, but its threads need a page that is isolated from others: over https or on this machine, with the headers COOP and COEP. This one is not.",
    ask: "Ask an engine",
    longer: "Let it think longer",
    stop: "Stop",
    thinking: (depth) => (depth === 0 ? "The engine is being loaded …" : `Thinking: ${depth} plies deep …`),
    depth: (depth) => `Searched ${depth} plies deep.`,
    notLoaded:
      "The engine could not be loaded: it comes from the server. Where it has been asked once, it is there without a connection as well.",
    noAnswer: "The engine does not answer.",
    mates: (moves) => `expects mate in ${plural(moves)}`,
    isMated: (moves) => `expects to be mated in ${plural(moves)}`,
    refuted: (answer) => `Then ${answer}:`,
    enters: (endgame) => `This line enters ${endgame}:`,
  },
};
