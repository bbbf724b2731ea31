import { games as reading } from "../../../src/say/words/vi/games.ts";
import type { GamesWords } from "../en/games.ts";

export const games: GamesWords = {
  ...reading,
  openTitle: "Mở ván cờ hoặc thế cờ",
  openHint:
    "Dán hoặc gõ PGN, DhtmlXQ, FEN, liên kết hoặc các nước đi theo bất kỳ ký hiệu nào; hoặc chọn một tệp, kể cả XQF, CBR hay CBL. Dán ở bất cứ đâu trên trang hay thả tệp vào trang cũng vậy.",
  open: "Mở",
  file: "Chọn tệp …",
  cut: (characters) => `Ở đây chỉ hiện ${characters} ký tự đầu.`,
  opened: "Ván cờ đã mở",
  notUnderstood: "Có chỗ không hiểu được:",
  dismiss: "Đóng",
  which: (game, all) => `Ván ${game} trên ${all}`,
  previousGame: "Ván trước",
  nextGame: "Ván sau",
  check: "So các nước đi với cơ sở dữ liệu",
  checking: "Đang so với cơ sở dữ liệu …",
  found: (slips, known) =>
    `${slips === 0 ? "Không có sai lầm" : `${slips} sai lầm`}; cơ sở dữ liệu có ${known} thế cờ của ván này.`,
  noneKnown: "Cơ sở dữ liệu không có thế cờ nào của ván này.",
  slips: {
    "win-drawn": "Bỏ lỡ thế thắng: nay hòa",
    "win-lost": "Bỏ lỡ thế thắng: nay thua",
    "draw-lost": "Để thua thế hòa",
  },
  variation: "Biến",
  more: "Các nước khác",
  annotate: "Chú giải",
  signs: "Ký hiệu",
  signMeanings: {
    "!": "Nước hay",
    "?": "Nước kém",
    "!!": "Nước tuyệt diệu",
    "??": "Sai lầm lớn",
    "!?": "Nước đáng chú ý",
    "?!": "Nước đáng ngờ",
  },
  remark: "Lời bình nước này",
  remarkOnGame: "Lời bình ván cờ",
  promote: "Đưa thành biến chính",
  remove: "Xóa từ đây",
  pictures: "Lưu hoặc in hình",
  animated: "Hình động của ván cờ (SVG)",
  embed: "Chép mã nhúng",
  print: "In",
};
