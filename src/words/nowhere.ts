/** What a server says of an address where nothing is, in every language: it does not know the reader's. */
export const NOWHERE: readonly { readonly lang: string; readonly text: string; readonly link: string }[] = [
  { lang: "en", text: "There is nothing at this address.", link: "To the endgames" },
  { lang: "zh-Hans", text: "这个地址没有内容。", link: "前往残局库" },
  { lang: "zh-Hant", text: "這個位址沒有內容。", link: "前往殘局庫" },
  { lang: "vi", text: "Không có gì ở địa chỉ này.", link: "Đến cơ sở dữ liệu cờ tàn" },
];
