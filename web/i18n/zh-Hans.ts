import { squareName } from "../../src/xiangqi/squares.ts";
import { endgames } from "../endgames/words/zh-Hans.ts";
import type { Dictionary, Length } from "./dictionary.ts";

const PROBLEMS: Readonly<Record<string, string>> = {
  "no-king": "缺少将（帅）",
  "too-many-men": "某种棋子太多",
  "unreachable-square": "有棋子站在不可能到达的格子",
  "doubled-soldiers": "同一方两个未过河的兵（卒）在同一路上",
  "kings-facing": "将帅照面",
  "opponent-in-check": "不走棋的一方正被将军",
};

const count = (length: Length) => `${length.plies} 步（${length.moves} 回合）`;

export const zhHans: Dictionary = {
  htmlLang: "zh-Hans",
  siteName: "残局",
  tagline: "象棋残局库",
  language: "语言",
  notation: "记谱",
  notations: { chinese: "中文", wxf: "WXF", iccs: "ICCS", uci: "UCI" },
  pieceSet: "棋子",
  pieceSets: { chinese: "汉字", western: "字母" },
  skipToMoves: "跳到着法",

  colours: { red: "红方", black: "黑方" },
  roles: { king: "将", advisor: "士", elephant: "象", chariot: "车", horse: "马", cannon: "炮", soldier: "兵" },
  man: (colour, role) => `${colour}${role}`,

  board: "棋盘",
  boardHelp: "方向键移动光标，回车键拿起或放下棋子。",
  emptySquare: "空",
  square: (name, content) => `${name}，${content}`,
  canGoHere: "可走",
  selected: "已拿起",

  toMove: (colour) => `轮到${colour}走`,
  wins: (colour, length, metric) => `${colour}胜，${count(length)}内${metric === "dtc" ? "得子或将死" : "将死"}`,
  winsByRule: (winner, loser, perpetual, order, length) =>
    `${winner}胜：${loser}不得长${perpetual === "check" ? "将" : "捉"}（第 ${order} 阶，${length.plies} 步）`,
  draw: "和棋",
  checkmate: (winner) => `将死，${winner}胜`,
  stalemate: (winner) => `困毙，${winner}胜`,
  convertsNow: (winner) => `${winner}胜：对方只剩送吃的着法`,
  order: (order) => `第 ${order} 阶`,
  thinking: "正在查询……",
  goal: { dtc: "到胜方吃子或将死为止", dtm: "到将死为止" },

  groups: { win: "胜着", draw: "和着", loss: "负着" },
  length: (length) => `${length.plies} 步 · ${length.moves} 回合`,
  afterCapture: (length) => `吃子，其后 ${length.plies} 步`,
  mates: "将死",
  stalemates: "困毙",
  best: "最佳",
  capture: "吃子",
  check: "将军",
  moves: "着法",
  noMoves: "无着可走。",

  undo: "悔棋",
  redo: "重走",
  suggest: "推荐着法",
  flip: "翻转棋盘",
  start: "回到开始",
  line: "已走着法",
  played: (move) => `走了${move}。`,

  navigation: "页面导航",
  views: { explorer: "查询", play: "对弈", editor: "摆局", endgames: "残局", rules: "规则" },
  loading: "正在载入……",

  endgames,

  paste: "粘贴局面",
  pasteHint: "FEN 或白氏局面代码",
  open: "打开",
  copyFen: "复制 FEN",
  copyLink: "复制链接",
  copied: "已复制。",
  editor: "摆棋",
  editorHelp: "选一个棋子，再点要放的位置；也可以直接拖动，拖出棋盘即拿掉。",
  eraser: "拿掉",
  moveMen: "拖动",
  clear: "清空",
  sideToMove: "先走方",
  useSetup: "查询",
  cancel: "取消",
  place: (man) => `放置${man}`,

  building: {
    onServer: "在服务器上生成",
    here: "在本浏览器中生成",
    size: ({ tables, millions }) => `${tables} 个残局库，约 ${millions} 百万局面；无需安装`,
    serverLimit: (millions) => `服务器最多生成 ${millions} 百万局面。`,
    queued: (ahead) => (ahead === 0 ? "服务器队列中的下一个" : `服务器队列中，前面还有 ${ahead} 个`),
    tooLarge: ({ millions }) => `约 ${millions} 百万局面，浏览器中无法生成。`,
    working: (endgame) => `正在生成 ${endgame}`,
    phase: (endgame, phase) => `${endgame}：${phase}`,
    phases: {
      start: "开始",
      load: "读取后继残局",
      legal: "找出合法局面",
      "red wins": "求红方胜局",
      "black wins": "求黑方胜局",
      perpetuals: "判定长将与长捉",
      writing: "写成残局库",
    },
    pace: (millions, seconds) => `每秒 ${millions} 百万局面，约剩 ${seconds} 秒`,
    failed: (detail) => `未能生成：${detail}。`,
  },

  errorTitle: "没有答案",
  retry: "重试",
  errors: {
    missingTable: ({ endgame, size }) => `库中没有残局 ${endgame}${size === null ? "" : `（约需 ${size}）`}。`,
    damagedTable: (detail) => `这个残局的文件已损坏，无法给出答案：${detail}`,
    illegalPosition: (problem) => `不可能出现的局面：${problem}`,
    unreadable: (text) => `无法识别的局面：${text}`,
    offline: "无法连接服务器。",
    other: (detail) => `出错了：${detail}`,
  },
  problem: ({ code, message, square }) =>
    `${PROBLEMS[code] ?? message}${square === undefined ? "" : `（${squareName(square)}）`}。`,
  keys: "快捷键：← → 悔棋与重走，空格走推荐着法，f 翻转棋盘。",
};
