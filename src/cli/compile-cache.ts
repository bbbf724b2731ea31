/**
 * Where Node keeps compiled code between runs. Whoever can write there runs code as the user, so it is a folder of the
 * user's own, and none at all where it, or a folder that leads to it, is in anybody else's hands.
 */
import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/** The folder, made where it is missing; null where there can be none that is safe. */
export function compileCacheFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string | null {
  try {
    const cache = userCache(environment, platform, home);
    if (!isAbsolute(cache)) return null; // beside whatever the working directory holds
    const folder = join(cache, "canju", "compiled");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (platform === "win32") return folder; // the user's folders are closed to others
    if (!isPrivate(lstatSync(folder))) return null;
    for (let at = folder; at !== dirname(at); at = dirname(at)) if (!isSafe(lstatSync(dirname(at)))) return null;
    return folder;
  } catch {
    return null;
  }
}

/** Where the user's programs keep what they can make anew. */
function userCache(
  { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local }: NodeJS.ProcessEnv,
  platform: string,
  home: string,
): string {
  if (xdg && isAbsolute(xdg)) return xdg;
  if (platform === "darwin") return join(home, "Library", "Caches");
  if (platform === "win32") return local || join(home, "AppData", "Local");
  return join(home, ".cache");
}

function isPrivate(found: Stats): boolean {
  return found.isDirectory() && found.uid === process.getuid!() && (found.mode & 0o077) === 0;
}

/** Nobody but the user and the administrator can put another folder in the place of what lies in this one. */
function isSafe(found: Stats): boolean {
  const owned = found.uid === process.getuid!() || found.uid === 0;
  const sticky = (found.mode & 0o1000) !== 0;
  return found.isDirectory() && owned && ((found.mode & 0o022) === 0 || sticky);
}
