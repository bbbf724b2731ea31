import type { MaterialWords } from "../words.ts";

const PARTY = { attacker: "Bên công", defender: "Bên thủ" } as const;

export const material: MaterialWords = {
  title: "Lực lượng 子力",
  intro:
    "Một nhóm quân đáng giá bao nhiêu, bất kể đứng ở đâu: chính xác với cờ tàn đã giải, suy ra từ đó với các trường hợp khác. Trạng thái nhìn từ bên có sức tấn công mạnh hơn.",
  name: "Quân của hai bên",
  pick: "Chọn quân",
  sides: ["Bên thứ nhất", "Bên thứ hai"],
  add: (man) => `Thêm: ${man}`,
  remove: (man) => `Bớt: ${man}`,
  kinds: {
    chariot: "xe",
    horse: "mã",
    cannon: "pháo",
    top: "tốt cao",
    low: "tốt thấp",
    bottom: "tốt lụt",
    advisor: "sĩ",
    elephant: "tượng",
  },
  states: { WIN: "thắng", EASY_WIN: "dễ thắng", CHANCE_WIN: "có cơ thắng", HARD_WIN: "khó thắng", UNKNOWN: "bất định" },
  meanings: {
    WIN: "thắng ít nhất 95 % thế tĩnh",
    EASY_WIN: "thắng ít nhất một nửa số thế tĩnh",
    CHANCE_WIN: "thắng ít nhất một phần mười số thế tĩnh",
    HARD_WIN: "thắng chưa tới một phần mười số thế tĩnh",
    UNKNOWN: "mỗi bên thắng ít nhất một phần năm số thế tĩnh",
  },
  bases: {
    exact: "đã giải",
    soldiers: "như khi ít tốt hơn, đã giải",
    extension: "suy ra từ cờ tàn đã giải",
    predicted: "dự đoán",
  },
  forSide: (attack) => `cho ${attack}`,
  shares: (win, draw, loss) => `Trong các thế tĩnh: thắng ${win}, hòa ${draw}, thua ${loss}.`,
  probabilities: "Xác suất của từng trạng thái",
  why: "Vì sao",
  solved: (pair, state, shares) => `${pair} đã giải: ${state}. ${shares}`,
  soldiers: (from) => `Quá hai tốt thấp hay quá một tốt lụt không đổi gì: như ${from}.`,
  superset: (from) => `${from} đã thắng, mà bên công còn nhiều quân hơn.`,
  subset: (from) => `${from} đã khó thắng, mà bên công còn ít quân hơn.`,
  exchange: (by, active, passive, share, left) =>
    `${PARTY[by]} có thể ép đổi ${active} lấy ${passive} (${share}): ${left}.`,
  without: (side, man, left) => `${PARTY[side]} thiếu ${man}: ${left}.`,
  valued: (pair, state, basis) => `${pair}, ${state} (${basis})`,
  map: (first) => `${first} đối với mọi quân mạnh và sĩ tượng`,
  mapHelp: "Hàng là quân mạnh của bên thứ hai, cột là sĩ và tượng. Chọn một ô để xem vì sao.",
  bySecond: (state) => `${state} cho bên thứ hai`,
};
