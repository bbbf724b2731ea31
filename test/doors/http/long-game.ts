/** A game as long as an address can be, with all men on the board, in which positions keep coming back. */
export function longGame(moves = 1190): string {
  const round = ["h0g2", "h9g7", "g2h0", "g7h9"]; // horses go out and come home
  const game = Array.from({ length: moves }, (_, i) => round[i % round.length]!);
  return `fen=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w&moves=${game.join(",")}`;
}
