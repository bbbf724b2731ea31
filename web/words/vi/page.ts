import type { Rules } from "../../../src/table/format/header.ts";
import { MOST_ATTACKING_MEN, parseEndgame } from "../../../src/endgame/endgame.ts";
import { game } from "../../../src/say/words/vi/game.ts";
import { colourOf, roleOf } from "../../../src/xiangqi/pieces.ts";
import { squareName } from "../../../src/xiangqi/squares.ts";
import type { Fault } from "../../../src/xiangqi/unreadable.ts";
import type { Counts, Dictionary, Length } from "../en/page.ts";

const RULES: Readonly<Record<Rules, string>> = {
  asian: "luật châu Á",
  chinese: "luật Trung Quốc",
  none: "mọi vòng lặp đều hòa",
};

/** @param man whose it is, such as tướng Đỏ */
const PROBLEMS: Readonly<Record<string, (man: string) => string>> = {
  "no-king": (man) => `thiếu ${man}`,
  "too-many-men": (man) => `có quá nhiều ${man}`,
  "unreachable-square": (man) => `${man} đứng ở ô không thể tới được`,
  "doubled-soldiers": (man) => `hai ${man} chưa qua sông đứng cùng một lộ`,
  "kings-facing": () => "hai tướng đối mặt nhau",
  "opponent-in-check": (man) => `${man} của bên không đi đang bị chiếu`,
};

const inPlies = ({ plies: count }: Length) => `${count} bước`;
const inMoves = ({ moves: count }: Length) => `${count} nước`;
/** How often the loser is forced, and how long that takes, as far as there is anything to tell. */
const byForce = (order: number, length: Length) => {
  const told = [order > 1 ? [`bị ép ${order} lần`] : [], length.plies > 0 ? [inPlies(length)] : []].flat();
  return told.length === 0 ? "" : ` (${told.join(", ")})`;
};

const AT_ONCE: Length = { plies: 0, moves: 0 };

const editor: Dictionary["editor"] = {
  men: "Quân dự trữ",
  help: "Chọn một quân rồi chạm vào các ô cần đặt. Hoặc kéo quân; thả ra ngoài bàn là bỏ.",
  place: (man) => `Đặt: ${man}`,
  drag: "Kéo",
  remove: "Bỏ quân",
  undo: "Hoàn tác",
  another: "Hoàn tác để lấy lại thế đã xếp trước đó.",
  clear: "Xóa bàn cờ",
  mirror: "Lật trái phải",
  swap: "Đổi màu",
  sideToMove: "Bên đi",
  possible: "Thế cờ này có thể xảy ra trong ván đấu.",
  impossible: "Vì sao thế cờ này không thể xảy ra",
  lookUp: "Tra cứu",
  play: "Chơi",
  texts: "Thế cờ dưới dạng chữ",
  paste: "Dán thế cờ",
  pasteHint: "FEN, mã của Pai, liên kết, ván cờ …",
  take: "Dùng",
  paiCode: "Mã của Pai",
  link: "Liên kết",
  copy: "Chép",
};

const NUMBERS = ["", "", "hai", "ba", "bốn", "năm"];

export const sayMen = (men: Counts, kinds: Readonly<Record<string, string>> = game.roles) =>
  Object.entries(men)
    .flatMap(([kind, count]) => (count === 0 ? [] : (count === 1 ? "" : `${NUMBERS[count]} `) + kinds[kind]!))
    .join(" ") || "tướng trơ";
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

