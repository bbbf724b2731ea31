import type { PlayWords } from "../words.ts";

export const play: PlayWords = {
  intro: "残局库从不失误：胜局必胜，和局必守，败局顽抗到底。",
  fromHere: "从棋盘上的局面开始",
  yourSide: "你执",
  begin: "开始",
  challenge: "挑战",
  challengeHelp: "从一个残局中随机抽取局面，每一着都计分。",
  endgame: "残局",
  task: "任务",
  tasks: { win: "取胜", hold: "守和" },
  draw: "抽取局面",
  noSuch: "这个残局没有这样的局面。",
  anotherOne: "换一个局面",

  goals: {
    free: (colour) => `你执${colour}。`,
    win: (colour) => `${colour}先走，可胜。请走出胜法。`,
    hold: (colour) => `${colour}先走，可和。请守住。`,
  },
  yourMove: "轮到你走。",
  thinking: "残局库应着中……",
  played: (move) => `残局库走${move}。`,
  takeBack: "悔棋",
  hint: "提示",
  hintMore: "显示着法",
  hintMan: (man, square) => `看看 ${square} 的${man}。`,
  hintMove: (move) => `残局库会走${move}。`,
  lookUp: "查看答案",
  hide: "隐藏答案",
  giveUp: "结束",
  explore: "查询这盘棋",
  moves: "对局",
  noMoves: "还没有走棋。",
  inexact: "不是最佳",
  blunder: "失误",
  score: (perfect, moves, back) => `${moves} 着中 ${perfect} 着最佳${back === 0 ? "" : `，悔棋 ${back} 次`}`,

  winGone: (lost) => (lost ? "这一着丢掉了胜局，反成负局。" : "这一着丢掉了胜局，成了和局。"),
  drawGone: "这一着丢掉了和局，成了负局。",
  bestWas: (move, wins) =>
    wins === null ? `最佳是${move}，可和。` : `最佳是${move}，${wins.plies} 步（${wins.moves} 回合）胜。`,

  results: { won: "你胜了", lost: "你负了", drawn: "和棋", held: "守住了" },
  flawless: "没有一次失误。",
  missed: "本可取胜。",
  holdGoal: (moves) => `请守住 ${moves} 回合。`,
  other: "换一种下法",
  again: "再下一次",

  held: (moves) => `和局已守住 ${moves} 回合。`,
};
