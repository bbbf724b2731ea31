/** What is said in each language where the page's own words are not: in links to it, on other sites, and where it is not found. */
import type { Colour } from "../../xiangqi/pieces.ts";
import type { Language } from "./languages.ts";

/** What the page is, in a sentence for who sees a link to it. */
export const ABOUT: Readonly<Record<Language, string>> = {
  en: "Xiangqi endgames worked out to their end: who wins, how soon, and by which moves.",
  "zh-Hans": "象棋残局，每一着都算到终局：谁胜、多少步、怎么走。",
  "zh-Hant": "象棋殘局，每一著都算到終局：誰勝、多少步、怎麼走。",
  vi: "Cờ tàn cờ tướng tính đến hết ván: ai thắng, sau bao nhiêu bước, bằng những nước nào.",
};

/** What a server says in every language: it does not know the reader's. */
export type Notice = Readonly<Record<Language, { readonly text: string; readonly link: string }>>;

/** Of an address where nothing is. */
export const NOWHERE: Notice = {
  en: { text: "There is nothing at this address.", link: "To the endgames" },
  "zh-Hans": { text: "这个地址没有内容。", link: "前往残局库" },
  "zh-Hant": { text: "這個位址沒有內容。", link: "前往殘局庫" },
  vi: { text: "Không có gì ở địa chỉ này.", link: "Đến cơ sở dữ liệu cờ tàn" },
};

/** Of a site of files that was opened from the disk: there a browser runs no modules. */
export const FROM_DISK: Readonly<Record<Language, string>> = {
  en: "A browser cannot run this page from the disk. Put the folder on any host of files, or start a web server in it, such as: caddy file-server --listen :8000",
  "zh-Hans":
    "浏览器不能直接从磁盘运行本页。请把这个文件夹放到任意静态主机上，或在其中启动一个网页服务器，例如：caddy file-server --listen :8000",
  "zh-Hant":
    "瀏覽器不能直接從磁碟執行本頁。請把這個資料夾放到任意靜態主機上，或在其中啟動一個網頁伺服器，例如：caddy file-server --listen :8000",
  vi: "Trình duyệt không chạy được trang này thẳng từ ổ đĩa. Hãy đặt thư mục lên một máy chủ tệp bất kỳ, hoặc chạy một máy chủ web trong đó, ví dụ: caddy file-server --listen :8000",
};

/** Of an address with no position or game to be shown in a frame; the page says what is wrong with it. */
export const NO_PICTURE: Notice = {
  en: { text: "This address shows no position or game.", link: "What is wrong with it" },
  "zh-Hans": { text: "这个地址不是可显示的局面或棋谱。", link: "查看问题所在" },
  "zh-Hant": { text: "這個位址不是可顯示的局面或棋譜。", link: "查看問題所在" },
  vi: { text: "Địa chỉ này không có thế cờ hay ván cờ.", link: "Xem sai ở đâu" },
};

interface EmbeddedWords {
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

/** What stands beside a board on other sites; its language is asked for by `lang=` in the address. */
export const EMBEDDED_WORDS: Readonly<Record<Language, EmbeddedWords>> = {
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
};
