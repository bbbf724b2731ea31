/** Shown for a link that names no position of a game: what is wrong with it, and its text to be mended. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { Position } from "../../src/xiangqi/position.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";
import { useStage } from "../board/stage.ts";
import type { Mark } from "../board/view.ts";
import { setUp } from "../state/draft.ts";
import { openedGame } from "../state/game.ts";
import { badLink, complaint, flipped, show, type BadLink } from "../state/page.ts";
import { readPosition } from "../state/read-position.ts";
import { words } from "../words/spoken.ts";
import { explainComplaint } from "../shown/trouble-text.tsx";

const NOTHING: Position = { board: new Uint8Array(SQUARES), turn: "red" };

export function BadLinkPanel() {
  useStage(() => {
    const shown = badLink.value?.impossible ?? NOTHING;
    const wrong = shown === NOTHING ? [] : findProblems(shown);
    return {
      view: {
        position: shown,
        flipped: flipped.value,
        use: "place",
        legal: [],
        lastMove: null,
        checkedKing: null,
        arrows: [],
        marks: wrong.flatMap(({ square }): Mark[] => (square === undefined ? [] : [{ square, kind: "wrong" }])),
      },
    };
  });
  return badLink.value === null ? null : <Mending bad={badLink.value} />;
}

function Mending({ bad }: { bad: BadLink }) {
  const say = words.value;
  const text = useSignal(bad.text);
  useLayoutEffect(() => void (text.value = bad.text), [bad.text]);
  const take = (event: Event) => {
    event.preventDefault();
    const reading = readPosition(text.value);
    if (reading.position === null) {
      badLink.value = { text: text.value, complaint: reading.complaint, impossible: reading.impossible };
      return;
    }
    if (reading.inverted) flipped.value = true;
    show(openedGame(reading.position, reading.moves));
    complaint.value = reading.complaint;
  };
  return (
    <div class="panel bad-link">
      <h2>{say.badLink.title}</h2>
      <p class="trouble" role="alert">
        {explainComplaint(bad.complaint, say)}
      </p>
      <form onSubmit={take}>
        <label for="bad-link">{say.badLink.text}</label>
        <textarea
          id="bad-link"
          class="mono"
          rows={3}
          spellcheck={false}
          autocomplete="off"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <p class="row">
          <button type="submit" class="primary">
            {say.editor.take}
          </button>
          {bad.impossible !== null && (
            <button type="button" onClick={() => setUp(bad.impossible!)}>
              {say.badLink.setUp}
            </button>
          )}
        </p>
      </form>
      <p class="hint">{say.badLink.help}</p>
    </div>
  );
}
