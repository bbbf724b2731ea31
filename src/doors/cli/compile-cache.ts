/**
 * Where Node keeps compiled code between runs. Whoever can write there runs code as the user, so it is a folder of the
 * user's own, and none at all where it, or a folder that leads to it, is in anybody else's hands.
 */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { makePrivateFolder } from "../../base/node/private-folder.ts";

/** The folder, made where it is missing; null where there can be none that is safe. */
export function compileCacheFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string | null {
  try {
    const folder = join(userCache(environment, platform, home), "canju", "compiled");
    makePrivateFolder(folder, platform);
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
