import type { RulesWords } from "../en/rules.ts";

export const rules: RulesWords = {
  title: "Luật châu Á 亚洲规则",
  intro:
    "Không được lặp nước tùy ý. Khi một thế cờ xuất hiện lần thứ ba, các nước đi giữa lần đầu và lần thứ ba được phán xử: không bên nào được chiếu ở mọi nước, hay bắt cùng một quân ở mọi nước, trừ khi bên kia cũng làm vậy. Mỗi hình đều đi lại được; những gì hình cho thấy được tính ngay từ chính luật mà các bảng cờ tàn dùng.",
  sections: { b: "Chiếu 将", c: "Bắt 捉", d: "Phán xử 判决" },
  start: "Hãy đi lần lượt từng nước.",
  chinese: {
    title: "Luật Trung Quốc 中国规则",
    intro:
      "Theo luật của Hiệp hội Cờ tướng Trung Quốc (bản 2020), một bên liên tục chiếu, dọa chiếu bí hoặc bắt, xen kẽ thế nào và bắt quân nào cũng vậy, mà bên kia không làm thế, thì thua. Hai bộ luật cạnh nhau:",
    rows: [
      ["Nước nào cũng chiếu", "thua", "thua"],
      ["Một chiếu một dọa chiếu bí, hoặc một chiếu một bắt", "được phép", "thua"],
      ["Nước nào cũng dọa chiếu bí", "được phép", "thua"],
      ["Lần lượt bắt hai quân", "được phép", "thua"],
      ["Bắt mãi đối với chiếu mãi", "bên chiếu thua", "bên chiếu thua"],
      ["Bắt mãi đối với bắt mãi", "hòa", "hòa, trừ khi chỉ một bên có nước bắt yếu"],
      ["Bắt quân nào", "phải phân biệt", "không quan trọng"],
    ],
    more: [
      "Mỗi nước là chiếu, sát (dọa chiếu liên tục đến chiếu bí), bắt, bắt yếu (phối hợp, hoặc quân có thể bị ăn lại) hoặc nhàn. Nước nhẹ nhất của một bên là bậc của bên ấy; bên có bậc cao hơn thua, bằng nhau thì hòa.",
      "Thế nào là bắt còn tranh cãi ở những thế khó. Điều đúng với mọi cách hiểu là chắc chắn; ở nơi các cách hiểu khác nhau, giá trị theo cách hiểu mặc định và được đánh dấu riêng.",
      "Lựa chọn thứ ba không có luật về lặp lại: lần nào cũng hòa.",
    ],
  },
  clauses: {
    b1: {
      title: "Chiếu tướng",
      text: "Một nước là chiếu khi sau đó có thể ăn tướng đối phương, bất kể quân nào vừa đi: quân tránh ra hay quân làm ngòi cho pháo cũng chiếu. Hai tướng không được đối mặt, nên tướng không bao giờ chiếu.",
    },
    c1: {
      title: "Bắt quân",
      text: "Một nước không ăn quân là bắt khi sau nó một quân có thể bị ăn không, còn trước nó thì không. Một nước có thể bắt nhiều quân. Bị bắt là quân, không phải ô: chạy đâu nó vẫn là quân ấy.",
    },
    c2: {
      title: "Tốt chưa qua sông không bị bắt",
      text: "Tốt chưa qua sông có thể bị tấn công mãi. Qua sông rồi thì như quân khác. Sĩ và tượng cũng có thể bị bắt.",
    },
    c3: {
      title: "Có căn: căn thật và căn giả 真根、假根",
      text: "Quân có căn không bị bắt. Có căn nghĩa là: sau khi nó bị ăn, một quân nào đó, kể cả tướng hay tốt, ăn lại được đúng luật. Quân bảo vệ bị ghim, hay ăn lại thì lộ tướng, là căn giả. Một căn thật là đủ trước bao nhiêu quân tấn công cũng được; không tính lời lỗ khi đổi quân.",
    },
    c4: {
      title: "Xe có căn vẫn tính",
      text: "Xe bị mã hay pháo tấn công là bị bắt, dù có căn hay không.",
    },
    c5: {
      title: "Mời đổi quân không phải bắt 兑",
      text: "Khi hai quân cùng loại và quân bị tấn công ăn lại được đúng luật thì đó là mời đổi quân. Nếu nó bị ghim, không ăn được, thì là bắt.",
    },
    c6: {
      title: "Tướng và tốt được bắt mãi",
      text: "Tướng hay tốt tấn công không bao giờ là bắt. Nhưng khi tướng hay tốt tránh ra cho quân khác tấn công thì quân đó bắt.",
    },
    c7: {
      title: "Nước ăn phải đúng luật",
      text: "Quân không được ăn, vì ăn thì tướng mình bị chiếu, không đe dọa gì.",
    },
    c8: {
      title: "Chỉ tính đe dọa mới",
      text: "Quân đã bị đe dọa từ trước thì không bị nước này bắt, thêm một quân tấn công cũng vậy. Nhưng nước đi làm mất căn của một quân là bắt quân đó, bởi quân đang tấn công nó.",
    },
    c9: {
      title: "Chiếu chỉ là chiếu",
      text: "Nước chiếu được xử là chiếu, dù còn tấn công gì khác.",
    },
    c10: {
      title: "Còn lại là nước nhàn 闲",
      text: "Dọa chiếu bí, dọa chiếu rồi ăn quân, cản, thí, mời đổi đều được lặp lại tự do.",
    },
    c11: {
      title: "Ăn quân không phải bắt",
      text: "Sau nước ăn quân không gì lặp lại được, nên không tính.",
    },
    c12: {
      title: "Tự vệ",
      text: "Quân tấn công đứng yên, trước đó đã ăn được mục tiêu nhưng không ăn không, và chính nó đang bị đe dọa thật, thì không phải bắt khi nước đỡ chỉ vô tình làm mất căn của mục tiêu. Ở đây pháo đỏ liên tục mở đường bắt xe; bên đen chỉ đỡ.",
    },
    c13: {
      title: "Hai quân giống nhau là hai quân",
      text: "Hai mã của một bên được theo dõi riêng. Bắt con này rồi con kia là được; bắt mãi một con, dù nó đổi chỗ với con kia, là không được.",
    },
    d3: {
      title: "Trường chiếu 长将",
      text: "Bên chiếu ở mọi nước thua, dù bên kia làm gì, kể cả bắt quân ở mọi nước. Cả hai cùng chiếu ở mọi nước thì hòa.",
    },
    d4: {
      title: "Trường tróc một quân 长捉",
      text: "Bên bắt cùng một quân ở mọi nước thua, dù bắt bằng những quân nào. Cả hai bên cùng làm vậy thì hòa.",
    },
    d5: {
      title: "Mọi vòng lặp khác là hòa 不变作和",
      text: "Chỉ cần một nước không chiếu cũng không bắt quân ấy là không phạm luật. Một chiếu một bắt, lần lượt bắt hai quân, tướng hay tốt bắt mãi, mời đổi mãi đều hòa.",
    },
  },
};
