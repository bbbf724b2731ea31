/** Where a game is pasted or typed, and where a text that could not be read waits to be mended. */
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { describeTrouble } from "../../src/say/words/games.ts";
import type { Trouble } from "../../src/xiangqi/games/reading.ts";
import { asked, sayPosition } from "./opened.ts";
import { useGamesWords, words } from "../words/spoken.ts";
import { setUp } from "../state/draft.ts";
import { openFiles, openText } from "./open.ts";
import "./games.css";

/** A longer text is slow to show; it stays where it came from. */
const MOST_SHOWN = 4000;

export function OpenDialog() {
  const say = useGamesWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const now = asked.value;
  const isCut = useSignal(false);
  useEffect(() => {
    if (now === null || say === null) return;
    if (!dialog.current!.open) dialog.current!.showModal();
    const area = field.current!;
    const isTyped = area.value === now.text;
    isCut.value = !isTyped && now.text.length > MOST_SHOWN;
    if (!isTyped) area.value = now.text.slice(0, MOST_SHOWN);
    area.focus();
    const [trouble] = now.reading?.troubles ?? [];
    if (trouble !== undefined) select(area, trouble);
  }, [now, say]);
  if (now === null || say === null) return null;
  const open = (text: string) => void openText(text);
  const impossible = now.reading?.troubles.find(({ position }) => position !== undefined)?.position;
  return (
    <dialog class="games" ref={dialog} aria-labelledby="open-title" onClose={() => (asked.value = null)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open(field.current!.value);
        }}
      >
        <h2 id="open-title">{say.openTitle}</h2>
        <p class="hint" id="open-hint">
          {say.openHint}
        </p>
        <textarea
          ref={field}
          aria-label={say.openTitle}
          aria-describedby="open-hint open-troubles"
          spellcheck={false}
          autocomplete="off"
          onPaste={(event) => {
            const text = event.clipboardData?.getData("text") ?? "";
            if (field.current!.value !== "" || text === "") return;
            event.preventDefault();
            open(text);
          }}
        />
        <ul id="open-troubles" class="complaint" role="alert">
          {now.reading?.troubles.map((trouble, i) => (
            <li key={i}>{describeTrouble(trouble, say, sayPosition)}</li>
          ))}
          {isCut.value && <li>{say.cut(MOST_SHOWN)}</li>}
        </ul>
        <div class="row">
          <button type="submit" class="primary">
            {say.open}
          </button>
          {impossible !== undefined && (
            <button
              type="button"
              onClick={() => {
                setUp(impossible);
                asked.value = null;
              }}
            >
              {words.value.badLink.setUp}
            </button>
          )}
          <label class="file">
            {say.file}
            <input
              class="unseen"
              type="file"
              multiple
              accept=".pgn,.txt,.dhtmlxq,.xqf,.cbr,.cbl,text/plain"
              onChange={(event) => {
                const files = [...(event.currentTarget.files ?? [])];
                if (files.length > 0) void openFiles(files);
              }}
            />
          </label>
          <button type="button" onClick={() => dialog.current!.close()}>
            {words.value.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Puts the cursor on what was not understood. */
function select(area: HTMLTextAreaElement, { line, column, text }: Trouble): void {
  let at = 0;
  for (let i = 1; i < line && at >= 0; i++) at = area.value.indexOf("\n", at) + 1;
  const from = Math.min(at + column - 1, area.value.length);
  area.setSelectionRange(from, Math.min(from + text.replace(/…$/, "").length, area.value.length));
}
