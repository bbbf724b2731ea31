/** The grain of the wood: uneven bands, the same every time. Gradients, because a noise filter is slow to paint. */

interface Band {
  readonly id: string;
  readonly angle: number;
  readonly stops: readonly { readonly offset: number; readonly opacity: number }[];
}

const BANDS: readonly Band[] = [
  { id: "grain-wide", angle: 89.2, stops: bands(90, 0.075, 7) },
  { id: "grain-fine", angle: 90.5, stops: bands(330, 0.085, 11) },
];

/** Stops at even distances with chance opacities, most of them low. */
function bands(count: number, darkest: number, seed: number): Band["stops"] {
  let state = seed;
  return Array.from({ length: count }, (_, i) => {
    state = (state * 48_271) % 2_147_483_647;
    const chance = state / 2_147_483_647;
    return { offset: Number((i / count).toFixed(4)), opacity: Number((darkest * chance ** 2).toFixed(3)) };
  });
}

export function GrainGradients() {
  return BANDS.map(({ id, angle, stops }) => (
    <linearGradient key={id} id={id} gradientTransform={`rotate(${angle})`}>
      {stops.map(({ offset, opacity }) => (
        <stop key={offset} offset={offset} stop-color="#3d1f04" stop-opacity={opacity} />
      ))}
    </linearGradient>
  ));
}

export function Grain(area: { x: number; y: number; width: number; height: number; rx: number }) {
  return BANDS.map(({ id }) => <rect key={id} {...area} fill={`url(#${id})`} />);
}
