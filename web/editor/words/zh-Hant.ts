import type { EditorWords } from "../words.ts";

export const editor: EditorWords = {
  men: "備用棋子",
  help: "選一個棋子，再點要放的位置；也可以直接拖動，拖出棋盤即拿掉。",
  place: (man) => `放置${man}`,
  drag: "拖動",
  remove: "拿掉",
  clear: "清空",
  mirror: "左右對調",
  swap: "紅黑互換",
  sideToMove: "先走方",
  possible: "對局中可能出現這個局面。",
  impossible: "這個局面不可能出現的原因",
  lookUp: "查詢",
  play: "對弈",
  texts: "局面的文字形式",
  paste: "貼上局面",
  pasteHint: "FEN、白氏代碼、連結、PGN 標籤……",
  take: "採用",
  paiCode: "白氏代碼",
  link: "連結",
  copy: "複製",
};
