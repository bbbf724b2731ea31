/** New positions: pasted as text, or set up man by man on the board. */
import { useState } from "preact/hooks";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { addressOf } from "../state/address.ts";
import { useStage } from "../board/stage.ts";
import { complaint, flipped, openReading, position } from "../state/page.ts";
import { words } from "../state/preferences.ts";
import { readPosition } from "../state/read-position.ts";
import { arrange, brush, draft, paint } from "../state/setup.ts";
import { Palette } from "./Palette.tsx";
import { explainComplaint } from "./Trouble.tsx";

export function Setup() {
  useStage(() => ({
    view: {
      position: draft.value,
      flipped: flipped.value,
      use: brush.value === null ? "arrange" : "place",
      legal: [],
      lastMove: null,
      checkedKing: null,
      arrows: [],
    },
    onArrange: arrange,
    onTap: paint,
  }));
  return (
    <div class="panel setup">
      <h2>{words.value.editor}</h2>
      <Palette />
      <PasteBox />
      <CopyButtons />
    </div>
  );
}

function PasteBox() {
  const say = words.value;
  const [text, setText] = useState("");
  const open = (event: Event) => {
    event.preventDefault();
    openReading(readPosition(text));
  };
  return (
    <form class="paste" onSubmit={open}>
      <label for="paste">{say.paste}</label>
      <div class="row">
        <input
          id="paste"
          type="text"
          value={text}
          placeholder={say.pasteHint}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="paste-trouble"
          aria-invalid={complaint.value !== null}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={text.trim() === ""}>
          {say.open}
        </button>
      </div>
      <p id="paste-trouble" class="complaint" role="alert">
        {complaint.value !== null && explainComplaint(complaint.value, say)}
      </p>
    </form>
  );
}

function CopyButtons() {
  const say = words.value;
  const [copied, setCopied] = useState(false);
  const copy = (text: string) => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <div class="row">
      <button type="button" onClick={() => copy(formatFen(position.value))}>
        {say.copyFen}
      </button>
      <button type="button" onClick={() => copy(new URL(addressOf(position.value), location.href).href)}>
        {say.copyLink}
      </button>
      <span role="status">{copied && say.copied}</span>
    </div>
  );
}
