/** The file behind an endgame: size, checksum, download, and how far it can be trusted. */
import { tablePath, type Collection } from "../../src/table/catalog/collection.ts";
import { fileBytes, type Certificate, type TableHeader } from "../../src/table/format/header.ts";
import type { ProofRecord } from "../../src/table/format/proof.ts";
import type { TableSummary } from "../../src/query/statistics.ts";
import { formatCount, formatDay, formatFixed, formatSize, words } from "../words/spoken.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import type { Dictionary } from "../words/en/page.ts";

interface Props {
  readonly header: TableHeader;
  readonly collection: Collection;
  /** What the list of tables says of it. */
  readonly summary: TableSummary | undefined;
}

export function TableFile({ header, collection, summary }: Props) {
  const say = words.value.endgames;
  const { info, sha256 } = header;
  const bytes = fileBytes(header);
  const bits = (8 * bytes) / (info.red.positions + info.black.positions);
  const { verified = null, contributed = [] } = summary ?? {};
  // Beside the page, whatever folder that lies in; a table built in this browser has an address of its own.
  const beside = `tables/${tablePath(collection, info.endgame)}`;
  const address = summary?.file.includes(":") ? summary.file : beside;
  return (
    <section class="sheet" aria-labelledby="file">
      <h3 id="file">{say.file}</h3>
      <dl>
        <dt>{say.size}</dt>
        <dd>
          {formatSize(bytes)} ({formatCount(bytes)} B) · {say.bits(formatFixed(bits, 2))}{" "}
          <a class="button" href={address} download={`${info.endgame}.canju`}>
            {say.download}
          </a>
        </dd>
        <dt>{say.rules}</dt>
        <dd>{say.rulesAre(info.rules, info.metric, info.bracket?.edition)}</dd>
        <dt>{say.checksum}</dt>
        <dd class="mono">{sha256}</dd>
        <dt>{say.builtBy}</dt>
        <dd>
          {info.builder.name} {info.builder.version}
        </dd>
        {info.inputs.length > 0 && (
          <>
            <dt>{say.inputs}</dt>
            <dd class="inputs">
              {info.inputs.map(({ name }) => (
                <ViewLink key={name} to="endgames" about={name}>
                  {name}
                </ViewLink>
              ))}
            </dd>
          </>
        )}
        {info.rules === "asian" && (
          <>
            <dt>{say.exactness}</dt>
            <dd>{certified(info.certificate, say)}</dd>
          </>
        )}
        <dt>{say.proof}</dt>
        <dd>
          {verified !== null && <Proof record={verified} />}
          {contributed.map(({ name, key, date, version, stated }) => (
            <p key={key} class={stated ? undefined : "proven"} title={key}>
              {!stated && "✓ "}
              {say.provenBy(name, formatDay(date), version)}
            </p>
          ))}
          {verified === null && contributed.length === 0 && say.notProven(info.endgame)}
          {(verified?.stated || contributed.some(({ stated }) => stated)) && (
            <p class="hint">{say.provenElsewhere(info.endgame)}</p>
          )}
        </dd>
      </dl>
    </section>
  );
}

function certified(certificate: Certificate | undefined, say: Dictionary["endgames"]): string {
  if (certificate === undefined) return say.exactAlone;
  const { innerPatterns, correctedLosses } = certificate;
  return innerPatterns === 0
    ? say.exactPublished
    : say.exactCorrected(formatCount(innerPatterns), formatCount(correctedLosses));
}

function Proof({ record }: { record: ProofRecord }) {
  const say = words.value.endgames;
  return (
    <>
      <p class={record.stated ? undefined : "proven"}>
        {!record.stated && "✓ "}
        {say.provenOn(formatDay(record.date), record.version, formatFixed(record.seconds, 1))}{" "}
        {say.provenPositions(formatCount(record.positions))}
      </p>
      {!record.stated && (
        <ul class="checks">
          {record.checks.map((check) => (
            <li key={check}>{say.checks[check] ?? check}</li>
          ))}
        </ul>
      )}
    </>
  );
}
