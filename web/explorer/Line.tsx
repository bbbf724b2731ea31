import { formatMove } from "../notation.ts";
import { game, showPly } from "../state/page.ts";
import { language, notation, words } from "../state/preferences.ts";

/** The moves played so far and those taken back; each shows its position. */
export function Line() {
  const { moves, positions, played } = game.value;
  if (moves.length === 0) return null;
  const blackBegins = positions[0]!.turn === "black";
  return (
    <nav class="line" aria-label={words.value.line}>
      <button
        type="button"
        aria-label={words.value.start}
        aria-current={played === 0 ? "step" : undefined}
        onClick={() => showPly(0)}
      >
        ○
      </button>
      {moves.map((move, i) => {
        const ply = i + (blackBegins ? 1 : 0);
        const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : i === 0 ? "1… " : "";
        return (
          <button
            type="button"
            key={i}
            class={i < played ? "" : "taken-back"}
            aria-current={i + 1 === played ? "step" : undefined}
            onClick={() => showPly(i + 1)}
          >
            <span class="number">{number}</span>
            {formatMove(positions[i]!, move, notation.value, language.value)}
          </button>
        );
      })}
    </nav>
  );
}
