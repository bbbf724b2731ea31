/** What a visitor without a link sees where the usual first position has no table: the longest win of a table that is there. */
import { effect } from "@preact/signals";
import { canonicalEndgame, endgameOf } from "../../src/endgame/endgame.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { addressOf } from "./address.ts";
import { answer } from "./answer.ts";
import { newGame } from "./game.ts";
import { FIRST_POSITION, firstShown, isStartPage, position, show, view } from "./page.ts";
import { rulesOfStart } from "../base/rules.ts";

/** To be called once, when the page is opened. */
export function chooseFirstPosition(): void {
  if (!isStartPage) return;
  const stop = effect(() => {
    const now = answer.value;
    if (position.value !== FIRST_POSITION || now.state === "known") queueMicrotask(() => stop());
    else if (now.state === "failed" && ["missing-table", "unreachable"].includes(now.error.code)) {
      queueMicrotask(() => stop());
      void findWin().then((fen) => {
        if (fen === null || position.value !== FIRST_POSITION || view.value !== "explorer") return;
        const found = parseLegalFen(fen);
        history.replaceState(null, "", addressOf(found)); // going back does not lead to what is missing
        firstShown.value = fen;
        show(newGame(found));
      });
    }
  });
}

/** Has what such a visitor sees answered now, so that it is there when the page is opened without a connection. */
export async function keepFirstAnswer(): Promise<void> {
  const by = answers(rulesOfStart());
  try {
    await by.ask("probe", { fen: (await findWin()) ?? formatFen(FIRST_POSITION) });
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error; // what cannot be had now is not kept
  }
}

/** Of the largest table in which Red wins; null where the usual position has a table, and where there is none, or no list. */
async function findWin(): Promise<string | null> {
  const usual = canonicalEndgame(endgameOf(FIRST_POSITION.board)).endgame.name;
  try {
    const { tables } = await answers().list();
    if (tables.some(({ endgame }) => endgame === usual)) return null;
    const won = tables.filter(({ red }) => red.longestWinFen !== null).toSorted((a, b) => b.bytes - a.bytes);
    return won[0]?.red.longestWinFen ?? null;
  } catch (error) {
    if (error instanceof AnswerError) return null;
    throw error;
  }
}
