import { squareName } from "../../src/xiangqi/squares.ts";
import { editor } from "../editor/words/vi.ts";
import { endgames } from "../endgames/words/vi.ts";
import { play } from "../play/words/vi.ts";
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
  suggested: "gợi ý",
  why: {
    ending: "ngay lập tức",
    capture: "nhờ ăn quân",
    losingCapture: "sau một nước ăn quân dẫn tới thua",
    conversion: { dtc: "nhờ chiếu hết hoặc ăn quân", dtm: "nhờ chiếu hết" },
    perpetual: (loser, perpetual, order) =>
      `vì ${loser} không được ${perpetual === "check" ? "chiếu" : "đuổi bắt"} mãi (bậc ${order})`,
  },
  manOn: (role, square) => `${role} ở ${square}`,
  chases: (men) => `đuổi bắt ${men.join(", ")}`,
  listing: "Danh sách nước đi",
  listings: { grouped: "Theo nhóm", classic: "Cổ điển" },
  classic: (order, value) => `Bậc: ${order}, giá trị: ${value}`,
  hideValues: "Ẩn các giá trị",
  valuesHidden: "Các giá trị đang ẩn.",
  moveEntry: "Gõ một nước đi theo ký hiệu bất kỳ",
  moveEntryHint: "Nước đi: C2=5, h2e2 …",
  noSuchMove: "Không có nước đi hợp lệ nào viết như vậy.",
  mirror: "Đổi trái và phải",
  lines: {
    title: "Biến hoàn hảo",
    play: "Diễn biến",
    pause: "Tạm dừng",
    back: "Lùi một nước",
    forward: "Tiến một nước",
    toEnd: "Tới cuối",
    speed: "Số nước mỗi giây",
    defence: "Bên thua",
    defences: { first: "chống lâu nhất", random: "chống lâu nhất, ngẫu nhiên" },
    copyText: "Chép văn bản",
    download: "Tải về",
    copyLink: "Chép liên kết tới biến",
  },
  verdict: {
    threefold: "Thế cờ đã xuất hiện ba lần.",
    noAttackers: "Hòa: không bên nào còn quân công.",
  },
  licences: "Giấy phép",
  help: {
    title: "Phím",
    close: "Đóng",
    keys: {
      step: "lùi một nước, tiến một nước",
      suggest: "đi nước gợi ý",
      line: "diễn biến hoàn hảo, tạm dừng",
      flip: "xoay bàn cờ",
      mirror: "đổi trái và phải",
      edit: "xếp một thế cờ",
      hide: "ẩn hoặc hiện các giá trị",
      help: "trợ giúp này",
    },
  },

  undo: "Lùi lại",
  redo: "Đi lại",
  suggest: "Nước gợi ý",
  flip: "Xoay bàn cờ",
  start: "Về đầu",
  line: "Các nước đã đi",
  played: (move) => `Đã đi ${move}.`,

  navigation: "Các phần của trang",
  views: {
    explorer: "Tra cứu",
    play: "Đấu cờ",
    editor: "Xếp cờ",
    endgames: "Cờ tàn",
    material: "Lực lượng",
    rules: "Luật",
  },
  loading: "Đang tải …",

  editor,
  endgames,
  play,

  copied: "Đã chép.",
  cancel: "Hủy",

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
};
