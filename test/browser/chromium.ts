import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserServer } from "playwright-core";

/** The shell of Chromium without windows has the same engine and takes half the time. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of a Chromium: what CANJU_CHROMIUM names, else one on the PATH, else the one playwright-core installed. */
export function findChromium(): string | null {
  const named = process.env.CANJU_CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new Error(`CANJU_CHROMIUM names no program: ${named}`);
    return named;
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, chromium.executablePath()].find(isExecutable) ?? null;
}

/** Starts a headless Chromium with an empty profile; the caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(options());
}

/** Starts one that several programs connect to. */
export async function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer(options());
}

/** Starts one that keeps what pages store in a folder. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, options());
}

function options() {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium found: "npm run chromium" installs one');
  return { executablePath, args: FLAGS };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
