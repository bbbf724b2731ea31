import type { ClassWords } from "../classes.ts";

export const classes: ClassWords = {
  kill: "Sát: đe dọa chiếu liên tục đến chiếu hết.",
  chase: (capturers, target, why, weak) =>
    `${weak ? "Bắt yếu" : "Bắt"}: ${capturers} có thể ăn ${target}, ${
      why === "gain" ? "và được lợi quân" : "quân này không có căn, đổi không thiệt"
    }${weak ? ", nhưng phải phối hợp hoặc có thể bị ăn lại" : ""}.`,
  series: (checkers) => `Bắt: ${checkers} chiếu rồi ăn được quân.`,
  capture: "Nhàn: nước ăn quân, sau đó không thể lặp lại.",
  kingParry: "Nhàn: tướng tránh chiếu, dù đe dọa gì.",
  nothing: "Nhàn: dù được đi thêm một nước cũng không ăn được gì.",
  standing: (capturers, target) => `Không phải bắt: trước đó ${capturers} ăn ${target} cũng đã được lợi như vậy.`,
  free: (capturers, target) => `Không phải bắt: ${capturers} tấn công ${target}; tướng và tốt được phép bắt mãi.`,
  keyPoint: (capturers, target) =>
    `Không phải bắt: ${capturers} là quân công duy nhất, giữ điểm cầu hòa và được tấn công ${target} trên đường đi.`,
  labels: { check: "chiếu", kill: "sát", chase: "bắt", weak: "bắt yếu", idle: "nước nhàn" },
  readings: (narrow, wide) => `Các cách hiểu khác nhau: ít nhất là ${narrow}, nhiều nhất là ${wide}.`,

  loss: (loser, other, deeds, others) => `${loser} thua: ${deeds}, còn ${other} ${others}.`,
  deeds: [
    "có lúc đi nước nhàn",
    "nước nào cũng tấn công nhưng có nước chỉ là bắt yếu",
    "nước nào cũng chiếu, sát hoặc bắt",
    "nước nào cũng chiếu",
  ],
  draw: [
    "Hòa: cả hai bên đều có nước nhàn.",
    "Hòa: nước nào của hai bên cũng tấn công, và cả hai đều có nước bắt yếu.",
    "Hòa: nước nào của hai bên cũng chiếu, sát hoặc bắt.",
    "Hòa: cả hai bên đều trường chiếu.",
  ],
  certain: "Kết quả này đúng với mọi cách hiểu về bắt.",
  open: "Kết quả tùy thuộc vào cách hiểu về bắt.",

  rule: "Điều luật quyết định: xét nước nhẹ nhất của mỗi bên, bên nào nặng hơn thì thua.",
  rounds: (deeds) => deeds.join(", rồi "),
  deed: {
    check: "một nước chiếu",
    kill: "một nước dọa chiếu hết",
    chase: "một nước bắt",
    weak: "một nước bắt yếu",
    idle: "một nước nhàn",
  },
  forbidden: {
    byChinese: (what) => `Lặp mãi ${what}: luật Trung Quốc cấm, luật châu Á cho phép.`,
    byBoth: (what) => `Lặp mãi ${what}: luật Trung Quốc và luật châu Á đều cấm.`,
  },
  byAsianLoses: (loser) => `Theo luật châu Á, ${loser} thua.`,
};
