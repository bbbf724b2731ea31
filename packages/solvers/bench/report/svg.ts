/** Small line and bar charts as SVG text. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  readonly logX?: boolean;
  readonly logY?: boolean;
}

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 84;
const RIGHT = 190;
const TOP = 40;
const BOTTOM = 54;
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"];

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const text = (x: number, y: number, label: string, anchor = "middle", extra = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"${extra}>${escape(label)}</text>`;

const short = (value: number): string => {
  for (const [unit, letter] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (value >= unit) return `${Number((value / unit).toPrecision(3))}${letter}`;
  }
  return String(Number(value.toPrecision(3)));
};

interface Axis {
  readonly ticks: readonly number[];
  /** 0 to 1. */
  at(value: number): number;
}

const logAxis = (values: readonly number[], base: number): Axis => {
  const log = (value: number): number => Math.log(value) / Math.log(base);
  const low = Math.floor(log(Math.min(...values)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(log(Math.max(...values)) - 1e-9));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => base ** (low + i)),
    at: (value) => (log(value) - low) / (high - low),
  };
};

const linearAxis = (values: readonly number[]): Axis => {
  const most = Math.max(...values, 1e-9);
  const step = [1, 2, 5, 10].map((n) => n * 10 ** Math.floor(Math.log10(most / 5))).find((s) => most / s <= 7)!;
  const count = Math.ceil(most / step);
  return {
    ticks: Array.from({ length: count + 1 }, (_, i) => i * step),
    at: (value) => value / (count * step),
  };
};

export const lineChart = ({ title, xLabel, yLabel, series, logX = false, logY = false }: Chart): string => {
  const shown = series.map(({ name, points }) => ({ name, points: points.filter(([, y]) => !logY || y > 0) }));
  const all = shown.flatMap(({ points }) => points);
  const xAxis = logX
    ? logAxis(
        all.map(([x]) => x),
        2,
      )
    : linearAxis(all.map(([x]) => x));
  const yAxis = logY
    ? logAxis(
        all.map(([, y]) => y),
        10,
      )
    : linearAxis(all.map(([, y]) => y));
  const x = (value: number): number => LEFT + xAxis.at(value) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => HEIGHT - BOTTOM - yAxis.at(value) * (HEIGHT - TOP - BOTTOM);
  const parts = [frame(title, xLabel, yLabel)];
  for (const tick of xAxis.ticks) parts.push(text(x(tick), HEIGHT - BOTTOM + 18, short(tick)));
  for (const tick of yAxis.ticks) {
    parts.push(`<path d="M${LEFT} ${y(tick).toFixed(1)}H${WIDTH - RIGHT}" stroke="#ddd"/>`);
    parts.push(text(LEFT - 8, y(tick) + 4, short(tick), "end"));
  }
  shown.forEach(({ name, points }, i) => {
    const colour = COLOURS[i % COLOURS.length]!;
    const path = points.map(([px, py]) => `${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join("L");
    parts.push(`<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [px, py] of points) {
      parts.push(`<circle cx="${x(px).toFixed(1)}" cy="${y(py).toFixed(1)}" r="2.5" fill="${colour}"/>`);
    }
    parts.push(text(WIDTH - RIGHT + 12, TOP + 14 + 20 * i, name, "start", ` fill="${colour}"`));
  });
  return svg(parts);
};

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
}

/** Horizontal bars, all from the same left edge. */
export const barChart = (title: string, bars: readonly Bar[]): string => {
  const height = 26;
  const left = 260;
  const most = Math.max(...bars.map(({ value }) => value));
  const parts = [text(WIDTH / 2, 22, title, "middle", ' font-weight="bold"')];
  bars.forEach(({ label, value, shown }, i) => {
    const top = TOP + i * height;
    const width = (value / most) * (WIDTH - left - 110);
    parts.push(text(left - 8, top + 15, label, "end"));
    parts.push(`<rect x="${left}" y="${top + 2}" width="${width.toFixed(1)}" height="18" fill="${COLOURS[0]}"/>`);
    parts.push(text(left + width + 6, top + 15, shown, "start"));
  });
  return svg(parts, TOP + bars.length * height + 16);
};

const frame = (title: string, xLabel: string, yLabel: string): string =>
  [
    text(WIDTH / 2, 22, title, "middle", ' font-weight="bold"'),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, xLabel),
    text(
      18,
      (TOP + HEIGHT - BOTTOM) / 2,
      yLabel,
      "middle",
      ` transform="rotate(-90 18 ${(TOP + HEIGHT - BOTTOM) / 2})"`,
    ),
    `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#444"/>`,
  ].join("\n");

const svg = (parts: readonly string[], height = HEIGHT): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
