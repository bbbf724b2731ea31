/** Everything about one endgame. */
import { isConeName } from "../../src/endgame/cone.ts";
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { conesIn } from "../../src/table/catalog/catalog.ts";
import type { TableList, TableSummary } from "../answers/answers.ts";
import { useAttempts } from "../answers/use-answer.ts";
import { openPosition } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { TermsButton } from "../shown/TermsButton.tsx";
import { RulesChoice } from "../shown/RulesChoice.tsx";
import { EndgameLink } from "../shown/EndgameName.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { readName } from "./catalog.ts";
import type { NameFault } from "../words/en/page.ts";
import { Distances } from "./Distances.tsx";
import { distancesOf } from "./figures.ts";
import { Keep } from "./Keep.tsx";
import { KnownFigures, Surveyed, VerdictText } from "./KnownFigures.tsx";
import { LongestWins } from "./WinList.tsx";
import { EndgameMen } from "./Men.tsx";
import { TypicalPositions, VerdictOfAtlas } from "./KnownAnswer.tsx";
import { ToBeBuilt } from "./Missing.tsx";
import { useKnown } from "./atlas.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { Outcomes } from "./Outcomes.tsx";
import { SubEndgames } from "./SubEndgames.tsx";
import { randomPosition, useTable, type TableState } from "./table.ts";
import { TableFile } from "./TableFile.tsx";
import "./endgame.css";
import { Failure, sayCode } from "../shown/trouble-text.tsx";

/** The canonical name of what the address names, or why it names none. */
function canonicalName(asked: string): string | NameFault {
  const name = readName(asked);
  return typeof name === "string" ? canonicalEndgame(parseEndgame(name)).endgame.name : name;
}

export function EndgamePage({ asked, list }: { asked: string; list: TableList }) {
  const say = words.value;
  const name = canonicalName(asked);
  return (
    <div class="endgames one">
      <p class="back">
        <ViewLink to="endgames">← {say.endgames.all}</ViewLink>
      </p>
      {typeof name !== "string" ? (
        <p class="trouble" role="alert">
          {say.endgames.noEndgame(asked.slice(0, 100))} {say.endgames.unreadable(name)}
        </p>
      ) : (
        <Endgame key={name} name={name} asked={asked} list={list} />
      )}
    </div>
  );
}

function Endgame({ name, asked, list }: { name: string; asked: string; list: TableList }) {
  const say = words.value;
  const { tables, damaged } = list;
  const found = useTable(
    name,
    tables.some(({ endgame }) => endgame === name),
  );
  const isDamaged = damaged.includes(name);
  const table: TableState = isDamaged ? { state: "missing" } : found;
  const known = useKnown(name);
  const isSwapped = readName(asked) !== name;
  return (
    <>
      <header class="sheet endgame-head">
        <h2>
          {say.endgames.name(name)} <EndgameMen endgame={name} /> <small class="endgame-name">{name}</small>
        </h2>
        <p class="row">
          <RulesChoice /> <TermsButton />
        </p>
        {isConeName(name) && <p class="hint">{say.endgames.partOf}</p>}
        {isSwapped && <p class="hint">{say.endgames.swapped(say.endgames.name(readName(asked) as string))}</p>}
        {table.state === "known" && <Verdict name={name} table={table} />}
        {table.state === "missing" && known !== null && <VerdictOfAtlas known={known} />}
        {known !== null && (
          <div class="row">
            {COLOURS.map((turn) => (
              <TypicalPositions key={turn} known={known} turn={turn} />
            ))}
          </div>
        )}
        {table.state === "known" && <Keep key={name} name={name} tables={tables} />}
      </header>
      {table.state === "asking" && <p class="hint patience">{say.thinking}</p>}
      {table.state === "failed" && (
        <p class="trouble" role="alert">
          {sayCode(table.code, say) ?? say.errors.other(table.detail)}
        </p>
      )}
      {table.state === "missing" && (
        <section class="sheet missing">
          <ToBeBuilt endgame={name} isDamaged={isDamaged} />
          <Parts parts={conesIn(tables.map(({ endgame }) => endgame)).get(name) ?? []} />
        </section>
      )}
      {table.state === "missing" && known !== null && <KnownFigures known={known} />}
      {table.state === "known" && <Figures name={name} table={table} tables={tables} />}
      {table.state === "known" && known !== null && <Surveyed known={known} />}
      <SubEndgames name={name} tables={tables} />
    </>
  );
}

/** The cones that there are of an endgame without a table. */
function Parts({ parts }: { parts: readonly string[] }) {
  const say = words.value;
  if (parts.length === 0) return null;
  return (
    <p class="parents">
      {say.labelled(say.endgames.parts, "")}
      {parts.map((name) => (
        <EndgameLink key={name} to={name} />
      ))}
    </p>
  );
}

type Known = Extract<TableState, { state: "known" }>;

function Verdict({ name, table }: { name: string; table: Known }) {
  const say = words.value.endgames;
  const { attempt, failure } = useAttempts();
  return (
    <>
      <VerdictText of={table.header.info} />
      <p class="row">
        <button type="button" onClick={() => attempt(async () => openPosition(await randomPosition(name, {})))}>
          {say.example}
        </button>
        {COLOURS.some((turn) => table.header.info[turn].wins > 0) && (
          <ViewLink to="play" about={name} class="button">
            {say.challenge}
          </ViewLink>
        )}
      </p>
      <Failure of={failure} />
    </>
  );
}

function Figures({ name, table, tables }: { name: string; table: Known; tables: readonly TableSummary[] }) {
  const { header, histogram, provider } = table;
  const orders = distancesOf(header.values, histogram, header.info.orders);
  const summary = tables.find(({ endgame }) => endgame === name);
  return (
    <>
      <Outcomes info={header.info} />
      <Distances orders={orders} />
      <LongestWins info={header.info} orders={orders} />
      <TableFile header={header} collection={provider} summary={summary} />
    </>
  );
}
