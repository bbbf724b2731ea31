import { parseEndgame, type AttackingRole, type DefendingRole, type MenCount } from "../../../src/endgame/endgame.ts";
import { listMen } from "../names.ts";
import type { EndgamesWords } from "../words.ts";

const NUMBERS = ["", "", "hai", "ba", "bốn", "năm"];
const ROLES: Readonly<Record<AttackingRole | DefendingRole, string>> = {
  chariot: "xe",
  horse: "mã",
  cannon: "pháo",
  soldier: "tốt",
  advisor: "sĩ",
  elephant: "tượng",
};

const many = (count: number, role: AttackingRole | DefendingRole) =>
  (count === 1 ? "" : `${NUMBERS[count]} `) + ROLES[role];
const side = (men: MenCount) => listMen(men, many).join(" ") || "tướng trơ";
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

export const endgames: EndgamesWords = {
  name: (endgame) => {
    const { red, black } = parseEndgame(endgame);
    return capital(`${side(red)} đối ${side(black)}`);
  },
  summary: (count, positions, size) => `${count} cờ tàn với ${positions} thế cờ trong ${size}, tất cả đều chính xác`,
  find: "Tìm cờ tàn",
  findHint: "KRKN, knkr, R v N, 车对马",
  pick: "hoặc chọn quân",
  sides: ["Một bên", "Bên kia"],
  addMan: (role) => `Thêm ${role}`,
  removeMan: (role) => `Bỏ ${role}`,
  clear: "Xóa hết",
  none: "Chưa có cờ tàn nào được dựng.",
  noMatch: "Ở đây không có cờ tàn với các quân này.",
  unreadable: "Hãy viết quân bằng chữ cái: K R N C P A B.",
  kinds: {
    chariot: "Xe",
    horse: "Mã",
    cannon: "Pháo",
    soldier: "Tốt",
    both: "Hai bên đều có quân tấn công",
    none: "Không bên nào có quân tấn công",
  },
  winShare: (share) => `Đỏ đi trước thắng ${share}`,
  longest: (colour, { plies }) => `dài nhất: ${colour}, ${plies} nửa nước`,
  noWin: "không bên nào thắng được",
  proven: "đã chứng minh",

  missing: (endgame) => `${endgame} chưa được dựng ở đây.`,
  missingSize: (size, cells) => `Bảng sẽ chiếm khoảng ${size}, chừng ${cells} ô cho mỗi bên đi.`,
  build: "Dựng cờ tàn này",

  all: "Tất cả cờ tàn",
  swapped: (asked) => `${asked} là cùng cờ tàn này khi đổi màu.`,
  example: "Xem một thế cờ",
  challenge: "Thử thách",
  verdicts: {
    "red-wins": "Đỏ thắng, trừ ngoại lệ hiếm",
    "black-wins": "Đen thắng, trừ ngoại lệ hiếm",
    draw: "Hòa, trừ ngoại lệ hiếm",
    undecided: "Tùy thế cờ",
  },
  verdictWhy: (win, draw, loss) =>
    `Đỏ đi trước: thắng ${win}, hòa ${draw}, thua ${loss}. Hơn 98 % một loại thì thành kết luận.`,

  outcomes: "Kết quả",
  toMove: (colour) => `${colour} đi`,
  positions: "Số thế cờ",
  wins: (colour) => `${colour} thắng`,
  draws: "Hòa",
  mates: (mated, stalemated) => `trong đó ${mated} đã bị chiếu hết, ${stalemated} đã hết nước đi`,

  distances: "Bao nhiêu nước",
  distancesHelp:
    "Số thế cờ theo khoảng cách tính bằng nửa nước, thang logarit. Lẻ: bên thắng đi, chẵn: bên thua đi (nhạt hơn).",
  order: (order, kind, loser) =>
    kind === "conversion"
      ? "Bậc 0: chiếu hết, hết nước đi hoặc ăn quân"
      : `Bậc ${order}: vì ${loser ?? "bên thua"} không được ${kind === "check" ? "chiếu" : "đuổi bắt"} mãi`,
  bar: (winner, plies, count) => `${winner} thắng sau ${plies} nửa nước: ${count} thế cờ`,
  chart: (winner, count, longest) => `${winner} thắng ${count} thế cờ, dài nhất ${longest} nửa nước.`,
  plies: "Nửa nước",
  asTable: "Dưới dạng bảng",

  longestWins: "Thắng dài nhất",
  longestWin: (winner, { plies, moves }) => `${winner} thắng sau ${plies} nửa nước (${moves} nước)`,
  show: "Xem",
  play: "Chơi",

  graph: "Ăn quân dẫn tới đâu",
  graphHelp: "Mỗi đường nối là mất một quân. Cờ tàn nhạt màu không có bảng ở đây.",
  loses: (colour, role) => `${colour} mất ${role}`,
  comesFrom: "Ăn quân dẫn tới đây từ",
  notHere: "chưa dựng",

  file: "Bảng",
  size: "Kích thước",
  bits: (bits) => `${bits} bit mỗi thế cờ`,
  rules: "Luật",
  rulesAre: (rules, metric) =>
    `${rules === "asian" ? "luật châu Á" : "mọi lặp lại đều hòa"}; khoảng cách tới ${metric === "dtc" ? "chuyển tàn" : "chiếu hết"}`,
  checksum: "SHA-256",
  builtBy: "Dựng bởi",
  download: "Tải về",

  exactness: "Tính chính xác",
  exactAlone: "Chỉ một bên tấn công được nên không có lặp lại nào quyết định: phân tích lùi tự nó đã chính xác.",
  exactPublished: "Sau bậc cuối không còn mẫu bên trong: thuật toán đã công bố chính xác ở đây.",
  exactCorrected: (patterns, losses) =>
    `Còn mẫu bên trong (${patterns}) nên đã dùng thuật toán sửa lại; nó thêm ${losses} thế thua.`,
  proof: "Chứng minh",
  notProven: (endgame) => `Chưa được chứng minh trên máy này: chạy canju verify ${endgame}.`,
  provenOn: (date, version, seconds) => `Chứng minh ngày ${date} bằng canju ${version} trong ${seconds} giây.`,
  provenPositions: (positions) => `Đã so ${positions} thế cờ với mọi thế mà nước đi dẫn tới.`,
  checks: {
    checksums: "mọi mã kiểm của tệp",
    values: "mọi giá trị với giá trị của các thế tiếp theo",
    levels: "mọi bậc với các mẫu tính lại từ đầu",
    statistics: "số đếm, ván thắng dài nhất và phân bố",
  },
  inputs: "Dựa trên",
};
