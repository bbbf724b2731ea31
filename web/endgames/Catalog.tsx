/** All endgames by type, found by name or by picking men. */
import { signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import type { TableList, TableSummary } from "../answers/answers.ts";
import { isConeName } from "../../src/endgame/cone.ts";
import { lengthOf } from "../state/valued-moves.ts";
import { formatCount, formatShare, formatSize, useAtlasWords, words } from "../words/spoken.ts";
import { RulesChoice } from "../shown/RulesChoice.tsx";
import { EndgameLink, EndgameName } from "../shown/EndgameName.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { ENTRIES_ARE, toCsv, useEntries } from "./atlas.ts";
import { AtlasPlots } from "./AtlasPlots.tsx";
import { faultOf, listEntries, isLongSide, listTables, longestWinOf, namedEndgame } from "./catalog.ts";
import { outcomesOf } from "./figures.ts";
import { sayUsualOfAll } from "./KnownAnswer.tsx";
import { FindField } from "./FindField.tsx";
import { WhichRules } from "./KnownFigures.tsx";
import { KnownTable } from "./KnownTable.tsx";
import { EndgameMen, MenPicker } from "./Men.tsx";
import { Missing } from "./Missing.tsx";
import { OutcomeBar } from "./Outcomes.tsx";
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import { copyText, downloadText } from "../base/take-away.ts";
import { Icon } from "../base/Icon.tsx";

/** What is looked for; kept while the page is open. */
const sought = signal("");

export function Catalog({ list }: { list: TableList }) {
  const say = words.value;
  const { damaged } = list;
  const tables = list.tables.filter(({ endgame }) => !isConeName(endgame)); // which stand on their endgame's page
  const text = sought.value;
  const fault = faultOf(text);
  const listed = listTables(tables, text);
  const entries = useEntries();
  // Hidden while something is looked for, not made anew: it has a thousand points.
  const atlasFigures = useMemo(
    () => (
      <>
        <AtlasPlots entries={entries} />
        <AtlasData entries={entries} />
      </>
    ),
    [entries],
  );
  const known = listEntries(entries, tables, text);
  const named = namedEndgame(text);
  const missing = named !== null && !tables.some(({ endgame }) => endgame === named) ? named : null;
  const positions = tables.reduce((sum, { red, black }) => sum + red.positions + black.positions, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return (
    <div class="endgames">
      <header class="sheet finder">
        <div class="row">
          <h2>{say.views.endgames}</h2>
          <RulesChoice />
        </div>
        <p class="hint">
          {tables.length === 0
            ? say.endgames.none
            : say.endgames.summary(formatCount(tables.length), formatCount(positions), formatSize(bytes))}
        </p>
        <FindField id="find-endgame" sought={sought} toldBy="find-trouble" />
        <MenPicker text={text} onChange={(next) => (sought.value = next)} />
        <p id="find-trouble" class="complaint" role="status">
          {fault !== null && say.endgames.unreadable(fault)}
        </p>
        {isLongSide(text) && <p class="hint">{say.endgames.oneSide}</p>}
      </header>
      {damaged.length > 0 && <Damaged names={damaged} />}
      {missing !== null && <Missing endgame={missing} isDamaged={damaged.includes(missing)} />}
      {missing === null && tables.length > 0 && listed.length + known.length === 0 && (
        <p class="hint">{say.endgames.noMatch}</p>
      )}
      {listed.map(([kind, found]) => (
        <section key={kind} aria-labelledby={`kind-${kind}`}>
          <h3 id={`kind-${kind}`}>
            {say.endgames.kinds[kind]} <span class="count">{formatCount(found.length)}</span>
          </h3>
          <ul class="cards">
            {found.map((table) => (
              <li key={table.endgame}>
                <Card table={table} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <KnownTable entries={known} named={named} />
      <div class="atlas-figures" hidden={text !== ""}>
        {atlasFigures}
      </div>
    </div>
  );
}

/** The tables that give no answers, each a link to its page, where it can be built anew. */
function Damaged({ names }: { names: readonly string[] }) {
  return (
    <section class="sheet missing damaged">
      <p>{words.value.endgames.damagedHere}</p>
      <p class="row">
        {names.map((name) => (
          <EndgameLink key={name} to={name} />
        ))}
      </p>
    </section>
  );
}

function Card({ table }: { table: TableSummary }) {
  const say = words.value;
  const longest = longestWinOf(table);
  return (
    <ViewLink to="endgames" about={table.endgame} class="card">
      <span class="row">
        <span class="card-name">
          <EndgameName of={table.endgame} />
        </span>
        <EndgameMen endgame={table.endgame} />
      </span>
      <span class="usual">{sayUsualOfAll(table)}</span>
      <OutcomeBar outcomes={outcomesOf("red", table.red)} />
      <span class="row small">
        <span>{say.endgames.winShare(formatShare(table.red.wins, table.red.positions))}</span>
        <span>
          {longest === null
            ? say.endgames.noWin
            : say.endgames.longest(say.colours[longest.colour], lengthOf(longest.plies))}
        </span>
      </span>
      <Proven table={table} />
    </ViewLink>
  );
}

function Proven({ table: { verified, contributed = [] } }: { table: TableSummary }) {
  const say = words.value.endgames;
  const records = [...(verified == null ? [] : [verified]), ...contributed];
  if (records.length === 0) return null;
  return records.every(({ stated }) => stated) ? (
    <span class="small">{say.saidProven}</span>
  ) : (
    <span class="small proven">✓ {say.proven}</span>
  );
}

/** The whole atlas to be taken away, and how it is cited. */
export function AtlasData({ entries }: { entries: readonly AtlasEntry[] }) {
  const say = useAtlasWords();
  const [copied, setCopied] = useState(false);
  if (say === null || entries.length === 0) return null;
  const citation = `Canju ${CANJU_VERSION}: atlas of ${entries.length} Xiangqi endgames, every position solved and proven (Asian rules, distance to conversion). ${new URL("?view=endgames", document.baseURI)}`;
  const json = () => JSON.stringify({ ...ENTRIES_ARE, version: CANJU_VERSION, endgames: entries }, null, 1);
  return (
    <section class="sheet" aria-labelledby="atlas-data">
      <h3 id="atlas-data">{say.data}</h3>
      <p class="hint">{say.dataHelp(String(entries.length))}</p>
      <WhichRules of={ENTRIES_ARE} />
      <p class="row">
        <button type="button" onClick={() => downloadText("canju-atlas.csv", toCsv(entries))}>
          <Icon name="download" /> CSV
        </button>
        <button type="button" onClick={() => downloadText("canju-atlas.json", json())}>
          <Icon name="download" /> JSON
        </button>
      </p>
      <p>{words.value.labelled(say.citation, "")}</p>
      <blockquote lang="en">{citation}</blockquote>
      <p class="row">
        <button type="button" onClick={() => void copyText(citation).then(() => setCopied(true))}>
          <Icon name="copy" /> {words.value.editor.copy}
        </button>
        <span role="status">{copied && words.value.copied}</span>
      </p>
    </section>
  );
}
