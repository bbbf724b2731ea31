/** The least size in whole units of `M`, 2^20 bytes, that holds so many bytes: as it is typed behind `--memory`. */
export function sizeToType(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)}M`;
}

/** A size for people: `870 B`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const rounded = Number(bytes.toPrecision(3)); // first: 999,999 B are 1.0 MB
  const power = rounded < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(rounded) / 3));
  const scaled = rounded / 1000 ** power;
  return `${power === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${units[power]}`;
}
