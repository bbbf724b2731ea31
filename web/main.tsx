import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App.tsx";
import { watchSuggestion } from "./explorer/suggestion.ts";
import { listenToKeys } from "./keyboard.ts";
import { workOffline } from "./offline.ts";
import { followAddress } from "./state/address.ts";
import { watchPosition } from "./state/answer.ts";
import { watchLine } from "./state/line.ts";
import { speak, words } from "./state/preferences.ts";
import "./styles/page.css";

followAddress();
watchPosition();
watchSuggestion();
watchLine();
listenToKeys();
workOffline();
// Not awaited: a dictionary may import what this module's chunk holds.
void speak().then(() => {
  effect(() => {
    document.documentElement.lang = words.value.htmlLang;
    document.title = `${words.value.siteName} · ${words.value.tagline}`;
  });
  render(<App />, document.getElementById("app")!);
});
