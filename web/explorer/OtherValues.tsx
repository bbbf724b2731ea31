/** What the same position is worth otherwise: to mate, where repetition is free, by other rules, as far as those tables are there. */
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { addressFen, once } from "../answers/answers.ts";
import { fetchJson, fetchKept, orMissing } from "../answers/fetching.ts";
import { useAnswer } from "../answers/use-answer.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { words } from "../words/spoken.ts";
import { lengthOf } from "../state/valued-moves.ts";
import { verdictOf } from "../shown/verdict-words.ts";
import type { Metric } from "../../src/table/value.ts";

/** All tables of the server, of any rules and metric: `asian dtm KRKN`. Asked for once in a visit. */
const allTables = once(async () => {
  const { tables } = await fetchKept<{ tables: { rules: Rules; metric: Metric; endgame: string }[] }>("api/v1/tables");
  return new Set(tables.map(({ rules, metric, endgame }) => `${rules} ${metric} ${endgame}`));
});

/** The value by other tables; null where there are none, or they cannot be asked now. */
async function ask(probe: ProbeResult, rules: Rules, metric: Metric, signal: AbortSignal): Promise<ProbeResult | null> {
  const { name } = canonicalEndgame(parseEndgame(probe.endgame)).endgame;
  if (!(await allTables()).has(`${rules} ${metric} ${name}`)) return null;
  const path = `api/v1/probe?fen=${addressFen(probe.fen)}&rules=${rules}&metric=${metric}`;
  return fetchJson<ProbeResult>(orMissing(path), signal);
}

interface Others {
  readonly toMate: ProbeResult | null;
  readonly free: ProbeResult | null;
  /** By the other set of rules that forbids something, where that gives another result. */
  readonly byOther: ProbeResult | null;
}

const NOTHING = Promise.resolve(null);

async function askOthers(probe: ProbeResult, signal: AbortSignal): Promise<Others> {
  const isAsian = probe.rules === "asian";
  const isForced = isAsian && (probe.kind === "check" || probe.kind === "chase");
  const [toMate, free, byOther] = await Promise.all([
    isAsian && probe.category !== "draw" ? ask(probe, "asian", "dtm", signal) : NOTHING,
    isForced ? ask(probe, "none", "dtc", signal) : NOTHING,
    ask(probe, isAsian ? "chinese" : "asian", "dtc", signal),
  ]);
  return { toMate, free, byOther: byOther?.category === probe.category ? null : byOther };
}

export function OtherValues({ probe }: { probe: ProbeResult }) {
  const hasOthers = probe.metric === "dtc" && probe.rules !== "none";
  const others = useAnswer(hasOthers ? (signal) => askOthers(probe, signal) : null, probe);
  if (others === null) return null;
  const say = words.value;
  const { toMate, free, byOther } = others;
  const told = [
    toMate !== null && toMate.category !== "draw" && (toMate.kind === "conversion" || toMate.kind === null)
      ? say.otherwise.mate(lengthOf(toMate.distance!))
      : null,
    free === null ? null : free.category === "draw" ? say.otherwise.free : say.otherwise.same,
    byOther && say.otherwise.byRules(say.rulesNames[byOther.rules], verdictOf(parseFen(byOther.fen), byOther, say)),
  ].filter((each) => each !== null);
  return told.length === 0 ? null : <p class="otherwise">{told.join(" · ")}</p>;
}
