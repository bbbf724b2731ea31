import type { Deed } from "../../../rules/chinese/grades.ts";
import type { ClassWords } from "../classes.ts";

const DEED: Readonly<Record<Deed, string>> = { check: "将", kill: "杀", chase: "捉", weak: "弱捉" };

const PERPETUAL: Readonly<Record<Deed, string>> = {
  check: "长将",
  kill: "长杀",
  chase: "长捉",
  weak: "长捉（弱捉）",
};

export const classes: ClassWords = {
  kill: "杀：下一着起可以连续将军成杀。",
  chase: (capturers, target, why, weak) =>
    `${weak ? "弱捉" : "捉"}：${capturers}可以吃${target}，${why === "gain" ? "能够得子" : "该子无根，兑换不吃亏"}${
      weak ? "，但须联合捉子，或该子只是少根" : ""
    }。`,
  series: (checkers) => `捉：${checkers}将军后可以得子。`,
  capture: "闲：吃子以后不会再循环。",
  kingParry: "闲：将（帅）应将，不论有何威胁。",
  nothing: "闲：即使再走一着也不能得子。",
  standing: (capturers, target) => `不算捉：${capturers}走棋前吃${target}已有同样的利益。`,
  standingSeries: (checkers) => `不算捉：${checkers}将军后可以得子，但并非新的威胁。`,
  block: "闲：垫将（拦）。",
  unprofitable: (capturer, target) => `不算捉：${capturer}可以吃${target}，但吃后不能得利。`,
  keyPoint: (capturers, target) => `不算捉：${capturers}是唯一能进攻的棋子，占据守和要点，途中可以攻击${target}。`,
  labels: { check: "将", kill: "杀", chase: "捉", weak: "弱捉", idle: "闲" },
  readings: (narrow, wide) => `可判为${narrow}，也可判为${wide}。`,

  loss: (loser, other, deeds, others) => `${loser}负：${loser}${deeds}，${other}${others}。`,
  idle: { sometimes: "有闲着", always: "均为闲着" },
  attacks: (deeds, once) => {
    if (deeds.length === 1) return PERPETUAL[deeds[0]!];
    const named = deeds.map((deed) => DEED[deed]);
    return `长打（${once ? named.map((each) => `一${each}`).join("") : named.join("、")}）`;
  },
  draw: (red, black, deeds, others) => `和棋：${red}${deeds}，${black}${others}。`,
  drawAlike: (deeds) => `和棋：双方${deeds}。`,
  certain: "无论怎样解释“捉”，结果都一样。",
  open: "结果取决于怎样解释“捉”。",
  otherwise: "循环本身的判决不受影响；但本局面的结论取决于怎样算“捉”：按别的解释，其他着法可能更好。",

  rule: "判定依据：双方着法各取最轻的一着，较重的一方判负。",
  perpetual: PERPETUAL,
  rounds: (deeds) => `${deeds.map((deed) => `一${DEED[deed]}`).join("")}，循环不止`,
  forbidden: {
    byChinese: (what) => `${what}：中国规则禁止，亚洲规则允许。`,
    byBoth: (what) => `${what}：中国规则与亚洲规则都禁止。`,
  },
  byAsianLoses: (loser) => `按亚洲规则${loser}负。`,
  byAsianHolds: (loser, wins) => `按亚洲规则，本局面${wins ? `${loser}胜` : "是和棋"}。`,
  byMove: (loser, move, after) => `${after === "" ? "" : `走${after}之后，`}${loser}可走${move}。`,
};
