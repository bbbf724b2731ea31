import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App.tsx";
import { listenToKeys } from "./keyboard.ts";
import { followAddress } from "./state/address.ts";
import { watchPosition } from "./state/answer.ts";
import { words } from "./state/preferences.ts";
import "./styles/page.css";

effect(() => {
  document.documentElement.lang = words.value.htmlLang;
  document.title = `${words.value.siteName} · ${words.value.tagline}`;
});
followAddress();
watchPosition();
listenToKeys();
render(<App />, document.getElementById("app")!);
