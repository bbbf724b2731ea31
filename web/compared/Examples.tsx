/** Positions that the sets of rules decide differently, each with a link that opens it under every set. */
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { drawPosition } from "../../src/say/pictures/picture.ts";
import { RULES } from "../../src/table/catalog/collection.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { EMPTY } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import { EndgameName } from "../shown/EndgameName.tsx";
import { verdictOf } from "../shown/verdict-words.ts";
import { addressOfSvg } from "../pictures/svg.ts";
import { manIn, placeIn } from "../state/places.ts";
import { addressOf } from "../state/address.ts";
import { men } from "../state/drawn-men.ts";
import type { ComparedWords } from "../words/en/compared.ts";
import type { Dictionary } from "../words/en/page.ts";
import { words } from "../words/spoken.ts";
import { shownBy, type Compared, type Example } from "../answers/compared.ts";

/** So many are shown first, and so many more at each wish. */
const FIRST = 4;
const MORE = 12;

const shown = signal(FIRST);

interface ExamplesProps {
  readonly of: readonly Compared[];
  /** Whether these are the endgames that somebody looked for, the one that was named first. */
  readonly isSought: boolean;
  readonly say: ComparedWords;
}

export function Examples({ of, isSought, say }: ExamplesProps) {
  const found = of.flatMap(({ endgame, examples }) => examples.map((example) => ({ endgame, example })));
  const all = isSought ? found : found.toSorted((a, b) => effortOf(a.example) - effortOf(b.example));
  return (
    <section aria-labelledby="compared-examples">
      <h3 id="compared-examples">{say.examples}</h3>
      <p class="hint">{all.length === 0 ? say.noExamples : say.examplesHelp}</p>
      <ul class="examples">
        {all.slice(0, shown.value).map(({ endgame, example }) => (
          <li key={example.fen} class="sheet">
            <ExampleCard endgame={endgame} example={example} say={say} />
          </li>
        ))}
      </ul>
      {all.length > shown.value && (
        <button type="button" onClick={() => (shown.value += MORE)}>
          {say.more}
        </button>
      )}
    </section>
  );
}

interface Props {
  readonly endgame: string;
  readonly example: Example;
  readonly say: ComparedWords;
}

function ExampleCard({ endgame, example, say }: Props) {
  const { fen, verdicts } = example;
  const page = words.value;
  const position = parseLegalFen(fen);
  const drawn = men.value;
  const picture = useMemo(() => addressOfSvg(drawPosition(position, { men: drawn })), [fen, drawn]);
  return (
    <>
      <img src={picture} alt={say.board(endgame, placesOf(position, page))} width="242" height="272" />
      <div>
        <h4>
          <EndgameName of={endgame} />
        </h4>
        <p class="hint">{say.kinds[shownBy(example)]}</p>
        <p>{page.toMove(page.colours[position.turn])}</p>
        <ul>
          {RULES.map((rules) => (
            <li key={rules}>
              <a href={addressOf(position, rules)}>
                {page.otherwise.byRules(
                  page.rulesNames[rules],
                  verdictOf(position, { ...verdicts[rules], metric: "dtc" }, page),
                )}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** How much there is to see through: first what a reading decides, then repetitions that are forced more often. */
function effortOf({ verdicts }: Example): number {
  const { asian, chinese } = verdicts;
  const differs = asian.category !== chinese.category;
  return (differs ? 0 : 200) + (chinese.depends ? 100 : 0) + Math.max(asian.order ?? 0, chinese.order ?? 0);
}

/** Where the men stand, in words. */
function placesOf({ board }: Position, say: Dictionary): string[] {
  return [...board].flatMap((piece, square) => {
    if (piece === EMPTY) return [];
    return [say.square(placeIn(say, squareName(square)), manIn(say, piece))];
  });
}
