import type { Perpetual } from "../game.ts";
import type { RepetitionWords } from "../repetitions.ts";

const OBSTACLES = { c3: "nó có căn", c5: "nó có thể đổi quân", c7: "nước ăn đó phạm luật" };

const RULES = { d3: "trường chiếu", d4: "trường tróc một quân", d5: "mọi vòng lặp khác là hòa" };

const FORCED: Readonly<Record<Perpetual, string>> = {
  check: "chiếu",
  chase: "bắt quân",
  attack: "chiếu, dọa chiếu bí hoặc bắt quân",
  "weak attack": "tấn công, kể cả bắt yếu,",
};

export const repetitions: RepetitionWords = {
  man: (name, square) => `${name} ở ${square}`,
  target: (name, square) => `${name} từ ${square}`,
  list: (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} và ${items.at(-1)}`),

  check: (checkers) => `Chiếu tướng bởi ${checkers}.`,
  capture: "Nước ăn quân không bao giờ là bắt.",
  idle: "Không chiếu cũng không bắt.",
  chase: (capturer, target, why, before) =>
    before === null
      ? `Bắt: ${capturer} tấn công ${target}, ${why}.`
      : `Bắt: ${capturer} đe dọa ${target}, ${why}; trước nước này ${OBSTACLES[before]}.`,
  why: {
    unprotected: "quân này không có căn",
    falseRoots: (men) => `quân này chỉ có căn giả: ${men} không thể ăn lại đúng luật`,
    chariot: "xe có căn vẫn tính là bị bắt",
    noExchange: "quân này không thể ăn lại đúng luật",
  },
  noChase: {
    c2: (capturer, target) => `Không phải bắt: ${capturer} tấn công ${target}, quân này chưa qua sông.`,
    c3: (capturer, target, by) => `Không phải bắt: ${capturer} tấn công ${target}, nhưng có ${by} bảo vệ.`,
    c5: (capturer, target) => `Không phải bắt: ${capturer} mời ${target} đổi quân.`,
    c6: (capturer, target) => `Không phải bắt: ${capturer} tấn công ${target}; tướng và tốt được phép bắt mãi.`,
    c7: (capturer, target, by) => `Không phải bắt: nếu ${capturer} ăn ${target} thì tướng mình bị ${by} tấn công.`,
    c8: (capturer, target, by) => `Không phải bắt: ${capturer} tấn công ${target}, nhưng ${by} đã đe dọa từ trước.`,
    c9: (capturer, target) => `Không phải bắt: ${capturer} tấn công ${target}, nhưng đây là nước chiếu.`,
    c12: (capturer, target, by) => `Không phải bắt: ${capturer} tấn công ${target} chỉ vì chính nó phải chống ${by}.`,
  },
  marks: { check: "chiếu", chase: (role) => `bắt ${role}`, idle: "nước nhàn" },

  verdict: {
    check: (loser, other) => `${loser} thua: nước nào cũng chiếu, còn ${other} thì không.`,
    checkAgainstChase: (loser, other, target) =>
      `${loser} thua: nước nào cũng chiếu. ${other} bắt ${target} ở mọi nước cũng không thay đổi: chiếu nặng hơn.`,
    mutualCheck: "Hòa: cả hai bên đều trường chiếu.",
    chase: (loser, target, other) => `${loser} thua: nước nào cũng bắt ${target}, còn ${other} không phạm lỗi như vậy.`,
    mutualChase: (redTarget, blackTarget) => `Hòa: nước nào Đỏ cũng bắt ${redTarget}, Đen cũng bắt ${blackTarget}.`,
    nothing: "Hòa: không bên nào chiếu, hay bắt cùng một quân, ở mọi nước.",
    conduct: (side, deeds) => `${side} ${deeds}.`,
    checks: (times, moves) => `chiếu ${times} trên ${moves} nước`,
    chases: (target, times, moves) => `bắt ${target} ${times} trên ${moves} nước`,
    none: "Chưa phán xử: chưa có thế cờ nào xuất hiện ba lần.",
  },

  explanation: {
    loss: (loser) => `Vì sao ${loser} thua`,
    draw: "Vì sao hòa",
    forced: (loser, kind) => `${loser} không có gì tốt hơn là ${FORCED[kind]} mãi, và như vậy là thua.`,
    bound: (sides) => `${sides} chỉ giữ được hòa bằng cách chiếu và bắt mãi.`,
    confined: (positions) => `Ván cờ chỉ đi vòng trong ${positions} thế cờ: bên nào rời khỏi là thua.`,
    approach: "Trước hết",
    cycle: "Rồi lặp mãi",
    others: (count) => `${count} nước khác`,
    onlyMove: "nước duy nhất",
    repeats: "Vẫn lặp như cũ",
    draws: "Cũng hòa",
    rule: (clause) => `Điều luật quyết định: ${RULES[clause]} (${clause})`,
    limited: (positions, plies) => `Không tìm thấy vòng lặp trong ${positions} thế cờ và ${plies} bước.`,
  },
};
