/** What is known of a position's endgame, where no table tells of the position: the first thing that is said of it. */
import { useEffect, useMemo } from "preact/hooks";
import { drawPosition } from "../../src/say/pictures/picture.ts";
import type { Category } from "../../src/table/value.ts";
import { men } from "../state/drawn-men.ts";
import { addressOfSvg } from "../pictures/svg.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import type { Decided, Known } from "../answers/answers.ts";
import { rules } from "../base/rules.ts";
import { decidedIn, sayByRules } from "../shown/decided.ts";
import { verdictOf } from "../shown/verdict-words.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import { answer } from "../state/answer.ts";
import { forcedWin, saidByAtlas } from "../state/without-table.ts";
import { lengthOf } from "../state/valued-moves.ts";
import { openPosition } from "../state/page.ts";
import { formatShare, words } from "../words/spoken.ts";
import { useIsKnown, useKnown } from "./atlas.ts";
import { outcomesOf, usualEnd, verdictOfAll } from "./figures.ts";
import { OutcomeBar } from "./Outcomes.tsx";
import { WhichRules } from "./KnownFigures.tsx";
import "./proven.css";

interface VerdictProps {
  /** The endgame, in the colours of the position. */
  readonly name: string;
  readonly position: LegalPosition;
  readonly otherwise: string;
}

/** In one sentence, or what stands in its place where nothing is known; that is not said before it has been looked up. */
export function KnownVerdict({ name, position, otherwise }: VerdictProps) {
  const known = useKnown(name);
  const isKnown = useIsKnown(name);
  const example = known && exampleIn(known, position);
  const text = known && sayOf(example, position, known);
  useEffect(() => {
    const winner = example === null || known!.rules !== rules.value ? undefined : example.winner;
    saidByAtlas.value = text === null ? null : { text, isOfPosition: example !== null, winner };
    return () => void (saidByAtlas.value = null);
  }, [text, example !== null]);
  if (known === null)
    return isKnown === false ? <>{otherwise}</> : <span class="patience">{words.value.thinking}</span>;
  if (example === null) return <>{text}</>;
  return <span data-winner={example.winner ?? "nobody"}>{text}</span>;
}

/** A position whose outcome the record tells, as it stands for others. */
interface Example {
  /** Null: it is drawn. */
  readonly winner: Colour | null;
  /** As a table would say it. Null: it is not told how long that takes. */
  readonly decided: Decided | null;
}

/** What a record tells of a single position; null of any but its longest wins and typical positions. */
function exampleIn(known: Known, position: LegalPosition): Example | null {
  const fen = formatFen(position);
  for (const winner of COLOURS) {
    const longest = known.orders.find((order) => order.longest[winner].winFen === fen);
    if (longest === undefined) continue;
    const { order, kind } = longest;
    const distance = longest[winner].longestWin;
    const decided = { category: "win", order, kind, distance, metric: known.metric } as const;
    return { winner, decided };
  }
  const typical = known.typical?.[position.turn];
  if (typical?.draw === fen) return { winner: null, decided: null };
  if (typical?.win === fen) return { winner: position.turn, decided: null };
  return typical?.loss === fen ? { winner: opponent(position.turn), decided: null } : null;
}

/** What a record tells of a position, in one sentence. */
export function sayKnown(position: LegalPosition, known: Known): string {
  return sayOf(exampleIn(known, position), position, known);
}

function sayOf(example: Example | null, position: LegalPosition, known: Known): string {
  if (example === null) return sayUsual(position.turn, known);
  const say = words.value;
  const { winner, decided } = example;
  const short = winner === null ? say.draw : say.endgames.wins(say.colours[winner]);
  return sayByRules(decided === null ? short : verdictOf(position, decided, say), known.rules, say);
}

/** How positions with one side to move end; with the rules that it is by, where these are not the page's. */
export function sayUsual(turn: Colour, known: Pick<Known, Colour | "rules">): string {
  const say = words.value;
  const { usual, winner } = usualEnd(turn, known[turn]);
  return sayByRules(say.known.usually[usual](say.colours[winner]), known.rules, say);
}

/** The same of an endgame as a whole. */
export function sayUsualOfAll(known: Pick<Known, Colour | "rules">): string {
  const say = words.value;
  return sayByRules(verdictOfAll(known, say), known.rules, say);
}

