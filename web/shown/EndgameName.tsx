import { words } from "../words/spoken.ts";
import { ViewLink } from "./ViewLink.tsx";

/** An endgame as people call it, with its code for those who use codes. */
export function EndgameName({ of }: { of: string }) {
  return (
    <>
      {words.value.endgames.name(of)} <small class="endgame-name">{of}</small>
    </>
  );
}

/** The same, leading to the endgame's page. */
export function EndgameLink({ to }: { to: string }) {
  return (
    <ViewLink to="endgames" about={to}>
      <EndgameName of={to} />
    </ViewLink>
  );
}
