import { parseLegalFen } from "../../src/xiangqi/fen.ts";

/** What a visitor without a link sees first: the longest win of a chariot against full defence. */
export const STARTING_POSITION = parseLegalFen("3a1k3/9/b2a5/9/2b6/9/9/9/9/1R1K5 w");
