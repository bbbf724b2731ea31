/** The whole game from left to right, in the colour of who wins, paler and hatched by an engine's opinion; it is walked over as a slider is. */
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { expectedOf, type Guess } from "../opinion/guess.ts";
import { rules } from "../base/rules.ts";
import { sayByRules } from "../shown/decided.ts";
import { winnerOf } from "../shown/verdict-words.ts";
import { pauseLine } from "../state/line.ts";
import { game, showPly } from "../state/page.ts";
import type { GamesWords } from "../words/en/games.ts";
import { formatFixed, words } from "../words/spoken.ts";
import { doubts, guesses } from "./opinions.ts";
import { slips, type Reviewed } from "./slips.ts";

type Values = readonly (Reviewed | null | undefined)[];
type Outcome = Colour | "draw";

const COLOURS: Readonly<Record<Outcome | "unknown", string>> = {
  red: "var(--red-side)",
  black: "var(--black-area)",
  draw: "var(--strip-draw)",
  unknown: "var(--edge)",
};

/** Who wins in a position of the review; null where that is not known. */
function outcomeOf({ turn }: Position, value: Reviewed | null | undefined): Outcome | null {
  if (!value) return null;
  return winnerOf(turn, { category: value.category } as Parameters<typeof winnerOf>[1]) ?? "draw";
}

/** Between a draw and a win, by what is expected of the game. */
function guessedColour({ turn }: Position, { score }: Guess): string {
  const expected = expectedOf(score);
  const leader = expected < 0.5 ? opponent(turn) : turn;
  const share = Math.round(Math.abs(expected - 0.5) * 200);
  return `color-mix(in srgb, ${COLOURS[leader]} ${share}%, ${COLOURS.draw})`;
}

/** What a table or the engine says of a position. */
export function sayPlace(at: Position, value: Reviewed | null | undefined, guess: Guess | undefined, say: GamesWords) {
  const outcome = outcomeOf(at, value);
  if (outcome !== null) return sayByRules(say.outcomes[outcome], value?.by ?? rules.value, words.value);
  return guess === undefined ? say.unknown : sayGuess(at, guess, say);
}

function sayGuess({ turn }: Position, { score: { kind, value } }: Guess, { opinion: say }: GamesWords): string {
  const leader = words.value.colours[value < 0 ? opponent(turn) : turn];
  if (kind === "mate") return say.mate(leader, Math.abs(value));
  const tenths = Math.round(Math.abs(value) / 10);
  return tenths === 0 ? say.even : say.ahead(leader, formatFixed(tenths / 10, 1));
}

export function goTo(played: number): void {
  pauseLine();
  showPly(played);
}

export function Strip({ values, say }: { values: Values; say: GamesWords }) {
  const { positions, moves, played } = game.value;
  const part = 100 / positions.length;
  const stops = positions.map((position, i) => {
    const guess = guesses.value.get(i);
    const outcome = outcomeOf(position, values[i]);
    const colour =
      outcome === null && guess !== undefined ? guessedColour(position, guess) : COLOURS[outcome ?? "unknown"];
    return `${colour} ${(i * part).toFixed(3)}% ${((i + 1) * part).toFixed(3)}%`;
  });
  const told = sayPlace(positions[played]!, values[played], guesses.value.get(played), say);
  const isGuess = !values[played] && guesses.value.has(played);
  const place = say.strip(played, isGuess ? say.opinion.byEngine(told) : told);
  return (
    <div class="strip">
      <Marks part={part} />
      <div class="track">
        <span class="bar" aria-hidden="true" style={{ background: `linear-gradient(to right, ${stops.join()})` }}>
          {[...guesses.value.keys()].map((ply) => (
            <span key={ply} class="hatched" style={{ left: `${ply * part}%`, width: `${part}%` }} />
          ))}
        </span>
        <input
          type="range"
          min={0}
          max={moves.length}
          value={played}
          aria-label={say.review}
          aria-valuetext={place}
          onInput={(event) => goTo(Number(event.currentTarget.value))}
        />
      </div>
      <Legend say={say} />
      <p class="place" aria-hidden="true">
        {place}
      </p>
    </div>
  );
}

/** Where something was thrown away, or is doubted. */
function Marks({ part }: { part: number }) {
  return (
    <span class="slip-marks" aria-hidden="true">
      {[...slips.value.keys()].map((ply) => (
        <span key={ply} style={{ left: `${(ply + 1.5) * part}%` }}>
          ✗
        </span>
      ))}
      {[...doubts.value.keys()].map((ply) => (
        <span key={ply} class="doubt" style={{ left: `${(ply + 1.5) * part}%` }}>
          ≈
        </span>
      ))}
    </span>
  );
}

function Legend({ say }: { say: GamesWords }) {
  return (
    <span class="legend" aria-hidden="true">
      {(["red", "draw", "black"] as const).map((each) => (
        <span key={each}>
          <i style={{ background: COLOURS[each] }} /> {say.outcomes[each]}
        </span>
      ))}
      {guesses.value.size > 0 && (
        <span>
          <i class="hatched" /> {say.opinion.legend}
        </span>
      )}
    </span>
  );
}
