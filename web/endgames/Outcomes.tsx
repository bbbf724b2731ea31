import type { SideStatistics, TableInfo } from "../../src/table/format/header.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { type Outcomes, outcomesOf } from "./figures.ts";
import "./outcomes.css";
import { formatCount, formatShare, words } from "../words/spoken.ts";

/** How many positions are won, drawn and lost, with either side to move. */
export function Outcomes({ info }: { info: Pick<TableInfo, "red" | "black"> }) {
  const say = words.value;
  const { endgames } = say;
  return (
    <section class="sheet" aria-labelledby="outcomes">
      <h3 id="outcomes">{endgames.outcomes}</h3>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="outcomes">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{endgames.wins(say.colours.red)}</th>
              <th scope="col">{endgames.draws}</th>
              <th scope="col">{endgames.wins(say.colours.black)}</th>
              <th scope="col">{endgames.positions}</th>
            </tr>
          </thead>
          <tbody>
            {COLOURS.map((turn) => {
              const side = info[turn];
              const outcomes = outcomesOf(turn, side);
              return (
                <tr key={turn}>
                  <th scope="row">
                    <span class={`disc ${turn}`} aria-hidden="true" /> {endgames.toMove(say.colours[turn])}
                    <OutcomeBar outcomes={outcomes} />
                  </th>
                  {[outcomes.redWins, outcomes.draws, outcomes.blackWins].map((count, i) => (
                    <td key={i}>
                      {formatCount(count)} <small>{formatShare(count, side.positions)}</small>
                    </td>
                  ))}
                  <td>
                    {formatCount(side.positions)}
                    {side.depends !== undefined && (
                      <small class="dependent">{endgames.depend(formatCount(dependentOf(side.depends)))}</small>
                    )}
                    <small>{endgames.mates(formatCount(side.checkmated), formatCount(side.stalemated))}</small>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function dependentOf({ wins, draws, losses }: NonNullable<SideStatistics["depends"]>): number {
  return wins + draws + losses;
}

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
