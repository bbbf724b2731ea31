import type { OutsideWords } from "../dictionary.ts";

export const outside: OutsideWords = {
  captures: "Nước ăn quân vào cờ tàn đã giải",
  exact: "chính xác",
  noCaptures: "Ở đây không có nước ăn quân nào vào cờ tàn có bảng.",
  material: "Chỉ theo lực lượng, bất kể vị trí",
  estimate: "ước lượng, không chính xác",
  caution: "Ước lượng này không xét vị trí các quân ở đây.",
  more: "Mọi lý do và các lực lượng lân cận",
  beyond:
    "Không tạo được bảng cho cờ tàn này: chỉ giải được nhiều nhất bốn quân tấn công. Ăn quân sẽ dẫn đến các cờ tàn giải được.",
};
