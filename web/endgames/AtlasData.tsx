/** The whole atlas to be taken away, and how it is cited. */
import { useState } from "preact/hooks";
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import { copyText, downloadText } from "../base/take-away.ts";
import { Icon } from "../base/Icon.tsx";
import { useAtlasWords, words } from "../words/spoken.ts";
import { ENTRIES_ARE, toCsv } from "./atlas.ts";

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
