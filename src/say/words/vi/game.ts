import type { GameWords, Perpetual } from "../game.ts";

const GOING_ON: Readonly<Record<Perpetual, string>> = {
  check: "chiếu",
  chase: "bắt",
  attack: "chiếu, dọa chiếu bí, bắt",
  "weak attack": "chiếu, dọa chiếu bí, bắt (kể cả bắt yếu)",
};

export const game: GameWords = {
  percent: (figure) => `${figure.replace(".", ",")}%`,
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
  checkmate: (winner) => `Chiếu bí: ${winner} đã thắng`,
  stalemate: (winner) => `Hết nước đi: ${winner} đã thắng`,
  manOn: (role, square) => `${role} ở ${square}`,
  threefold: "Thế cờ đã xuất hiện ba lần.",
  noAttackingMen: "Hòa: không bên nào còn quân tấn công.",
  forbidden: (loser, perpetual) => `${loser} không được ${GOING_ON[perpetual]} mãi`,
};
