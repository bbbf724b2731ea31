import { parseLegalFen } from "../../src/xiangqi/fen.ts";

/** What a visitor without a link sees first: a chariot beats two advisors and two elephants, 37 plies from mate. */
export const STARTING_POSITION = parseLegalFen("9/3ka4/b4a3/9/6b2/9/9/5K3/4R4/9 w");
