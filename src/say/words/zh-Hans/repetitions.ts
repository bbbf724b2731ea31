import type { Perpetual } from "../game.ts";
import type { RepetitionWords } from "../repetitions.ts";

const OBSTACLES = { c3: "走棋前它有根", c5: "走棋前它可以兑换", c7: "走棋前吃它不合法" };

const RULES = { d3: "长将", d4: "长捉一子", d5: "其他循环不变作和" };

const FORCED: Readonly<Record<Perpetual, string>> = {
  check: "将军",
  chase: "捉子",
  attack: "将、杀、捉",
  "weak attack": "将、杀、捉（含弱捉）",
};

export const repetitions: RepetitionWords = {
  man: (name, square) => `${name}（${square}）`,
  target: (name, square) => `${name}（${square}）`,
  list: (items) => items.join("、"),

  check: (checkers) => `将军：${checkers}。`,
  capture: "吃子不算捉。",
  idle: "不将不捉。",
  chase: (capturer, target, why, before) =>
    `捉：${capturer}${before === null ? "攻击" : "威胁"}${target}，${why}${before === null ? "" : `；${OBSTACLES[before]}`}。`,
  why: {
    unprotected: "该子无根",
    falseRoots: (men) => `该子只有假根：${men}不能合法回吃`,
    chariot: "车即使有根也算被捉",
    noExchange: "该子不能合法回吃",
  },
  noChase: {
    c2: (capturer, target) => `不算捉：${capturer}攻击${target}，它尚未过河。`,
    c3: (capturer, target, by) => `不算捉：${capturer}攻击${target}，但有${by}保护。`,
    c5: (capturer, target) => `不算捉：${capturer}与${target}可以互吃，是邀兑。`,
    c6: (capturer, target) => `不算捉：${capturer}攻击${target}，将（帅）和兵（卒）允许长捉。`,
    c7: (capturer, target, by) => `不算捉：${capturer}若吃${target}，己方将（帅）就会被${by}攻击。`,
    c8: (capturer, target, by) => `不算捉：${capturer}攻击${target}，但${by}早已威胁它。`,
    c9: (capturer, target) => `不算捉：${capturer}攻击${target}，但此着是将军。`,
    c12: (capturer, target, by) => `不算捉：${capturer}攻击${target}，只是因为${capturer}要防${by}。`,
  },
  marks: { check: "将军", chase: (role) => `捉${role}`, idle: "闲着" },

  verdict: {
    check: (loser, other) => `${loser}负：${loser}长将，${other}没有。`,
    checkAgainstChase: (loser, other, target) => `${loser}负：${loser}长将；${other}长捉${target}，但长将更重。`,
    mutualCheck: "和棋：双方长将。",
    chase: (loser, target, other) => `${loser}负：${loser}长捉${target}，${other}没有长将或长捉。`,
    mutualChase: (redTarget, blackTarget) => `和棋：双方长捉，红方捉${redTarget}，黑方捉${blackTarget}。`,
    nothing: "和棋：双方都没有长将，也没有长捉同一个子，不变作和。",
    conduct: (side, deeds) => `${side}：${deeds}。`,
    checks: (times, moves) => `${moves} 着中将军 ${times} 次`,
    chases: (target, times, moves) => `${moves} 着中捉${target} ${times} 次`,
    none: "尚无判决：没有局面出现三次。",
  },

  explanation: {
    loss: (loser) => `${loser}为什么输`,
    draw: "为什么是和棋",
    forced: (loser, kind) => `${loser}只能不停地${FORCED[kind]}，而这是禁止的，判负。`,
    bound: (sides) => `${sides}只有不停地将军和捉子才能守和。`,
    confined: (positions) => `棋局只能在 ${positions} 个局面中循环：谁离开谁就输。`,
    approach: "先走",
    cycle: "然后循环",
    others: (count) => `其他 ${count} 着`,
    onlyMove: "唯一着法",
    repeats: "仍是同样的循环",
    draws: "同样是和棋",
    rule: (clause) => `判定依据：${RULES[clause]}（${clause}）`,
    limited: (positions, plies) => `在 ${positions} 个局面、${plies} 步之内没有找到循环。`,
  },
};
