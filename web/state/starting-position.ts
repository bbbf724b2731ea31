import { parseLegalFen } from "../../src/xiangqi/fen.ts";

/** What a visitor without a link sees first: chariot against two advisors and two elephants. */
export const STARTING_POSITION = parseLegalFen("2bak4/4a4/4b4/9/9/9/9/4R4/9/4K4 w");
