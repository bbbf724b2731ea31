/**
 * What a first visitor sees while the page's scripts are on their way: the board, the verdict and the moves, where the page will have them;
 * and what is told of links to it. A server draws it (src/doors/http/first-load.ts) from the answer that it sends with the page;
 * scripts/build-page.ts bundles it for that.
 */
import { renderToString } from "preact-render-to-string";
import { drawPosition } from "../src/say/pictures/picture.ts";
import { usualNotation, type Language } from "../src/say/words/languages.ts";
import type { Linked, Preview } from "../src/say/beginning.ts";
import type { ProbeResult } from "../src/query/probe.ts";
import type { Position } from "../src/xiangqi/position.ts";
import { previewOf } from "./link-preview.ts";
import { MoveGroups } from "./explorer/MoveGroups.tsx";
import { figureOf, verdictOf, winnerOf } from "./shown/verdict-words.ts";
import { formatMove } from "./state/notation.ts";
import { valueMoves, type ValuedMove } from "./state/valued-moves.ts";
import { page as en, type Dictionary } from "./words/en/page.ts";
import { page as vi } from "./words/vi/page.ts";
import { page as simplified } from "./words/zh-Hans/page.ts";
import { page as traditional } from "./words/zh-Hant/page.ts";

const WORDS: Readonly<Record<Language, Dictionary>> = { en, vi, "zh-Hans": simplified, "zh-Hant": traditional };

/** What other programs show of a link, for a reader of the language. */
export function preview(linked: Linked, language: Language): Preview {
  return previewOf(linked, WORDS[language]);
}

/** @returns HTML for the inside of the page's root, as the page looks to whoever has chosen nothing yet */
export function firstView(position: Position, probe: ProbeResult, language: Language, flipped: boolean): string {
  const say = WORDS[language];
  const { turn } = position;
  const item = (valued: ValuedMove) => (
    <span class="move">
      <span class="star">{valued.best && "☆"}</span>
      <span class="notation">{formatMove(position, valued.move, usualNotation(language), language)}</span>
      <span class="marks">
        {valued.capture && "×"}
        {valued.check && "+"}
      </span>
      <span class="figure">{figureOf(valued, say)}</span>
    </span>
  );
  return renderToString(
    <div class="first-view" lang={say.htmlLang}>
      <header class="top">
        <h1>
          {say.siteName} <small>{say.tagline}</small>
        </h1>
      </header>
      <main>
        <div class="left">
          <section
            class="board"
            aria-label={say.board}
            dangerouslySetInnerHTML={{ __html: drawPosition(position, { flipped }) }}
          />
        </div>
        <div class="right">
          <header class="verdict" data-winner={winnerOf(turn, probe) ?? "nobody"}>
            <p class="to-move">
              <span class={`disc ${turn}`} />
              {say.toMove(say.colours[turn])}
              <span class="endgame-link">
                {say.endgames.name(probe.endgame)} <small class="endgame-name">{probe.endgame}</small>
              </span>
            </p>
            <h2 class="value">{verdictOf(position, probe, say)}</h2>
          </header>
          <div class="panel">
            <MoveGroups position={position} probe={probe} moves={valueMoves(position, probe)} say={say} item={item} />
          </div>
        </div>
      </main>
    </div>,
  );
}
