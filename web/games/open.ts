/** Opens games that were pasted, dropped or typed. */
import { batch } from "@preact/signals";
import { decodeGameFile, readingGame } from "../../src/xiangqi/games/read-game.ts";
import { MOST_CHARACTERS } from "../../src/xiangqi/games/reading.ts";
import { withMoves } from "../../src/xiangqi/games/record.ts";
import { samePosition } from "../../src/xiangqi/position.ts";
import { complaint, flipped, game, openView, position } from "../state/page.ts";
import { asked, opened, type Opened } from "./opened.ts";
import { inSlices } from "../base/slices.ts";
import { record, showRecord } from "./tree.ts";

/** More bytes than the longest text has, in any letters. */
const MOST_BYTES = 4 * MOST_CHARACTERS;

let latest: AbortController | null = null;

/** Shows the game that a text tells, as far as it can be read; else asks what was meant. */
export async function openText(text: string, which = 0): Promise<void> {
  latest?.abort();
  const work = (latest = new AbortController());
  try {
    const reading = await inSlices(readingGame(text, { which, here: position.peek() }), work.signal);
    batch(() => take({ text, which, reading }));
  } catch (error) {
    if (!work.signal.aborted) throw error;
  }
}

function take(read: Opened): void {
  const { record: found, inverted, assumedTurn, troubles } = read.reading;
  if (found === null) {
    asked.value = read;
    return;
  }
  openView("explorer");
  showRecord(found);
  if (inverted) flipped.value = true;
  asked.value = null;
  opened.value = found.line.length > 0 || troubles.length > 0 ? read : null;
  if (assumedTurn !== null) complaint.value = { kind: "no-side", turn: assumedTurn };
}

/** Reads files as if their texts had been pasted, one behind the other. */
export async function openFiles(files: readonly Blob[]): Promise<void> {
  const texts = await Promise.all(files.map(textOf));
  await openText(texts.join("\n\n"));
}

async function textOf(file: Blob): Promise<string> {
  // One character too many is enough to say that there are too many.
  if (file.size > MOST_BYTES) return " ".repeat(MOST_CHARACTERS + 1);
  try {
    return decodeGameFile(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return "\0"; // a folder: no text
  }
}

/** Opens the game that a text tells; false where it tells no moves. */
export async function openGame(text: string): Promise<boolean> {
  const reading = await inSlices(readingGame(text));
  if (reading.record === null || reading.record.line.length === 0) return false;
  batch(() => take({ text, which: 0, reading }));
  return true;
}

/** Brings the variations of a link to the game that is on the board already, if they are of that game. */
export async function recall(link: string): Promise<void> {
  const reading = await inSlices(readingGame(link));
  const { record: found, troubles } = reading;
  if (found === null || !samePosition(found.start, game.value.positions[0]!)) return; // a bad position: the page says so
  const { moves } = game.value;
  batch(() => {
    if (moves.length === 0) showRecord(found);
    else record.value = withMoves(found, moves);
    if (troubles.length > 0) opened.value = { text: link, which: 0, reading };
  });
}
