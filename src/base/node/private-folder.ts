/**
 * Folders that are the user's alone: what lies in them nobody else has put there, as neither they nor a folder that leads to them
 * is in anybody else's hands.
 */
import { constants, lstatSync, mkdirSync, type Stats } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { InputError } from "../errors.ts";

/** To open what this user has written: neither waits where a pipe is in its place, nor follows a link. Windows has no such flags. */
export const READ_OWN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Makes the folder where it is missing. @throws InputError `not-private` with what is wrong; what making it throws */
export function makePrivateFolder(folder: string, platform: NodeJS.Platform = process.platform): void {
  const refused = (why: string) => new InputError("not-private", `${folder} is not the user's alone: ${why}`);
  if (!isAbsolute(folder)) throw refused("it is no absolute path");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (platform === "win32") return; // the user's folders are closed to others
  if (!isPrivate(lstatSync(folder)))
    throw refused("it is another user's, a link, or open to others (chmod 700 closes it)");
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const above = dirname(at);
    if (!isSafe(lstatSync(above))) throw refused(`others can write in ${above}, or it is a link`);
  }
}

function isPrivate(found: Stats): boolean {
  return found.isDirectory() && isOwn(found) && (found.mode & 0o077) === 0;
}

/** Nobody but the user and the administrator can put another folder in the place of what lies in this one. */
function isSafe(found: Stats): boolean {
  const sticky = (found.mode & 0o1000) !== 0;
  return found.isDirectory() && (isOwn(found) || found.uid === 0) && ((found.mode & 0o022) === 0 || sticky);
}

/** Whether a file or folder is this user's. */
export function isOwn({ uid }: Pick<Stats, "uid">): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
