/** The moves of the game, those of a perfect line among them: played, paused, stepped through, taken away as text or link. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatMove } from "../notation.ts";
import { copyText, downloadText } from "../take-away.ts";
import { useRepetitionWords, language, words } from "../words/spoken.ts";
import { addressOfGame } from "../state/address.ts";
import { answer } from "../state/answer.ts";
import { positionOf, repetitionOf } from "../state/game.ts";
import { defence, DEFENCES, lineTrouble, pauseLine, playback, playLine, speed, SPEEDS } from "../state/line.ts";
import { canRedo, canUndo, game, gameEnd, position, redo, showPly, undo } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { Icon } from "../Icon.tsx";
import { Select } from "../Select.tsx";
import { explainEnd } from "./endings.ts";
import { formatGameText } from "./line-text.ts";
import { explainError } from "./Trouble.tsx";

export function stepBack(): void {
  pauseLine();
  undo();
}

export function stepForward(): void {
  pauseLine();
  redo();
}

export function Line() {
  const say = words.value;
  const { moves } = game.value;
  const judging = useRepetitionWords(gameEnd.value !== null);
  const end = explainEnd(position.value, gameEnd.value, say, judging);
  return (
    <section class="line" aria-label={say.lines.title}>
      <Controls />
      {lineTrouble.value !== null && (
        <p class="complaint" role="alert">
          {explainError(lineTrouble.value, say)}
        </p>
      )}
      {moves.length > 0 && <Moves />}
      {end !== null && moves.length > 0 && <p class="line-end">{end}</p>}
      {moves.length > 0 && <Exports />}
    </section>
  );
}

function Controls() {
  const say = words.value;
  const going = playback.value !== "paused";
  const over = answer.value.state === "known" && answer.value.probe.moves.length === 0;
  const jump = (played: number) => {
    pauseLine();
    showPly(played);
  };
  return (
    <div class="line-controls" role="toolbar" aria-label={say.lines.title}>
      <button
        type="button"
        class="play-line"
        aria-keyshortcuts="p"
        aria-pressed={going}
        disabled={over && !canUndo.value}
        onClick={() => void playLine()}
      >
        <Icon name={going ? "pause" : "play"} /> {going ? say.lines.pause : say.lines.play}
      </button>
      <span class="steps">
        <Step label={say.start} icon="first" disabled={!canUndo.value} onClick={() => jump(0)} />
        <Step label={say.lines.back} icon="back" disabled={!canUndo.value} onClick={stepBack} />
        <Step label={say.lines.forward} icon="forward" disabled={!canRedo.value} onClick={stepForward} />
        <Step
          label={say.lines.toEnd}
          icon="last"
          disabled={!canRedo.value}
          onClick={() => jump(game.value.moves.length)}
        />
      </span>
      <Select label={say.lines.speed} choice={speed} choices={SPEEDS} nameOf={(each) => `${each}×`} />
      <Select
        label={say.lines.defence}
        choice={defence}
        choices={DEFENCES}
        nameOf={(each) => say.lines.defences[each]}
      />
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: "first" | "back" | "forward" | "last";
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function Step({ label, icon, disabled, onClick }: StepProps) {
  return (
    <button type="button" class="step" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** The moves played and those still to come; each shows its position. */
function Moves() {
  const { moves, positions, played } = game.value;
  const list = useRef<HTMLElement>(null);
  const blackBegins = positions[0]!.turn === "black";
  useEffect(() => {
    const shown = list.current!.querySelector<HTMLElement>("[aria-current]");
    if (shown !== null) list.current!.scrollTop = shown.offsetTop - list.current!.clientHeight / 2;
  }, [played, moves]);
  const open = (ply: number) => {
    pauseLine();
    showPly(ply);
  };
  return (
    <nav class="line-moves" aria-label={words.value.line} ref={list}>
      <button
        type="button"
        aria-label={words.value.start}
        aria-current={played === 0 ? "step" : undefined}
        onClick={() => open(0)}
      >
        ○
      </button>
      {moves.map((move, i) => {
        const ply = i + (blackBegins ? 1 : 0);
        const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : i === 0 ? "1… " : "";
        return (
          <button
            type="button"
            key={i}
            class={i < played ? "" : "to-come"}
            aria-current={i + 1 === played ? "step" : undefined}
            onClick={() => open(i + 1)}
          >
            <span class="number">{number}</span>
            {formatMove(positions[i]!, move, notation.value, language.value)}
          </button>
        );
      })}
    </nav>
  );
}

function linkToGame(): string {
  return new URL(addressOfGame(game.value), location.href).href;
}

/** The whole game as text or as a link that opens it at its start. */
function Exports() {
  const say = words.value;
  const [copied, setCopied] = useState(false);
  const { moves } = game.value;
  useEffect(() => setCopied(false), [moves]);
  const whole = { ...game.value, played: moves.length };
  const repetition = useMemo(() => repetitionOf(whole), [moves]);
  const judging = useRepetitionWords(repetition !== null);
  const text = () => {
    const end = explainEnd(positionOf(whole), repetition, say, judging);
    const link = linkToGame();
    return formatGameText(whole, notation.value, language.value, { above: [link], below: end === null ? [] : [end] });
  };
  const copy = (what: string) => copyText(what).then(() => setCopied(true));
  return (
    <div class="row exports">
      <button type="button" onClick={() => copy(text())}>
        <Icon name="copy" /> {say.lines.copyText}
      </button>
      <button type="button" onClick={() => downloadText("canju.txt", text())}>
        <Icon name="download" /> {say.lines.download}
      </button>
      <button type="button" onClick={() => copy(linkToGame())}>
        <Icon name="link" /> {say.lines.copyLink}
      </button>
      <span role="status">{copied && say.copied}</span>
    </div>
  );
}