const endgames: Dictionary["endgames"] = {
  name: (endgame) => {
    const { red, black } = parseEndgame(endgame);
    return capital(`${sayMen(red)} đối ${sayMen(black)}`);
  },
  summary: (count, positions, size) => `${count} cờ tàn với ${positions} thế cờ trong ${size}, tất cả đều chính xác`,
  find: "Tìm cờ tàn",
  findHint: "xe đối mã, KRKN, R v N",
  pick: "hoặc chọn quân",
  sides: ["Một bên", "Bên kia"],
  addMan: (role) => `Thêm ${role}`,
  removeMan: (role) => `Bỏ ${role}`,
  clear: "Xóa hết",
  none: "Chưa có cờ tàn nào được tạo.",
  noMatch: "Ở đây không có cờ tàn với các quân này.",
  oneSide: "Được đọc là quân của một bên. Giữa hai bên viết “đối”: xe tốt đối xe sĩ.",
  unreadable: (fault) => {
    if (fault.kind === "sign")
      return `"${fault.sign}" không phải quân cờ: hãy viết K R N C P A B hoặc xe mã pháo tốt sĩ tượng.`;
    if (fault.kind === "sides") return "Có nhiều hơn hai bên: một cờ tàn chỉ có hai tướng.";
    if (fault.kind === "too-many") return `Một bên có nhiều nhất ${fault.most} ${game.roles[fault.role]}.`;
    return "Thiếu bên kia, ví dụ KRKN.";
  },
  noEndgame: (asked) => `"${asked}" không phải cờ tàn.`,
  otherOrders: (count) => `${count} bậc khác`,
  kinds: {
    chariot: "Xe",
    horse: "Mã",
    cannon: "Pháo",
    soldier: "Tốt",
    both: "Hai bên đều có quân tấn công",
    none: "Không bên nào có quân tấn công",
  },
  winShare: (share) => `Đỏ đi trước thắng ${share}`,
  longest: (colour, { plies }) => `dài nhất: ${colour}, ${plies} bước`,
  noWin: "không bên nào thắng được",
  proven: "đã chứng minh",
  saidProven: "đã chứng minh, theo bản ghi",

  missing: "Muốn biết từng nước đáng giá gì thì phải tạo bảng trước.",
  damaged: (endgame) => `${endgames.name(endgame)}: bảng ở đây bị hỏng, phải tạo lại thì mới trả lời được.`,
  damagedHere: "Các bảng bị hỏng, phải tạo lại thì mới trả lời được:",

  all: "Tất cả cờ tàn",
  swapped: (asked) => `${asked} là cùng cờ tàn này khi đổi màu.`,
  example: "Xem một thế cờ",
  challenge: "Thử thách",

  outcomes: "Kết quả",
  toMove: (colour) => `${colour} đi`,
  positions: "Số thế cờ",
  wins: (colour) => `${colour} thắng`,
  draws: "Hòa",
  depend: (count) => `trong đó ${count} tùy thế nào là bắt`,
  mates: (mated, stalemated) => `trong đó ${mated} đã bị chiếu bí, ${stalemated} đã hết nước đi`,

  distances: "Bao nhiêu nước",
  distancesHelp:
    "Số thế cờ theo khoảng cách tính bằng bước, thang logarit. Lẻ: bên thắng đi, chẵn: bên thua đi (nhạt hơn).",
  order: (order, kind, loser) =>
    kind === "conversion"
      ? "Bậc 0: chiếu bí, hết nước đi hoặc ăn quân"
      : `Bậc ${order}: vì ${game.forbidden(loser ?? "bên thua", kind)}`,
  bar: (winner, plies, count) => `${winner} thắng sau ${plies} bước: ${count} thế cờ`,
  chart: (winner, count, longest) => `${winner} thắng ${count} thế cờ, dài nhất ${longest} bước.`,
  plies: "Bước",
  asTable: "Dưới dạng bảng",

  longestWins: "Thắng dài nhất",
  longestWin: (winner, { plies, moves }) => `${winner} thắng sau ${plies} bước (${moves} nước)`,
  show: "Xem",
  play: "Chơi",

  graph: "Ăn quân dẫn tới đâu",
  graphHelp: "Mỗi đường nối là mất một quân. Cờ tàn nhạt màu không có bảng ở đây.",
  loses: (colour, role) => `${colour} mất ${role}`,
  comesFrom: "Ăn quân dẫn tới đây từ",
  notHere: "chưa tạo",
  partHere: "đã tạo một phần",
  cones:
    "Tốt không bao giờ lùi: hãy bày một thế trên bàn cờ; khi các tốt đã tiến xa, phần mà thế ấy có thể đi tới sẽ được tạo.",
  parts: "Các phần đã tạo",
  partOf:
    "Một phần của cờ tàn này: các tốt ít nhất đã tới hàng ghi trong tên. Số 3 là hàng ban đầu, 9 là hàng cuối; Đỏ đứng trước.",

  file: "Bảng",
  size: "Kích thước",
  bits: (bits) => `${bits} bit mỗi thế cờ`,
  rules: "Luật",
  rulesAre: (rules, metric, edition) =>
    `${RULES[rules]}${edition === undefined ? "" : ` (bản ${edition})`}; khoảng cách tới khi ${metric === "dtc" ? "ăn quân hoặc chiếu bí" : "chiếu bí"}`,
  checksum: "SHA-256 (theo tệp)",
  builtBy: "Tạo bởi",
  download: "Tải về",

  keep: {
    offer: (tables, size) => `Giữ để dùng khi không có mạng (${tables} bảng, ${size})`,
    keeping: "Đang giữ …",
    kept: "Đã giữ: dùng được khi không có mạng.",
    remove: "Bỏ",
    noRoom: (needed, free) => `Cần ${needed}; trình duyệt chỉ còn ${free} cho trang này.`,
    notStored: "Chỉ có đến khi đóng trang: trình duyệt không lưu gì cho trang này, hoặc đã hết chỗ.",
  },

  exactness: "Tính chính xác",
  exactAlone: "Chỉ một bên tấn công được, và ở đây không ai bị buộc phải lặp lại.",
  exactPublished: "Đã kiểm tra: ở đây thuật toán đã công bố không bỏ sót thế thắng hay thua nào.",
  exactCorrected: (patterns, losses) =>
    `Ở đây thuật toán đã công bố có thể bỏ sót thế thua: nó để ngỏ ${patterns} mẫu nước đi. Thuật toán sửa lại thêm ${losses} thế thua.`,
  proof: "Chứng minh",
  notProven: (endgame) => `Chưa được chứng minh trên máy này: chạy canju verify ${endgame}.`,
  provenElsewhere: (endgame) =>
    `Đó chỉ là lời của bản ghi đi kèm với bảng; bảng chưa được chứng minh trên máy này: chạy canju verify ${endgame}.`,
  provenOn: (date, version, seconds) => `Chứng minh ngày ${date} bằng canju ${version} trong ${seconds} giây.`,
  provenBy: (name, date, version) => `${name} chứng minh ngày ${date} bằng canju ${version}, có chữ ký.`,
  provenPositions: (positions) => `Đã so ${positions} thế cờ với mọi thế mà nước đi dẫn tới.`,
  checks: {
    checksums: "mọi mã kiểm của tệp",
    values: "mọi giá trị với giá trị của các thế tiếp theo",
    levels: "mọi bậc với các mẫu tính lại từ đầu",
    statistics: "số đếm, ván thắng dài nhất và phân bố",
  },
  inputs: "Dựa trên",
};