/** What is known of an endgame as a whole, with the shares that say so. */
export function VerdictOfAtlas({ known }: { known: Known }) {
  return (
    <>
      <p class="endgame-verdict" data-usual={usualEnd("red", known.red).usual}>
        {sayUsualOfAll(known)}
      </p>
      <Shares known={known} turn="red" />
      <Shares known={known} turn="black" />
    </>
  );
}

/** How all positions with one side to move end. */
function Shares({ known, turn }: { known: Known; turn: Colour }) {
  const { colours, known: say } = words.value;
  const { positions, wins, draws, losses } = known[turn];
  const share = (part: number) => formatShare(part, positions);
  return (
    <p class="shares">
      <OutcomeBar outcomes={outcomesOf(turn, known[turn])} />
      <span class={`disc ${turn}`} aria-hidden="true" />{" "}
      {say.shares(colours[turn], share(wins), share(draws), share(losses))}
    </p>
  );
}

interface Props {
  /** In the colours of the position. */
  readonly name: string;
  /** Whose move it is there. */
  readonly turn: Colour;
}

/** How all positions of the endgame end, beside a position or for itself. */
export function KnownAnswer({ name, turn, position }: Props & { readonly position?: LegalPosition }) {
  const known = useKnown(name);
  if (known === null) return null;
  const say = words.value;
  const isTold =
    position !== undefined &&
    (exampleIn(known, position) !== null || decidedIn(answer.value) !== null || forcedWin.value !== null);
  return (
    <section class="known" aria-labelledby="known-title">
      {position === undefined && (
        <p class="endgame-verdict" data-usual={usualEnd("red", known.red).usual}>
          {sayUsualOfAll(known)}
        </p>
      )}
      <h3 id="known-title">
        {say.known.title(say.endgames.name(name))} <small class="endgame-name">{name}</small>
      </h3>
      {known.rules !== rules.value && <WhichRules of={known} />}
      <Shares known={known} turn={turn} />
      <Shares known={known} turn={opponent(turn)} />
      {position !== undefined && !isTold && <p class="hint">{say.known.notThis}</p>}
    </section>
  );
}

/** Positions of the endgame that stand for others, and where more is told. */
export function KnownExamples({ name, turn }: Props) {
  const known = useKnown(name);
  if (known === null) return null;
  const say = words.value;
  return (
    <div class="known">
      <TypicalPositions known={known} turn={turn} />
      <ul class="plain">
        {COLOURS.map((winner) => {
          const longest = longestOf(known, winner);
          if (longest === null) return null;
          return (
            <li class="row" key={winner}>
              {say.known.longest(say.colours[winner], lengthOf(longest.plies))}{" "}
              <button type="button" onClick={() => openPosition(parseLegalFen(longest.fen))}>
                {say.endgames.show}
              </button>
            </li>
          );
        })}
      </ul>
      <p class="hint">
        <ViewLink to="endgames" about={name}>
          {say.known.all}
        </ViewLink>
      </p>
    </div>
  );
}

/** One position of each outcome with one side to move, as the atlas has chosen them. */
export function TypicalPositions({ known: { typical }, turn }: { known: Pick<Known, "typical">; turn: Colour }) {
  if (typical === undefined) return null;
  return (
    <ul class="plain typical">
      {(["win", "draw", "loss"] as const).map((category) => {
        const fen = typical[turn][category];
        return fen === null ? null : <Typical key={category} fen={fen} category={category} turn={turn} />;
      })}
    </ul>
  );
}

/** A position that stands for others, as a picture that opens it. */
function Typical({ fen, category, turn }: { fen: string; category: Category; turn: Colour }) {
  const say = words.value;
  const drawn = men.value;
  const picture = useMemo(() => addressOfSvg(drawPosition(parseLegalFen(fen), { men: drawn })), [fen, drawn]);
  return (
    <li>
      <button type="button" onClick={() => openPosition(parseLegalFen(fen))}>
        <img src={picture} alt="" width="121" height="136" />
        {say.known.typical[category](say.colours[turn])}
      </button>
    </li>
  );
}

/** The longest win of a side, of any order. */
function longestOf({ orders }: Known, winner: Colour): { readonly plies: number; readonly fen: string } | null {
  const wins = orders.flatMap((order) => {
    const fen = order.longest[winner].winFen;
    return fen === null ? [] : [{ plies: order[winner].longestWin, fen }];
  });
  return wins.reduce<(typeof wins)[number] | null>((a, b) => (a === null || b.plies > a.plies ? b : a), null);
}
