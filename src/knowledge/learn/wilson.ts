/** Wilson's interval (1927) of a share. */

/** Of a normal variable 95 % lie within so many standard deviations. */
const DEVIATIONS = 1.96;

/** The shares, of which so many of a total may come: 95 % of such intervals have the share in them. */
export function wilson(count: number, total: number): readonly [least: number, most: number] {
  const weight = DEVIATIONS ** 2 / total;
  const share = count / total;
  const middle = share + weight / 2;
  const half = Math.sqrt(weight * (share * (1 - share) + weight / 4));
  return [(middle - half) / (1 + weight), (middle + half) / (1 + weight)];
}
