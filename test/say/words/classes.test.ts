import { expect, test } from "vitest";
import { makeClassDescriber } from "../../../src/say/words/classes.ts";
import { classes as english } from "../../../src/say/words/en/classes.ts";
import { game as englishGame } from "../../../src/say/words/en/game.ts";
import { repetitions as englishRepetitions } from "../../../src/say/words/en/repetitions.ts";
import { classes as vietnamese } from "../../../src/say/words/vi/classes.ts";
import { game as vietnameseGame } from "../../../src/say/words/vi/game.ts";
import { repetitions as vietnameseRepetitions } from "../../../src/say/words/vi/repetitions.ts";
import { classes as chinese } from "../../../src/say/words/zh-Hans/classes.ts";
import { game as chineseGame } from "../../../src/say/words/zh-Hans/game.ts";
import { repetitions as chineseRepetitions } from "../../../src/say/words/zh-Hans/repetitions.ts";
import { parseFen } from "../../../src/xiangqi/fen.ts";
import { parseUci } from "../../../src/xiangqi/notation/coordinates.ts";
import { judgeByClasses } from "../../../src/rules/chinese/chinese-rules.ts";
import { labelMove } from "../../../src/rules/chinese/label.ts";
import type { Deed, GradedVerdict } from "../../../src/rules/chinese/grades.ts";
import type { Result } from "../../../src/rules/judging.ts";

const LANGUAGES = [
  makeClassDescriber(englishGame, englishRepetitions, english),
  makeClassDescriber(chineseGame, chineseRepetitions, chinese),
  makeClassDescriber(vietnameseGame, vietnameseRepetitions, vietnamese),
];

