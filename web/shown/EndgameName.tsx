import { words } from "../words/spoken.ts";

/** An endgame as people call it, with its code for those who use codes. */
export function EndgameName({ of }: { of: string }) {
  return (
    <>
      {words.value.endgames.name(of)} <small class="endgame-name">{of}</small>
    </>
  );
}
