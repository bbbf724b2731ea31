import type { AtlasWords } from "../en/atlas.ts";

export const atlas: AtlasWords = {
  title: "已证明、此处没有残局库",
  hint: "这些残局的数据随程序附带。要查询具体局面，请在残局页面生成残局库。",
  endgame: "残局",
  figures: {
    won: "红先胜率",
    drawn: "红先和率",
    lost: "红先负率",
    longest: "最长胜法（步）",
    order: "最多迫使长打（阶）",
    zugzwangs: "谁先走谁吃亏",
    onlyMoves: "唯一胜着",
  },
  more: "显示更多",
  proven: "已证明的数据",
  ofAll: (endgame) => `${endgame}，全部局面`,
  from: (version, sum) => `出自图集：由 Canju ${version} 证明，内容校验和 ${sum}…，此处没有残局库本身。`,
  otherRules: (proven, chosen) => `这是${proven}下的数据，不是所选规则（${chosen}）下的。`,
  zugzwangs: (count) => `谁先走谁吃亏的局面：${count}`,
  onlyMoves: (count) => `只有一着能胜的局面：${count}`,
  defenders: "每个士象值多少",
  defendersHelp: "红方只有这些子、没有士象，红先；下面按黑方的士象列出：各局面的结局与红胜的比例。只列图集里有的残局。",
  attack: "红方的子",
  data: "图集数据",
  dataHelp: (endgames) => `全部 ${endgames} 个残局，包括此处已有残局库的：双方先走的局面数，长度以步计，-1 表示没有。`,
  citation: "引用格式",
  longestBySize: "残局大小与最长胜法",
  longestOf: (endgame, cells, plies) => `${endgame}，每方先走至多 ${cells} 个局面：最长胜法 ${plies} 步`,
  longestHelp:
    "横轴：残局的大小（每方先走的局面数上限）；纵轴：到得子或将死的最长胜法步数，均为对数刻度。红点比所有更小的残局都长。点击或按回车键打开该残局，方向键逐个查看。",
};
