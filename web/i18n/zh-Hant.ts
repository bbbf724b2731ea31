import { squareName } from "../../src/xiangqi/squares.ts";
import { editor } from "../editor/words/zh-Hant.ts";
import { endgames } from "../endgames/words/zh-Hant.ts";
import { play } from "../play/words/zh-Hant.ts";
import type { Dictionary, Length } from "./dictionary.ts";

const PROBLEMS: Readonly<Record<string, string>> = {
  "no-king": "缺少將（帥）",
  "too-many-men": "某種棋子太多",
  "unreachable-square": "有棋子站在不可能到達的格子",
  "doubled-soldiers": "同一方兩個未過河的兵（卒）在同一路上",
  "kings-facing": "將帥照面",
  "opponent-in-check": "不走棋的一方正被將軍",
};

const count = (length: Length) => `${length.plies} 步（${length.moves} 回合）`;

export const zhHant: Dictionary = {
  htmlLang: "zh-Hant",
  siteName: "殘局",
  tagline: "象棋殘局庫",
  language: "語言",
  notation: "記譜",
  notations: { chinese: "中文", wxf: "WXF", iccs: "ICCS", uci: "UCI" },
  pieceSet: "棋子",
  pieceSets: { chinese: "漢字", western: "字母" },
  skipToMoves: "跳到著法",

  colours: { red: "紅方", black: "黑方" },
  roles: { king: "將", advisor: "士", elephant: "象", chariot: "車", horse: "馬", cannon: "炮", soldier: "兵" },
  man: (colour, role) => `${colour}${role}`,

  board: "棋盤",
  boardHelp: "方向鍵移動游標，Enter 鍵拿起或放下棋子。",
  emptySquare: "空",
  square: (name, content) => `${name}，${content}`,
  canGoHere: "可走",
  selected: "已拿起",

  toMove: (colour) => `輪到${colour}走`,
  wins: (colour, length, metric) => `${colour}勝，${count(length)}內${metric === "dtc" ? "得子或將死" : "將死"}`,
  winsByRule: (winner, loser, perpetual, order, length) =>
    `${winner}勝：${loser}不得長${perpetual === "check" ? "將" : "捉"}（第 ${order} 階，${length.plies} 步）`,
  draw: "和棋",
  checkmate: (winner) => `將死，${winner}勝`,
  stalemate: (winner) => `困斃，${winner}勝`,
  convertsNow: (winner) => `${winner}勝：對方只剩送吃的著法`,
  order: (order) => `第 ${order} 階`,
  thinking: "正在查詢……",
  goal: { dtc: "到勝方吃子或將死為止", dtm: "到將死為止" },

  groups: { win: "勝著", draw: "和著", loss: "負著" },
  length: (length) => `${length.plies} 步 · ${length.moves} 回合`,
  afterCapture: (length) => `吃子，其後 ${length.plies} 步`,
  mates: "將死",
  stalemates: "困斃",
  best: "最佳",
  capture: "吃子",
  check: "將軍",
  moves: "著法",
  noMoves: "無著可走。",
  suggested: "推薦",
  why: {
    ending: "立即將死或困斃",
    capture: "吃子",
    losingCapture: "吃子後仍負",
    conversion: { dtc: "將死或得子", dtm: "將死" },
    perpetual: (loser, perpetual, order) =>
      `因為${loser}不得長${perpetual === "check" ? "將" : "捉"}（第 ${order} 階）`,
  },
  manOn: (role, square) => `${square} 的${role}`,
  chases: (men) => `捉${men.join("、")}`,
  listing: "著法列表",
  listings: { grouped: "分組", classic: "經典" },
  classic: (order, value) => `階：${order}，值：${value}`,
  hideValues: "隱藏數值",
  valuesHidden: "數值已隱藏。",
  moveEntry: "輸入著法，任何記譜均可",
  moveEntryHint: "著法：炮二平五、h2e2……",
  noSuchMove: "沒有這樣的合法著法。",
  mirror: "左右鏡像",
  lines: {
    title: "正解",
    play: "演示正解",
    pause: "暫停",
    back: "退一步",
    forward: "進一步",
    toEnd: "到最後",
    speed: "每秒步數",
    defence: "負方",
    defences: { first: "最頑強", random: "最頑強，隨機" },
    copyText: "複製文本",
    download: "下載",
    copyLink: "複製正解連結",
  },
  verdict: {
    threefold: "同一局面出現了三次。",
    noAttackers: "和棋：雙方都沒有攻子了。",
  },
  licences: "開源授權",
  help: {
    title: "快捷鍵",
    close: "關閉",
    keys: {
      step: "退一步、進一步",
      suggest: "走推薦著法",
      line: "演示正解、暫停",
      flip: "翻轉棋盤",
      mirror: "左右鏡像",
      edit: "擺局",
      hide: "隱藏或顯示數值",
      help: "本說明",
    },
  },

  undo: "悔棋",
  redo: "重走",
  suggest: "推薦著法",
  flip: "翻轉棋盤",
  start: "回到開始",
  line: "已走著法",
  played: (move) => `走了${move}。`,

  navigation: "頁面導覽",
  views: { explorer: "查詢", play: "對弈", editor: "擺局", endgames: "殘局", material: "子力", rules: "規則" },
  loading: "正在載入……",

  editor,
  endgames,
  play,

  copied: "已複製。",
  cancel: "取消",

  building: {
    onServer: "在伺服器上生成",
    here: "在本瀏覽器中生成",
    size: ({ tables, millions }) => `${tables} 個殘局庫，約 ${millions} 百萬局面；無需安裝`,
    serverLimit: (millions) => `伺服器最多生成 ${millions} 百萬局面。`,
    queued: (ahead) => (ahead === 0 ? "伺服器佇列中的下一個" : `伺服器佇列中，前面還有 ${ahead} 個`),
    tooLarge: ({ millions }) => `約 ${millions} 百萬局面，瀏覽器中無法生成。`,
    working: (endgame) => `正在生成 ${endgame}`,
    phase: (endgame, phase) => `${endgame}：${phase}`,
    phases: {
      start: "開始",
      load: "讀取後繼殘局",
      legal: "找出合法局面",
      "red wins": "求紅方勝局",
      "black wins": "求黑方勝局",
      perpetuals: "判定長將與長捉",
      writing: "寫成殘局庫",
    },
    pace: (millions, seconds) => `每秒 ${millions} 百萬局面，約剩 ${seconds} 秒`,
    failed: (detail) => `未能生成：${detail}。`,
  },

  errorTitle: "沒有答案",
  retry: "重試",
  errors: {
    missingTable: ({ endgame, size }) => `庫中沒有殘局 ${endgame}${size === null ? "" : `（約需 ${size}）`}。`,
    damagedTable: (detail) => `這個殘局的檔案已損壞，無法給出答案：${detail}`,
    illegalPosition: (problem) => `不可能出現的局面：${problem}`,
    unreadable: (text) => `無法識別的局面：${text}`,
    offline: "無法連接伺服器。",
    other: (detail) => `出錯了：${detail}`,
  },
  problem: ({ code, message, square }) =>
    `${PROBLEMS[code] ?? message}${square === undefined ? "" : `（${squareName(square)}）`}。`,
};
