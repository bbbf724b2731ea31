import type { EmbeddedLanguage } from "./embedded.ts";

/** What the page is, in a sentence for who sees a link to it. */
export const ABOUT: Readonly<Record<EmbeddedLanguage, string>> = {
  en: "Xiangqi endgames worked out to their end: who wins, how soon, and by which moves.",
  "zh-Hans": "象棋残局，每一着都算到终局：谁胜、多少步、怎么走。",
  "zh-Hant": "象棋殘局，每一著都算到終局：誰勝、多少步、怎麼走。",
  vi: "Cờ tàn cờ tướng tính đến hết ván: ai thắng, sau bao nhiêu bước, bằng những nước nào.",
};

/** What a server says in every language: it does not know the reader's. */
export type Notice = readonly { readonly lang: string; readonly text: string; readonly link: string }[];

/** Of an address where nothing is. */
export const NOWHERE: Notice = [
  { lang: "en", text: "There is nothing at this address.", link: "To the endgames" },
  { lang: "zh-Hans", text: "这个地址没有内容。", link: "前往残局库" },
  { lang: "zh-Hant", text: "這個位址沒有內容。", link: "前往殘局庫" },
  { lang: "vi", text: "Không có gì ở địa chỉ này.", link: "Đến cơ sở dữ liệu cờ tàn" },
];

/** Of a site of files that was opened from the disk: there a browser runs no modules. */
export const FROM_DISK: readonly Pick<Notice[number], "lang" | "text">[] = [
  {
    lang: "en",
    text: "A browser cannot run this page from the disk. Put the folder on any host of files, or start a web server in it, such as: caddy file-server --listen :8000",
  },
  {
    lang: "zh-Hans",
    text: "浏览器不能直接从磁盘运行本页。请把这个文件夹放到任意静态主机上，或在其中启动一个网页服务器，例如：caddy file-server --listen :8000",
  },
  {
    lang: "zh-Hant",
    text: "瀏覽器不能直接從磁碟執行本頁。請把這個資料夾放到任意靜態主機上，或在其中啟動一個網頁伺服器，例如：caddy file-server --listen :8000",
  },
  {
    lang: "vi",
    text: "Trình duyệt không chạy được trang này thẳng từ ổ đĩa. Hãy đặt thư mục lên một máy chủ tệp bất kỳ, hoặc chạy một máy chủ web trong đó, ví dụ: caddy file-server --listen :8000",
  },
];

/** Of an address with no position or game to be shown in a frame; the page says what is wrong with it. */
export const NO_PICTURE: Notice = [
  { lang: "en", text: "This address shows no position or game.", link: "What is wrong with it" },
  { lang: "zh-Hans", text: "这个地址不是可显示的局面或棋谱。", link: "查看问题所在" },
  { lang: "zh-Hant", text: "這個位址不是可顯示的局面或棋譜。", link: "查看問題所在" },
  { lang: "vi", text: "Địa chỉ này không có thế cờ hay ván cờ.", link: "Xem sai ở đâu" },
];
