import type { AtlasWords } from "../en/atlas.ts";

export const atlas: AtlasWords = {
  title: "Đã chứng minh, chưa có bảng ở đây",
  hint: "Số liệu của các cờ tàn này đi kèm chương trình. Muốn hỏi từng thế cờ, hãy tạo bảng ở trang của cờ tàn.",
  endgame: "Cờ tàn",
  figures: {
    won: "Đỏ đi trước thắng",
    drawn: "Đỏ đi trước hòa",
    lost: "Đỏ đi trước thua",
    longest: "Thắng dài nhất (bước)",
    order: "Số lần ép lặp (bậc)",
    zugzwangs: "Đôi bên kẹt nước",
    onlyMoves: "Chỉ một nước thắng",
  },
  more: "Hiện thêm",
  proven: "Những gì đã chứng minh",
  ofAll: (endgame) => `${endgame}: mọi thế cờ`,
  from: (version, sum) =>
    `Từ tập số liệu kèm theo: Canju ${version} đã chứng minh, tổng nội dung ${sum}… Ở đây không có bảng.`,
  otherRules: (proven, chosen) => `Đây là số liệu theo ${proven}, không phải theo luật đang chọn (${chosen}).`,
  zugzwangs: (count) => `Thế đôi bên kẹt nước: ${count}`,
  onlyMoves: (count) => `Thế chỉ thắng bằng một nước: ${count}`,
  defenders: "Mỗi sĩ, tượng đáng giá bao nhiêu",
  defendersHelp:
    "Đỏ chỉ có các quân tấn công này, không sĩ tượng, và đi trước; bên dưới xếp theo sĩ tượng của Đen: kết cục các thế cờ và tỉ lệ Đỏ thắng. Chỉ gồm các cờ tàn có trong tập số liệu.",
  attack: "Quân tấn công của Đỏ",
  data: "Tập số liệu",
  dataHelp: (endgames) =>
    `Cả ${endgames} cờ tàn, kể cả những cờ tàn có bảng ở đây: số thế cờ khi mỗi bên đi trước, độ dài tính bằng bước, -1 là không có.`,
  citation: "Trích dẫn",
  longestBySize: "Thắng dài nhất theo cỡ cờ tàn",
  longestOf: (endgame, cells, plies) => `${endgame}, ${cells} ô: thắng dài nhất ${plies} bước`,
  longestHelp:
    "Trục ngang: số ô của cờ tàn; trục dọc: số bước của cách thắng dài nhất đến khi ăn quân hoặc chiếu bí; cả hai theo thang logarit. Điểm đỏ: dài hơn mọi cờ tàn nhỏ hơn. Bấm vào hoặc phím Enter để mở cờ tàn; phím mũi tên để xem lần lượt.",
};
