/** Before a match: from the position on the board, or a challenge of a chosen endgame. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isConeName } from "../../src/endgame/cone.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import type { TableSummary } from "../answers/answers.ts";
import { useAttempts } from "../answers/use-answer.ts";
import { ComplaintText, Trouble } from "../explorer/Trouble.tsx";
import { RulesChoice } from "../shown/RulesChoice.tsx";
import { answer } from "../state/answer.ts";
import { position, topic } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { loadTables, tables } from "../state/tables.ts";
import { Choice, SkillChoice } from "../shown/Choice.tsx";
import { skill } from "../state/skill.ts";
import { begin, drawChallenge, newSeed } from "./match.ts";
import { Failure, NothingThere } from "../shown/trouble-text.tsx";

export function Start() {
  const say = words.value;
  return (
    <div class="panel play">
      <div class="row">
        <h2>{say.views.play}</h2>
        <RulesChoice />
      </div>
      {skill.value === "perfect" && <p class="hint">{say.play.intro}</p>}
      <ComplaintText />
      <SkillChoice />
      <FromHere />
      <Challenge />
    </div>
  );
}

function FromHere() {
  const say = words.value;
  const side = useSignal<Colour | null>(null);
  const now = answer.value;
  const { turn } = position.value;
  const start = () =>
    begin({
      start: position.value,
      human: side.value ?? turn,
      task: "free",
      endgame: null,
      skill: skill.value,
      seed: newSeed(),
    });
  // A match is played by the rules chosen, or not at all.
  const missing = now.state === "failed" ? now.error : now.state === "known" ? (now.missing?.error ?? null) : null;
  const over = now.state === "known" && now.probe.moves.length === 0;
  return (
    <section class="card-section" aria-labelledby="from-here">
      <h3 id="from-here">{say.play.fromHere}</h3>
      <p class="to-move">
        <span class={`disc ${turn}`} aria-hidden="true" /> {say.toMove(say.colours[turn])}
      </p>
      {missing !== null ? (
        <Trouble error={missing} />
      ) : (
        <>
          <Choice
            legend={say.play.yourSide}
            name="side"
            choices={COLOURS}
            chosen={side.value ?? turn}
            onChoose={(colour) => (side.value = colour)}
          >
            {(colour) => (
              <>
                <span class={`disc ${colour}`} aria-hidden="true" /> {say.colours[colour]}
              </>
            )}
          </Choice>
          {over && <p class="hint">{say.noMoves}</p>}
          <button type="button" class="primary" disabled={now.state !== "known" || over} onClick={start}>
            {say.play.begin}
          </button>
        </>
      )}
    </section>
  );
}

const TASKS = ["win", "hold"] as const;
type Task = (typeof TASKS)[number];
/** Whether a side has such positions with itself to move. */
function offers(table: TableSummary, colour: Colour, task: Task): boolean {
  return (task === "win" ? table[colour].wins : table[colour].draws) > 0;
}

function Challenge() {
  const say = words.value;
  useEffect(() => void loadTables(), []);
  const name = useSignal<string | null>(null);
  const colour = useSignal<Colour>("red");
  const task = useSignal<Task>("win");
  const { attempt, failure } = useAttempts();
  const all = tables.value.state === "known" ? tables.value.tables : [];
  const asked = name.value ?? topic.value;
  const usable = all.filter(
    (table) =>
      COLOURS.some((each) => table[each].wins > 0) && (!isConeName(table.endgame) || table.endgame === topic.value),
  );
  const table = usable.find(({ endgame }) => endgame === asked) ?? largest(usable);
  if (table === undefined) return null;
  const possible = offers(table, colour.value, task.value);
  const start = async () => begin(await drawChallenge(table.endgame, colour.value, task.value));
  return (
    <section class="card-section" aria-labelledby="challenge">
      <h3 id="challenge">{say.play.challenge}</h3>
      <p class="hint">{say.play.challengeHelp}</p>
      {asked !== null && asked !== table.endgame && <NothingThere text={asked} />}
      <label class="row">
        {say.play.endgame}
        <select value={table.endgame} onChange={(event) => (name.value = event.currentTarget.value)}>
          {usable.map(({ endgame }) => (
            <option key={endgame} value={endgame}>
              {say.endgames.name(endgame)} · {endgame}
            </option>
          ))}
        </select>
      </label>
      <Choice
        legend={say.play.task}
        name="task"
        choices={TASKS}
        chosen={task.value}
        onChoose={(each) => (task.value = each)}
      >
        {(each) => say.play.tasks[each]}
      </Choice>
      <Choice
        legend={say.play.yourSide}
        name="challenge-side"
        choices={COLOURS}
        chosen={colour.value}
        onChoose={(each) => (colour.value = each)}
      >
        {(each) => (
          <>
            <span class={`disc ${each}`} aria-hidden="true" /> {say.colours[each]}
          </>
        )}
      </Choice>
      {!possible && <p class="hint">{say.play.noSuch}</p>}
      <Failure of={failure} />
      <button type="button" class="primary" disabled={!possible} onClick={() => attempt(start)}>
        {say.play.draw}
      </button>
    </section>
  );
}

function largest(all: readonly TableSummary[]): TableSummary | undefined {
  return all.reduce<TableSummary | undefined>(
    (most, each) => (each.bytes > (most?.bytes ?? 0) ? each : most),
    undefined,
  );
}
