import { chineseName } from "../names.ts";
import type { EndgamesWords } from "../words.ts";

const ROLES = { king: "将", advisor: "士", elephant: "象", chariot: "车", horse: "马", cannon: "炮", soldier: "兵" };

export const endgames: EndgamesWords = {
  name: (endgame) => chineseName(endgame, ROLES, "对", false),
  summary: (count, positions, size) => `共 ${count} 个残局，${positions} 个局面，${size}，全部精确`,
  find: "查找残局",
  findHint: "KRKN、knkr、车对马",
  pick: "或点选棋子",
  sides: ["一方", "另一方"],
  addMan: (role) => `加一个${role}`,
  removeMan: (role) => `去掉${role}`,
  clear: "清空",
  none: "还没有建好的残局。",
  noMatch: "这里没有这样的残局。",
  unreadable: "请用字母（K R N C P A B）或汉字写出棋子。",
  kinds: { chariot: "车类", horse: "马类", cannon: "炮类", soldier: "兵类", both: "双方有攻子", none: "双方无攻子" },
  winShare: (share) => `红先胜率 ${share}`,
  longest: (colour, { plies }) => `最长：${colour} ${plies} 步`,
  noWin: "双方都不能取胜",
  proven: "已验证",

  missing: (endgame) => `这里还没有残局 ${endgame}。`,
  missingSize: (size, cells) => `文件约需 ${size}，每方先走约 ${cells} 格。`,
  build: "建立这个残局",

  all: "全部残局",
  swapped: (asked) => `${asked} 是红黑互换后的同一残局。`,
  example: "看一个局面",
  challenge: "挑战",
  verdicts: {
    "red-wins": "红方例胜，例外极少",
    "black-wins": "黑方例胜，例外极少",
    draw: "例和，例外极少",
    undecided: "胜负视局面而定",
  },
  verdictWhy: (win, draw, loss) => `红先：胜 ${win}，和 ${draw}，负 ${loss}。某一种超过 98% 即下定论。`,

  outcomes: "结果统计",
  toMove: (colour) => `${colour}先走`,
  positions: "局面数",
  wins: (colour) => `${colour}胜`,
  draws: "和",
  mates: (mated, stalemated) => `其中已将死 ${mated}，已困毙 ${stalemated}`,

  distances: "步数分布",
  distancesHelp: "按步数（半回合）统计的局面数，对数刻度。单数：胜方先走；双数：负方先走（浅色）。",
  order: (order, kind, loser) =>
    kind === "conversion"
      ? "第 0 阶：将死、困毙或得子"
      : `第 ${order} 阶：${loser ?? "负方"}不得长${kind === "check" ? "将" : "捉"}`,
  bar: (winner, plies, count) => `${winner} ${plies} 步胜：${count} 个局面`,
  chart: (winner, count, longest) => `${winner}胜 ${count} 个局面，最长 ${longest} 步。`,
  plies: "步数",
  asTable: "以表格显示",

  longestWins: "最长胜局",
  longestWin: (winner, { plies, moves }) => `${winner} ${plies} 步胜（${moves} 回合）`,
  show: "查看",
  play: "对弈",

  graph: "吃子后的残局",
  graphHelp: "每条线是失去一个子。浅色的残局这里没有。",
  loses: (colour, role) => `${colour}失${role}`,
  comesFrom: "由以下残局吃子而来",
  notHere: "未建",

  file: "文件",
  size: "大小",
  bits: (bits) => `每个局面 ${bits} 位`,
  rules: "规则",
  rulesAre: (rules, metric) =>
    `${rules === "asian" ? "亚洲规则" : "循环一律作和"}；${metric === "dtc" ? "转换距离" : "杀棋距离"}`,
  checksum: "SHA-256",
  builtBy: "生成程序",
  download: "下载",

  exactness: "精确性",
  exactAlone: "只有一方有攻子，长将长捉不影响结果：倒推法本身即精确。",
  exactPublished: "最后一阶之后没有内部模式：已发表的算法在此精确。",
  exactCorrected: (patterns, losses) => `仍有内部模式（${patterns}），已用修正算法，补出负局 ${losses} 个。`,
  proof: "验证",
  notProven: (endgame) => `本机尚未验证：可运行 canju verify ${endgame}。`,
  provenOn: (date, version, seconds) => `${date} 由 canju ${version} 验证，用时 ${seconds} 秒。`,
  provenPositions: (positions) => `${positions} 个局面逐一与其全部后续局面核对。`,
  checks: {
    checksums: "文件的全部校验和",
    values: "每个值与后续局面的值",
    levels: "每一阶与重新求出的循环模式",
    statistics: "计数、最长胜局与分布",
  },
  inputs: "依据",
};
