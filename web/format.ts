const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** A number of bytes for people: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let figure = bytes;
  for (; figure >= 1000 && unit < UNITS.length - 1; unit++) figure /= 1000;
  return `${figure < 10 && unit > 0 ? figure.toFixed(1) : Math.round(figure)} ${UNITS[unit]}`;
}

/** Sentences after one another: a Chinese full stop is as wide as one and the blank after it. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.join(" ").replaceAll("。 ", "。");
}
