import { squareName } from "../../src/xiangqi/squares.ts";
import { editor } from "../editor/words/zh-Hans.ts";
import { endgames } from "../endgames/words/zh-Hans.ts";
import { play } from "../play/words/zh-Hans.ts";
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
  suggested: "推荐",
  why: {
    ending: "立即将死或困毙",
    capture: "吃子",
    losingCapture: "吃子后仍负",
    conversion: { dtc: "将死或得子", dtm: "将死" },
    perpetual: (loser, perpetual, order) =>
      `因为${loser}不得长${perpetual === "check" ? "将" : "捉"}（第 ${order} 阶）`,
  },
  manOn: (role, square) => `${square} 的${role}`,
  chases: (men) => `捉${men.join("、")}`,
  listing: "着法列表",
  listings: { grouped: "分组", classic: "经典" },
  classic: (order, value) => `阶：${order}，值：${value}`,
  hideValues: "隐藏数值",
  valuesHidden: "数值已隐藏。",
  moveEntry: "输入着法，任何记谱均可",
  moveEntryHint: "着法：炮二平五、h2e2……",
  noSuchMove: "没有这样的合法着法。",
  mirror: "左右镜像",
  lines: {
    title: "正解",
    play: "演示正解",
    pause: "暂停",
    back: "退一步",
    forward: "进一步",
    toEnd: "到最后",
    speed: "每秒步数",
    defence: "负方",
    defences: { first: "最顽强", random: "最顽强，随机" },
    copyText: "复制文本",
    download: "下载",
    copyLink: "复制正解链接",
  },
  verdict: {
    threefold: "同一局面出现了三次。",
    noAttackers: "和棋：双方都没有攻子了。",
  },
  licences: "开源许可",
  help: {
    title: "快捷键",
    close: "关闭",
    keys: {
      step: "退一步、进一步",
      suggest: "走推荐着法",
      line: "演示正解、暂停",
      flip: "翻转棋盘",
      mirror: "左右镜像",
      edit: "摆局",
      hide: "隐藏或显示数值",
      help: "本说明",
    },
  },

  undo: "悔棋",
  redo: "重走",
  suggest: "推荐着法",
  flip: "翻转棋盘",
  start: "回到开始",
  line: "已走着法",
  played: (move) => `走了${move}。`,

  navigation: "页面导航",
  views: { explorer: "查询", play: "对弈", editor: "摆局", endgames: "残局", material: "子力", rules: "规则" },
  loading: "正在载入……",

  editor,
  endgames,
  play,

  copied: "已复制。",
  cancel: "取消",

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
};