/** Each reason, as it is told in English, Chinese and Vietnamese. */
const TOLD: readonly [fen: string, move: string, english: string, chinese: string, vietnamese: string][] = [
  [
    "3k5/9/9/9/9/3N5/9/3R5/9/4K4 w",
    "d4f5",
    "Check by the Red chariot on d2.",
    "将军：红方车（d2）。",
    "Chiếu tướng bởi xe Đỏ ở d2.",
  ],
  [
    "4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b",
    "e0e7",
    "Kill: it threatens to mate by checks.",
    "杀：下一着起可以连续将军成杀。",
    "Sát: đe dọa chiếu liên tục đến chiếu bí.",
  ],
  [
    "5k3/9/9/9/1nn6/9/9/9/1R7/3K5 w",
    "b1c1",
    "Chase: the Red chariot on c1 can take the Black horse on c5, and gains by it.",
    "捉：红方车（c1）可以吃黑方马（c5），能够得子。",
    "Bắt: xe Đỏ ở c1 có thể ăn mã Đen ở c5, và được lợi quân.",
  ],
  [
    "9/9/3k5/3N5/9/6p2/2R1r4/9/3K5/9 w",
    "c3c4",
    "Chase: the Red chariot on c4 can take the Black soldier on g4, which is unprotected, for no less than it costs.",
    "捉：红方车（c4）可以吃黑方卒（g4），该子无根，兑换不吃亏。",
    "Bắt: xe Đỏ ở c4 có thể ăn tốt Đen ở g4, quân này không có căn, đổi không thiệt.",
  ],
  [
    "4k4/4a4/b8/9/9/8R/9/4K4/9/2N6 w",
    "i4e4",
    "Weak chase: the Red chariot on e4 can take the Black advisor on e8, and gains by it, though only jointly, or it can be retaken.",
    "弱捉：红方车（e4）可以吃黑方士（e8），能够得子，但须联合捉子，或该子只是少根。",
    "Bắt yếu: xe Đỏ ở e4 có thể ăn sĩ Đen ở e8, và được lợi quân, nhưng phải phối hợp hoặc có thể bị ăn lại.",
  ],
  [
    "2n1k4/9/9/9/9/9/5R3/9/9/3K5 w",
    "f3i3",
    "Chase: a check by the Red chariot on i3 would win a man.",
    "捉：红方车（i3）将军后可以得子。",
    "Bắt: xe Đỏ ở i3 chiếu rồi ăn được quân.",
  ],
  [
    "2b2k3/8r/9/9/9/1n7/9/9/9/3RK4 w",
    "d0c0",
    "No chase: the Red chariot on c0 holds the draw and may attack the Black elephant on c9 on the way, being its side's only attacking man.",
    "不算捉：红方车（c0）是唯一能进攻的棋子，占据守和要点，途中可以攻击黑方象（c9）。",
    "Không phải bắt: xe Đỏ ở c0 là quân tấn công duy nhất, giữ điểm cầu hòa và được tấn công tượng Đen ở c9 trên đường đi.",
  ],
  [
    "9/N4k3/9/9/3r4R/9/9/9/4A3c/3K5 w",
    "e1d2",
    "No chase: the Red chariot on i5 could take the Black cannon on i1 with as much profit before.",
    "不算捉：红方车（i5）走棋前吃黑方炮（i1）已有同样的利益。",
    "Không phải bắt: trước đó xe Đỏ ở i5 ăn pháo Đen ở i1 cũng đã được lợi như vậy.",
  ],
  [
    "5k3/9/2c6/3P5/9/9/9/9/9/4K4 w",
    "d6c6",
    "No chase: the Red soldier on c6 attacks the Black cannon on c7; kings and soldiers are free to chase.",
    "不算捉：红方兵（c6）攻击黑方炮（c7），将（帅）和兵（卒）允许长捉。",
    "Không phải bắt: tốt Đỏ ở c6 tấn công pháo Đen ở c7; tướng và tốt được phép bắt mãi.",
  ],
  [
    "5k3/9/9/9/9/9/9/9/4c4/3K5 w",
    "d0e0",
    "No chase: the Red king on e0 attacks the Black cannon on e1; kings and soldiers are free to chase.",
    "不算捉：红方帅（e0）攻击黑方炮（e1），将（帅）和兵（卒）允许长捉。",
    "Không phải bắt: tướng Đỏ ở e0 tấn công pháo Đen ở e1; tướng và tốt được phép bắt mãi.",
  ],
  [
    "5k3/9/r8/9/9/9/1R7/9/9/3K5 w",
    "b3a3",
    "No chase: the Red chariot on a3 offers itself to the Black chariot on a7, which could take it.",
    "不算捉：红方车（a3）与黑方车（a7）可以互吃，是邀兑。",
    "Không phải bắt: xe Đỏ ở a3 mời xe Đen ở a7 đổi quân.",
  ],
  [
    "5k3/9/9/9/2p6/2n6/9/9/R8/3K5 w",
    "a1c1",
    "No chase: the Red chariot on c1 attacks the Black horse on c4, which is protected by the Black soldier on c5.",
    "不算捉：红方车（c1）攻击黑方马（c4），但有黑方卒（c5）保护。",
    "Không phải bắt: xe Đỏ ở c1 tấn công mã Đen ở c4, nhưng có tốt Đen ở c5 bảo vệ.",
  ],
  [
    "5k3/9/9/2p6/9/9/9/9/R8/3K5 w",
    "a1c1",
    "No chase: the Red chariot on c1 attacks the Black soldier on c6, which has not crossed the river.",
    "不算捉：红方车（c1）攻击黑方卒（c6），它尚未过河。",
    "Không phải bắt: xe Đỏ ở c1 tấn công tốt Đen ở c6, quân này chưa qua sông.",
  ],
  [
    "2b6/4k4/N4a3/9/9/9/9/6R2/3K5/9 w",
    "g2f2",
    "No chase: the Red chariot on f2 could take the Black advisor on f7, and would gain nothing by it.",
    "不算捉：红方车（f2）可以吃黑方士（f7），但吃后不能得利。",
    "Không phải bắt: xe Đỏ ở f2 có thể ăn sĩ Đen ở f7, nhưng không được lợi.",
  ],
  [
    "1R7/4a4/5k2b/9/9/9/9/N8/9/4K4 w",
    "e0d0",
    "No chase: a check by the Red chariot on b9 would win a man, but that is not new.",
    "不算捉：红方车（b9）将军后可以得子，但并非新的威胁。",
    "Không phải bắt: xe Đỏ ở b9 chiếu rồi ăn được quân, nhưng đó không phải đe dọa mới.",
  ],
  ["5k3/9/9/9/4r4/9/9/9/R8/4K4 w", "a1e1", "Idle: it blocks a check.", "闲：垫将（拦）。", "Nhàn: nước che chiếu."],
  [
    "5k3/9/9/9/9/9/9/9/4N4/3K5 w",
    "e1c2",
    "Idle: nothing could be won if it were this side's turn again.",
    "闲：即使再走一着也不能得子。",
    "Nhàn: dù được đi thêm một nước cũng không ăn được gì.",
  ],
];

