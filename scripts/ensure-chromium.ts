// Installs a Chromium for the browser tests where there is none: Debian's, else playwright-core's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../test/browser/chromium.ts";

/** The page shows Chinese; this font is the smallest in Debian that has it (1.6 MB). */
const FONT = "fonts-wqy-microhei";
/** The shell without windows, which tests take half as long in, and where Debian lacks it the whole browser. */
const BROWSERS = ["chromium-headless-shell", "chromium"];

const installed = findChromium() ?? installFromDebian() ?? installFromPlaywright();
if (installed === null) {
  console.error("No Chromium could be installed: install one and put it on the PATH, or name it in CANJU_CHROMIUM.");
  process.exitCode = 1;
}

function installFromDebian(): string | null {
  if (!existsSync("/usr/bin/apt-get")) return null;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "--non-interactive"];
  const apt = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"];
  if (!run([...apt, "update"])) return null;
  // Ubuntu's package called chromium-browser only points to a snap; its apt has no "chromium" and fails here.
  const install = [...apt, "install", "-y", "--no-install-recommends", FONT];
  return BROWSERS.some((browser) => run([...install, browser])) ? findChromium() : null;
}

function installFromPlaywright(): string | null {
  const cli = join(import.meta.dirname, "../node_modules/playwright-core/cli.js");
  return run([process.execPath, cli, "install", "chromium"]) ? findChromium() : null;
}

function run([command, ...args]: string[]): boolean {
  console.log(`no Chromium yet: ${[command, ...args].join(" ")}`);
  return spawnSync(command!, args, { stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}
