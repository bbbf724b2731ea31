/**
 * Vite plugin: a module `zh-Hant/NAME.ts`, which is no file, is `zh-Hans/NAME.ts` in traditional characters. Signs are those
 * of Taiwan; where its words differ as well, `WORDS` says how.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ConverterFactory, Locale } from "opencc-js/cn2t";
import type { Plugin } from "vite";

const WORDS: [simplified: string, traditional: string][] = [
  ["“", "「"],
  ["”", "」"],
  ["zh-Hans", "zh-Hant"],
  ["白氏代码", "白氏代碼"],
  ["保存", "儲存"],
  ["存储", "儲存"],
  ["存为", "存成"],
  ["查找", "尋找"],
  ["撤销", "復原"],
  ["程序", "程式"],
  ["磁盘", "磁碟"],
  ["打开", "開啟"],
  ["打印", "列印"],
  ["导航", "導覽"],
  ["点击", "點選"],
  ["队列", "佇列"],
  ["发送", "傳送"],
  ["分布", "分布"],
  ["服务器", "伺服器"],
  ["复制嵌入代码", "複製內嵌程式碼"],
  ["概率", "機率"],
  ["每个局面 ${bits} 位", "每個局面 ${bits} 位元"],
  ["光标", "游標"],
  ["回车键", "Enter 鍵"],
  ["加载", "載入"],
  ["接口", "介面"],
  ["开源许可", "開放原始碼授權"],
  ["快捷键", "快速鍵"],
  ["类型", "類型"],
  ["链接", "連結"],
  ["内存", "記憶體"],
  ["嵌套", "巢狀"],
  ["软件", "軟體"],
  ["设置", "設定"],
  ["生成程序", "產生程式"],
  ["数据", "資料"],
  ["搜索", "搜尋"],
  ["算法", "演算法"],
  ["添加", "加入"],
  ["图标", "圖示"],
  ["拖动", "拖曳"],
  ["网络", "網路"],
  ["文本", "文字"],
  ["文件", "檔案"],
  ["线程", "執行緒"],
  ["响应头", "回應標頭"],
  ["项目", "專案"],
  ["校验和", "校驗碼"],
  ["许可", "授權"],
  ["运行", "執行"],
  ["粘贴", "貼上"],
  ["支持", "支援"],
  ["字符", "字元"],
  ["字节", "位元組"],
  ["束手就系", "束手就繫"],
  ["游丝系虎", "遊絲繫虎"],
  ["倒转干戈", "倒轉干戈"],
  ["仆途", "仆途"],
  ["七扎", "七札"],
  ["内攻外御", "內攻外禦"],
  ["鱼游", "魚游"],
  ["征戎", "征戎"],
  ["碎斗", "碎斗"],
  ["斗宫", "斗宮"],
  ["环绕一周", "環繞一周"],
  ["只马归命", "隻馬歸命"],
  ["只马当", "隻馬當"],
];

/** A text of a file in simplified characters, its code included. */
export const toTraditional = ConverterFactory([WORDS, ...Locale.from.cn.flat()], ...Locale.to.tw);

/** Tells what is made of a file from the file. */
const MADE = "?zh-Hant";

export function traditionalChinese(): Plugin {
  return {
    name: "traditional-chinese",
    enforce: "pre",
    resolveId(source, importer) {
      const isBeside = importer?.endsWith(MADE) === true && source.startsWith("./");
      if (importer === undefined || !(isBeside || /\/zh-Hant\/[^/]+\.ts$/.test(source))) return null;
      return resolve(dirname(importer), source.replace("/zh-Hant/", "/zh-Hans/")) + MADE;
    },
    load(id) {
      return id.endsWith(MADE) ? toTraditional(readFileSync(id.slice(0, -MADE.length), "utf8")) : null;
    },
  };
}
