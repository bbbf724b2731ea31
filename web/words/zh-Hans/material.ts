import { material as worth } from "../../../src/say/words/zh-Hans/material.ts";
import type { MaterialPageWords } from "../en/material.ts";
import { sayMen } from "./page.ts";

export const material: MaterialPageWords = {
  ...worth,
  title: "子力",
  intro: "不论位置，一组子力值多少：已解残局给出精确结果，其余由已解残局估计。状态从攻击力较强的一方来看。",
  men: (men) => sayMen(men, worth.kinds),
  pair: (first, second) => `${first}对${second}`,
  name: "双方子力",
  pick: "选择子力",
  sides: ["第一方", "第二方"],
  add: (man) => `添加：${man}`,
  remove: (man) => `去掉：${man}`,
  meanings: {
    WIN: "局面至少九成五获胜",
    EASY_WIN: "局面至少一半获胜",
    CHANCE_WIN: "局面至少一成获胜",
    HARD_WIN: "局面获胜不到一成",
    UNKNOWN: "双方各胜局面的两成以上",
  },
  why: "理由",
  map: (first) => `${first}对各种强子与士象`,
  mapHelp: "行是第二方的强子，列是它的士和象。选一格看理由。",
  bySecond: (state) => `第二方${state}`,
  provenShare: (share) => `强方胜 ${share}`,
  mapProven: "数字：已证明，全部局面中强方的胜率（%）",
};
