import type { GameWords, Perpetual } from "../game.ts";

/** What the men of one side are called differently from the common names below. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  红方: { 将: "帅", 士: "仕", 象: "相" },
  黑方: { 兵: "卒" },
};

const GOING_ON: Readonly<Record<Perpetual, string>> = {
  check: "长将",
  chase: "长捉",
  attack: "一直将、杀、捉",
  "weak attack": "一直将、杀、捉（弱捉也算）",
};

export const game: GameWords = {
  percent: (figure) => `${figure}%`,
  colours: { red: "红方", black: "黑方" },
  roles: { king: "将", advisor: "士", elephant: "象", chariot: "车", horse: "马", cannon: "炮", soldier: "兵" },
  man: (colour, role) => colour + (OWN[colour]?.[role] ?? role),
  checkmate: (winner) => `将死，${winner}胜`,
  stalemate: (winner) => `困毙，${winner}胜`,
  manOn: (role, square) => `${square}的${role}`,
  threefold: "同一局面出现了三次。",
  noAttackingMen: "和棋：双方都没有车马炮兵了。",
  forbidden: (loser, perpetual) => `${loser}不得${GOING_ON[perpetual]}`,
};
