import { MOST_CHARACTERS, MOST_DEPTH } from "../../../xiangqi/games/reading.ts";
import type { ReadingWords } from "../games.ts";

export const games: ReadingWords = {
  reasons: {
    empty: () => "không có chữ nào.",
    "too-long": () => `văn bản dài hơn ${MOST_CHARACTERS} ký tự.`,
    "not-text": () =>
      "đây không phải văn bản mà là dữ liệu khác; ván cờ được đọc từ PGN, DhtmlXQ, XQF, CBR, CBL và văn bản thường.",
    "no-game": (text) => `trong "${text}" không có thế cờ cũng không có nước đi.`,
    "bad-position": (text) => `"${text}" không phải là thế cờ.`,
    "illegal-position": () => "thế cờ này không thể xảy ra trong ván cờ.",
    "no-move": (text) => `"${text}" không phải là nước đi.`,
    "illegal-move": (text) => `"${text}" không phải là nước đi hợp lệ ở đây.`,
    "ambiguous-move": (text) => `"${text}" có thể là một trong hai nước đi.`,
    unclosed: (text) => `"${text}" không được đóng lại.`,
    unopened: () => "có dấu ngoặc đóng mà không có dấu ngoặc mở.",
    "too-deep": () => `các biến lồng nhau hơn ${MOST_DEPTH} tầng.`,
    "too-many-moves": () => "ván cờ có nhiều nước hơn mức được đọc.",
  },
  place: (line, column) => `Dòng ${line}, ký tự ${column}: `,
  asFarAs: (moves) => `Đã đọc ${moves} nước.`,
};
