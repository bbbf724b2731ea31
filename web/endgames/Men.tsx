import {
  ATTACKING_ROLES,
  DEFENDING_ROLES,
  MEN,
  type MenCount,
  makeEndgame,
  parseEndgame,
} from "../../src/endgame/endgame.ts";
import { COLOURS, MOST, type Colour, type Role, pieceOf } from "../../src/xiangqi/pieces.ts";
import { manName } from "../board/men.ts";
import { parseQuery } from "./catalog.ts";
import { words } from "../words/spoken.ts";
import "./men.css";

/** A man as a small disc. What it is stands beside it in words. */
export function Man({ colour, role }: { colour: Colour; role: Role }) {
  return <span class="man-icon" data-man={manName(pieceOf(colour, role))} aria-hidden="true" />;
}

/** The men of an endgame as small discs. */
export function EndgameMen({ endgame }: { endgame: string }) {
  const sides = parseEndgame(endgame);
  return (
    <span class="endgame-men" aria-hidden="true">
      {COLOURS.map((colour) => (
        <span key={colour}>
          {rolesOf(sides[colour]).map((role, i) => (
            <Man key={i} colour={colour} role={role} />
          ))}
        </span>
      ))}
    </span>
  );
}

function rolesOf(men: MenCount): Role[] {
  return ["king", ...MEN.flatMap((role) => Array.from({ length: men[role] }, () => role))];
}

const ROLES = [...ATTACKING_ROLES, ...DEFENDING_ROLES];
const NONE: MenCount = makeEndgame({}, {}).red;

export function MenPicker({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const say = words.value;
  const [first = NONE, second = NONE] = parseQuery(text)?.sides ?? [];
  const sides = [first, second] as const;
  const change = (side: number, role: (typeof ROLES)[number], by: 1 | -1) => {
    const changed = { ...sides[side]!, [role]: sides[side]![role] + by };
    const { name } = makeEndgame(side === 0 ? changed : first, side === 1 ? changed : second);
    onChange(name === "KK" ? "" : name);
  };
  return (
    <div class="picker" role="group" aria-label={say.endgames.pick}>
      {COLOURS.map((colour, side) => (
        <div class="pick-side" key={colour} role="group" aria-label={say.endgames.sides[side]}>
          {ROLES.map((role) => {
            const count = sides[side]![role];
            return (
              <span class="pick" key={role}>
                <button
                  type="button"
                  disabled={count >= MOST[role]}
                  aria-label={say.endgames.addMan(say.roles[role])}
                  title={say.endgames.addMan(say.roles[role])}
                  onClick={() => change(side, role, 1)}
                >
                  <Man colour={colour} role={role} />
                </button>
                {count > 0 && (
                  <button
                    type="button"
                    class="picked"
                    aria-label={`${say.endgames.removeMan(say.roles[role])} (${count})`}
                    title={say.endgames.removeMan(say.roles[role])}
                    onClick={() => change(side, role, -1)}
                  >
                    {count}
                  </button>
                )}
              </span>
            );
          })}
        </div>
      ))}
      <button type="button" disabled={text === ""} onClick={() => onChange("")}>
        {say.endgames.clear}
      </button>
    </div>
  );
}
