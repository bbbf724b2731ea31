import type { SideStatistics } from "../../src/table/format/header.ts";
import { formatShare, words } from "../words/spoken.ts";
import { verdictOf } from "./figures.ts";

/** How an endgame usually ends, and the shares that say so. */
export function VerdictText({ red }: { red: SideStatistics }) {
  const say = words.value.endgames;
  const share = (part: number) => formatShare(part, red.positions);
  return (
    <>
      <p class="endgame-verdict" data-verdict={verdictOf(red)}>
        {say.verdicts[verdictOf(red)]}
      </p>
      <p class="hint">{say.verdictWhy(share(red.wins), share(red.draws), share(red.losses))}</p>
    </>
  );
}
