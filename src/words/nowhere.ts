/** What a server says in every language: it does not know the reader's. */
export type Notice = readonly { readonly lang: string; readonly text: string; readonly link: string }[];

/** Of an address where nothing is. */
export const NOWHERE: Notice = [
  { lang: "en", text: "There is nothing at this address.", link: "To the endgames" },
  { lang: "zh-Hans", text: "这个地址没有内容。", link: "前往残局库" },
  { lang: "zh-Hant", text: "這個位址沒有內容。", link: "前往殘局庫" },
  { lang: "vi", text: "Không có gì ở địa chỉ này.", link: "Đến cơ sở dữ liệu cờ tàn" },
];

/** Of an address with no position or game to be shown in a frame; the page says what is wrong with it. */
export const NO_PICTURE: Notice = [
  { lang: "en", text: "This address shows no position or game.", link: "What is wrong with it" },
  { lang: "zh-Hans", text: "这个地址不是可显示的局面或棋谱。", link: "查看问题所在" },
  { lang: "zh-Hant", text: "這個位址不是可顯示的局面或棋譜。", link: "查看問題所在" },
  { lang: "vi", text: "Địa chỉ này không có thế cờ hay ván cờ.", link: "Xem sai ở đâu" },
];
