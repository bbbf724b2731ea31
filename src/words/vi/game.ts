import type { GameWords } from "../game.ts";

export const game: GameWords = {
  colours: { red: "Đỏ", black: "Đen" },
  roles: {
    king: "tướng",
    advisor: "sĩ",
    elephant: "tượng",
    chariot: "xe",
    horse: "mã",
    cannon: "pháo",
    soldier: "tốt",
  },
  man: (colour, role) => `${role} ${colour}`,
  checkmate: (winner) => `Chiếu hết: ${winner} đã thắng`,
  stalemate: (winner) => `Hết nước đi: ${winner} đã thắng`,
  manOn: (role, square) => `${role} ở ${square}`,
  threefold: "Thế cờ đã xuất hiện ba lần.",
  noAttackingMen: "Hòa: không bên nào còn quân công.",
  forbidden: (loser, perpetual) => `${loser} không được ${perpetual === "check" ? "chiếu" : "đuổi bắt"} mãi`,
};
