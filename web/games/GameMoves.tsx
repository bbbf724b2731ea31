/** The moves of the game with variations, signs, remarks and slips; each shows its position. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Slip } from "../../src/query/slips.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import type { Line, Path, Ply } from "../../src/xiangqi/games/record.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { formatMove } from "../state/notation.ts";
import { pauseLine } from "../state/line.ts";
import { game } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import type { GamesWords } from "../words/en/games.ts";
import { language, useGamesWords, words } from "../words/spoken.ts";
import { goToPly, here, record, isTree } from "./tree.ts";
import { doubts } from "./opinions.ts";
import { slips } from "./slips.ts";
import "./games.css";

/** Of a line, the moves around the one shown: thousands would be slow to draw. */
const AROUND = 60;

export function GameMoves() {
  const say = useGamesWords();
  const list = useRef<HTMLElement>(null);
  const { played } = game.value;
  const { start, comment, line } = record.value;
  useEffect(() => {
    const shown = list.current!.querySelector<HTMLElement>("[aria-current]");
    if (shown !== null) list.current!.scrollTop = shown.offsetTop - list.current!.clientHeight / 2;
  }, [played, record.value]);
  return (
    <nav class={`line-moves ${isTree.value ? "tree" : ""}`} aria-label={words.value.line} ref={list}>
      <button
        type="button"
        aria-label={words.value.start}
        aria-current={played === 0 ? "step" : undefined}
        onClick={() => open([])}
      >
        ○
      </button>
      {comment !== "" && <span class="remark">{comment}</span>}
      <Plies line={line} start={start} first={start.turn === "red" ? 0 : 1} path={[]} say={say} />
    </nav>
  );
}

function open(path: Path): void {
  pauseLine();
  goToPly(path);
}

interface PliesProps {
  readonly line: Line;
  readonly start: LegalPosition;
  /** The number of its first ply in the game, from 0; even for Red. */
  readonly first: number;
  /** Of the variation; its plies' places follow. */
  readonly path: Path;
  /** Null while they are loading. */
  readonly say: GamesWords | null;
}

function Plies({ line, start, first, path, say }: PliesProps) {
  const shown = here.value;
  const isWithin = shown !== null && path.every((step, i) => shown[i] === step);
  const at = isWithin ? shown[path.length]! : -1; // in this line, or in a variation of this ply
  const isEnd = isWithin && shown.length === path.length + 1;
  const from = Math.max(0, at - AROUND);
  const to = Math.min(line.length, Math.max(at, 0) + AROUND);
  const parts: ComponentChildren[] = [];
  let position = start;
  for (const [i, ply] of line.entries()) {
    if (i >= to) break;
    const before = position;
    position = applyMove(position, ply.move);
    if (i < from) continue;
    const place = [...path, i];
    parts.push(
      <Move
        key={`${i}`}
        ply={ply}
        before={before}
        number={numberOf(first + i, i === from || hasRemarks(line[i - 1]))}
        isShown={isEnd && i === at}
        isToCome={!isWithin || i > at}
        slip={path.length === 0 ? (slips.value.get(i) ?? null) : null}
        isDoubted={path.length === 0 && doubts.value.has(i)}
        say={say}
        onOpen={() => open(place)}
      />,
    );
    if (ply.comment !== "") parts.push(<span class="remark">{ply.comment}</span>);
    for (const [variation, other] of ply.variations.entries()) {
      parts.push(
        <div class="variation" role="group" aria-label={say?.variation} key={`${i}-${variation}`}>
          <Plies line={other} start={before} first={first + i} path={[...place, variation]} say={say} />
        </div>,
      );
    }
  }
  const far = (ply: number) => (
    <button type="button" aria-label={say?.more} title={say?.more} onClick={() => open([...path, ply])}>
      …
    </button>
  );
  return (
    <>
      {from > 0 && far(from - 1)}
      {parts}
      {to < line.length && far(to)}
    </>
  );
}

/** `3. `, or `3… ` where Black's move stands first or behind something else than Red's. */
function numberOf(ply: number, isFirst: boolean): string {
  if (ply % 2 === 0) return `${ply / 2 + 1}. `;
  return isFirst ? `${(ply + 1) / 2}… ` : "";
}

function hasRemarks(ply: Ply | undefined): boolean {
  return ply !== undefined && (ply.comment !== "" || ply.variations.length > 0);
}

interface MoveProps {
  readonly ply: Ply;
  readonly before: LegalPosition;
  readonly number: string;
  readonly isShown: boolean;
  readonly isToCome: boolean;
  readonly slip: Slip | null;
  /** By an engine's opinion. */
  readonly isDoubted: boolean;
  readonly say: GamesWords | null;
  readonly onOpen: () => void;
}

function Move({ ply, before, number, isShown, isToCome, slip, isDoubted, say, onOpen }: MoveProps) {
  const fault = slip !== null ? say?.slips[slip] : isDoubted ? say?.opinion.doubt : undefined;
  const kind = slip !== null ? "slip" : isDoubted ? "doubt" : "";
  return (
    <button
      type="button"
      class={`${isToCome ? "to-come" : ""} ${kind}`.trim()}
      aria-current={isShown ? "step" : undefined}
      title={fault}
      onClick={onOpen}
    >
      <span class="number">{number}</span>
      {formatMove(before, ply.move, notation.value, language.value)}
      {ply.sign !== null && <span class="sign">{ply.sign}</span>}
      {kind !== "" && (
        <span class="mark">
          <span aria-hidden="true">{kind === "slip" ? "✗" : "≈"}</span>
          <span class="unseen"> {fault}</span>
        </span>
      )}
    </button>
  );
}
