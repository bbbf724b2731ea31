import type { SideStatistics } from "../../src/table/format/header.ts";
import { formatShare, words } from "../words/spoken.ts";
import { usualEnd } from "./figures.ts";

/** How an endgame usually ends with Red to move, and the shares that say so. */
export function VerdictText({ red }: { red: SideStatistics }) {
  const { colours, known } = words.value;
  const { usual, winner } = usualEnd("red", red);
  const share = (part: number) => formatShare(part, red.positions);
  return (
    <>
      <p class="endgame-verdict" data-usual={usual}>
        {known.usually[usual](colours[winner])}
      </p>
      <p class="hint">{known.shares(colours.red, share(red.wins), share(red.draws), share(red.losses))}</p>
    </>
  );
}
