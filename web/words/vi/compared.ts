import type { ComparedWords } from "../en/compared.ts";

export const compared: ComparedWords = {
  intro:
    "Cùng một thế cờ, luật này xử hòa, luật kia lại xử thua, vì các bộ luật khác nhau ở chỗ ai được chiếu mãi, bắt mãi. Các thế mẫu dưới đây ghi kết quả theo từng bộ luật; bấm vào một kết quả để mở thế cờ trên bàn.",
  endgames: "Mọi cờ tàn đã so",
  about:
    "Các cờ tàn mà cả hai bên đều có quân tấn công, tạo bảng theo cả ba bộ luật và so từng thế cờ: bao nhiêu thế có kết quả (thắng, hòa, thua) khác nhau. Gồm mọi cờ tàn tới 20 triệu ô, cùng KRNKR, KRCKR và KRKPPP. Tính mọi thế trên cả bàn cờ, bên nào đi trước cũng tính.",
  columnsMean: "Các cột nghĩa là gì",
  terms: [
    [
      "chắc chắn + theo cách hiểu",
      "Số đầu: kết quả khác nhau dù thế nào là bắt. Số sau: chỉ khác theo cách hiểu mặc định, cách hiểu khác có thể cho cùng kết quả.",
    ],
    ["tùy cách hiểu", "Kết quả theo luật Trung Quốc tùy thế nào là bắt, dù cách hiểu mặc định cho kết quả nào."],
    ["không luật", "Mọi vòng lặp đều hòa."],
    [
      "bậc, nước",
      "Bên buộc phải tiếp tục điều bị cấm thì thua; số nước là đến khi bên ấy không còn cách nào khác. Thắng ở bậc 2 dẫn tới bậc 1 nếu bên thua rời vòng lặp, cứ thế tiếp.",
    ],
  ],
  onlyDiffering: "Chỉ những cờ tàn có khác biệt hoặc tùy cách hiểu",
  shown: (rows, all) => `${rows} trong ${all} cờ tàn`,
  endgame: "Cờ tàn",
  columns: {
    positions: "Số thế cờ",
    chinese: "Châu Á ≠ Trung Quốc",
    depends: "Tùy cách hiểu",
    freeAsian: "Không luật ≠ châu Á",
    freeChinese: "Không luật ≠ Trung Quốc",
  },
  examples: "Thế mẫu",
  examplesHelp: "Những thế phân định sớm nhất của các cờ tàn này, hoặc một thế hòa. Có bảng thì đi tiếp được.",
  noExamples: "Theo cách hiểu mặc định, không thế nào của các cờ tàn này có kết quả khác nhau.",
  notCompared: "Không cờ tàn nào đã so có các quân này.",
  kinds: {
    certain: "Luật châu Á và Trung Quốc khác nhau (chắc chắn)",
    byDefault: "Luật châu Á và Trung Quốc khác nhau (theo cách hiểu mặc định)",
    free: "Không có luật về lặp lại thì kết quả khác",
  },
  board: (endgame, men) => `${endgame}: ${men.join("; ")}`,
  more: "Hiện thêm",
};