const inBoth = ({ plies, moves }: Length) => `${plies} bước (${moves} nước)`;

const play: Dictionary["play"] = {
  intro: "Bảng không bao giờ sai: thắng thế thắng, giữ thế hòa, và thua muộn nhất có thể.",
  fromHere: "Từ thế cờ trên bàn",
  skill: "Đối thủ",
  skills: { perfect: "không bao giờ sai", club: "thỉnh thoảng sai", learner: "hay sai" },
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
  score: ({ perfect, moves }, back, hints) =>
    `${perfect} trong ${moves} nước hoàn hảo${back === 0 ? "" : `, đi lại ${back} lần`}${hints === 0 ? "" : `, gợi ý ${hints} lần`}`,

  winGone: (lost) => (lost ? "Nước đó bỏ mất thế thắng, giờ thì thua." : "Nước đó bỏ mất thế thắng: giờ là hòa."),
  drawGone: "Nước đó bỏ mất thế hòa: giờ thì thua.",
  bestWas: (move, wins) =>
    wins === null ? `Tốt nhất là ${move}, được hòa.` : `Tốt nhất là ${move}, thắng sau ${inBoth(wins)}.`,

  results: { won: "Bạn đã thắng", lost: "Bạn đã thua", drawn: "Hòa", held: "Đã giữ được" },
  stars: (count) => `${"★".repeat(count)}${"☆".repeat(3 - count)} (${count}/3)`,
  flawless: "Không một sai lầm.",
  missed: "Lẽ ra thắng được.",
  holdGoal: (moves) => `Hãy giữ được ${moves} nước.`,
  other: "Chọn ván khác",
  again: "Chơi lại",

  held: (moves) => `Thế hòa đã được giữ ${moves} nước.`,
};

