/** The address bar: it always names the view and the position shown, and the browser's back and forward walk over them. */
import { batch, effect, signal, untracked } from "@preact/signals";
import type { Rules } from "../../src/table/format/header.ts";
import { InputError } from "../../src/base/errors.ts";
import { formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { samePosition, type LegalPosition, type Position } from "../../src/xiangqi/position.ts";
import { addressFen } from "../answers/answers.ts";
import { goTo, newGame, openedGame, playMove, positionOf, type Game, restoreGame, saveGame } from "./game.ts";
import {
  badLink,
  complaint,
  flipped,
  game,
  openView,
  show,
  topic,
  view,
  ALL_VIEWS,
  type BadLink,
  type View,
} from "./page.ts";
import { excerpt } from "../../src/xiangqi/unreadable.ts";
import { readPosition, unescape, type Complaint } from "./read-position.ts";
import { followRules, rules, unknownRules } from "../base/rules.ts";
import { restoreScroll, savedScroll, watchScroll } from "./scroll.ts";

/** The link to a position in the explorer, by the rules shown unless others are told: a link always says by which. */
export function addressOf(position: Position, by: Rules = rules.value): string {
  return `?fen=${addressFen(formatFen(position))}&rules=${by}`;
}

/** The link to a whole game, opened at its start. */
export function addressOfGame({ positions, moves }: Game): string {
  const ucis = moves.map((move, i) => formatUci(positions[i]!, move));
  return `${addressOf(positions[0]!)}&line=${ucis.join("")}`;
}

/** Longer games have no place in an address: hosts refuse it. */
const MOST_MOVES = 1500;

/** The link to the position shown, in its game where that was opened as a whole. */
function addressOfShown(shown: Game): string {
  const { moves, played, isOpened } = shown;
  if (isOpened !== true || moves.length === 0 || moves.length > MOST_MOVES) return addressOf(positionOf(shown));
  return addressOfGame(shown) + (played === 0 ? "" : `&ply=${played}`);
}

/** The link to the position of the explorer, with the whole game that it stands in and what is said of that. */
export function addressToShare(): string {
  const seen = flipped.value ? "&from=black" : "";
  return addressOfShown({ ...game.value, isOpened: true }) + seen + remarksInAddress.value;
}

/** The link to a view, about a topic or with the position shown. */
export function addressOfView(each: View, about: string | null = null): string {
  const position = addressOf(positionOf(game.value));
  if (each === "explorer") return addressOfShown(game.value);
  const of = about === null ? "" : `&topic=${encodeURIComponent(about)}`;
  const shown = each === "play" || each === "editor" ? position.slice(1) : `rules=${rules.value}`;
  return `?view=${each}${of}&${shown}`;
}

/** Opens what the address names, then keeps address and page in step. */
export function followAddress(): void {
  readAddress();
  const scrolled = savedScroll();
  history.replaceState({ ...saveGame(game.value), scroll: scrolled }, "", addressNow());
  restoreScroll(scrolled);
  watchScroll();
  window.addEventListener("popstate", (event) => {
    const left = savedScroll();
    batch(() => readAddress(event.state));
    restoreScroll(left);
  });
  effect(() => {
    const shown = game.value;
    const address = addressNow();
    untracked(() => record(shown, address));
  });
}

/** The address of what is shown; `&from=black` where the board is seen from Black's side. A bad one stays as it is. */
function addressNow(): string {
  if (badLink.value !== null) return location.search;
  const remarks = view.value === "explorer" && game.value.isOpened === true ? remarksInAddress.value : "";
  return addressOfView(view.value, topic.value) + (flipped.value ? "&from=black" : "") + remarks;
}

function readAddress(state: unknown = history.state): void {
  followRules();
  const parameters = new URLSearchParams(location.search);
  const named = parameters.get("view");
  batch(() => {
    flipped.value = parameters.get("from") === "black";
    const { found, trouble, bad } = gameInAddress(state);
    const there = ALL_VIEWS.find((each) => each === named);
    openView(there ?? "explorer", parameters.get("topic"));
    if (found !== null) show(found);
    const missing = there === undefined && named !== null ? named : unknownRules();
    complaint.value = missing === null ? trouble : { kind: "nothing-there", text: excerpt(missing) };
    badLink.value = bad;
  });
}

/** What else of an opened game stands in its address, behind `#`: variations, signs and remarks. */
export const remarksInAddress = signal("");

/** What the current entry of the history holds: a game, the view with its topic, and whether it was made by walking. */
let recorded: { readonly game: Game; readonly place: string; readonly walked: boolean } | null = null;

/** A new position is a new entry of the history; the same one, such as after going back, replaces the entry. */
function record(shown: Game, address: string): void {
  const place = `${view.value} ${topic.value}`;
  try {
    // Walking over the same moves, as playing a line does, leaves one entry: back leads to where it began.
    const walking = shown.moves === recorded?.game.moves && place === recorded.place;
    // A match leaves none: going back would only have the table answer again.
    const inMatch = [address, location.search].every((each) => each.startsWith("?view=play"));
    // Remarks, and the moves of a game that a link's remarks told, are no other place.
    const [query, there] = [address.replace(/#.*/s, ""), location.search];
    const same = query === there || (query.startsWith(there) && query.slice(there.length).startsWith("&line="));
    if ((walking && recorded!.walked) || inMatch || same) {
      history.replaceState({ ...saveGame(shown), scroll: savedScroll() }, "", address);
    } else {
      history.pushState(saveGame(shown), "", address);
      if (isOther(shown)) showBeginning();
    }
    recorded = { game: shown, place, walked: walking && (recorded!.walked || !same) };
  } catch (error) {
    // Safari allows 100 entries in 30 seconds: the address catches up with a later move.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Whether what is shown now is something else than before, not the next step of the same. */
function isOther({ positions }: Game): boolean {
  if (recorded === null) return false;
  if (recorded.place.split(" ")[0] !== view.value) return true;
  if (view.value === "explorer") return !samePosition(positions[0]!, recorded.game.positions[0]!);
  // What rules and material show in particular is a place on the same page.
  return view.value !== "rules" && view.value !== "material" && recorded.place !== `${view.value} ${topic.value}`;
}

/** Scrolls to where a view begins, in the window and beside the board. */
function showBeginning(): void {
  scrollTo(0, 0);
  document.querySelector("#panel .panel")?.scrollTo(0, 0);
}

interface Named {
  readonly found: Game | null;
  /** Why not all of it is taken. */
  readonly trouble: Complaint | null;
  /** Why none of it is. */
  readonly bad: BadLink | null;
}

/** The position that the address names, with the game it belongs to where the browser's history kept it. */
function gameInAddress(state: unknown): Named {
  const saved = restoreGame(state);
  const text = positionInAddress();
  if (text === null) return { found: saved, trouble: null, bad: null };
  const reading = readPosition(text);
  if (reading.position === null) {
    const { complaint: why, impossible } = reading;
    return { found: null, trouble: null, bad: { text, complaint: why, impossible } };
  }
  if (reading.inverted) flipped.value = true;
  const { found, trouble } =
    reading.moves.length > 0
      ? { found: openedGame(reading.position, reading.moves), trouble: null }
      : gameWithLine(reading.position);
  if (saved !== null && samePosition(positionOf(saved), positionOf(found))) {
    return { found: saved, trouble: null, bad: null };
  }
  return { found, trouble: reading.complaint ?? trouble, bad: null };
}

/** The game that `&line=` tells after the position, as far as its moves are legal, after as many of them as `&ply=` says. */
function gameWithLine(start: LegalPosition): { readonly found: Game; readonly trouble: Complaint | null } {
  const parameters = new URLSearchParams(location.search);
  const line = parameters.get("line") ?? "";
  const shown = Number(/^\d{1,6}$/.exec(parameters.get("ply") ?? "")?.[0] ?? 0);
  let told: Game = { ...newGame(start), isOpened: line !== "" };
  for (const uci of line.match(/.{1,4}/gs) ?? []) {
    try {
      told = playMove(told, parseUci(positionOf(told), uci));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { found: goTo(told, shown), trouble: { kind: "no-move", text: excerpt(uci) } };
    }
  }
  return { found: goTo(told, shown), trouble: null };
}

/** `?fen=…`, or the code alone after the question mark, as in Pai's links. */
function positionInAddress(): string | null {
  const named = new URLSearchParams(location.search).get("fen");
  const alone = /^\?([0-9a-z_/%:+-]+)$/i.exec(location.search);
  return named ?? (alone === null ? null : unescape(alone[1]!));
}
