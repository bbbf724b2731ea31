import type { Outcomes } from "./figures.ts";

/** How positions end: Red's wins, draws, Black's wins. The figures stand beside it. */
export function OutcomeBar({ outcomes: { redWins, draws, blackWins } }: { outcomes: Outcomes }) {
  const all = redWins + draws + blackWins;
  const share = (part: number) => `${(100 * part) / all}%`;
  return (
    <svg class="outcomes" aria-hidden="true">
      <rect class="draws" width="100%" height="100%" />
      <rect class="wins" width={share(redWins)} height="100%" />
      <rect class="losses" x={share(redWins + draws)} width={share(blackWins)} height="100%" />
    </svg>
  );
}