/** Chỗ nào trong văn bản không phải thế cờ; hàng đếm từ trên xuống, như cách viết. */
const sayFault = (fault: Fault) => {
  switch (fault.kind) {
    case "empty":
      return "không có văn bản";
    case "soldiers":
      return "có cả S lẫn P; hãy viết mọi tốt là P";
    case "no-side":
      return "thiếu bên đi trước; hãy thêm w hoặc b sau bàn cờ";
    case "ranks":
      return fault.count === 1
        ? "trong đó không có bàn cờ (mười hàng, cách nhau bằng /)"
        : `bàn cờ có ${fault.count} hàng thay vì 10`;
    case "letter":
      return `"${fault.text}" ở hàng ${10 - fault.rank} từ trên xuống không phải quân cờ, cũng không phải chữ số 1 đến 9`;
    case "files":
      return `hàng ${10 - fault.rank} từ trên xuống ("${fault.text}") có ${fault.count} cột thay vì 9`;
    case "side":
      return `bên đi trước viết là "${fault.text}" thay vì w hoặc b`;
    case "behind":
      return `"${fault.text}" đứng sau thế cờ và không thuộc về nó`;
    case "short":
      return `nó dừng ở hàng ${10 - fault.rank} từ trên xuống, sau ${fault.count} trên 9 cột`;
  }
};

