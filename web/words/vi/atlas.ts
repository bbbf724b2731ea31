import type { AtlasWords } from "../dictionary.ts";

export const atlas: AtlasWords = {
  title: "Đã chứng minh, chưa có bảng ở đây",
  hint: "Số liệu của các cờ tàn này đi kèm chương trình. Muốn hỏi từng thế cờ, hãy dựng bảng ở trang của cờ tàn.",
  endgame: "Cờ tàn",
  figures: {
    won: "Đỏ đi trước thắng",
    longest: "Thắng dài nhất (nửa nước)",
    order: "Bậc cao nhất",
    zugzwangs: "Đôi bên kẹt nước",
    onlyMoves: "Chỉ một nước thắng",
  },
  more: "Hiện thêm",
  proven: "Những gì đã chứng minh",
  ofAll: (endgame) => `Xét mọi thế cờ của ${endgame}`,
  from: (version, sum) =>
    `Từ tập số liệu kèm theo: Canju ${version} đã chứng minh, tổng nội dung ${sum}… Ở đây không có bảng.`,
  zugzwangs: (count) => `Thế đôi bên kẹt nước: ${count}`,
  onlyMoves: (count) => `Thế chỉ thắng bằng một nước: ${count}`,
};