test.each(TOLD)("the move %s %s is explained in every language", (fen, move, ...told) => {
  const position = parseFen(fen);
  const label = labelMove(position, parseUci(position, move));
  expect(LANGUAGES.map((describer) => describer.move(label)[0])).toEqual(told);
});

/** Repetitions, with the verdict in English, Chinese and Vietnamese, and what both rule sets say of them. */
const JUDGED: readonly [
  fen: string,
  cycle: string,
  asian: Result,
  told: readonly string[],
  beside: readonly string[],
][] = [
  [
    "9/5k1N1/5a3/9/7N1/9/9/9/3K5/9 w",
    "h8g6 f8f9 g6h8 f9f8",
    "red-loss",
    [
      "Red loses: it checks on every move, while Black only plays idle moves.",
      "红方负：红方长将，黑方均为闲着。",
      "Đỏ thua: nước nào cũng chiếu, còn Đen chỉ đi nước nhàn.",
    ],
    [
      "Perpetual check: forbidden by the Chinese rules and by the Asian.",
      "长将：中国规则与亚洲规则都禁止。",
      "Trường chiếu: luật Trung Quốc và luật châu Á đều cấm.",
    ],
  ],
  [
    "4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b",
    "e0e7 f1f0 e7e0 f0f1",
    "draw",
    [
      "Black loses: it checks or threatens mate on every move, while Red only plays idle moves. This holds whatever counts as a chase.",
      "黑方负：黑方长打（一将一杀），红方均为闲着。无论怎样解释“捉”，结果都一样。",
      "Đen thua: nước nào cũng chiếu hoặc sát, còn Đỏ chỉ đi nước nhàn. Kết quả này đúng với mọi cách hiểu về bắt.",
    ],
    [
      "A threat of mate, then a check, for ever: forbidden by the Chinese rules, allowed by the Asian.",
      "一杀一将，循环不止：中国规则禁止，亚洲规则允许。",
      "Lặp mãi một nước sát, rồi một nước chiếu: luật Trung Quốc cấm, luật châu Á cho phép.",
    ],
  ],
  [
    "9/3k5/9/9/9/9/3n5/1p6R/9/4K4 w",
    "i2i5 d3f4 i5i2 f4d3",
    "draw",
    [
      "Red loses: it threatens mate on every move, while Black only plays idle moves. This holds whatever counts as a chase.",
      "红方负：红方长杀，黑方均为闲着。无论怎样解释“捉”，结果都一样。",
      "Đỏ thua: nước nào cũng sát, còn Đen chỉ đi nước nhàn. Kết quả này đúng với mọi cách hiểu về bắt.",
    ],
    [
      "A perpetual threat of mate: forbidden by the Chinese rules, allowed by the Asian.",
      "长杀：中国规则禁止，亚洲规则允许。",
      "Trường sát: luật Trung Quốc cấm, luật châu Á cho phép.",
    ],
  ],
  [
    "9/3k5/9/9/9/2N6/9/5K3/9/2r6 w",
    "c4d2 c0g0 d2c4 g0c0",
    "black-loss",
    [
      "Black loses: it chases on every move, while Red is idle now and then. It depends on what counts as a chase.",
      "黑方负：黑方长捉，红方有闲着。结果取决于怎样解释“捉”。",
      "Đen thua: nước nào cũng bắt, còn Đỏ có lúc đi nước nhàn. Kết quả tùy thuộc vào cách hiểu về bắt.",
    ],
    [
      "Perpetual chase: forbidden by the Chinese rules and by the Asian.",
      "长捉：中国规则与亚洲规则都禁止。",
      "Trường tróc: luật Trung Quốc và luật châu Á đều cấm.",
    ],
  ],
  [
    "4k4/9/6P2/9/9/R8/9/9/3r5/5K3 w",
    "a4a9 e9e8 a9a4 e8e9",
    "draw",
    [
      "Draw: Red is idle now and then, and Black only plays idle moves. This holds whatever counts as a chase.",
      "和棋：红方有闲着，黑方均为闲着。无论怎样解释“捉”，结果都一样。",
      "Hòa: Đỏ có lúc đi nước nhàn, còn Đen chỉ đi nước nhàn. Kết quả này đúng với mọi cách hiểu về bắt.",
    ],
    ["", "", ""],
  ],
  [
    "3a5/5k3/4b4/9/9/5N3/R8/5K3/9/9 w",
    "f2f1 d9e8 f1f2 e8d9",
    "draw",
    [
      "Draw: each side only plays idle moves. This holds whatever counts as a chase.",
      "和棋：双方均为闲着。无论怎样解释“捉”，结果都一样。",
      "Hòa: mỗi bên đều chỉ đi nước nhàn. Kết quả này đúng với mọi cách hiểu về bắt.",
    ],
    ["", "", ""],
  ],
];

