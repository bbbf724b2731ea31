import type { MaterialWords } from "../material.ts";
import { game } from "./game.ts";

export const material: MaterialWords = {
  percent: game.percent,
  kinds: {
    chariot: "车",
    horse: "马",
    cannon: "炮",
    top: "高兵",
    low: "低兵",
    bottom: "底兵",
    advisor: "士",
    elephant: "象",
  },
  states: { WIN: "必胜", EASY_WIN: "易胜", CHANCE_WIN: "巧胜", HARD_WIN: "难胜", UNKNOWN: "不定" },
  bases: {
    exact: "已解",
    extension: "由已解残局得出",
    predicted: "估计",
    doubtful: "估计，把握不大",
    far: "离已解残局太远，不作估计",
    atlas: "整个残局已证明，不论棋子位置",
  },
  forSide: (attack) => `${attack}一方`,
  shares: (win, draw, loss) => `平静局面中胜 ${win}，和 ${draw}，负 ${loss}。`,
  proven: (endgame, attack, attackToMove, defenceToMove) =>
    `${endgame} 的全部局面中，${attack} 一方先走胜 ${attackToMove}，后走胜 ${defenceToMove}。`,
  estimated: (attack, won, least, most) => `${attack}一方约胜全部局面的 ${won}，九成把握在 ${least} 至 ${most} 之间。`,
  probabilities: "各状态的概率",
  solved: (pair, state, shares) => `${pair}已解：${state}。${shares}`,
  superset: (from, state) => `不比${from}（${state}）差：与之相比攻方更强或守方更弱。`,
  subset: (from, state) => `不比${from}（${state}）好：与之相比攻方更弱或守方更强。`,
};