export const page: Dictionary = {
  ...game,
  htmlLang: "vi",
  siteName: "Canju",
  tagline: "Cờ tàn cờ tướng, đã giải",
  language: "Ngôn ngữ",
  notation: "Ký hiệu nước đi",
  notations: { chinese: "Chữ Hán (炮二平五)", wxf: "WXF (C2=5)", vietnamese: "Việt (P2-5)", iccs: "ICCS", uci: "UCI" },
  pieceSet: "Bộ quân",
  pieceSets: { chinese: "Chữ Hán", kai: "Thư pháp", western: "Chữ cái" },
  settings: {
    title: "Cài đặt",
    theme: "Màu nền",
    themes: { device: "theo thiết bị", light: "sáng", dark: "tối" },
    line: "Mũi tên cho các nước hay nhất",
    lengths: "Ghi trên bàn cờ ván còn dài bao lâu sau mỗi nước",
    board: "Mặt bàn",
    boards: { wood: "Gỗ", night: "Ban đêm" },
    moveLimit: "Giới hạn nước đi",
    moveLimits: {
      none: "không có",
      "50": "50 nước mỗi bên không ăn quân thì hòa",
      "60": "60 nước mỗi bên không ăn quân thì hòa",
    },
    sounds: "Âm thanh",
    hide: "Ẩn mọi kết quả để tự luyện",
  },
  skipToMoves: "Tới các nước đi",
  readOut: "Đọc thế cờ",
  sentence: (text) => `${text}.`,
  labelled: (label, text) => `${label}: ${text}`,

  board: "Bàn cờ",
  boardHelp:
    "Phím mũi tên di chuyển trên bàn cờ, giữ Shift thì đi từ quân này sang quân khác; Enter nhấc quân lên và đặt quân xuống.",
  emptySquare: "trống",
  square: (name, content) => `${name}, ${content}`,
  place: (square) => `lộ ${9 - "abcdefghi".indexOf(square[0]!)} hàng ${Number(square[1]) + 1}`,
  canGoHere: "đi được tới đây",
  selected: "đã nhấc lên",

  toMove: (colour) => `${colour} đi`,
  wins: (colour, length, metric) =>
    `${colour} thắng sau ${inPlies(length)} (${inMoves(length)}): ${metric === "dtc" ? "ăn quân hoặc chiếu bí" : "chiếu bí"}`,
  winsByRule: (winner, loser, perpetual, order, length) =>
    `${winner} thắng: ${game.forbidden(loser, perpetual)}${byForce(order, length)}`,
  otherwise: {
    mate: (length) => `chiếu bí sau ${length.plies} bước (${length.moves} nước)`,
    free: "hòa nếu được lặp lại tự do",
    same: "cũng vậy nếu được lặp lại tự do",
    byRules: (rules, verdict) => `${rules}: ${verdict}`,
  },
  draw: "Hòa",
  rules: "Luật",
  rulesNames: RULES,
  depends: (verdict) => `${verdict}, theo cách hiểu mặc định: tùy thế nào là bắt`,
  limit: {
    within: (moves) => `Phân thắng bại trong ${moves} nước mỗi bên, dù có ăn quân hay không.`,
    next: (moves) =>
      `Trong ${moves} nước mỗi bên sẽ ăn được quân hoặc chiếu hết; những nước sau khi ăn quân không được xét.`,
    beyond: (moves) =>
      `Vượt giới hạn: trong ${moves} nước mỗi bên không thể ép ăn quân hay chiếu hết, nên ván cờ sẽ hòa.`,
    unknown: (moves) =>
      `Bảng này không cho biết có phân thắng bại trong ${moves} nước mỗi bên không ăn quân hay không.`,
  },
  dependent: "tùy thế nào là bắt",
  convertsNow: (winner) => `${winner} thắng: chỉ còn những nước ăn quân dẫn tới thua`,
  convertsByReading: (winner) => `${winner} thắng: thế cờ sau khi ăn quân quyết định`,
  thinking: "Đang tra cứu …",
  goal: { dtc: "tới khi bên thắng ăn quân hoặc chiếu bí", dtm: "tới khi chiếu bí" },

  groups: { win: "Thắng", draw: "Hòa", loss: "Thua" },
  length: (length) => `${inPlies(length)} · ${inMoves(length)}`,
  afterCapture: (length) => `ăn quân, rồi ${inPlies(length)}`,
  mates: "chiếu bí",
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
    conversion: { dtc: "nhờ chiếu bí hoặc ăn quân", dtm: "nhờ chiếu bí" },
    perpetual: (loser, perpetual, order) => `vì ${game.forbidden(loser, perpetual)}${byForce(order, AT_ONCE)}`,
  },
  chases: (men) => `bắt ${men.join(", ")}`,
  listing: "Danh sách nước đi",
  listings: { grouped: "Theo nhóm", classic: "Cổ điển" },
  classic: (order, value) => `Bậc: ${order}, giá trị: ${value}`,
  hideValues: "Ẩn các giá trị",
  valuesHidden: "Các giá trị đang ẩn.",
  moveEntry: "Gõ một nước đi theo ký hiệu bất kỳ",
  moveEntryHint: "Nước đi: P2-5, h2e2 …",
  noSuchMove: "Không có nước đi hợp lệ nào viết như vậy.",
  mirror: "Lật trái phải",
  lines: {
    title: "Biến hoàn hảo",
    play: "Chạy biến",
    pause: "Tạm dừng",
    toEnd: "Tới cuối",
    speed: "Số nước mỗi giây",
    defence: "Bên thua",
    defences: { first: "chống lâu nhất", random: "chống lâu nhất, ngẫu nhiên" },
    copyText: "Chép văn bản",
    download: "Tải về",
    copyLink: "Chép liên kết tới ván cờ",
    openGame: "Mở ván cờ …",
    annotate: "Chú giải",
    form: "Định dạng",
    plainText: "Văn bản",
    share: "Chia sẻ …",
  },
  help: {
    title: "Phím",
    close: "Đóng",
    keys: {
      step: "lùi một nước, tiến một nước",
      suggest: "đi nước gợi ý",
      line: "chạy biến hoàn hảo, tạm dừng",
      flip: "xoay bàn cờ",
      mirror: "lật trái phải",
      edit: "xếp một thế cờ",
      hide: "ẩn hoặc hiện các giá trị",
      entry: "nhập nước đi",
      share: "chia sẻ",
      describe: "đọc thế cờ",
      men: "trên bàn cờ: tới quân trước, quân kế tiếp",
      help: "trợ giúp này",
    },
  },

  undo: "Lùi lại",
  guide: "Hướng dẫn",
  terms: "Ý nghĩa của từ và ký hiệu",
  whyVerdict: "Vì sao?",
  licences: "Giấy phép",
  redo: "Tiến lại",
  suggest: "Nước gợi ý",
  flip: "Xoay bàn cờ",
  start: "Về đầu",
  line: "Các nước đã đi",
  played: (move) => `Đã đi ${move}.`,

  navigation: "Các phần của trang",
  views: {
    explorer: "Tra cứu",
    play: "Đấu cờ",
    studies: "Bài tập",
    course: "Cờ tàn thực dụng",
    editor: "Xếp cờ",
    endgames: "Cờ tàn",
    material: "Lực lượng",
    rules: "Luật",
    compared: "Nơi các bộ luật khác nhau",
    lesson: "Bài học",
    guide: "Hướng dẫn",
  },
  loading: "Đang tải …",

  editor,
  endgames,
  play,

  stepper: {
    step: (step, steps) => `Nước ${step} trên ${steps}`,
    previous: "Nước trước",
    next: "Nước sau",
    restart: "Về đầu",
    back: "Về thế cờ",
  },
  explaining: {
    thinking: "Đang tìm lý do …",
    failed: "Không tìm được lý do.",
  },

  copied: "Đã chép.",
  cancel: "Hủy",

  building: {
    onServer: "Tạo trên máy chủ",
    here: "Tạo ngay trong trình duyệt này",
    size: ({ tables, positions }) => `${tables} bảng, khoảng ${positions} thế cờ; không cần cài đặt gì`,
    ofCone: "Chỉ tạo phần mà thế cờ này có thể đi tới, vì tốt không bao giờ lùi.",
    asianOnly: "Phần mà một thế cờ như vậy có thể đi tới được tạo theo luật châu Á, không theo luật Trung Quốc.",
    about: (time) => ` (khoảng ${time})`,
    byItself: (time) => `Tự tạo bảng khi mất dưới ${time}`,
    details: "Cần những gì",
    takes: (least, most) => `Tạo chúng mất ${least} đến ${most} trên một lõi.`,
    serverTakes: (bytes) => `Trên máy chủ, các tệp cần khoảng ${bytes}.`,
    hereTakes: (memory, room) => `Trình duyệt này cần tối đa ${memory} bộ nhớ và ${room} chỗ trên đĩa.`,
    serverLimit: (positions) => `Máy chủ tạo tối đa ${positions} thế cờ.`,
    queued: (ahead) =>
      ahead === 0 ? "Kế tiếp trong hàng đợi của máy chủ" : `Trong hàng đợi của máy chủ, còn ${ahead} việc phía trước`,
    tooLarge: {
      positions: (needed, most) => `Quá lớn để tạo trong trình duyệt: khoảng ${needed} thế cờ, tối đa là ${most}.`,
      memory: (needed, most) =>
        `Không thể tạo trong trình duyệt này: cần tối đa ${needed} bộ nhớ, ở đây nhiều nhất là ${most}.`,
      room: (needed, most) =>
        `Không thể tạo trong trình duyệt này: cần tối đa ${needed} chỗ trên đĩa, trình duyệt chỉ còn ${most} cho trang này.`,
    },
    working: (endgame) => `Đang tạo: ${endgames.name(endgame)}`,
    phase: (endgame, phase) => `${endgames.name(endgame)}: ${phase}`,
    phases: {
      start: "bắt đầu",
      load: "đọc các cờ tàn kế tiếp",
      captures: "tra kết quả các nước ăn quân",
      "red wins": "tìm các thế Đỏ thắng",
      "black wins": "tìm các thế Đen thắng",
      perpetuals: "xét trường chiếu và trường tróc",
      slices: "giải từng phần theo hàng của Tốt",
      writing: "ghi bảng",
    },
    pace: (positions, seconds) => `${positions} thế cờ mỗi giây, còn khoảng ${seconds} giây`,
    failed: (detail) => `Không tạo được: ${detail}`,
  },

  known: {
    usually: {
      always: (colour) => `${colour} luôn thắng`,
      never: () => "Luôn hòa",
      won: (colour) => `${colour} thắng, trừ ngoại lệ hiếm`,
      "mostly-won": (colour) => `${colour} thường thắng`,
      open: (colour) => `${colour} thắng hoặc hòa, tùy thế cờ`,
      "mostly-drawn": (colour) => `Thường hòa, ${colour} có cơ hội thắng`,
      drawn: () => "Hòa, trừ ngoại lệ hiếm",
      both: () => "Hai bên đều có thể thắng",
    },
    first: (colour, verdict) => `${verdict} (${colour} đi trước)`,
    title: (called) => `${called}: kết cục`,
    shares: (mover, won, drawn, lost) => `${mover} đi trước: thắng ${won}, hòa ${drawn}, thua ${lost}`,
    longest: (colour, length) => `${colour} thắng lâu nhất: ${inMoves(length)}`,
    typical: {
      win: (colour) => `Điển hình: ${colour} đi trước thắng`,
      draw: (colour) => `Điển hình: ${colour} đi trước hòa`,
      loss: (colour) => `Điển hình: ${colour} đi trước thua`,
    },
    notThis: "Đây là kết quả đã chứng minh của mọi thế cờ thuộc cờ tàn này; kết quả của thế cờ này phải tra bảng.",
    all: "Mọi điều đã chứng minh",
    more: "Ý kiến khác",
  },
  errorTitle: "Không có câu trả lời",
  proven: (winner, plies) => (plies === 0 ? `${winner} đã thắng` : `${winner} thắng, nhiều nhất ${plies} bước`),
  openingPosition: "Thế cờ ban đầu",
  thisPosition: "Thế cờ này",
  retry: "Thử lại",
  updated: {
    told: "Trang này đã có phiên bản mới; một số phần của bản cũ không tải được nữa.",
    loading: "Trang này đã được cập nhật và đang được tải lại…",
    reload: "Tải lại",
  },
  errors: {
    missingTable: (endgame) => `${endgames.name(endgame)}: ở đây chưa tạo bảng của nó.`,
    beyondTables: (called, attackingMen) =>
      `${called} có ${attackingMen} quân tấn công (xe, mã, pháo, tốt): ở đây chỉ tạo bảng của cả cờ tàn với nhiều nhất ${MOST_ATTACKING_MEN} quân.`,
    byOtherRules: (by, chosen) =>
      `Ở đây không có bảng theo luật đã chọn (${chosen}). Các giá trị hiện ra theo luật khác (${by}); trường chiếu và trường tróc có thể được xử khác.`,
    damagedTable: () => "Bảng của cờ tàn này bị hỏng và không trả lời được.",
    illegalPosition: (problem) => `Thế cờ này không thể xảy ra: ${problem}`,
    unreadable: (fault) => `Đây không phải thế cờ: ${sayFault(fault)}.`,
    noMove: (text) => `Các nước sau thế cờ chỉ được đọc đến "${text}", vốn không phải nước đi hợp lệ.`,
    nothingThere: (text) => `Liên kết hỏi "${text}", nhưng ở đây không có.`,
    noSide: (colour) => `Không ghi bên nào đi trước; ở đây coi như ${colour} đi.`,
    otherSide: (colour) => `Cho ${colour} đi trước`,
    offline: "Không kết nối được với máy chủ.",
    codes: {
      "browser-files": "Tệp mà trình duyệt này cất tạm cho việc tạo bảng đã bị xóa hoặc không đọc được. Hãy tạo lại.",
      "browser-full": "Trình duyệt không còn chỗ trên đĩa cho trang này.",
      "disk-full": "Đĩa của máy chủ đã đầy.",
      "does-not-fit": "Không đủ bộ nhớ.",
      internal: "Máy chủ gặp lỗi; nhật ký của nó nói rõ hơn.",
      "other-rules":
        "Các bảng ở đây được tạo theo một bản luật hoặc một cách hiểu luật khác: bảng tạo bây giờ sẽ không khớp với chúng.",
      "queue-full": "Máy chủ có quá nhiều bảng đang chờ tạo. Hãy thử lại sau.",
      source: "Không đọc được một tệp của các bảng.",
      "source-ignores-ranges":
        "Máy chủ của trang gửi cả tệp khi chỉ hỏi một phần, mà bảng này quá lớn để tải cả. Máy chủ phải trả lời được yêu cầu từng khoảng byte (Range).",
      timeout: "Máy chủ mất quá nhiều thời gian. Hãy thử lại.",
      "too-many-requests": "Quá nhiều câu hỏi từ đây. Hãy thử lại sau vài giây.",
    },
    other: (detail) => `Đã xảy ra lỗi: ${detail}`,
  },
  badLink: {
    title: "Liên kết này không chỉ thế cờ nào",
    text: "Nội dung trong liên kết, có thể sửa tại đây",
    setUp: "Sửa trên bàn cờ",
    help: "Thế cờ được viết bằng FEN (mười hàng, rồi w hoặc b) hoặc mã của Pai. Chưa tra cứu thế cờ nào.",
  },
  problem: ({ code, message, man, square }, place) => {
    const whose = man === undefined ? "" : game.man(game.colours[colourOf(man)], game.roles[roleOf(man)]);
    return `${PROBLEMS[code]?.(whose) ?? message}${square === undefined ? "" : ` (${place(squareName(square))})`}.`;
  },
};
