/** A field for a move in any notation. */
import { useState } from "preact/hooks";
import { InputError } from "../../src/xiangqi/errors.ts";
import { parseMove } from "../state/read-position.ts";
import { play, position } from "../state/page.ts";
import { words } from "../words/spoken.ts";

export function MoveEntry() {
  const say = words.value;
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const enter = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    try {
      play(parseMove(position.value, text));
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
