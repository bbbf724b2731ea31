/** Men as people write them in Vietnamese, with or without marks, the page's own names of endgames included. Pure. */

/** Words without marks, and what they are in letters; numbers as the Chinese write them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bsi tuong (?:toan|ben|du)\b|\b(?:du|toan) si tuong\b/g, "AABB"],
  [/\bkhuyet tuong\b/g, "AAB"],
  [/\bkhuyet si\b/g, "ABB"],
  [/\b(?:doi|dau|gap|chong|voi)\b/g, "/"],
  [/\b(?:va|don|mot|tran|tro)\b/g, ""],
  [/\bx[ea]\b/g, "R"],
  [/\b(?:ma|ngua)\b/g, "N"],
  [/\bphao\b/g, "C"],
  [/\b(?:tot|chot|binh)\b/g, "P"],
  [/\bs[iy]\b/g, "A"],
  [/\b(?:tuong|tinh)\b/g, "B"],
  [/\b(?:hai|song)\b/g, "双"],
  [/\bba\b/g, "三"],
  [/\bbon\b/g, "四"],
  [/\bnam\b/g, "五"],
];

/** Words that are no list of letters for men, as `ma` may be. */
const CERTAIN = /\b(?:x[ea]|phao|tot|chot|binh|s[iy]|tuong|ngua|doi)\b/;

/** The text with these words in letters; as it is where it is not Vietnamese. */
export function spellVietnamese(text: string): string {
  const marked = text.normalize("NFC").toLowerCase();
  // What tells a king from an elephant is a mark alone, and every side has a king.
  const plain = marked.replaceAll("tướng", "").replaceAll("đ", "d").normalize("NFD").replaceAll(/\p{M}/gu, "");
  if (!CERTAIN.test(plain) && !marked.includes("mã")) return text;
  return WORDS.reduce((spelled, [words, men]) => spelled.replaceAll(words, men), plain);
}
