import { MOST_CHARACTERS, MOST_DEPTH } from "../../../xiangqi/games/reading.ts";
import type { ReadingWords } from "../games.ts";

export const games: ReadingWords = {
  reasons: {
    empty: () => "没有文字。",
    "too-long": () => `文字超过 ${MOST_CHARACTERS} 个字符。`,
    "not-text": () => "这不是文字，而是其他数据；棋谱可以是 PGN、DhtmlXQ、XQF、CBR、CBL 或纯文本。",
    "no-game": (text) => `“${text}”里既没有局面也没有着法。`,
    "bad-position": (text) => `“${text}”不是局面。`,
    "illegal-position": () => "对局中不可能出现这个局面。",
    "no-move": (text) => `“${text}”不是着法。`,
    "illegal-move": (text) => `“${text}”在此不合法。`,
    "ambiguous-move": (text) => `“${text}”可以指两种着法。`,
    unclosed: (text) => `“${text}”没有结束。`,
    unopened: () => "右括号没有对应的左括号。",
    "too-deep": () => `变着嵌套超过 ${MOST_DEPTH} 层。`,
    "too-many-moves": () => "着法太多，只读了前面的部分。",
  },
  place: (line, column) => `第 ${line} 行第 ${column} 字：`,
  asFarAs: (moves) => `已读入 ${moves} 着。`,
};
