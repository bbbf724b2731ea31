/** Where the sets of rules decide positions differently: examples to be played, and a table of endgames. */
import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { faultOf, matches, namedEndgame, parseQuery } from "../endgames/catalog.ts";
import { FindField } from "../endgames/FindField.tsx";
import { SortHeads } from "../base/SortHeads.tsx";
import { topic } from "../state/page.ts";
import { EndgameLink } from "../shown/EndgameName.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { formatCount, useComparedWords, words } from "../words/spoken.ts";
import type { ComparedWords } from "../words/en/compared.ts";
import { COLUMNS, isDiffering, sortBy, type Column, type Compared, type Differing } from "../answers/compared.ts";
import data from "../answers/compared.json" with { type: "json" };
import { Examples } from "./Examples.tsx";
import "../endgames/endgames.css";
import "../endgames/endgame.css";
import "./compared.css";

const COMPARED = data as readonly Compared[];
/** So many rows are shown, and so many more at each wish. */
const ROWS = 20;

/** What is looked for, and how it is shown; kept while the page is open. */
const sought = signal("");
const onlyDiffering = signal(false);
const sorted = signal<Column | null>("chinese");
const rows = signal(ROWS);

/** The endgames that are looked for; one that is named in full comes first. */
function findRows(): readonly Compared[] {
  const query = parseQuery(sought.value);
  if (query === null) return [];
  const found = COMPARED.filter((each) => matches(parseEndgame(each.endgame), query));
  const inOrder = sortBy(onlyDiffering.value ? found.filter(isDiffering) : found, sorted.value);
  const named = inOrder.find(({ endgame }) => endgame === namedEndgame(sought.value));
  return named === undefined ? inOrder : [named, ...inOrder.filter((each) => each !== named)];
}

/** The endgame that the page was opened for last. */
let opened: string | null = null;

/** A search that came with an address goes with it; one that was typed stays. */
function seekTopic(): void {
  if (topic.value !== null) sought.value = topic.value;
  else if (sought.value === opened) sought.value = "";
  opened = topic.value;
}

export function ComparedPage() {
  const say = useComparedWords();
  useEffect(seekTopic, [topic.value]);
  if (say === null) return <p class="hint patience">{words.value.loading}</p>;
  const found = findRows();
  return (
    <div class="endgames compared">
      <header class="sheet">
        <h2>{words.value.views.compared}</h2>
        <p>
          {say.intro}{" "}
          <ViewLink to="rules" about="chinese">
            {words.value.views.rules}
          </ViewLink>
        </p>
        <Finder say={say} found={found.length} />
      </header>
      {found.length > 0 && <Examples of={found} isSought={sought.value !== ""} say={say} />}
      {found.length > 0 && (
        <section class="sheet" aria-labelledby="compared-endgames">
          <h3 id="compared-endgames">{say.endgames}</h3>
          <p class="hint">{say.about}</p>
          <details>
            <summary>{say.columnsMean}</summary>
            <dl>
              {say.terms.map(([term, meaning]) => (
                <Fragment key={term}>
                  <dt>{term}</dt>
                  <dd>{meaning}</dd>
                </Fragment>
              ))}
            </dl>
          </details>
          <ComparedTable say={say} found={found} />
        </section>
      )}
    </div>
  );
}

function Finder({ say, found }: { say: ComparedWords; found: number }) {
  const { unreadable } = words.value.endgames;
  const fault = faultOf(sought.value);
  return (
    <>
      <FindField id="find-compared" sought={sought} toldBy="found-compared" />
      <label class="check">
        <input
          type="checkbox"
          checked={onlyDiffering.value}
          onChange={(event) => (onlyDiffering.value = event.currentTarget.checked)}
        />
        {say.onlyDiffering}
      </label>
      <p id="found-compared" class={fault === null ? "hint" : "complaint"} role="status">
        {fault !== null
          ? unreadable(fault)
          : found === 0
            ? say.notCompared
            : say.shown(formatCount(found), formatCount(COMPARED.length))}
      </p>
    </>
  );
}

function ComparedTable({ say, found }: { say: ComparedWords; found: readonly Compared[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const showMore = (): void => {
    const first = rows.value;
    rows.value += ROWS;
    // The button may go: whoever uses the keyboard goes on with the first row that has come.
    requestAnimationFrame(() => body.current?.rows[first]?.querySelector("a")?.focus());
  };
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-label={words.value.views.compared}>
        <table class="sortable">
          <thead>
            <tr>
              <th scope="col">{say.endgame}</th>
              <SortHeads
                columns={Object.keys(COLUMNS) as Column[]}
                nameOf={(column) => say.columns[column]}
                sorted={sorted}
              />
            </tr>
          </thead>
          <tbody ref={body}>
            {found.slice(0, rows.value).map(({ endgame, positions, chinese, depends, free }) => (
              <tr key={endgame}>
                <th scope="row">
                  <EndgameLink to={endgame} />
                </th>
                <td>{formatCount(positions)}</td>
                <td>{formatDiffering(chinese)}</td>
                <td>{formatCount(depends)}</td>
                <td>{formatCount(free.asian)}</td>
                <td>{formatDiffering(free)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length > rows.value && (
        <button type="button" onClick={showMore}>
          {say.more}
        </button>
      )}
    </>
  );
}

/** For certain, and by the default reading alone. */
function formatDiffering({ certain, byDefault }: Differing): string {
  return certain + byDefault === 0 ? formatCount(0) : `${formatCount(certain)} + ${formatCount(byDefault)}`;
}
