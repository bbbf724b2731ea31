/** What squares and men are called: squares as the edge of the board is labelled, men with their side. */
import { makeClassDescriber, type ClassDescriber, type ClassWords } from "../../src/say/words/classes.ts";
import { makeDescriber, type Describer, type RepetitionWords } from "../../src/say/words/repetitions.ts";
import { colourOf, roleOf, type Piece } from "../../src/xiangqi/pieces.ts";
import { countsFiles } from "./notation.ts";
import { notation } from "./preferences.ts";
import type { Dictionary } from "../words/en/page.ts";

/** @param square in coordinates, such as `e5` */
export function placeIn({ place }: Dictionary, square: string): string {
  return countsFiles(notation.value) ? place(square) : square;
}

/** A man with its side, such as "the Red chariot". */
export function manIn({ man, colours, roles }: Dictionary, piece: Piece): string {
  return man(colours[colourOf(piece)], roles[roleOf(piece)]);
}

/** Describes checks, chases and repetitions in the words of the page. */
export function describerIn(say: Dictionary, judging: RepetitionWords): Describer {
  return makeDescriber(say, judging, (square) => placeIn(say, square));
}

/** Describes classes of moves, and verdicts by them, in the words of the page. */
export function classDescriberIn(say: Dictionary, judging: RepetitionWords, classes: ClassWords): ClassDescriber {
  return makeClassDescriber(say, judging, classes, (square) => placeIn(say, square));
}
