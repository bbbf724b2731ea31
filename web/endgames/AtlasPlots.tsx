/** The atlas in plots: what each defender is worth, and how long wins are by the size of the endgame. */
import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import { following } from "../base/pointing.ts";
import { openView } from "../state/page.ts";
import { Select } from "../base/Select.tsx";
import { EndgameName } from "../shown/EndgameName.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { formatCount, formatShare, useAtlasWords, words } from "../words/spoken.ts";
import { ENTRIES_ARE } from "./atlas.ts";
import { EndgameMen } from "./Men.tsx";
import { OutcomeBar } from "./Outcomes.tsx";
import { labelOf } from "./plot.ts";
import { WhichRules } from "./KnownFigures.tsx";

export function AtlasPlots({ entries }: { entries: readonly AtlasEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <Defenders entries={entries} />
      <Longest entries={entries} />
    </>
  );
}

/** Kept while the page is open. */
const attackShown = signal("N");

function Defenders({ entries }: { entries: readonly AtlasEntry[] }) {
  const say = useAtlasWords();
  if (say === null) return null;
  return (
    <section class="sheet" aria-labelledby="defenders">
      <h3 id="defenders">{say.defenders}</h3>
      <p class="hint">{say.defendersHelp}</p>
      <WhichRules of={ENTRIES_ARE} />
      <Select
        label={say.attack}
        choice={attackShown}
        choices={attacksOf(entries)}
        nameOf={(name) => words.value.endgames.name(`K${name}K`)}
      />
      <ul class="defenders">
        {defencesAgainst(attackShown.value, entries).map(({ endgame, red: [redWins, draws, blackWins] }) => (
          <li key={endgame}>
            <ViewLink to="endgames" about={endgame}>
              <span>
                <EndgameName of={endgame} />
              </span>
              <EndgameMen endgame={endgame} />
            </ViewLink>
            <OutcomeBar outcomes={{ redWins, draws, blackWins }} />
            <span class="share">{formatShare(redWins, redWins + draws + blackWins)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HEIGHT = 260;
const LEFT = 40;
const BOTTOM = 24;
const TOP = 14;

/** The width of a frame, in pixels, as it is and becomes. @param about the frame is there from when this changes */
function useWidth(frame: RefObject<HTMLElement | null>, about: unknown): number {
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, entry!.contentRect.width)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [about]);
  return width;
}

/** Keys that go to the next endgames by size, and how many of them. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 50,
  PageDown: -50,
  Home: -Infinity,
  End: Infinity,
};

/** Lengths that have a line: most wins are short, so that heights are logarithms. */
const MARKED_PLIES = [1, 3, 10, 30, 100, 300, 1000];

/** A point for each endgame: pointed at, or walked to by keys. */
function Longest({ entries }: { entries: readonly AtlasEntry[] }) {
  const say = useAtlasWords();
  const points = useMemo(() => longestPoints(entries), [entries]);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, say);
  const [pointed, setPointed] = useState<LongestPoint | null>(null);
  const pressed = useRef<LongestPoint | null>(null);
  if (say === null) return null;
  const mostPlies = Math.max(...points.map(({ plies }) => plies));
  const powers = [Math.floor(least(points)), Math.ceil(most(points))] as const;
  const x = ({ cells }: LongestPoint) =>
    LEFT + ((Math.log10(cells) - powers[0]) / (powers[1] - powers[0])) * (width - LEFT - 8);
  const y = (plies: number) =>
    HEIGHT - BOTTOM - (Math.log(plies + 1) / Math.log(mostPlies + 1)) * (HEIGHT - BOTTOM - TOP);
  const record = points.findLast(({ isRecord }) => isRecord)!;
  const shown = pointed ?? record;
  const point = (event: PointerEvent) => {
    const { left, top } = frame.current!.getBoundingClientRect();
    const [atX, atY] = [event.clientX - left, event.clientY - top];
    const far = (each: LongestPoint) => Math.hypot(x(each) - atX, y(each.plies) - atY);
    const nearest = points.reduce((best, each) => (far(each) < far(best) ? each : best));
    if (event.type === "pointerdown") pressed.current = shown; // a finger hides the points: its first tap only says which it is
    setPointed(far(nearest) < 24 ? nearest : null);
  };
  const text = say.longestOf(words.value.endgames.name(shown.endgame), formatCount(shown.cells), shown.plies);
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Enter") openView("endgames", shown.endgame);
    if (step === undefined) return;
    event.preventDefault();
    setPointed(points[Math.min(points.length - 1, Math.max(0, points.indexOf(shown) + step))]!);
  };
  return (
    <section class="sheet" aria-labelledby="longest-by-size">
      <h3 id="longest-by-size">{say.longestBySize}</h3>
      <WhichRules of={ENTRIES_ARE} />
      <figure class="plot">
        <div
          ref={frame}
          role="slider"
          tabIndex={0}
          aria-label={say.longestBySize}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={points.indexOf(shown) + 1}
          aria-valuetext={text}
          onKeyDown={walk}
          {...following(point, () => setPointed(null))}
          onClick={() => pointed !== null && pointed === pressed.current && openView("endgames", pointed.endgame)}
        >
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <g class="axes">
              {MARKED_PLIES.filter((plies) => plies <= mostPlies).map((plies) => (
                <g key={plies}>
                  <line x1={LEFT} x2={width} y1={y(plies)} y2={y(plies)} />
                  <text x={LEFT - 6} y={y(plies) + 4} text-anchor="end">
                    {plies}
                  </text>
                </g>
              ))}
              {Array.from({ length: powers[1] - powers[0] + 1 }, (_, i) => powers[0] + i).map((power) => (
                <text
                  key={power}
                  x={x({ cells: 10 ** power } as LongestPoint)}
                  y={HEIGHT - 4}
                  text-anchor={power === powers[1] ? "end" : "middle"}
                >
                  {labelOf(power)}
                </text>
              ))}
            </g>
            {points.map((each) => (
              <circle
                key={each.endgame}
                class={`endgame-point ${each.isRecord ? "record" : ""} ${each === shown ? "shown" : ""}`}
                cx={x(each)}
                cy={y(each.plies)}
                r={each === shown ? 6 : each.isRecord ? 4.5 : 3}
              />
            ))}
          </svg>
        </div>
        <p class="readout">{text}</p>
        <p class="hint">{say.longestHelp}</p>
      </figure>
    </section>
  );
}

function least(points: readonly LongestPoint[]): number {
  return Math.log10(Math.min(...points.map(({ cells }) => cells)));
}

function most(points: readonly LongestPoint[]): number {
  return Math.log10(Math.max(...points.map(({ cells }) => cells)));
}

/* What the plots of the atlas show. Pure. */

/** All sets of advisors and elephants, the weaker first. */
const DEFENCES = ["", "A", "B", "AA", "AB", "BB", "AAB", "ABB", "AABB"] as const;

/** The attacking men, as letters, of the endgames of a lone attack against a bare king: `R`, `NP`. */
export function attacksOf(entries: readonly AtlasEntry[]): string[] {
  return entries.flatMap(({ endgame }) => /^K([RNCP]+)K$/.exec(endgame)?.[1] ?? []);
}

/** That attack against each defence of advisors and elephants that the atlas has. */
export function defencesAgainst(attack: string, entries: readonly AtlasEntry[]): AtlasEntry[] {
  const byName = new Map(entries.map((entry) => [entry.endgame, entry]));
  return DEFENCES.flatMap((defence) => byName.get(`K${attack}K${defence}`) ?? []);
}

export interface LongestPoint {
  readonly endgame: string;
  readonly cells: number;
  /** Of the longest win of either side. */
  readonly plies: number;
  /** Whether no smaller endgame has a longer win. */
  readonly isRecord: boolean;
}

/** The longest win of each endgame in which anything is won, the smallest endgame first. */
export function longestPoints(entries: readonly AtlasEntry[]): LongestPoint[] {
  let longest = -1;
  return entries
    .toSorted((a, b) => a.cells - b.cells)
    .flatMap(({ endgame, cells, longestWin }) => {
      const plies = Math.max(longestWin.red, longestWin.black);
      if (plies < 0) return [];
      const isRecord = plies > longest;
      longest = Math.max(longest, plies);
      return [{ endgame, cells, plies, isRecord }];
    });
}
