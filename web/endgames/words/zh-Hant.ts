import { chineseName } from "../names.ts";
import type { EndgamesWords } from "../words.ts";

const ROLES = { king: "將", advisor: "士", elephant: "象", chariot: "車", horse: "馬", cannon: "炮", soldier: "兵" };

export const endgames: EndgamesWords = {
  name: (endgame) => chineseName(endgame, ROLES, "對", true),
  summary: (count, positions, size) => `共 ${count} 個殘局，${positions} 個局面，${size}，全部精確`,
  find: "尋找殘局",
  findHint: "KRKN、knkr、車對馬",
  pick: "或點選棋子",
  sides: ["一方", "另一方"],
  addMan: (role) => `加一個${role}`,
  removeMan: (role) => `去掉${role}`,
  clear: "清空",
  none: "還沒有建好的殘局。",
  noMatch: "這裡沒有這樣的殘局。",
  unreadable: "請用字母（K R N C P A B）或漢字寫出棋子。",
  kinds: { chariot: "車類", horse: "馬類", cannon: "炮類", soldier: "兵類", both: "雙方有攻子", none: "雙方無攻子" },
  winShare: (share) => `紅先勝率 ${share}`,
  longest: (colour, { plies }) => `最長：${colour} ${plies} 步`,
  noWin: "雙方都不能取勝",
  proven: "已驗證",

  missing: (endgame) => `這裡還沒有殘局 ${endgame}。`,
  missingSize: (size, cells) => `檔案約需 ${size}，每方先走約 ${cells} 格。`,
  build: "建立這個殘局",

  all: "全部殘局",
  swapped: (asked) => `${asked} 是紅黑互換後的同一殘局。`,
  example: "看一個局面",
  challenge: "挑戰",
  verdicts: {
    "red-wins": "紅方例勝，例外極少",
    "black-wins": "黑方例勝，例外極少",
    draw: "例和，例外極少",
    undecided: "勝負視局面而定",
  },
  verdictWhy: (win, draw, loss) => `紅先：勝 ${win}，和 ${draw}，負 ${loss}。某一種超過 98% 即下定論。`,

  outcomes: "結果統計",
  toMove: (colour) => `${colour}先走`,
  positions: "局面數",
  wins: (colour) => `${colour}勝`,
  draws: "和",
  mates: (mated, stalemated) => `其中已將死 ${mated}，已困斃 ${stalemated}`,

  distances: "步數分布",
  distancesHelp: "按步數（半回合）統計的局面數，對數刻度。單數：勝方先走；雙數：負方先走（淺色）。",
  order: (order, kind, loser) =>
    kind === "conversion"
      ? "第 0 階：將死、困斃或得子"
      : `第 ${order} 階：${loser ?? "負方"}不得長${kind === "check" ? "將" : "捉"}`,
  bar: (winner, plies, count) => `${winner} ${plies} 步勝：${count} 個局面`,
  chart: (winner, count, longest) => `${winner}勝 ${count} 個局面，最長 ${longest} 步。`,
  plies: "步數",
  asTable: "以表格顯示",

  longestWins: "最長勝局",
  longestWin: (winner, { plies, moves }) => `${winner} ${plies} 步勝（${moves} 回合）`,
  show: "查看",
  play: "對弈",

  graph: "吃子後的殘局",
  graphHelp: "每條線是失去一個子。淺色的殘局這裡沒有。",
  loses: (colour, role) => `${colour}失${role}`,
  comesFrom: "由以下殘局吃子而來",
  notHere: "未建",

  file: "檔案",
  size: "大小",
  bits: (bits) => `每個局面 ${bits} 位`,
  rules: "規則",
  rulesAre: (rules, metric) =>
    `${rules === "asian" ? "亞洲規則" : "循環一律作和"}；${metric === "dtc" ? "轉換距離" : "殺棋距離"}`,
  checksum: "SHA-256",
  builtBy: "產生程式",
  download: "下載",

  exactness: "精確性",
  exactAlone: "只有一方有攻子，長將長捉不影響結果：倒推法本身即精確。",
  exactPublished: "最後一階之後沒有內部模式：已發表的演算法在此精確。",
  exactCorrected: (patterns, losses) => `仍有內部模式（${patterns}），已用修正演算法，補出負局 ${losses} 個。`,
  proof: "驗證",
  notProven: (endgame) => `本機尚未驗證：可執行 canju verify ${endgame}。`,
  provenOn: (date, version, seconds) => `${date} 由 canju ${version} 驗證，用時 ${seconds} 秒。`,
  provenPositions: (positions) => `${positions} 個局面逐一與其全部後續局面核對。`,
  checks: {
    checksums: "檔案的全部校驗碼",
    values: "每個值與後續局面的值",
    levels: "每一階與重新求出的循環模式",
    statistics: "計數、最長勝局與分布",
  },
  inputs: "依據",
};
