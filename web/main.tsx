/** Starts the page. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App.tsx";
import { watchBestLine } from "./state/best-line.ts";
import { watchSuggestion } from "./state/suggestion.ts";
import { takeGamesIn } from "./games/intake.ts";
import { keepVariations } from "./games/keeping.ts";
import { watchGame } from "./games/tree.ts";
import { listenToKeys } from "./shown/keyboard.ts";
import { followAddress } from "./state/address.ts";
import { watchPosition } from "./state/answer.ts";
import { chooseFirstPosition, keepFirstAnswer } from "./state/first-position.ts";
import { watchLine } from "./state/line.ts";
import { view } from "./state/page.ts";
import { theme } from "./state/preferences.ts";
import { watchForUpdate } from "./base/updated.ts";
import { speak, words } from "./words/spoken.ts";
import "./styles/page.css";

const link = location.href;
effect(() => void (document.documentElement.dataset.theme = theme.value));
followAddress();
watchGame();
keepVariations(link);
takeGamesIn();
watchPosition();
chooseFirstPosition();
watchSuggestion();
watchBestLine();
watchLine();
listenToKeys();
watchForUpdate();
workOffline();
// Not awaited: a dictionary may import what this module's chunk holds.
void speak().then(() => {
  effect(() => {
    const say = words.value;
    document.documentElement.lang = say.htmlLang;
    document.title = `${say.siteName} · ${view.value === "explorer" ? say.tagline : say.views[view.value]}`;
  });
  const app = document.getElementById("app")!;
  app.replaceChildren(); // what the server drew meanwhile
  render(<App />, app);
});

/** Lets the page open without a connection, with an answer, where the browser allows that: on secure pages. */
function workOffline(): void {
  // After the page has what it needs itself. A page that is being developed has no such file.
  addEventListener("load", () => {
    navigator.serviceWorker?.register("sw.js").then(
      (worker?: ServiceWorkerRegistration) => void (worker?.installing && keepFirstAnswer()), // none where they are blocked
      () => {},
    );
  });
}