test.each(JUDGED)("the verdict from %s on %s is told in every language", (fen, cycle, asian, told, beside) => {
  const round = cycle.split(" ");
  const verdict = judgeByClasses(parseFen(fen), [...round, ...round]).verdict as GradedVerdict;
  expect(LANGUAGES.map((describer) => describer.verdict(verdict))).toEqual(told);
  expect(LANGUAGES.map((describer) => describer.beside(verdict, asian).join(" "))).toEqual(beside);
});

test("a cycle judged for certain says nothing of a position whose value depends", () => {
  const moves = "h8g6 f8f9 g6h8 f9f8".split(" ");
  const { verdict } = judgeByClasses(parseFen("9/5k1N1/5a3/9/7N1/9/9/9/3K5/9 w"), [...moves, ...moves]);
  const certain = verdict as GradedVerdict;
  expect(LANGUAGES.map((describer) => describer.otherwise(certain, true))).toEqual([
    [english.otherwise],
    [chinese.otherwise],
    [vietnamese.otherwise],
  ]);
  expect(LANGUAGES.flatMap((describer) => describer.otherwise(certain, false))).toEqual([]);
  expect(LANGUAGES.flatMap((describer) => describer.otherwise({ ...certain, certain: null }, true))).toEqual([]);
});

test.each<[wins: boolean, move: string | null, after: readonly string[], told: readonly string[]]>([
  [
    false,
    null,
    [],
    ["By the Asian rules the position is a draw.", "按亚洲规则，本局面是和棋。", "Theo luật châu Á, thế cờ này hòa."],
  ],
  [
    true,
    "A",
    [],
    [
      "By the Asian rules the position is won for Black. Black can play A.",
      "按亚洲规则，本局面黑方胜。黑方可走A。",
      "Theo luật châu Á, thế cờ này Đen thắng. Đen có thể đi A.",
    ],
  ],
  [
    false,
    "C",
    ["A", "B"],
    [
      "By the Asian rules the position is a draw. After A B Black can play C.",
      "按亚洲规则，本局面是和棋。走A B之后，黑方可走C。",
      "Theo luật châu Á, thế cờ này hòa. Sau A B, Đen có thể đi C.",
    ],
  ],
])(
  "that Black holds or wins (%s) by the Asian rules by %s after %j is told in every language",
  (wins, move, after, told) => {
    expect(LANGUAGES.map((describer) => describer.byAsian("black", wins, move, after))).toEqual(told);
  },
);

test.each<[deeds: readonly Deed[], once: boolean, told: readonly string[]]>([
  [
    ["chase", "weak"],
    true,
    ["chases on every move, at times only weakly", "长打（一捉一弱捉）", "nước nào cũng bắt hoặc bắt yếu"],
  ],
  [["weak"], true, ["chases weakly on every move", "长捉（弱捉）", "nước nào cũng bắt yếu"]],
  [
    ["check", "kill", "chase"],
    false,
    ["checks, threatens mate or chases on every move", "长打（将、杀、捉）", "nước nào cũng chiếu, sát hoặc bắt"],
  ],
])("who plays %j, each once a round: %s, is told so in every language", (deeds, once, told) => {
  expect([english, chinese, vietnamese].map(({ attacks }) => attacks(deeds, once))).toEqual(told);
});
