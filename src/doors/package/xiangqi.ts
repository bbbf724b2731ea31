/**
 * `canju/xiangqi`: the game. Squares, men, positions, FEN, legal moves, and their notation in UCI, ICCS, WXF and Chinese.
 */
export { InputError } from "../../base/errors.ts";
export { formatFen, parseFen, parseLegalFen, START_FEN } from "../../xiangqi/fen.ts";
export { inCheck } from "../../xiangqi/attacks.ts";
export {
  applyMove,
  endingOf,
  hasLegalMove,
  isCapture,
  isLegalMove,
  legalMoves,
  makeMove,
  moveFrom,
  moveTo,
  type Ending,
  type Move,
} from "../../xiangqi/moves.ts";
export {
  colourOf,
  COLOURS,
  EMPTY,
  opponent,
  pieceLetter,
  pieceOf,
  roleOf,
  roleOfLetter,
  ROLES,
  type Colour,
  type Piece,
  type Role,
} from "../../xiangqi/pieces.ts";
export {
  mirrorPosition,
  samePosition,
  swapColours,
  type LegalPosition,
  type Position,
  type SameLegality,
} from "../../xiangqi/position.ts";
export {
  fileOf,
  FILES,
  parseSquare,
  rankOf,
  RANKS,
  squareAt,
  squareName,
  SQUARES,
  type Square,
} from "../../xiangqi/squares.ts";
export { findProblems, isLegalPosition, legalPosition, type Problem } from "../../xiangqi/validate.ts";
export { formatChinese, parseChinese, type ChineseScript } from "../../xiangqi/notation/chinese.ts";
export { formatIccs, formatUci, parseIccs, parseUci } from "../../xiangqi/notation/coordinates.ts";
export { nameMoveIn, type MoveNames } from "../../xiangqi/notation/move-names.ts";
export { formatWxf, parseWxf } from "../../xiangqi/notation/wxf.ts";
export { formatDhtmlXq } from "../../xiangqi/games/dhtmlxq.ts";
export { formatPgn, type PgnFormat } from "../../xiangqi/games/pgn.ts";
export { readGame, type ReadingOptions } from "../../xiangqi/games/read-game.ts";
export type { ReadGame, UnreadableReason, Trouble } from "../../xiangqi/games/reading.ts";
export { newRecord, type GameRecord, type Line, type Ply, type Sign } from "../../xiangqi/games/record.ts";
