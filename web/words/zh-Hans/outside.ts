import type { OutsideWords } from "../dictionary.ts";

export const outside: OutsideWords = {
  captures: "吃子后进入已解残局的着法",
  exact: "精确",
  noCaptures: "这里没有吃子的着法进入已有的残局库。",
  material: "只看子力，不看位置",
  estimate: "估计，并非精确",
  caution: "这一估计不考虑棋子此时的位置。",
  more: "全部理由与相近的子力",
  beyond: "这个残局无法生成：最多能解四个攻子。吃子之后才会进入可解的残局。",
};
