import { material as worth } from "../../../src/say/words/vi/material.ts";
import type { MaterialPageWords } from "../en/material.ts";
import { sayMen } from "./page.ts";

export const material: MaterialPageWords = {
  ...worth,
  title: "Lực lượng 子力",
  intro:
    "Một nhóm quân đáng giá bao nhiêu, bất kể đứng ở đâu: chính xác với cờ tàn đã giải, ước lượng từ đó với các trường hợp khác. Trạng thái nhìn từ bên có sức tấn công mạnh hơn.",
  men: (men) => sayMen(men, worth.kinds),
  pair: (first, second) => `${first} đối ${second}`,
  name: "Quân của hai bên",
  pick: "Chọn quân",
  sides: ["Bên thứ nhất", "Bên thứ hai"],
  add: (man) => `Thêm: ${man}`,
  remove: (man) => `Bớt: ${man}`,
  meanings: {
    WIN: "thắng ít nhất 95% số thế",
    EASY_WIN: "thắng ít nhất một nửa số thế",
    CHANCE_WIN: "thắng ít nhất một phần mười số thế",
    HARD_WIN: "thắng chưa tới một phần mười số thế",
    UNKNOWN: "mỗi bên thắng ít nhất một phần năm số thế",
  },
  why: "Vì sao",
  map: (first) => `${first} đối với mọi quân mạnh và sĩ tượng`,
  mapHelp: "Hàng là quân mạnh của bên thứ hai, cột là sĩ và tượng. Chọn một ô để xem vì sao.",
  bySecond: (state) => `${state} cho bên thứ hai`,
  provenShare: (share) => `bên mạnh thắng ${share}`,
  mapProven: "một con số: đã chứng minh, tỉ lệ (%) bên mạnh thắng trong mọi thế",
};
