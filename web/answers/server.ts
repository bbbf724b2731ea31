/** Answers of a server's HTTP API (src/doors/http/schemas.ts describes it). */
import {
  addressFen,
  AnswerError,
  once,
  type About,
  type Answer as AnswerTo,
  type Answers,
  type Question,
} from "./answers.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { collectionAsked } from "../base/rules.ts";
import { answerInPage, fetchJson, fetchKept, fetchListing, orMissing, tablesUrl } from "./fetching.ts";

const API = "api/v1";

const ADDRESSES: { readonly [Asked in Question]: (about: About<Asked>) => string } = {
  probe: ({ fen }) => `probe?fen=${addressFen(fen)}`,
  line: ({ fen, played = [], seed, maxPlies }) => {
    const moves = played.length === 0 ? "" : `&played=${played.join(",")}`;
    const limits = (seed === undefined ? "" : `&seed=${seed}`) + (maxPlies === undefined ? "" : `&plies=${maxPlies}`);
    return `line?fen=${addressFen(fen)}${moves}${limits}`;
  },
  explain: ({ fen }) => `explain?fen=${addressFen(fen)}`,
  random: ({ turn, ...wish }) => {
    const query = new URLSearchParams(turn === undefined ? {} : { turn: turn === "red" ? "w" : "b" });
    for (const [name, value] of Object.entries(wish)) if (value !== undefined) query.set(name, String(value));
    return `random?${query}`;
  },
};

/** A server looks for what is rare for some seconds, and goes on when it is asked again. */
const MOST_SEARCHES = 20;

/** Chance must not come back: nothing is kept. */
async function fetchFound<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  for (let search = 1; ; search++) {
    try {
      return await fetchJson<Answer>(path, signal);
    } catch (error) {
      const goesOn = error instanceof AnswerError && error.code === "not-found-yet" && search < MOST_SEARCHES;
      if (!goesOn) throw error;
    }
  }
}

/** @param rules those to ask for */
export function serverAnswers(rules: Rules): Answers {
  const list = (signal?: AbortSignal) => fetchListing(`${API}/tables`, rules, signal);
  const asked = Object.entries(collectionAsked(rules)).map(([name, value]) => `&${name}=${value}`);
  return {
    kind: "server",
    provider: once(async () => {
      const [{ keptTables }, listing] = await Promise.all([import("./host-tables.ts"), list()]);
      return keptTables(tablesUrl(), listing, true);
    }),
    list,
    ask(question, about, signal) {
      const path = orMissing(`${API}/${ADDRESSES[question](about)}${asked.join("")}`);
      if (question === "random") return fetchFound(path, signal);
      const known = question === "probe" && "fen" in about ? answerInPage(about.fen, rules) : null;
      return fetchKept<AnswerTo<typeof question>>(path, signal, undefined, known as AnswerTo<typeof question> | null);
    },
  };
}
