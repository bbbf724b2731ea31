import { Help, showHelp } from "./shown/Help.tsx";
import { describe } from "./shown/keyboard.ts";
import { Icon, type IconName } from "./base/Icon.tsx";
import { ViewLink } from "./shown/ViewLink.tsx";
import { Board } from "./board/Board.tsx";
import { Announcer } from "./shown/Announcer.tsx";
import { asked } from "./games/opened.ts";
import { lazy } from "./shown/lazy.tsx";
import { VIEWS, type View, isSharing, openView, view } from "./state/page.ts";
import { addressOfView } from "./state/address.ts";
import { areSettingsOpen } from "./state/preferences.ts";
import { update } from "./base/updated.ts";
import { partsOf } from "./views.tsx";
import { words } from "./words/spoken.ts";

const OpenDialog = lazy(() => import("./games/OpenDialog.tsx").then((module) => module.OpenDialog));

const Share = lazy(() => import("./pictures/Share.tsx").then((module) => module.Share));

const SettingsDialog = lazy(() => import("./shown/SettingsDialog.tsx").then((module) => module.SettingsDialog));

export function App() {
  const say = words.value;
  const parts = partsOf(view.value);
  return (
    <>
      <a class="skip" href="#panel">
        {say.skipToMoves}
      </a>
      <button type="button" class="skip" onClick={describe}>
        {say.readOut}
      </button>
      <header class="top">
        <h1>
          <Seal /> {say.siteName} <small>{say.tagline}</small>
        </h1>
        <Navigation />
        <Gear />
      </header>
      <Updated />
      {"Panel" in parts ? (
        <main>
          <div class="left">
            <Board />
            {parts.UnderBoard !== undefined && <parts.UnderBoard />}
          </div>
          <div class="right" id="panel" tabIndex={-1}>
            <parts.Panel />
          </div>
        </main>
      ) : (
        <main class="whole" id="panel" tabIndex={-1}>
          <parts.Page />
        </main>
      )}
      <footer>
        <button type="button" class="quiet" aria-keyshortcuts="?" onClick={showHelp}>
          <Icon name="help" /> {say.help.title}
        </button>
        <ViewLink to="guide">{say.guide}</ViewLink>
        <a href="./licences.txt">
          {say.licences} · Canju {CANJU_VERSION}
        </a>
      </footer>
      <Help />
      {asked.value !== null && <OpenDialog />}
      {isSharing.value && <Share />}
      {areSettingsOpen.value && <SettingsDialog />}
      <Announcer />
    </>
  );
}

function Updated() {
  const say = words.value.updated;
  if (update.value === "none") return null;
  return (
    <p class="trouble" role="alert">
      {update.value === "loading" ? (
        say.loading
      ) : (
        <>
          {say.told}{" "}
          <button type="button" onClick={() => location.reload()}>
            {say.reload}
          </button>
        </>
      )}
    </p>
  );
}

const VIEW_ICONS: Readonly<Record<View, IconName>> = {
  explorer: "explorer",
  play: "game",
  studies: "studies",
  course: "studies",
  editor: "editor",
  endgames: "endgames",
  material: "material",
  rules: "rules",
  compared: "rules",
  lesson: "studies",
  guide: "help",
};

/** Views that the navigation has no link to, by the one that leads there. */
const BEHIND: Partial<Readonly<Record<View, View>>> = { course: "studies", lesson: "studies", compared: "rules" };

/** Links to the views. Each has an address of its own. */
function Navigation() {
  const say = words.value;
  const open = (event: MouseEvent, each: View) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openView(each);
  };
  return (
    <nav class="views" aria-label={say.navigation}>
      {VIEWS.map((each) => (
        <a
          key={each}
          href={addressOfView(each)}
          aria-current={(BEHIND[view.value] ?? view.value) === each ? "page" : undefined}
          onClick={(event) => open(event, each)}
        >
          <Icon name={VIEW_ICONS[each]} />
          {say.views[each]}
        </a>
      ))}
    </nav>
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

/** Leads to what one prefers. */
function Gear() {
  const say = words.value.settings;
  return (
    <button
      type="button"
      class="icon gear"
      aria-label={say.title}
      title={say.title}
      aria-haspopup="dialog"
      onClick={() => (areSettingsOpen.value = true)}
    >
      <Icon name="settings" />
    </button>
  );
}
