import type { AtlasWords } from "../dictionary.ts";

export const atlas: AtlasWords = {
  title: "已证明、此处没有残局库",
  hint: "这些残局的数据随程序附带。要查询具体局面，请在残局页面生成残局库。",
  endgame: "残局",
  figures: {
    won: "红先胜率",
    longest: "最长胜法（步）",
    order: "最高阶",
    zugzwangs: "互为等着",
    onlyMoves: "唯一胜着",
  },
  more: "显示更多",
  proven: "已证明的数据",
  ofAll: (endgame) => `${endgame} 全部局面`,
  from: (version, sum) => `出自图集：由 Canju ${version} 证明，内容校验和 ${sum}…，此处没有残局库本身。`,
  zugzwangs: (count) => `互为等着的局面：${count}`,
  onlyMoves: (count) => `只有一着能胜的局面：${count}`,
};
