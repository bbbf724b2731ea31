import type { GuideWords } from "../en/guide.ts";

export const guide: GuideWords = {
  title: "Hướng dẫn, nguồn và lời cảm ơn",
  terms: {
    title: "Ý nghĩa của từ và ký hiệu",
    items: [
      ["bước, nước", "Một bước là một lần đi của một bên; bên cạnh là số nước của bên thắng: 5 bước là 3 nước."],
      [
        "ăn quân",
        "Độ dài tính đến khi bên thắng ăn quân hoặc chiếu bí. Sau khi ăn quân là một cờ tàn khác, đếm riêng.",
      ],
      [
        "bậc",
        "0: chiếu bí, hết nước đi hoặc ăn quân quyết định. Từ 1 trở lên: bấy nhiêu lần bên thua bị ép lặp mãi điều luật cấm: chiếu mãi, bắt mãi, theo luật Trung Quốc còn cả chiếu, dọa chiếu bí và bắt xen kẽ.",
      ],
      [
        "đôi bên kẹt nước",
        "Thế mà bên nào cũng không muốn đi trước: ai đi trước thì thua; hoặc một bên đi trước thì thua, còn bên kia đi trước thì chỉ hòa.",
      ],
      [
        "tốt cao, tốt thấp, tốt lụt",
        "Theo quãng đường tốt đã đi: tốt cao chưa vượt hàng tốt của bên kia, tốt thấp ở hai hàng ngay sau đó, tốt lụt ở hàng cuối.",
      ],
      ["thế tĩnh", "Không quân nào, kể cả tướng, đang bị quân bên kia tấn công: chưa bên nào ăn được ngay."],
      ["★", "Nước mà biến hoàn hảo chọn ở đây. Các nước cùng nhóm với cùng số bước cũng tốt như vậy."],
      ["×  +", "Nước này ăn quân; nước này chiếu tướng."],
      ["⊕", "Nước này bắt: dọa ăn không một quân. Trỏ vào đó sẽ thấy là quân nào."],
      ["lộ, hàng", "Vị trí của quân: lộ đếm từ bên phải của Đỏ, như ghi ở mép bàn phía Đỏ; hàng đếm từ phía Đỏ."],
      ["chính xác", "Mọi giá trị đều lấy từ bảng đã tính đến hết ván. Điều gì chỉ là ước lượng thì được nói rõ."],
    ],
  },
  card: {
    title: "Mọi nước của cờ tàn, tính đến hết ván",
    steps: [
      "Đi một nước trên bàn cờ hoặc chọn trong danh sách: mỗi nước ghi rõ thắng, hòa hay thua và sau bao nhiêu bước.",
      "“Xếp cờ” nhận thế cờ của bạn: kéo quân, hoặc dán FEN hay liên kết.",
      "“Đấu cờ” cho bạn thử với đối thủ không bao giờ sai.",
    ],
    more: "Hướng dẫn",
    dismiss: "Đã hiểu",
  },
  sections: [
    {
      title: "Tra cứu",
      lines: [
        "Dòng phía trên các nước cho biết ai thắng và sau bao nhiêu bước. Các nước xếp theo nhóm: thắng, hòa, thua, và điều gì quyết định.",
        "Có thể gõ nước đi theo lối Việt (P2-5), chữ Hán (炮二平五), WXF (C2=5), ICCS hoặc UCI. Có thể cho hai bên đi nước hoàn hảo.",
        "Hình con mắt ẩn các giá trị để tự nghĩ trước. Nơi lặp lại bị cấm quyết định, “Vì sao?” cho xem chu trình và hậu quả của mọi lối thoát.",
        "Nơi không bảng nào biết thế cờ, trang cho xem chính xác các nước ăn quân vào cờ tàn đã giải, một ước lượng theo lực lượng và, khi được hỏi, ý kiến của máy, mỗi thứ ghi rõ là gì.",
      ],
    },
    {
      title: "Xếp cờ và chơi",
      lines: [
        "Chọn quân rồi chạm vào ô, hoặc kéo; kéo ra ngoài bàn là bỏ. Thế không thể có trong ván cờ được đánh dấu kèm lý do.",
        "Khi chơi với bảng có thể đi lại và xin gợi ý. Thử thách là một thế ngẫu nhiên, phải thắng hoặc giữ hòa; mỗi nước đều được chấm.",
      ],
    },
    {
      title: "Ván cờ và hình ảnh",
      lines: [
        "“Mở ván cờ” đọc PGN, DhtmlXQ, XQF, CBR, CBL và các nước đi theo bất kỳ ký hiệu nào; dán ở bất cứ đâu trên trang hay thả tệp vào cũng vậy. “Xem lại ván cờ” so ván cờ với các bảng: một dải màu cho thấy lúc nào ai thắng và những gì đã bỏ lỡ; về các thế còn lại có thể hỏi máy, và được ghi rõ chỉ là ý kiến.",
        "Nước đi bên cạnh một dòng trở thành biến; “Chú giải” thêm dấu và lời bình. Ván cờ lưu thành văn bản, PGN, DhtmlXQ, liên kết hay hình động, thế cờ thành SVG hay PNG, cả hai nhúng được vào trang khác.",
      ],
    },
    {
      title: "Bài tập",
      lines: [
        "Các thế chỉ có một cách thắng, tìm trong các bảng, và các thế trong sách cổ, giải ngay trên bàn cờ, không cần bảng nào; mỗi ngày một bài. Ở thế có hơn bốn quân tấn công, mỗi nước đi được chứng minh ngay tại chỗ, cho tới khi chiếu hết. Bài chưa giải được sẽ trở lại sau vài ngày.",
      ],
    },
    {
      title: "Cờ tàn",
      lines: [
        "Tìm bằng tên quân (xe đối mã) hoặc chữ cái (KRKN), hoặc chọn quân. Mỗi cờ tàn có một trang: kết quả, số bước, ván thắng dài nhất, tệp và chứng minh. Dưới danh sách có thể lấy toàn bộ dữ liệu các cờ tàn (CSV hoặc JSON).",
        "Cờ tàn còn thiếu được tạo ngay trên máy chủ hoặc trong trình duyệt, trừ khi quá lớn. Bảng của cả cờ tàn chỉ tạo với nhiều nhất bốn quân tấn công: xe, mã, pháo, tốt.",
        "Một cách thắng đã được chứng minh mà không cần bảng có thể lưu thành tệp; `canju check TỆP` đi lại từng nước, và chương trình ngắn check-proof.py trong các ví dụ, viết chỉ từ đặc tả, cũng vậy.",
      ],
    },
    {
      title: "Luật",
      lines: [
        "Luật được chọn bên cạnh giá trị: luật châu Á, luật Trung Quốc, hoặc lặp lại luôn là hòa. Giá trị, phán quyết, ván đấu và việc tạo bảng đều theo luật đã chọn.",
        "Luật châu Á: bên chiếu mãi, hoặc bắt mãi một quân, thua; cả hai cùng làm thì hòa. Luật Trung Quốc: bên nào một mình liên tục chiếu, dọa chiếu bí hoặc bắt, xen kẽ thế nào cũng vậy, thì thua; cả hai cùng làm thì xét theo bậc của nước đi. Bên hết nước đi thua. Không tính giới hạn số nước.",
      ],
      more: "compared",
    },
    {
      title: "Khi không có mạng",
      lines: [
        "Trang mở được khi không có mạng, cùng những gì đã tra và các cờ tàn đã tạo trong trình duyệt này hoặc đã giữ bằng nút trên trang của chúng. Máy đã hỏi một lần thì cũng có.",
      ],
    },
  ],
  programs: {
    title: "Dành cho chương trình",
    api: "Máy chủ có trang này cũng trả lời các chương trình, theo mô tả:",
    tables:
      "Trang của mỗi cờ tàn có tệp bảng để tải về, chương trình viết bằng C, Python, Rust, JavaScript đọc được; “canju uci” là một máy cờ biết dùng chúng.",
  },
  sources: {
    title: "Nguồn",
    items: [
      "Haw-ren Fang, The Nature of Retrograde Analysis for Chinese Chess: chiếu mãi và bắt mãi quyết định thế nào.",
      "Bo-Nian Chen, Pangfeng Liu, Shun-Chin Hsu và Tsan-sheng Hsu, Knowledge Inferencing on Chinese Chess Endgames: giá trị của lực lượng.",
      "Nathan R. Sturtevant và Abdallah Saffidine, A Study of Forward versus Backward Endgame Solvers.",
      "Jih-tung Pai, Chinese Chess Endgame Databases Query System: cách liệt kê giá trị và nước đi.",
      "Xu Zhi (徐芝), 适情雅趣 Thích tình nhã thú (1570): các thế cờ trong mục Bài tập, lấy từ dự án xiangqi-tools của Careone (giấy phép BSD), không ghi kết luận: quyển cuối là các thế hòa, theo tên là từ số 469; mọi giá trị là của các bảng.",
      "梦入神机 Mộng nhập thần cơ, 烂柯神机 Lạn kha thần cơ, 橘中秘 Quất trung bí: tên và các thế Đỏ thắng trong mục Bài tập, lấy từ dự án ChessQ của Walker Li (GPL); điều đã chứng minh là của bộ chứng minh.",
    ],
  },
  thanks: {
    title: "Lời cảm ơn",
    items: [
      "Cảm ơn Jih-tung Pai, người có hệ thống tra cứu cho người chơi thấy cờ tàn chính xác suốt nhiều năm; mã và địa chỉ của ông dùng được ở đây.",
      "Cảm ơn các tác giả của Fairy-Stockfish, cho ý kiến ở nơi không bảng nào biết.",
      "Cảm ơn tất cả những người viết phần mềm tự do làm nên trang này: trang giấy phép ghi tên họ.",
    ],
  },
};
