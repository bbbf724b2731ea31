const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** A number of bytes for people: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let figure = bytes;
  for (; figure >= 1000 && unit < UNITS.length - 1; unit++) figure /= 1000;
  return `${figure < 10 && unit > 0 ? figure.toFixed(1) : Math.round(figure)} ${UNITS[unit]}`;
}

/** A share in percent that says 0 % or 100 % only where it is exactly that. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0 %";
  if (part === whole) return "100 %";
  const percent = (100 * part) / whole;
  if (percent < 0.01) return "< 0.01 %";
  if (percent > 99.99) return "> 99.99 %";
  return `${percent < 1 || percent > 99 ? percent.toFixed(2) : percent.toFixed(1)} %`;
}
