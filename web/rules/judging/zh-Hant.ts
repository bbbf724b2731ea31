import type { JudgingWords } from "../judging-words.ts";

const OBSTACLES = { c3: "走棋前它有根", c5: "走棋前它可以兌換", c7: "走棋前吃它不合法" };

const RULES = { d3: "長將", d4: "長捉一子", d5: "其他循環不變作和" };

export const judging: JudgingWords = {
  man: (name, square) => `${name}（${square}）`,
  list: (items) => items.join("、"),

  check: (checkers) => `將軍：${checkers}。`,
  capture: "吃子不算捉。",
  idle: "不將不捉。",
  chase: (attacker, target, why, before) =>
    `捉：${attacker}${before === null ? "攻擊" : "威脅"}${target}，${why}${before === null ? "" : `；${OBSTACLES[before]}`}。`,
  why: {
    unprotected: "該子無根",
    falseRoots: (men) => `該子只有假根：${men}不能合法回吃`,
    chariot: "車即使有根也算被捉",
    noExchange: "該子不能合法回吃",
  },
  noChase: {
    c2: (attacker, target) => `不算捉：${attacker}攻擊${target}，它尚未過河。`,
    c3: (attacker, target, by) => `不算捉：${attacker}攻擊${target}，但有${by}保護。`,
    c5: (attacker, target) => `不算捉：${attacker}與${target}可以互吃，是邀兌。`,
    c6: (attacker, target) => `不算捉：${attacker}攻擊${target}，將（帥）和兵（卒）允許長捉。`,
    c7: (attacker, target, by) => `不算捉：${attacker}若吃${target}，己方將（帥）就會被${by}攻擊。`,
    c8: (attacker, target, by) => `不算捉：${attacker}攻擊${target}，但${by}早已威脅它。`,
    c9: (attacker, target) => `不算捉：${attacker}攻擊${target}，但此著是將軍。`,
    c12: (attacker, target, by) => `不算捉：${attacker}攻擊${target}，只是因為${attacker}要防${by}。`,
  },
  marks: { check: "將軍", chase: (role) => `捉${role}`, idle: "閒著" },

  verdict: {
    check: (loser, other) => `${loser}負：${loser}長將，${other}沒有。`,
    checkAgainstChase: (loser, other, target) => `${loser}負：${loser}長將；${other}長捉${target}，但長將更重。`,
    mutualCheck: "和棋：雙方長將。",
    chase: (loser, target, other) => `${loser}負：${loser}長捉${target}，${other}沒有長將或長捉。`,
    mutualChase: (redTarget, blackTarget) => `和棋：雙方長捉，紅方捉${redTarget}，黑方捉${blackTarget}。`,
    nothing: "和棋：雙方都沒有長將，也沒有長捉同一個子，不變作和。",
    conduct: (side, deeds) => `${side}：${deeds}。`,
    checks: (times, moves) => `${moves} 著中將軍 ${times} 次`,
    chases: (target, times, moves) => `${moves} 著中捉${target} ${times} 次`,
    none: "尚無判決：沒有局面出現三次。",
  },

  step: (step, steps) => `第 ${step} 著，共 ${steps} 著`,
  previous: "上一著",
  next: "下一著",
  restart: "回到開始",
  back: "回到局面",

  explanation: {
    loss: (loser) => `${loser}為什麼輸`,
    draw: "為什麼是和棋",
    forced: (loser, kind) => `${loser}只能不停地${kind === "check" ? "將軍" : "捉子"}，而這是禁止的，判負。`,
    bound: (sides) => `${sides}只有不停地將軍和捉子才能守和。`,
    confined: (positions) => `棋局只能在 ${positions} 個局面中循環：誰離開誰就輸。`,
    approach: "先走",
    cycle: "然後循環",
    others: (count) => `其他 ${count} 著`,
    onlyMove: "唯一著法",
    repeats: "仍是同樣的循環",
    draws: "同樣是和棋",
    rule: (clause) => `判定依據：${RULES[clause]}（${clause}）`,
    limited: (positions, plies) => `在 ${positions} 個局面、${plies} 步之內沒有找到循環。`,
    thinking: "正在尋找原因……",
    failed: "找不到原因。",
  },
};
