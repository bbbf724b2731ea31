import { games as reading } from "../../../src/words/zh-Hans/games.ts";
import type { GamesWords } from "../dictionary.ts";

export const games: GamesWords = {
  ...reading,
  openTitle: "打开棋谱或局面",
  openHint:
    "粘贴或输入 PGN、DhtmlXQ、FEN、链接或任意记谱法的着法，也可以选择文件。在页面任何地方粘贴、把文件拖进来，效果相同。",
  open: "打开",
  file: "选择文件…",
  cut: (characters) => `这里只显示前 ${characters} 个字符。`,
  opened: "打开的棋谱",
  notUnderstood: "有些内容没有读懂：",
  dismiss: "关闭",
  which: (game, all) => `第 ${game} 局，共 ${all} 局`,
  previousGame: "上一局",
  nextGame: "下一局",
  check: "用残局库检查着法",
  checking: "正在与残局库比较…",
  found: (slips, known) => `${slips === 0 ? "没有失着" : `${slips} 处失着`}；残局库中有本局的 ${known} 个局面。`,
  noneKnown: "残局库中没有本局的局面。",
  slips: {
    "win-drawn": "胜局走成和局",
    "win-lost": "胜局走成负局",
    "draw-lost": "和局走成负局",
  },
  variation: "变着",
  more: "其余着法",
  annotate: "加注",
  signs: "符号",
  signMeanings: {
    "!": "好着",
    "?": "劣着",
    "!!": "妙着",
    "??": "败着",
    "!?": "有趣的着法",
    "?!": "可疑的着法",
  },
  remark: "这一着的注解",
  remarkOnGame: "全局的注解",
  promote: "设为主线",
  remove: "从此处删除",
};
