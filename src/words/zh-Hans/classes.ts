import type { ClassWords } from "../classes.ts";

export const classes: ClassWords = {
  kill: "杀：下一着起可以连续将军成杀。",
  chase: (capturers, target, why, weak) =>
    `${weak ? "捉（联合或少根）" : "捉"}：${capturers}可以吃${target}，${
      why === "gain" ? "能够得子" : "该子无根，兑换不吃亏"
    }。`,
  series: (checkers) => `捉：${checkers}将军后可以得子。`,
  capture: "闲：吃子以后不会再循环。",
  kingParry: "闲：将（帅）应将，不论有何威胁。",
  nothing: "闲：即使再走一着也不能得子。",
  standing: (capturers, target) => `不算捉：${capturers}走棋前吃${target}已有同样的利益。`,
  free: (capturers, target) => `不算捉：${capturers}攻击${target}，将（帅）和兵（卒）允许长捉。`,
  keyPoint: (capturers, target) => `不算捉：${capturers}是唯一的攻子，占据守和要点，途中可以攻击${target}。`,
  labels: { check: "将", kill: "杀", chase: "捉", weak: "捉（联合或少根）", idle: "闲" },
  readings: (narrow, wide) => `各家解释不同：最轻是${narrow}，最重是${wide}。`,

  loss: (loser, other, deeds, others) => `${loser}负：${loser}${deeds}，${other}${others}。`,
  deeds: ["有闲着", "着着攻击，但有联合捉子或捉少根子", "着着将、杀、捉", "长将"],
  draw: [
    "和棋：双方都有闲着。",
    "和棋：双方着着攻击，但都有联合捉子或捉少根子。",
    "和棋：双方着着将、杀、捉。",
    "和棋：双方长将。",
  ],
  certain: "无论怎样解释“捉”，结果都一样。",
  open: "结果取决于怎样解释“捉”。",

  rule: "判定依据：双方着法各取最轻的一着，较重的一方判负。",
  rounds: (deeds) => deeds.join(""),
  deed: { check: "一将", kill: "一杀", chase: "一捉", weak: "一弱捉", idle: "一闲" },
  forbidden: {
    byChinese: (what) => `${what}，循环不止：中国规则禁止，亚洲规则允许。`,
    byBoth: (what) => `${what}，循环不止：中国规则与亚洲规则都禁止。`,
  },
  byAsianLoses: (loser) => `按亚洲规则${loser}负。`,
};
