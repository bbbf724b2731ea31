import type { StudiesWords } from "../en/studies.ts";
import { bookNames as originals, manualNames } from "../zh-Hans/book-names.ts";
import { bookNames } from "./book-names.ts";

export const studies: StudiesWords = {
  tabs: {
    label: "Giáo trình và bài tập",
    course: "Thực dụng",
    studies: "Cờ thế",
    lessons: "Bài học",
  },
  ofDay: "Bài trong ngày",
  kinds: {
    classic: "sách cổ",
    "only-moves": "nước duy nhất",
    zugzwang: "đôi bên kẹt nước",
    "quiet-king": "nước tướng yên lặng",
    perpetual: "chiếu mãi, bắt mãi",
  },
  task: (side) => `${side} đi trước và thắng: tìm nước thắng duy nhất`,
  zugzwangTask: "Bên nào phải đi thì bên đó chịu thiệt",
  book: {
    names: bookNames,
    originals,
    source: (number) => `适情雅趣 Thích tình nhã thú (1570), số ${number}`,
    manuals: manualNames,
    sources: {
      "mengru-shenji": "梦入神机 Mộng nhập thần cơ (đời Minh, trước 1560)",
      "lanke-shenji": "烂柯神机 Lạn kha thần cơ (1844)",
      "juzhong-mi": "橘中秘 Quất trung bí (1632)",
    },
    wonThere: (red) => `${red} đi trước và thắng`,
    claims: {
      win: (red) => `${red} đi trước và thắng (theo thứ tự trong sách)`,
      draw: (red) => `${red} đi trước và hòa (theo thứ tự trong sách)`,
    },
    table: "Bảng",
    noTable: "chưa tạo bảng của nó cho tập này",
    wins: (winner, plies, order) =>
      order === 0
        ? `${winner} thắng sau ${plies} bước`
        : `${winner} thắng: bên kia không được chiếu mãi, bắt mãi (bị ép ${order} lần)`,
    proof: "Chứng minh",
    proven: (winner, plies, byChecks) =>
      `${winner} thắng sau nhiều nhất ${plies} bước${byChecks ? ", chỉ bằng nước chiếu" : ""}: thắng hữu hạn, theo luật lặp nước nào cũng vậy`,
    notProven: "chưa chứng minh được gì",
    cooked: (moves) => `Nước đầu khác cũng đã chứng minh là thắng: ${moves}`,
    differs: "Hai bên khác nhau: sách hay bản chép nhầm, hoặc luật chiếu mãi, bắt mãi thời ấy khác.",
  },
  length: (plies, order) =>
    order === 0 ? `Thắng sau ${plies} bước` : `Thắng vì bên kia không được chiếu mãi, bắt mãi (bị ép ${order} lần)`,
  goOn: "Đúng rồi. Đi tiếp.",
  solved: "Đã giải",
  solvedSlowly: "Đã giải, nhưng chưa phải cách ngắn nhất",
  solvedSoFar: "Đúng rồi, đã giải. Phần còn lại có thể đấu với bảng.",
  playOn: "Đấu tiếp",
  moves: "Các nước bạn đi",
  stars: (count) => `${count} trên 3 sao: mỗi gợi ý hay sai lầm mất một sao`,
  failed: (move) => `${move} không thắng.`,
  loses: (move) => `${move} thì thua.`,
  refuted: (move, result, reply) =>
    `${move} ${result === "draw" ? "chỉ hòa" : "thua"}${reply === null ? "" : `: ${reply}`}.`,
  otherwise: (outcome, line) => `Nếu bên kia phải đi: ${outcome}. ${line}`,
  judging: "Đang tìm chứng minh rằng nước này thắng …",
  unproven: (move) => `Chưa chứng minh được ${move} thắng. Hãy thử nước khác: gợi ý chỉ ra một nước đã chứng minh.`,
  solution: "Lời giải",
  tries: "Những nước hỏng",
  tryAgain: "Thử lại",
  showSolution: "Xem lời giải",
  lookUp: "Tra cứu",
  next: "Bài tiếp",
  grade: (grade) => `độ khó ${grade}/5`,
  choose: (count) => `${count} bài`,
  record: (solved, again) => `Đã giải: ${solved}. Cần ôn: ${again}. Trình duyệt này ghi nhớ.`,
  comesBack: "cần ôn",
  endgame: "Mọi cờ tàn",
  kind: "Mọi loại",
  difficulty: "Mọi độ khó",
  order: "Có lặp hay không",
  forced: (order) => (order === 0 ? "không chiếu mãi, bắt mãi" : `ép chiếu mãi, bắt mãi ${order} lần`),
  atMost: "Mọi độ dài",
  plies: (plies) => `nhiều nhất ${plies} bước`,
};
