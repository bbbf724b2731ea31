import { squareName } from "../../src/xiangqi/squares.ts";
import { endgames } from "../endgames/words/vi.ts";
import type { Dictionary, Length } from "./dictionary.ts";

const PROBLEMS: Readonly<Record<string, string>> = {
  "no-king": "thiếu tướng",
  "too-many-men": "có quá nhiều quân cùng loại",
  "unreachable-square": "có quân đứng ở ô không thể tới được",
  "doubled-soldiers": "hai tốt chưa qua sông của một bên đứng cùng một lộ",
  "kings-facing": "hai tướng đối mặt nhau",
  "opponent-in-check": "bên không đi đang bị chiếu",
};

const plies = ({ plies: count }: Length) => `${count} nửa nước`;
const moves = ({ moves: count }: Length) => `${count} nước`;

export const vi: Dictionary = {
  htmlLang: "vi",
  siteName: "Canju",
  tagline: "Cờ tàn cờ tướng, đã giải",
  language: "Ngôn ngữ",
  notation: "Ký hiệu nước đi",
  notations: { chinese: "中文", wxf: "WXF", iccs: "ICCS", uci: "UCI" },
  pieceSet: "Bộ quân",
  pieceSets: { chinese: "Chữ Hán", western: "Chữ cái" },
  skipToMoves: "Tới các nước đi",

  colours: { red: "Đỏ", black: "Đen" },
  roles: {
    king: "tướng",
    advisor: "sĩ",
    elephant: "tượng",
    chariot: "xe",
    horse: "mã",
    cannon: "pháo",
    soldier: "tốt",
  },
  man: (colour, role) => `${role} ${colour}`,

  board: "Bàn cờ",
  boardHelp: "Phím mũi tên di chuyển trên bàn cờ, Enter nhấc quân lên và đặt quân xuống.",
  emptySquare: "trống",
  square: (name, content) => `${name}, ${content}`,
  canGoHere: "đi được tới đây",
  selected: "đã nhấc lên",

  toMove: (colour) => `${colour} đi`,
  wins: (colour, length, metric) =>
    `${colour} thắng sau ${plies(length)} (${moves(length)}) tới khi ${metric === "dtc" ? "chuyển tàn" : "chiếu hết"}`,
  winsByRule: (winner, loser, perpetual, order, length) =>
    `${winner} thắng: ${loser} không được ${perpetual === "check" ? "chiếu" : "đuổi bắt"} mãi (bậc ${order}, ${plies(length)})`,
  draw: "Hòa",
  checkmate: (winner) => `Chiếu hết: ${winner} đã thắng`,
  stalemate: (winner) => `Hết nước đi: ${winner} đã thắng`,
  convertsNow: (winner) => `${winner} thắng: chỉ còn những nước ăn quân dẫn tới thua`,
  order: (order) => `bậc ${order}`,
  thinking: "Đang tra cứu …",
  goal: { dtc: "tới khi bên thắng ăn quân hoặc chiếu hết", dtm: "tới khi chiếu hết" },

  groups: { win: "Thắng", draw: "Hòa", loss: "Thua" },
  length: (length) => `${plies(length)} · ${moves(length)}`,
  afterCapture: (length) => `ăn quân, rồi ${plies(length)}`,
  mates: "chiếu hết",
  stalemates: "hết nước đi",
  best: "tốt nhất",
  capture: "ăn quân",
  check: "chiếu",
  moves: "Nước đi",
  noMoves: "Không còn nước đi hợp lệ.",

  undo: "Lùi lại",
  redo: "Đi lại",
  suggest: "Nước gợi ý",
  flip: "Xoay bàn cờ",
  start: "Về đầu",
  line: "Các nước đã đi",
  played: (move) => `Đã đi ${move}.`,

  navigation: "Các phần của trang",
  views: { explorer: "Tra cứu", play: "Đấu cờ", editor: "Xếp cờ", endgames: "Cờ tàn", rules: "Luật" },
  loading: "Đang tải …",

  endgames,

  paste: "Dán một thế cờ",
  pasteHint: "FEN hoặc mã thế cờ của Pai",
  open: "Mở",
  copyFen: "Chép FEN",
  copyLink: "Chép liên kết",
  copied: "Đã chép.",
  editor: "Xếp quân",
  editorHelp: "Chọn một quân rồi chạm vào các ô cần đặt. Hoặc kéo quân; thả ra ngoài bàn cờ là bỏ quân đó.",
  eraser: "Bỏ quân",
  moveMen: "Kéo",
  clear: "Xóa hết",
  sideToMove: "Bên đi trước",
  useSetup: "Tra cứu",
  cancel: "Hủy",
  place: (man) => `Đặt: ${man}`,

  building: {
    onServer: "Tạo trên máy chủ",
    here: "Tạo ngay trong trình duyệt này",
    size: ({ tables, millions }) => `${tables} bảng, khoảng ${millions} triệu thế cờ; không cần cài đặt gì`,
    serverLimit: (millions) => `Máy chủ tạo tối đa ${millions} triệu thế cờ.`,
    queued: (ahead) =>
      ahead === 0 ? "Kế tiếp trong hàng đợi của máy chủ" : `Trong hàng đợi của máy chủ, còn ${ahead} việc phía trước`,
    tooLarge: ({ millions }) => `Quá lớn để tạo trong trình duyệt (khoảng ${millions} triệu thế cờ).`,
    working: (endgame) => `Đang tạo ${endgame}`,
    phase: (endgame, phase) => `${endgame}: ${phase}`,
    phases: {
      start: "bắt đầu",
      load: "đọc các tàn cuộc kế tiếp",
      legal: "tìm các thế cờ hợp lệ",
      "red wins": "tìm các thế Đỏ thắng",
      "black wins": "tìm các thế Đen thắng",
      perpetuals: "xét trường chiếu và trường tróc",
      writing: "ghi bảng",
    },
    pace: (millions, seconds) => `${millions} triệu thế cờ mỗi giây, còn khoảng ${seconds} giây`,
    failed: (detail) => `Không tạo được: ${detail}.`,
  },

  errorTitle: "Không có câu trả lời",
  retry: "Thử lại",
  errors: {
    missingTable: ({ endgame, size }) =>
      `Cờ tàn ${endgame} không có trong cơ sở dữ liệu này${size === null ? "" : ` (bảng của nó cần khoảng ${size})`}.`,
    damagedTable: (detail) => `Bảng của cờ tàn này bị hỏng và không trả lời được: ${detail}`,
    illegalPosition: (problem) => `Thế cờ này không thể xảy ra: ${problem}`,
    unreadable: (text) => `Đây không phải là thế cờ: ${text}`,
    offline: "Không kết nối được với máy chủ.",
    other: (detail) => `Đã xảy ra lỗi: ${detail}`,
  },
  problem: ({ code, message, square }) =>
    `${PROBLEMS[code] ?? message}${square === undefined ? "" : ` (${squareName(square)})`}.`,
  keys: "Phím: ← → lùi và đi lại, phím cách đi nước gợi ý, f xoay bàn cờ.",
};
