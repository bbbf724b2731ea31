import type { ComparedWords } from "../en/compared.ts";

export const compared: ComparedWords = {
  intro:
    "同一个局面，规则不同，结果就可能不同：谁可以一直将、一直捉，各家规定不一样，于是一边是和棋，另一边判负。下面的例局写明三套规则各自的结果；点一条结果，就在棋盘上打开。",
  endgames: "比较过的全部残局",
  about:
    "双方都有车马炮兵的残局，在三套规则下分别生成残局库，逐个局面比较：有多少局面的结果（胜、和、负）不同。包括 2000 万格以内的全部残局，以及 KRNKR、KRCKR、KRKPPP。局面按整个棋盘统计，红先、黑先都算在内。",
  columnsMean: "各列的意思",
  terms: [
    [
      "确定 + 按解释",
      "前一个数：不论怎样算“捉”，结果都不同。后一个数：只是按本库采用的解释才不同，换一种解释结果可能相同。",
    ],
    ["取决于解释", "中国规则下的结果取决于怎样算“捉”，不论按采用的解释结果如何。"],
    ["无规则", "循环一律作和。"],
    [
      "第几阶，几步",
      "一方只能继续犯规的循环，就判负；步数是到它别无选择为止的步数。第 2 阶的胜局，负方若变着，就落入第 1 阶，依此类推。",
    ],
  ],
  onlyDiffering: "只列有不同或取决于解释的残局",
  shown: (rows, all) => `${all} 个残局中的 ${rows} 个`,
  endgame: "残局",
  columns: {
    positions: "局面数",
    chinese: "亚洲 ≠ 中国",
    depends: "取决于解释",
    freeAsian: "无规则 ≠ 亚洲",
    freeChinese: "无规则 ≠ 中国",
  },
  examples: "例局",
  examplesHelp: "各残局中最快见分晓的局面，或一个成和的局面。有残局库时可以逐着走下去。",
  noExamples: "按采用的解释，这些残局中没有结果不同的局面。",
  notCompared: "比较过的残局中没有这样的残局。",
  kinds: {
    certain: "亚洲规则与中国规则结果不同（确定）",
    byDefault: "亚洲规则与中国规则结果不同（按采用的解释）",
    free: "若循环不受限制，结果不同",
  },
  board: (endgame, men) => `${endgame}：${men.join("；")}`,
  more: "显示更多",
};
