/** The endgames that can be looked up; each opens its longest win. */
import { useEffect, useState } from "preact/hooks";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { SideStatistics } from "../../src/table/header.ts";
import { formatShare } from "../../src/table/statistics.ts";
import type { TableSummary } from "../answers/answers.ts";
import { formatBytes } from "../format.ts";
import type { Dictionary } from "../i18n/dictionary.ts";
import { openPosition } from "../state/page.ts";
import { words } from "../state/preferences.ts";
import { loadTables, tables } from "../state/tables.ts";
import { listTables, longestWinOf } from "./catalog.ts";
import { lengthOf } from "./valued-moves.ts";
import { explainError } from "./Trouble.tsx";

export function Endgames() {
  const say = words.value;
  const [text, setText] = useState("");
  useEffect(() => void loadTables(), []);
  const now = tables.value;
  if (now.state === "failed") return <p class="hint">{explainError(now.error, say)}</p>;
  if (now.state !== "known") return <p class="hint patience">{say.thinking}</p>;
  if (now.tables.length === 0) return <p class="hint">{say.endgamesNone}</p>;
  const listed = listTables(now.tables, text);
  return (
    <div class="endgames">
      <input
        type="search"
        value={text}
        placeholder={say.endgamesFilter}
        aria-label={say.endgamesFilter}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {listed.length === 0 && <p class="hint">{say.endgamesNoMatch}</p>}
      {listed.map(([kind, found]) => (
        <section key={kind}>
          <h3>
            {say.kinds[kind]} <span class="count">{say.endgamesCount(found.length)}</span>
          </h3>
          <ul>
            {found.map((table) => (
              <li key={`${table.endgame} ${table.metric} ${table.rules}`}>
                <EndgameButton table={table} say={say} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function EndgameButton({ table, say }: { table: TableSummary; say: Dictionary }) {
  const longest = longestWinOf(table);
  return (
    <button
      type="button"
      class="endgame"
      disabled={longest === null}
      onClick={() => longest !== null && openPosition(parseLegalFen(longest.fen))}
    >
      <span class="row">
        <span class="endgame-name">{table.endgame}</span>
        <span class="size">{formatBytes(table.bytes)}</span>
      </span>
      <Outcomes side={table.red} />
      <span class="row">
        <span class="share">{say.winShare(formatShare(table.red.wins, table.red.positions))}</span>
        <span class="longest">
          {longest === null ? say.noWin : say.longestWin(say.colours[longest.colour], lengthOf(longest.plies))}
        </span>
      </span>
    </button>
  );
}

/** How the positions with Red to move end: Red's wins, draws, Black's wins. The figures stand beside it. */
function Outcomes({ side }: { side: SideStatistics }) {
  const wins = (100 * side.wins) / side.positions;
  const losses = (100 * side.losses) / side.positions;
  return (
    <svg class="outcomes" aria-hidden="true">
      <rect class="draws" width="100%" height="100%" />
      <rect class="wins" width={`${wins}%`} height="100%" />
      <rect class="losses" x={`${100 - losses}%`} width={`${losses}%`} height="100%" />
    </svg>
  );
}
