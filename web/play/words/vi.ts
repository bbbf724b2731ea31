import type { Length } from "../../i18n/dictionary.ts";
import type { PlayWords } from "../words.ts";

const length = ({ plies, moves }: Length) => `${plies} nửa nước (${moves} nước)`;

export const play: PlayWords = {
  intro: "Bảng không bao giờ sai: thắng thế thắng, giữ thế hòa, và thua muộn nhất có thể.",
  fromHere: "Từ thế cờ trên bàn",
  yourSide: "Bạn cầm",
  begin: "Bắt đầu",
  challenge: "Thử thách",
  challengeHelp: "Một thế cờ ngẫu nhiên của một cờ tàn. Mỗi nước đều được chấm điểm.",
  endgame: "Cờ tàn",
  task: "Nhiệm vụ",
  tasks: { win: "Thắng", hold: "Giữ hòa" },
  draw: "Rút một thế cờ",
  noSuch: "Cờ tàn này không có thế như vậy.",
  anotherOne: "Thế cờ khác",

  goals: {
    free: (colour) => `Bạn cầm ${colour}.`,
    win: (colour) => `${colour} đi trước và thắng. Hãy chỉ ra cách thắng.`,
    hold: (colour) => `${colour} đi trước và hòa. Hãy giữ hòa.`,
  },
  yourMove: "Tới lượt bạn.",
  thinking: "Bảng đang trả lời …",
  played: (move) => `Bảng đi ${move}.`,
  takeBack: "Đi lại",
  hint: "Gợi ý",
  hintMore: "Cho xem nước đi",
  hintMan: (man, square) => `Hãy nhìn ${man} ở ${square}.`,
  hintMove: (move) => `Bảng sẽ đi ${move}.`,
  lookUp: "Xem đáp án",
  hide: "Giấu đáp án",
  giveUp: "Kết thúc",
  explore: "Tra cứu ván này",
  moves: "Ván cờ",
  noMoves: "Chưa có nước nào.",
  inexact: "không phải tốt nhất",
  blunder: "bỏ lỡ",
  score: (perfect, moves, back) => `${perfect} trong ${moves} nước hoàn hảo${back === 0 ? "" : `, đi lại ${back} lần`}`,

  winGone: (lost) => (lost ? "Nước đó bỏ mất thế thắng, giờ thì thua." : "Nước đó bỏ mất thế thắng: giờ là hòa."),
  drawGone: "Nước đó bỏ mất thế hòa: giờ thì thua.",
  bestWas: (move, wins) =>
    wins === null ? `Tốt nhất là ${move}, được hòa.` : `Tốt nhất là ${move}, thắng sau ${length(wins)}.`,

  results: { won: "Bạn đã thắng", lost: "Bạn đã thua", drawn: "Hòa", held: "Đã giữ được" },
  flawless: "Không một sai lầm.",
  missed: "Lẽ ra thắng được.",
  holdGoal: (moves) => `Hãy giữ được ${moves} nước.`,
  other: "Chọn ván khác",
  again: "Chơi lại",

  held: (moves) => `Thế hòa đã được giữ ${moves} nước.`,
};
