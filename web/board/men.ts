/** The look of the men on the page: background images. */
import { manSvg, type MenStyle } from "../../src/say/pictures/men.ts";
import { pieceLetter, pieceOf, ROLES, type Colour, type Piece, type Role } from "../../src/xiangqi/pieces.ts";

function manImage(colour: Colour, role: Role, set: MenStyle): string {
  return `url("data:image/svg+xml,${encodeURIComponent(manSvg(colour, role, set))}")`;
}

/** The style rules that give chessgroundx's pieces, and spare men beside the board, their look. */
export function menRules(set: MenStyle): string {
  const rule = (colour: Colour, role: Role): string => {
    const side = colour === "red" ? "white" : "black";
    const letter = pieceLetter(pieceOf("black", role));
    return `.${side}.${letter}-piece,[data-man="${manName(pieceOf(colour, role))}"]{background-image:${manImage(colour, role, set)}}`;
  };
  return ROLES.flatMap((role) => [rule("red", role), rule("black", role)]).join("\n");
}

/** What spare men are marked with in `data-man`: the FEN letter. */
export function manName(piece: Piece): string {
  return pieceLetter(piece);
}
