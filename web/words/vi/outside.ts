import type { OutsideWords } from "../en/outside.ts";

export const outside: OutsideWords = {
  captures: "Nước ăn quân vào cờ tàn đã giải",
  exact: "chính xác",
  material: "Chỉ theo lực lượng, bất kể vị trí",
  estimate: "ước lượng, không chính xác",
  caution: "Ước lượng này không xét vị trí các quân ở đây.",
  more: "Mọi lý do và các lực lượng lân cận",
  proof: {
    title: "Có nước thắng bắt buộc không?",
    proven: "đã chứng minh",
    winning: "Theo chứng minh:",
    defence: "Chống đỡ lâu nhất:",
    byChecks: "Bên thắng nước nào cũng chiếu tướng hoặc đỡ chiếu.",
    free: "Đúng theo mọi luật về lặp nước.",
    checked: (positions, mates) =>
      `Mọi cách chống đỡ đã được một chương trình khác đi lại: ${positions} thế cờ, ${mates} thế chiếu bí.`,
    line: "Hiện biến",
    variations: "Hiện mọi biến",
    save: "Lưu chứng minh",
    defend: "Tôi chống đỡ",
    attack: "Tôi giành thắng",
    defences: (count) => `Cả ${count} cách chống đỡ`,
    looking: (nodes, plies) =>
      `Đang tìm nước thắng bắt buộc: ${nodes.toLocaleString("vi")} thế cờ, sâu ${plies} bước …`,
    notYet: (seconds) => `Trong ${seconds} giây không thấy nước thắng bắt buộc. Điều đó không có nghĩa là hòa.`,
    none: "Không thấy nước thắng bắt buộc. Điều đó không có nghĩa là hòa.",
    won: {
      title: "Thắng thế nào?",
      notYet: (seconds) => `Trong ${seconds} giây không tìm thấy cách thắng; bảng của cờ tàn này có.`,
      none: "Không tìm thấy cách thắng; bảng của cờ tàn này có.",
    },
    stopped: "Nước thắng bắt buộc thì chứng minh được, bất kể bao nhiêu quân.",
    failed: "Tìm kiếm bị lỗi.",
    ask: "Tìm lâu hơn",
    stop: "Dừng",
  },
  engine: {
    title: "Ý kiến của máy",
    opinion: "một ý kiến, không chính xác",
    about:
      "Fairy-Stockfish tính vài giây trong trình duyệt này (0,5 MB, tải khi hỏi lần đầu) rồi phỏng đoán: ≈ tính theo số tốt, nhìn từ bên đi. Nó không theo luật trường tróc mà các bảng dựa vào. Nước nào bảng đã biết thì giá trị của bảng thay cho phỏng đoán.",
    notIsolated:
      "Có thể hỏi ý kiến của máy, nhưng các luồng của nó cần một trang tách biệt với các trang khác: qua https hoặc trên máy này, với hai tiêu đề COOP và COEP. Trang này không như vậy.",
    ask: "Hỏi máy",
    longer: "Cho nó nghĩ lâu hơn",
    stop: "Dừng",
    thinking: (depth) => (depth === 0 ? "Đang tải máy …" : `Đang tính: sâu ${depth} bước …`),
    depth: (depth) => `Đã tìm sâu ${depth} bước.`,
    notLoaded:
      "Không tải được máy: nó đến từ máy chủ. Đã hỏi một lần trong trình duyệt này thì không có mạng vẫn dùng được.",
    noAnswer: "Máy không trả lời.",
    mates: (moves) => `cho là chiếu bí trong ${moves} nước`,
    isMated: (moves) => `cho là bị chiếu bí trong ${moves} nước`,
    refuted: (answer) => `Rồi ${answer}:`,
    enters: (endgame) => `Biến này vào “${endgame}”:`,
  },
};
