/** Who answers this page: a server, or the page itself in an export; and the tables built in this browser add to both. */
import {
  canonicalEndgame,
  coneOf,
  describeBeyondOffers,
  endgameOf,
  holdsCone,
  isBeyondOffers,
  parseEndgame,
  wholeEndgame,
} from "../../src/endgame/endgame.ts";
import { RULES } from "../../src/table/catalog/collection.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import {
  AnswerError,
  BEYOND,
  once,
  type About,
  type Answer as AnswerTo,
  type Answers,
  type Question,
  type TableSummary,
  UNANSWERED,
} from "./answers.ts";
import type { BuiltTables } from "./built.ts";
import { answerInPage, fetchListing, tablesUrl } from "./fetching.ts";
import { rules, statement } from "../base/rules.ts";
import { serverAnswers } from "./server.ts";

interface Current {
  readonly answers: Answers;
  readonly built: () => Promise<BuiltTables>;
}

const current = new Map<Rules, Current>();

/** The answers by a set of rules; default: by those of the page. */
export function answers(by: Rules = rules.peek()): Answers {
  return currentBy(by).answers;
}

/** The tables built in this browser under the rules of the page. */
export function built(): Promise<BuiltTables> {
  return currentBy(rules.peek()).built();
}

/** The first of the other sets of rules under which there is a table of an endgame, or of a part of it; null: there is none. */
export async function otherRules(endgame: string): Promise<Rules | null> {
  const others = RULES.filter((each) => each !== rules.peek());
  const names = await Promise.all(others.map((each) => namesBy.get(each)!()));
  const isOf = (name: string) => name === endgame || name.startsWith(`${endgame}.`);
  return others.find((_, i) => [...names[i]!].some(isOf)) ?? null;
}

/** The endgames that have a table, as the first list of the visit has them. */
const namesBy = new Map(
  RULES.map((by) => [by, once(async () => new Set((await answers(by).list()).tables.map(({ endgame }) => endgame)))]),
);

function currentBy(by: Rules): Current {
  const known = current.get(by) ?? choose(by);
  current.set(by, known);
  return known;
}

function choose(by: Rules): Current {
  // `canju export` puts `<meta name="canju-tables" content="tables/index.json">` into the page; a server's has none.
  const listing = statement("canju-tables");
  const others = listing === undefined ? serverAnswers(by) : staticAnswers(listing, by);
  const load = once(async () => {
    const [{ loadBuilt }, collection] = await Promise.all([import("./built.ts"), others.provider()]);
    return loadBuilt(collection);
  });
  return { answers: withBuilt(others, load), built: load };
}

/**
 * Answers of an export, which nothing but files stands behind. What works them out is loaded when first needed.
 * @param path of the list of tables
 * @param by the rules to answer by
 */
function staticAnswers(path: string, by: Rules): Answers {
  const listing = once(() => fetchListing(path, by));
  const local = once(async () => {
    const [{ localAnswers }, { keptTables }] = await Promise.all([import("./local.ts"), import("./host-tables.ts")]);
    const provider = once(async () => keptTables(tablesUrl(), await listing(), false));
    return localAnswers(provider, listing);
  });
  return {
    kind: "local",
    list: listing,
    provider: async () => (await local()).provider(),
    async ask(question, about, signal) {
      const known = question === "probe" && "fen" in about ? answerInPage(about.fen, by) : null;
      return (known as AnswerTo<typeof question> | null) ?? (await local()).ask(question, about, signal);
    },
  };
}

/**
 * Answers to which the tables built in this browser are added.
 * @param others answers that know nothing of this browser's tables; asked first, so that these cost nothing
 */
export function withBuilt(others: Answers, own: () => Promise<BuiltTables>): Answers {
  const provider = once(async () => {
    const { completed } = await import("../../src/table/catalog/memory-catalog.ts");
    return completed(await own(), await others.provider());
  });
  const list = async (signal?: AbortSignal) => {
    const { tables, damaged } = await others.list(signal);
    const names = new Set(tables.map(({ endgame }) => endgame));
    const here = await own();
    const added = (await here.list()).filter(({ endgame }) => !names.has(endgame));
    const damagedHere = [...here.damaged].filter((name) => !names.has(name) && !damaged.includes(name));
    const lost = [...damaged, ...damagedHere].filter((name) => !here.files.has(name));
    return { tables: [...tables, ...added], damaged: lost };
  };
  const local = once(async () => (await import("./local.ts")).localAnswers(provider, list));
  /** Endgames that only this browser has a table of: the others need not be asked again. */
  const onlyHere = new Set<string>();
  return {
    kind: others.kind,
    provider,
    list,
    async ask(question, about, signal) {
      const name = "fen" in about ? nameIn(about.fen) : about.endgame;
      if (isBeyondOffers(name)) {
        // Known without being asked, and without a connection.
        const { tables } = await others.list(signal).catch(() => ({ tables: [] }));
        const isThere = holdAll(tables, about);
        if (!isThere && !holdAll(await (await own()).list(), about))
          throw new AnswerError(BEYOND, describeBeyondOffers(name), { endgame: name });
        if (!isThere) return (await local()).ask(question, about, signal);
      }
      try {
        if (!onlyHere.has(name)) return await others.ask(question, about, signal);
      } catch (error) {
        if (!(error instanceof AnswerError)) throw error;
        const isOffline = error.code === "unreachable"; // the others may come back
        const missing = isOffline ? name : UNANSWERED.includes(error.code) ? error.endgame : null;
        if (missing === null) throw error;
        const here = await own();
        if (here.damaged.has(missing)) {
          const why = `what this browser has kept of ${missing} is not what it was`;
          throw new AnswerError("damaged-table", why, { endgame: missing });
        }
        const isHere = here.files.has(missing);
        if (!isHere && ((await here.conesOf?.(missing)) ?? []).length === 0) throw error;
        if (!isOffline && isHere) onlyHere.add(missing);
      }
      return (await local()).ask(question, about, signal);
    },
  };
}

/** Whether one of these tables has all that can come of a position, or all of an endgame. */
function holdAll(tables: readonly Pick<TableSummary, "endgame">[], about: About<Question>): boolean {
  const asked = "fen" in about ? coneOf(parseFen(about.fen).board) : parseEndgame(about.endgame);
  const { endgame: cone } = canonicalEndgame(asked);
  const whole = wholeEndgame(cone).name;
  return tables.some(({ endgame }) => endgame.startsWith(whole) && holdsCone(parseEndgame(endgame), cone));
}

/** The canonical name of a position's endgame. */
function nameIn(fen: string): string {
  return canonicalEndgame(endgameOf(parseFen(fen).board)).endgame.name;
}
