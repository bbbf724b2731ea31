/** The draft as text: pasted from anywhere, and as a FEN, Pai's code and a link that can be changed or copied. */
import { batch, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { formatPaiCode } from "../../src/xiangqi/notation/pai.ts";
import { UnreadablePosition, type Fault } from "../../src/xiangqi/unreadable.ts";
import { MOST_OF_A_FIELD } from "../games/intake.ts";
import { addressOf } from "../state/address.ts";
import { openedGame } from "../state/game.ts";
import { complaint, flipped, openView, show } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { parsePosition, readPosition } from "../state/read-position.ts";
import { copyText } from "../base/take-away.ts";
import { draft, setDraft } from "../state/draft.ts";

/** Opens the game that a text tells, at its start; false where it tells no moves. */
function openGame(text: string): boolean {
  const reading = readPosition(text);
  if (reading.position === null) return false;
  const { position, inverted, moves, complaint: what } = reading;
  if (moves.length === 0 && (what === null || what.kind === "no-side")) return false; // for the draft
  batch(() => {
    show(openedGame(position, moves));
    if (inverted) flipped.value = true;
    openView("explorer");
    complaint.value = what;
  });
  return true;
}

/** What files of games have and positions with moves have not. */
const FILE = /[[({]/;

/** Opens the game that a file's text tells; false where it tells none, or what reads files cannot be loaded. */
async function openFile(text: string): Promise<boolean> {
  try {
    const { openGame: open } = await import("../games/open.ts");
    return await open(text);
  } catch {
    return false;
  }
}

/** Takes over what a text says; returns why it cannot be read, or null. */
function readInto(text: string): Fault | null {
  try {
    const { position, inverted } = parsePosition(text);
    setDraft(position);
    if (inverted) flipped.value = true;
    return null;
  } catch (error) {
    if (!(error instanceof UnreadablePosition)) throw error;
    return error.fault;
  }
}

export function Texts() {
  const say = words.value;
  const link = new URL(addressOf(draft.value), location.href).href;
  return (
    <section class="texts" aria-label={say.editor.texts}>
      <Paste />
      <Text name="fen" label="FEN" value={formatFen(draft.value)} />
      <Text name="pai" label={say.editor.paiCode} value={formatPaiCode(draft.value, flipped.value)} />
      <Text name="link" label={say.editor.link} value={link} />
    </section>
  );
}

function Paste() {
  const say = words.value;
  const text = useSignal("");
  const trouble = useSignal<Fault | null>(null);
  const take = async (pasted: string) => {
    text.value = pasted;
    if ((FILE.test(pasted) && (await openFile(pasted))) || openGame(pasted)) return;
    const fault = readInto(pasted);
    if (fault !== null && (await openFile(pasted))) return;
    trouble.value = fault;
    if (fault === null) text.value = "";
  };
  return (
    <form
      class="text"
      onSubmit={(event) => {
        event.preventDefault();
        void take(text.value);
      }}
    >
      <label for="paste">{say.editor.paste}</label>
      <span class="row">
        <input
          id="paste"
          type="text"
          value={text.value}
          placeholder={say.editor.pasteHint}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="paste-trouble"
          aria-invalid={trouble.value !== null}
          onInput={(event) => (text.value = event.currentTarget.value)}
          onPaste={(event) => {
            const { value, selectionStart, selectionEnd } = event.currentTarget;
            const isWhole = value.length === selectionEnd! - selectionStart!;
            const pasted = event.clipboardData?.getData("text") ?? "";
            if (!isWhole || pasted.length > MOST_OF_A_FIELD) return; // it joins what was typed, or is read as a game
            event.preventDefault();
            void take(pasted);
          }}
        />
        <button type="submit" disabled={text.value.trim() === ""}>
          {say.editor.take}
        </button>
      </span>
      <p id="paste-trouble" class="complaint" role="alert">
        {trouble.value !== null && say.errors.unreadable(trouble.value)}
      </p>
    </form>
  );
}

/** A form of the draft: typing into it changes the board, and the board changes it. */
function Text({ name, label, value }: { name: string; label: string; value: string }) {
  const say = words.value;
  const typed = useSignal<string | null>(null);
  const trouble = useSignal<Fault | null>(null);
  const copied = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const forget = () => {
    typed.value = null;
    trouble.value = null;
  };
  useEffect(() => {
    copied.value = false;
    if (document.activeElement !== field.current) forget(); // the board was changed by other means
  }, [value]);
  const type = (text: string) => {
    typed.value = text;
    trouble.value = readInto(text);
  };
  return (
    <div class="text">
      <label for={`text-${name}`}>{label}</label>
      <span class="row">
        <input
          ref={field}
          id={`text-${name}`}
          class="mono"
          type="text"
          value={typed.value ?? value}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`trouble-${name}`}
          aria-invalid={trouble.value !== null}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={() => trouble.value === null && forget()} // what could not be read stays to be mended
        />
        <button
          type="button"
          aria-label={say.labelled(say.editor.copy, label)}
          onClick={() => void copyText(value).then(() => (copied.value = true))}
        >
          {copied.value ? "✓" : say.editor.copy}
        </button>
      </span>
      <p id={`trouble-${name}`} class="complaint" role="status">
        {trouble.value !== null
          ? say.errors.unreadable(trouble.value)
          : copied.value && <span class="unseen">{say.copied}</span>}
      </p>
    </div>
  );
}
