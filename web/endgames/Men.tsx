import { MEN, parseEndgame, type MenCount } from "../../src/endgame/endgame.ts";
import { COLOURS, pieceOf, type Colour, type Role } from "../../src/xiangqi/pieces.ts";
import { manName } from "../board/men.ts";

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
