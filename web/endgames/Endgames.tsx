/** The endgames: all that there are, or the one that the address names. */
import { useEffect } from "preact/hooks";
import { topic } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { loadTables, tables } from "../state/tables.ts";
import { Catalog } from "./Catalog.tsx";
import { EndgamePage } from "./EndgamePage.tsx";
import "./endgames.css";
import { explainError } from "../shown/trouble-text.tsx";

export function Endgames() {
  const say = words.value;
  useEffect(() => void loadTables(), []);
  const now = tables.value;
  const asked = topic.value;
  if (now.state === "failed") {
    return (
      <p class="trouble" role="alert">
        {explainError(now.error, say)}{" "}
        <button type="button" onClick={() => void loadTables()}>
          {say.retry}
        </button>
      </p>
    );
  }
  if (now.state !== "known") return <p class="hint patience">{say.thinking}</p>;
  return asked === null ? <Catalog list={now} /> : <EndgamePage asked={asked} list={now} />;
}
