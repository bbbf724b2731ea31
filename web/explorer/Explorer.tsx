/** The explorer: what the position is worth, and what each of its moves is. */
import { useKeys, type Keys } from "../keyboard.ts";
import { complaint, redo, undo } from "../state/page.ts";
import { words } from "../state/preferences.ts";
import { answer } from "../state/answer.ts";
import { lazy } from "../lazy.tsx";
import { playSuggestedMove } from "./suggestion.ts";
import { Line } from "./Line.tsx";
import { MoveList } from "./MoveList.tsx";
import { explainComplaint, Trouble } from "./Trouble.tsx";
import { Verdict } from "./Verdict.tsx";

const Explanation = lazy(() => import("../explanation/Explanation.tsx").then((module) => module.Explanation));

const KEYS: Keys = { ArrowLeft: undo, ArrowRight: redo, " ": playSuggestedMove };

export function Explorer() {
  useKeys(KEYS);
  const say = words.value;
  const now = answer.value;
  return (
    <>
      <Verdict />
      <div class="panel">
        {complaint.value !== null && (
          <p class="complaint" role="alert">
            {explainComplaint(complaint.value, say)}
          </p>
        )}
        <Line />
        {now.state === "known" && <MoveList position={now.position} probe={now.probe} />}
        {now.state === "known" && now.probe.rules === "asian" && (
          <Explanation position={now.position} probe={now.probe} />
        )}
        {now.state === "failed" && <Trouble error={now.error} />}
      </div>
    </>
  );
}
