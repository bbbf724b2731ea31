/** What stands beside a board on other sites, in each language: it is asked for by `lang=` in the address. */
import type { Colour } from "../../xiangqi/pieces.ts";

export interface EmbeddedWords {
  readonly toMove: Readonly<Record<Colour, string>>;
  readonly start: string;
  readonly back: string;
  readonly forward: string;
  readonly end: string;
  readonly play: string;
  readonly moves: string;
  readonly previous: string;
  readonly next: string;
}

export const EMBEDDED_WORDS = {
  en: {
    toMove: { red: "Red to move", black: "Black to move" },
    start: "To the start",
    back: "Back",
    forward: "Forward",
    end: "To the end",
    play: "Play the moves",
    moves: "Moves",
    previous: "Previous position",
    next: "Next position",
  },
  "zh-Hans": {
    toMove: { red: "轮到红方走", black: "轮到黑方走" },
    start: "回到开始",
    back: "后退",
    forward: "前进",
    end: "到最后",
    play: "播放着法",
    moves: "着法",
    previous: "上一个局面",
    next: "下一个局面",
  },
  "zh-Hant": {
    toMove: { red: "輪到紅方走", black: "輪到黑方走" },
    start: "回到開始",
    back: "後退",
    forward: "前進",
    end: "到最後",
    play: "播放著法",
    moves: "著法",
    previous: "上一個局面",
    next: "下一個局面",
  },
  vi: {
    toMove: { red: "Đỏ đi", black: "Đen đi" },
    start: "Về đầu",
    back: "Lùi",
    forward: "Tiến",
    end: "Đến cuối",
    play: "Phát các nước đi",
    moves: "Các nước đi",
    previous: "Thế cờ trước",
    next: "Thế cờ sau",
  },
} satisfies Readonly<Record<string, EmbeddedWords>>;

export type EmbeddedLanguage = keyof typeof EMBEDDED_WORDS;
