/** The longest win of either side in every order, to look at or to play. */
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { TableInfo } from "../../src/table/format/header.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { useAttempts } from "../answers/attempt.ts";
import { newGame } from "../state/game.ts";
import { openPosition, openView, show } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import type { OrderDistances } from "./figures.ts";
import { randomPosition } from "./table.ts";
import { WinList, type Win } from "./WinList.tsx";
import { Failure } from "../shown/trouble-text.tsx";

export function LongestWins({ info, orders }: { info: TableInfo; orders: readonly OrderDistances[] }) {
  const say = words.value.endgames;
  const { attempt, failure } = useAttempts();
  const find = async ({ winner, plies }: Win, order: number): Promise<LegalPosition> => {
    const { longestWin, longestWinFen } = info[winner];
    // The table names the longest of all orders; where that is not of this one, any that is as long will do.
    const asLong = orders.filter((each) => each[winner].longest === longestWin);
    const isNamed = asLong.length === 1 && asLong[0]!.order === order && longestWinFen !== null;
    if (isNamed) return parseLegalFen(longestWinFen);
    const wish = { turn: winner, outcome: "win", order, min: plies, max: plies } as const;
    return randomPosition(info.endgame, wish);
  };
  const play = (position: LegalPosition) => {
    show(newGame(position));
    openView("play");
  };
  const finding = (use: (position: LegalPosition) => void) => (win: Win, order: number) =>
    attempt(() => find(win, order).then(use));
  const wins = orders.map(({ order, kind, ...sides }) => ({
    order,
    kind,
    wins: COLOURS.map((winner) => ({ winner, plies: sides[winner].longest })).filter(({ plies }) => plies >= 0),
  }));
  return (
    <WinList
      orders={wins}
      actions={[
        [say.show, finding(openPosition)],
        [say.play, finding(play)],
      ]}
    >
      <Failure of={failure} />
    </WinList>
  );
}
