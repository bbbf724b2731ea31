import { Board } from "./board/Board.tsx";
import { Actions } from "./explorer/Actions.tsx";
import { Announcer } from "./explorer/Announcer.tsx";
import { Endgames } from "./explorer/Endgames.tsx";
import { Line } from "./explorer/Line.tsx";
import { MoveList } from "./explorer/MoveList.tsx";
import { Setup } from "./explorer/Setup.tsx";
import { Trouble, explainComplaint } from "./explorer/Trouble.tsx";
import { Verdict } from "./explorer/Verdict.tsx";
import { Settings } from "./Settings.tsx";
import { answer } from "./state/answer.ts";
import { complaint, panel, PANELS } from "./state/page.ts";
import { words } from "./state/preferences.ts";

export function App() {
  const say = words.value;
  return (
    <>
      <a class="skip" href="#panel">
        {say.skipToMoves}
      </a>
      <header class="top">
        <h1>
          <Seal /> {say.siteName} <small>{say.tagline}</small>
        </h1>
        <Settings />
      </header>
      <main>
        <div class="left">
          <Board />
          <Actions />
        </div>
        <div class="right">
          <Verdict />
          <Tabs />
          <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${panel.value}`} tabIndex={-1}>
            {panel.value === "moves" && <Moves />}
            {panel.value === "endgames" && <Endgames />}
            {panel.value === "setup" && <Setup />}
          </div>
        </div>
      </main>
      <footer>{say.keys}</footer>
      <Announcer />
    </>
  );
}

function Moves() {
  const say = words.value;
  const now = answer.value;
  return (
    <>
      {complaint.value !== null && (
        <p class="complaint" role="alert">
          {explainComplaint(complaint.value, say)}
        </p>
      )}
      <Line />
      {now.state === "known" && <MoveList position={now.position} probe={now.probe} />}
      {now.state === "failed" && <Trouble error={now.error} />}
    </>
  );
}

function Tabs() {
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? PANELS.length - 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    panel.value = PANELS[(PANELS.indexOf(panel.value) + by) % PANELS.length]!;
    document.getElementById(`tab-${panel.value}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" onKeyDown={step}>
      {PANELS.map((each) => (
        <button
          type="button"
          role="tab"
          key={each}
          id={`tab-${each}`}
          aria-selected={panel.value === each}
          aria-controls="panel"
          tabIndex={panel.value === each ? 0 : -1}
          onClick={() => (panel.value = each)}
        >
          {words.value.panels[each]}
        </button>
      ))}
    </div>
  );
}

/** The page's mark: a seal with two men facing each other over an open file. */
function Seal() {
  return (
    <svg class="seal" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="1" y="1" width="30" height="30" rx="6" />
      <path d="M16 4v6M16 22v6M7 10h18v12H7zM7 10l18 12M25 10L7 22" />
    </svg>
  );
}
