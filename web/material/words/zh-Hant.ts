import type { MaterialWords } from "../words.ts";

const PARTY = { attacker: "攻方", defender: "守方" } as const;

export const material: MaterialWords = {
  title: "子力",
  intro: "不論位置，一組子力值多少：已解殘局給出精確結果，其餘由已解殘局推斷。狀態從攻擊力較強的一方來看。",
  name: "雙方子力",
  pick: "選擇子力",
  sides: ["第一方", "第二方"],
  add: (man) => `添加：${man}`,
  remove: (man) => `去掉：${man}`,
  kinds: {
    chariot: "車",
    horse: "馬",
    cannon: "炮",
    top: "高兵",
    low: "低兵",
    bottom: "底兵",
    advisor: "士",
    elephant: "象",
  },
  states: { WIN: "必勝", EASY_WIN: "易勝", CHANCE_WIN: "巧勝", HARD_WIN: "難勝", UNKNOWN: "不定" },
  meanings: {
    WIN: "平靜局面至少九成五獲勝",
    EASY_WIN: "平靜局面至少一半獲勝",
    CHANCE_WIN: "平靜局面至少一成獲勝",
    HARD_WIN: "平靜局面獲勝不到一成",
    UNKNOWN: "雙方各勝平靜局面的兩成以上",
  },
  bases: { exact: "已解", soldiers: "等同於較少的兵（已解）", extension: "由已解殘局得出", predicted: "預測" },
  forSide: (attack) => `${attack} 一方`,
  shares: (win, draw, loss) => `平靜局面中勝 ${win}，和 ${draw}，負 ${loss}。`,
  probabilities: "各狀態的機率",
  why: "理由",
  solved: (pair, state, shares) => `${pair} 已解：${state}。${shares}`,
  soldiers: (from) => `低兵多於兩個、底兵多於一個不起作用：等同於 ${from}。`,
  superset: (from) => `${from} 已經必勝，攻方子力還更多。`,
  subset: (from) => `${from} 尚且難勝，攻方子力還更少。`,
  exchange: (by, active, passive, share, left) =>
    `${PARTY[by]}可以用${active}強行兌換${passive}（${share}）：${left}。`,
  without: (side, man, left) => `${PARTY[side]}若少一${man}：${left}。`,
  valued: (pair, state, basis) => `${pair}，${state}（${basis}）`,
  map: (first) => `${first} 對各種強子與士象`,
  mapHelp: "行是第二方的強子，列是它的士和象。選一格看理由。",
  bySecond: (state) => `第二方${state}`,
};
