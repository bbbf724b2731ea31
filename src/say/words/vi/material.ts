import type { MaterialWords } from "../material.ts";
import { game } from "./game.ts";

export const material: MaterialWords = {
  percent: game.percent,
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
  bases: {
    exact: "đã giải",
    extension: "suy ra từ cờ tàn đã giải",
    predicted: "ước lượng",
    doubtful: "ước lượng, chưa biết rõ",
    far: "quá xa các cờ tàn đã giải: không ước lượng",
    atlas: "đã chứng minh cả cờ tàn, bất kể quân đứng đâu",
  },
  forSide: (attack) => `cho ${attack}`,
  shares: (win, draw, loss) => `Trong các thế tĩnh: thắng ${win}, hòa ${draw}, thua ${loss}.`,
  proven: (endgame, attack, attackToMove, defenceToMove) =>
    `Trong mọi thế của ${endgame}, ${attack} thắng ${attackToMove} khi đi trước và ${defenceToMove} khi bên kia đi trước.`,
  estimated: (attack, won, least, most) =>
    `Với ${attack}, khoảng ${won} số thế là thắng; chín phần mười khả năng là từ ${least} đến ${most}.`,
  probabilities: "Xác suất của từng trạng thái",
  solved: (pair, state, shares) => `${pair} đã giải: ${state}. ${shares}`,
  superset: (from, state) => `Không kém ${from} (${state}): so với đó bên công có thêm quân hoặc bên kia bớt quân.`,
  subset: (from, state) => `Không hơn ${from} (${state}): so với đó bên công bớt quân hoặc bên kia có thêm quân.`,
};
