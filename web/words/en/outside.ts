import type { Words } from "../../../src/say/words/en/game.ts";

const plural = (moves: number) => `${moves} ${moves === 1 ? "move" : "moves"}`;

/** What is said of a position that no table has. */
export const outside = {
  captures: "Captures into endgames that are solved",
  exact: "exact",
  material: "By the men alone, wherever they stand",
  estimate: "an estimate, not exact",
  caution: "This says nothing of where the men stand here.",
  more: "All reasons, and what surrounds it",
  proof: {
    title: "Is there a forced win?",
    proven: "proven",
    winning: "By the proof:",
    defence: "It takes longest after",
    byChecks: "Every move of the winner checks or parries a check.",
    free: "It holds by any rules on repetition.",
    checked: (positions: number, mates: number) =>
      `Every defence was replayed by a second program: ${positions} ${positions === 1 ? "position" : "positions"}, ${mates} ${mates === 1 ? "mate" : "mates"}.`,
    line: "Show the line",
    /** All lines of the proof, as a game on the board. */
    variations: "Show all variations",
    save: "Save the proof",
    /** The page plays the winner, or the loser. */
    defend: "Defend against it",
    attack: "Win it yourself",
    defences: (count: number) => `All ${count} defences`,
    looking: (nodes: number, plies: number) =>
      `Looking for a forced win: ${nodes.toLocaleString("en")} positions, ${plies} plies deep …`,
    /** Neither a win nor a draw is proven. */
    notYet: (seconds: number) => `No forced win was found in ${seconds} seconds. That does not make it a draw.`,
    none: "No forced win was found. That does not make it a draw.",
    /** Where it is known to be won, but not how. */
    won: {
      title: "How is it won?",
      notYet: (seconds: number) => `The way was not found in ${seconds} seconds; its table tells it.`,
      none: "The way was not found; its table tells it.",
    },
    stopped: "A win that can be forced can be proven, however many men there are.",
    failed: "The search has failed.",
    ask: "Look for longer",
    stop: "Stop",
  },
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
    thinking: (depth: number) => (depth === 0 ? "The engine is being loaded …" : `Thinking: ${depth} plies deep …`),
    depth: (depth: number) => `Searched ${depth} plies deep.`,
    /** With what would help. */
    notLoaded:
      "The engine could not be loaded: it comes from the server. Where it has been asked once, it is there without a connection as well.",
    noAnswer: "The engine does not answer.",
    /** It expects to mate, or to be mated, within so many moves. */
    mates: (moves: number) => `expects mate in ${plural(moves)}`,
    isMated: (moves: number) => `expects to be mated in ${plural(moves)}`,
    /** A table knows what becomes of the move after this answer. */
    refuted: (answer: string) => `Then ${answer}:`,
    /** Its line leads to an endgame that has a table; what that says follows. */
    enters: (endgame: string) => `This line leads to the endgame “${endgame}”:`,
  },
};

export type OutsideWords = Words<typeof outside>;
