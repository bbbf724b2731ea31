import type { Deed } from "../../../rules/chinese/grades.ts";
import type { ClassWords } from "../classes.ts";

const DEED: Readonly<Record<Deed, string>> = { check: "chiếu", kill: "sát", chase: "bắt", weak: "bắt yếu" };

export const classes: ClassWords = {
  kill: "Sát: đe dọa chiếu liên tục đến chiếu bí.",
  chase: (capturers, target, why, weak) =>
    `${weak ? "Bắt yếu" : "Bắt"}: ${capturers} có thể ăn ${target}, ${
      why === "gain" ? "và được lợi quân" : "quân này không có căn, đổi không thiệt"
    }${weak ? ", nhưng phải phối hợp hoặc có thể bị ăn lại" : ""}.`,
  series: (checkers) => `Bắt: ${checkers} chiếu rồi ăn được quân.`,
  capture: "Nhàn: nước ăn quân, sau đó không thể lặp lại.",
  kingParry: "Nhàn: tướng tránh chiếu, dù đe dọa gì.",
  nothing: "Nhàn: dù được đi thêm một nước cũng không ăn được gì.",
  standing: (capturers, target) => `Không phải bắt: trước đó ${capturers} ăn ${target} cũng đã được lợi như vậy.`,
  standingSeries: (checkers) => `Không phải bắt: ${checkers} chiếu rồi ăn được quân, nhưng đó không phải đe dọa mới.`,
  block: "Nhàn: nước che chiếu.",
  unprofitable: (capturer, target) => `Không phải bắt: ${capturer} có thể ăn ${target}, nhưng không được lợi.`,
  keyPoint: (capturers, target) =>
    `Không phải bắt: ${capturers} là quân tấn công duy nhất, giữ điểm cầu hòa và được tấn công ${target} trên đường đi.`,
  labels: { check: "chiếu", kill: "sát", chase: "bắt", weak: "bắt yếu", idle: "nước nhàn" },
  readings: (narrow, wide) => `Có thể coi là ${narrow}, cũng có thể coi là ${wide}.`,

  loss: (loser, other, deeds, others) => `${loser} thua: ${deeds}, còn ${other} ${others}.`,
  idle: { sometimes: "có lúc đi nước nhàn", always: "chỉ đi nước nhàn" },
  attacks: (deeds) => {
    const named = deeds.map((deed) => DEED[deed]);
    const all = named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} hoặc ${named.at(-1)}`;
    return `nước nào cũng ${all}`;
  },
  draw: (red, black, deeds, others) => `Hòa: ${red} ${deeds}, còn ${black} ${others}.`,
  drawAlike: (deeds) => `Hòa: mỗi bên đều ${deeds}.`,
  certain: "Kết quả này đúng với mọi cách hiểu về bắt.",
  open: "Kết quả tùy thuộc vào cách hiểu về bắt.",
  otherwise:
    "Phán xử về vòng lặp này không thay đổi; nhưng giá trị của thế cờ tùy thế nào là bắt: theo cách hiểu khác, nước khác có thể tốt hơn.",

  rule: "Điều luật quyết định: xét nước nhẹ nhất của mỗi bên, bên nào nặng hơn thì thua.",
  perpetual: { check: "Trường chiếu", kill: "Trường sát", chase: "Trường tróc", weak: "Trường tróc yếu" },
  rounds: (deeds) => `Lặp mãi ${deeds.map((deed) => `một nước ${DEED[deed]}`).join(", rồi ")}`,
  forbidden: {
    byChinese: (what) => `${what}: luật Trung Quốc cấm, luật châu Á cho phép.`,
    byBoth: (what) => `${what}: luật Trung Quốc và luật châu Á đều cấm.`,
  },
  byAsianLoses: (loser) => `Theo luật châu Á, ${loser} thua.`,
  byAsianHolds: (loser, wins) => `Theo luật châu Á, thế cờ này ${wins ? `${loser} thắng` : "hòa"}.`,
  byMove: (loser, move, after) => `${after === "" ? "" : `Sau ${after}, `}${loser} có thể đi ${move}.`,
};
