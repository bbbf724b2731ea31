/** Random finite games as fast-check arbitraries: with cycles (hence draws), repeated moves and lone states. */
import fc from "fast-check";
import { relationOf, reverse, type ExplicitGame } from "../src/explicit.ts";

interface Draft {
  readonly alternating: boolean;
  /** Per state: max to move?, outcome if it is finished anyway, where the moves lead (as fractions of the states). */
  readonly states: readonly { readonly max: boolean; readonly won: boolean; readonly moves: readonly number[] }[];
}

const build = ({ alternating, states }: Draft): ExplicitGame => {
  const rows = states.map(({ max, moves }) => {
    const allowed = states.flatMap((other, i) => (!alternating || other.max !== max ? [i] : []));
    return allowed.length === 0 ? [] : moves.map((move) => allowed[Math.floor(move * allowed.length)]!);
  });
  const forward = relationOf(rows);
  const outcomes = new Int8Array(new SharedArrayBuffer(states.length));
  const maxTurns = new Uint8Array(new SharedArrayBuffer(states.length));
  states.forEach(({ max, won }, i) => {
    maxTurns[i] = max ? 1 : 0;
    if (rows[i]!.length === 0) outcomes[i] = (alternating ? !max : won) ? 1 : -1;
  });
  return { name: "random", alternating, maxTurns, outcomes, forward, backward: reverse(forward) };
};

const fraction = fc.integer({ min: 0, max: 9999 }).map((n) => n / 10_000);

export const randomGame = (alternating: boolean, most = 40): fc.Arbitrary<ExplicitGame> =>
  fc
    .array(
      fc.record({
        max: fc.boolean(),
        won: fc.boolean(),
        moves: fc.oneof(
          { weight: 3, arbitrary: fc.array(fraction, { minLength: 1, maxLength: 3 }) },
          { weight: 1, arbitrary: fc.constant([]) },
        ),
      }),
      { minLength: 1, maxLength: most },
    )
    .map((states) => build({ alternating, states }));
