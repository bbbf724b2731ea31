/** What other programs show of a link to the page: a title and sentences below it. A server asks for it (src/doors/http/link-preview.ts). */
import { isBeyondOffers } from "../src/endgame/endgame.ts";
import { percentOf, type Statistics } from "../src/query/statistics.ts";
import type { Linked, Preview } from "../src/say/beginning.ts";
import { joinSentences } from "../src/say/words/repetitions.ts";
import { COLOURS, type Colour } from "../src/xiangqi/pieces.ts";
import type { Position } from "../src/xiangqi/position.ts";
import { usualEnd, verdictOfAll } from "./endgames/figures.ts";
import { verdictOf } from "./shown/verdict-words.ts";
import type { Dictionary } from "./words/en/page.ts";

export function previewOf({ view, endgame, position, probe, known, rules }: Linked, say: Dictionary): Preview {
  if (endgame === null || isBeyondOffers(endgame)) {
    const title =
      Object.hasOwn(say.views, view) && view !== "explorer" ? say.views[view as keyof typeof say.views] : null;
    return {
      title: (title === null ? [say.tagline, say.siteName] : [title, say.tagline]).join(" · "),
      text: position === null ? "" : toMove(position, say),
    };
  }
  const name = say.endgames.name(endgame);
  const byRules = (told: string): string =>
    known!.rules === rules ? told : say.otherwise.byRules(say.rulesNames[known!.rules], told);
  const usually = (turn: Colour): string => {
    const { usual, winner } = usualEnd(turn, known![turn]);
    return byRules(say.known.usually[usual](say.colours[winner]));
  };
  if (view === "studies")
    return { title: say.labelled(say.views.studies, name), text: position === null ? "" : toMove(position, say) };
  if (position === null) {
    const shares = known === null ? [] : COLOURS.map((turn) => sentence(sharesOf(turn, known[turn], say), say));
    return {
      title: known === null ? name : say.labelled(name, byRules(verdictOfAll(known, say))),
      text: joinSentences(shares),
    };
  }
  const usual = known === null ? [] : [sentence(say.labelled(name, usually(position.turn)), say)];
  return {
    title: probe === null ? name : say.labelled(name, verdictOf(position, probe, say)),
    text: joinSentences([toMove(position, say), ...usual]),
  };
}

function toMove({ turn }: Position, say: Dictionary): string {
  return sentence(say.toMove(say.colours[turn]), say);
}

function sharesOf(turn: Colour, { positions, wins, draws, losses }: Statistics[Colour], say: Dictionary): string {
  const share = (part: number) => say.percent(percentOf(part, positions));
  return say.known.shares(say.colours[turn], share(wins), share(draws), share(losses));
}

function sentence(text: string, { htmlLang }: Dictionary): string {
  return text + (htmlLang.startsWith("zh") ? "。" : ".");
}
