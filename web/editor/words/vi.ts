import type { EditorWords } from "../words.ts";

export const editor: EditorWords = {
  men: "Quân dự trữ",
  help: "Chọn một quân rồi chạm vào các ô cần đặt. Hoặc kéo quân; thả ra ngoài bàn là bỏ.",
  place: (man) => `Đặt: ${man}`,
  drag: "Kéo",
  remove: "Bỏ quân",
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
  pasteHint: "FEN, mã của Pai, liên kết, thẻ PGN …",
  take: "Dùng",
  paiCode: "Mã của Pai",
  link: "Liên kết",
  copy: "Chép",
};
