/** The moves of the position in the form chosen, with what chooses it. */
import { useMemo, useState } from "preact/hooks";
import { InputError } from "../../src/base/errors.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import { Icon } from "../base/Icon.tsx";
import { listing, LISTINGS, notation } from "../state/preferences.ts";
import { words } from "../words/spoken.ts";
import { hideValues, play, position as shown, valuesHidden } from "../state/page.ts";
import { parseMove } from "../state/read-position.ts";
import { BareList, ClassicList } from "./ClassicList.tsx";
import { MoveList } from "./MoveList.tsx";
import { valueMoves } from "../state/valued-moves.ts";

export function Moves({ position, probe }: { position: Position; probe: ProbeResult }) {
  const say = words.value;
  const moves = useMemo(() => valueMoves(position, probe), [position, probe]);
  if (moves.length === 0) return <p class="hint">{say.noMoves}</p>;
  const list = { position, probe, moves };
  return (
    <>
      <div class="moves-bar">
        <MoveEntry />
        <ListingChoice />
        <button
          type="button"
          class="icon"
          aria-label={say.hideValues}
          title={say.hideValues}
          aria-keyshortcuts="h"
          aria-pressed={valuesHidden.value}
          onClick={hideValues}
        >
          <Icon name={valuesHidden.value ? "eye-off" : "eye"} />
        </button>
      </div>
      {valuesHidden.value ? (
        <BareList {...list} />
      ) : listing.value === "classic" ? (
        <ClassicList {...list} />
      ) : (
        <MoveList {...list} />
      )}
    </>
  );
}

function ListingChoice() {
  const say = words.value;
  return (
    <div class="segments" role="group" aria-label={say.listing}>
      {LISTINGS.map((each) => (
        <button
          type="button"
          key={each}
          aria-pressed={listing.value === each}
          disabled={valuesHidden.value}
          onClick={() => (listing.value = each)}
        >
          {say.listings[each]}
        </button>
      ))}
    </div>
  );
}

export function goToEntry(): void {
  document.querySelector<HTMLElement>(".entry input")?.focus();
}

/** A field for a move in any notation. */
function MoveEntry() {
  const say = words.value;
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const enter = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    try {
      play(parseMove(shown.value, text, notation.value));
      setText("");
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      setWrong(true);
    }
  };
  return (
    <form class="entry" onSubmit={enter}>
      <label>
        <span class="unseen">{say.moveEntry}</span>
        <input
          type="text"
          value={text}
          placeholder={say.moveEntryHint}
          title={say.moveEntry}
          aria-keyshortcuts="/"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          aria-invalid={wrong}
          aria-describedby="entry-trouble"
          onInput={(event) => {
            setText(event.currentTarget.value);
            setWrong(false);
          }}
        />
      </label>
      <span id="entry-trouble" class="complaint" role="alert">
        {wrong && say.noSuchMove}
      </span>
    </form>
  );
}
