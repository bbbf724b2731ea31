/** What a visitor without a link sees where the usual first position has no table: the longest win of a table that is there. */
import { effect } from "@preact/signals";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { addressOf } from "./address.ts";
import { answer } from "./answer.ts";
import { newGame } from "./game.ts";
import { isStartPage, position, show, view } from "./page.ts";

/** To be called once, when the page is opened. */
export function chooseFirstPosition(): void {
  if (!isStartPage) return;
  const usual = position.peek();
  const stop = effect(() => {
    const now = answer.value;
    if (position.value !== usual || now.state === "known") queueMicrotask(() => stop());
    else if (now.state === "failed" && now.error.code === "missing-table") {
      queueMicrotask(() => stop());
      void findWin().then((fen) => {
        if (fen === null || position.value !== usual || view.value !== "explorer") return;
        const found = parseLegalFen(fen);
        history.replaceState(null, "", addressOf(found)); // going back does not lead to what is missing
        show(newGame(found));
      });
    }
  });
}

/** Of the largest table in which Red wins; null where there is none, or no list. */
async function findWin(): Promise<string | null> {
  try {
    const { tables } = await answers().list();
    const won = tables.filter(({ red }) => red.longestWinFen !== null).toSorted((a, b) => b.bytes - a.bytes);
    return won[0]?.red.longestWinFen ?? null;
  } catch (error) {
    if (error instanceof AnswerError) return null;
    throw error;
  }
}
