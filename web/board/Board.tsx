/** The board of the page: the drawn surface, the men on it, and the grid for keyboards and screen readers. */
import { useComputed, useSignalEffect } from "@preact/signals";
import { notation, pieceSet, words } from "../state/preferences.ts";
import { checkedKing, flipped, lastMove, legal, play, pointedAt, position, settingUp } from "../state/page.ts";
import { arrange, brush, draft, paint } from "../state/setup.ts";
import { Ground } from "./Ground.tsx";
import { menRules } from "./men.ts";
import { SquareGrid } from "./SquareGrid.tsx";
import { Surface } from "./Surface.tsx";
import type { BoardView } from "./view.ts";

const menStyle = new CSSStyleSheet();
document.adoptedStyleSheets.push(menStyle);

export function Board() {
  useSignalEffect(() => menStyle.replaceSync(menRules(pieceSet.value)));
  const view = useComputed<BoardView>(() =>
    settingUp.value
      ? {
          position: draft.value,
          flipped: flipped.value,
          use: brush.value === null ? "arrange" : "place",
          legal: [],
          lastMove: null,
          checkedKing: null,
          arrow: null,
        }
      : {
          position: position.value,
          flipped: flipped.value,
          use: "play",
          legal: legal.value,
          lastMove: lastMove.value,
          checkedKing: checkedKing.value,
          arrow: pointedAt.value,
        },
  );
  return (
    <section class="board" aria-label={words.value.board}>
      <Surface notation={notation.value} flipped={flipped.value} />
      <Ground view={view.value} onMove={play} onArrange={arrange} onTap={paint} />
      <SquareGrid view={view.value} words={words.value} onMove={play} onTap={paint} />
    </section>
  );
}
