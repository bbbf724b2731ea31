import type { PlayWords } from "../words.ts";

export const play: PlayWords = {
  intro: "殘局庫從不失誤：勝局必勝，和局必守，敗局頑抗到底。",
  fromHere: "從棋盤上的局面開始",
  yourSide: "你執",
  begin: "開始",
  challenge: "挑戰",
  challengeHelp: "從一個殘局中隨機抽取局面，每一著都計分。",
  endgame: "殘局",
  task: "任務",
  tasks: { win: "取勝", hold: "守和" },
  draw: "抽取局面",
  noSuch: "這個殘局沒有這樣的局面。",
  anotherOne: "換一個局面",

  goals: {
    free: (colour) => `你執${colour}。`,
    win: (colour) => `${colour}先走，可勝。請走出勝法。`,
    hold: (colour) => `${colour}先走，可和。請守住。`,
  },
  yourMove: "輪到你走。",
  thinking: "殘局庫應著中……",
  played: (move) => `殘局庫走${move}。`,
  takeBack: "悔棋",
  hint: "提示",
  hintMore: "顯示著法",
  hintMan: (man, square) => `看看 ${square} 的${man}。`,
  hintMove: (move) => `殘局庫會走${move}。`,
  lookUp: "查看答案",
  hide: "隱藏答案",
  giveUp: "結束",
  explore: "查詢這盤棋",
  moves: "對局",
  noMoves: "還沒有走棋。",
  inexact: "不是最佳",
  blunder: "失誤",
  score: (perfect, moves, back) => `${moves} 著中 ${perfect} 著最佳${back === 0 ? "" : `，悔棋 ${back} 次`}`,

  winGone: (lost) => (lost ? "這一著丟掉了勝局，反成負局。" : "這一著丟掉了勝局，成了和局。"),
  drawGone: "這一著丟掉了和局，成了負局。",
  bestWas: (move, wins) =>
    wins === null ? `最佳是${move}，可和。` : `最佳是${move}，${wins.plies} 步（${wins.moves} 回合）勝。`,

  results: { won: "你勝了", lost: "你負了", drawn: "和棋", held: "守住了" },
  flawless: "沒有一次失誤。",
  missed: "本可取勝。",
  holdGoal: (moves) => `請守住 ${moves} 回合。`,
  other: "換一種下法",
  again: "再下一次",

  held: (moves) => `和局已守住 ${moves} 回合。`,
};
