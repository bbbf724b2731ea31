/** One side's material against all strong and defending men of the other: a table of colours and letters. */
import type { MapCell } from "../../src/knowledge/material/answer.ts";
import { formatShare } from "../../src/say/words/material.ts";
import { STATES, type State } from "../../src/knowledge/material/paper/basic.ts";
import type { MaterialPageWords } from "../words/en/material.ts";
import { words } from "../words/spoken.ts";
import { Man } from "../endgames/Men.tsx";
import { menOf, parseMaterial } from "../../src/knowledge/material/paper/space.ts";
import { capital, nameOfPair, nameOfSide } from "./names.ts";

/** Marks that say the state where colours cannot be told apart. */
const MARKS: Readonly<Record<State, string>> = {
  UNKNOWN: "?",
  WIN: "1",
  EASY_WIN: "2",
  CHANCE_WIN: "3",
  HARD_WIN: "4",
};

/** Those whose colour says that the second side is the stronger one. */
const SECOND: readonly State[] = ["WIN", "EASY_WIN"];

/** The men that the map's rows and columns differ in. */
const MAPPED = ["chariot", "horse", "cannon", "advisor", "elephant"] as const;

interface Props {
  readonly first: string;
  readonly rows: readonly (readonly MapCell[])[];
  /** The material of the second side shown above. */
  readonly chosen: string;
  readonly say: MaterialPageWords;
  readonly onPick: (second: string) => void;
}

export function HeatMap({ first, rows, chosen, say, onPick }: Props) {
  const describe = ({ attacking, state, won }: MapCell) => {
    if (state === null && won === null) return say.bases.far;
    const told = state === null ? say.provenShare(formatShare(won!, words.value)) : say.states[state];
    return attacking === "first" ? told : say.bySecond(told);
  };
  return (
    <section class="sheet">
      <h3>
        {capital(say.map(nameOfSide(first, say)))} <small class="endgame-name">{first}</small>
      </h3>
      <p class="hint">{say.mapHelp}</p>
      <ul class="legend">
        {STATES.map((state) => (
          <li key={state}>
            <span class="cell" data-state={state} data-side="first">
              {MARKS[state]}
            </span>{" "}
            <b>{say.states[state]}</b> {say.meanings[state]}
          </li>
        ))}
        {rows.flat().some(({ won }) => won !== null) && (
          <li>
            <span class="cell" data-side="first" style={{ "--won": 0.6 }}>
              60
            </span>{" "}
            {say.mapProven}
          </li>
        )}
        {SECOND.map((state) => (
          <li key={`second-${state}`}>
            <span class="cell" data-state={state} data-side="second">
              {MARKS[state]}
            </span>{" "}
            <b>{say.bySecond(say.states[state])}</b>
          </li>
        ))}
      </ul>
      <div class="map">
        <table>
          <thead>
            <tr>
              <td />
              {rows[0]!.map(({ second }) => (
                <th key={second} scope="col">
                  <MenOf code={`K${defendingMenOf(second)}`} say={say} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]!.second}>
                <th scope="row">
                  <MenOf code={`K${strongMenOf(row[0]!.second)}`} say={say} />
                </th>
                {row.map((cell) => (
                  <td key={cell.second}>
                    <button
                      type="button"
                      class="cell"
                      data-state={cell.state ?? undefined}
                      style={cell.won === null ? undefined : { "--won": cell.won }}
                      data-side={cell.attacking}
                      aria-pressed={cell.second === chosen}
                      title={words.value.labelled(capital(nameOfPair(first + cell.second, say)), describe(cell))}
                      onClick={() => onPick(cell.second)}
                    >
                      <span class="unseen">
                        {words.value.labelled(capital(nameOfSide(cell.second, say)), describe(cell))}
                      </span>
                      <span aria-hidden="true">{markOf(cell)}</span>
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Of what is proven, per cent: never rounded to all or nothing. */
function markOf({ state, won }: MapCell): string {
  if (state !== null) return MARKS[state];
  if (won === null) return "–";
  return won === 0 || won === 1 ? String(100 * won) : String(Math.min(99, Math.max(1, Math.round(100 * won))));
}

/** A side's men as small discs, the king left out; a dash where there is none. */
function MenOf({ code, say }: { code: string; say: MaterialPageWords }) {
  const men = menOf(parseMaterial(code));
  const roles = MAPPED.flatMap((role) => Array.from({ length: men[role] }, () => role));
  return (
    <>
      <span class="unseen">{nameOfSide(code, say)}</span>
      <span class="men" aria-hidden="true">
        {roles.length === 0 && "–"}
        {roles.map((role, i) => (
          <Man key={i} colour="black" role={role} />
        ))}
      </span>
    </>
  );
}

function strongMenOf(name: string): string {
  return /^K([RNC]*)/.exec(name)![1]!;
}

function defendingMenOf(name: string): string {
  return /[AB]*$/.exec(name)![0];
}
