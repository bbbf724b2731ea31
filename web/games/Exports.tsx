/** The whole game as text, a file or a link that opens it at its start. */
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../base/Icon.tsx";
import { Select } from "../base/Select.tsx";
import { explainEnd } from "../shown/endings.ts";
import { formatGameText } from "../shown/line-text.ts";
import { goTo, positionOf } from "../state/game.ts";
import { judgeShown } from "../state/judge-shown.ts";
import { computedInPieces } from "../base/in-pieces.ts";
import { rules } from "../base/rules.ts";
import { game } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { copyText, downloadText } from "../base/take-away.ts";
import { language, useJudgingWords, words } from "../words/spoken.ts";
import { GAME_FILES, linkTo, type GameFile } from "./text.ts";
import { record } from "./tree.ts";

type Form = GameFile | "text";
const FORMS: readonly Form[] = ["text", "pgn", "dhtmlxq"];

/** How the rules judge the repetition that the whole game comes to. */
const lineEnd = computedInPieces(() => judgeShown(goTo(game.value, Infinity), rules.value), null);

export function Exports() {
  const say = words.value;
  const form = useSignal<Form>("text");
  const [copied, setCopied] = useState(false);
  const { moves } = game.value;
  useEffect(() => setCopied(false), [moves, form.value]);
  const whole = goTo(game.value, moves.length);
  const repetition = lineEnd.value;
  const judging = useJudgingWords(repetition !== null);
  const text = () => {
    if (form.value !== "text") return GAME_FILES[form.value].format(record.value, notation.value);
    const end = explainEnd(positionOf(whole), repetition, say, judging);
    const link = linkTo(record.value);
    return formatGameText(whole, notation.value, language.value, { above: [link], below: end === null ? [] : [end] });
  };
  const name = form.value === "text" ? "canju.txt" : GAME_FILES[form.value].name;
  const copy = (what: string) => copyText(what).then(() => setCopied(true));
  return (
    <div class="row exports">
      <Select
        label={say.lines.form}
        choice={form}
        choices={FORMS}
        nameOf={(each) => (each === "text" ? say.lines.plainText : each === "pgn" ? "PGN" : "DhtmlXQ")}
      />
      <button type="button" onClick={() => copy(text())}>
        <Icon name="copy" /> {say.lines.copyText}
      </button>
      <button type="button" onClick={() => downloadText(name, text())}>
        <Icon name="download" /> {say.lines.download}
      </button>
      <button type="button" onClick={() => copy(linkTo(record.value))}>
        <Icon name="link" /> {say.lines.copyLink}
      </button>
      <span role="status">{copied && say.copied}</span>
    </div>
  );
}
