import type { EditorWords } from "../words.ts";

export const editor: EditorWords = {
  men: "备用棋子",
  help: "选一个棋子，再点要放的位置；也可以直接拖动，拖出棋盘即拿掉。",
  place: (man) => `放置${man}`,
  drag: "拖动",
  remove: "拿掉",
  clear: "清空",
  mirror: "左右对调",
  swap: "红黑互换",
  sideToMove: "先走方",
  possible: "对局中可能出现这个局面。",
  impossible: "这个局面不可能出现的原因",
  lookUp: "查询",
  play: "对弈",
  texts: "局面的文字形式",
  paste: "粘贴局面",
  pasteHint: "FEN、白氏代码、链接、PGN 标签……",
  take: "采用",
  paiCode: "白氏代码",
  link: "链接",
  copy: "复制",
};
