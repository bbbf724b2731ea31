/** What building an endgame takes in this browser, and what the browser has for it. */
import { answers, built } from "../answers/current.ts";
import { freeBytes } from "../base/stored.ts";
import { planFor, type Device, type Plan } from "./plan.ts";
import { removeLeftShelves, shelfFolder } from "./shelves.ts";

export async function planHere(endgame: string): Promise<Plan> {
  const [{ tables }, { rules }, device] = await Promise.all([answers().list(), built(), thisDevice()]);
  const present = new Set(tables.map((table) => table.endgame));
  present.delete(endgame); // it may be damaged without that being known
  return planFor(endgame, present, rules, device);
}

/** The part of the device's memory that a build may take: others need theirs. */
const SHARE = 1 / 8;
/** GiB of memory where the browser does not say; it says 8 at most. */
const USUAL_MEMORY = 4;

async function thisDevice(): Promise<Device> {
  const { deviceMemory = USUAL_MEMORY } = navigator as { readonly deviceMemory?: number };
  const folder = await shelfFolder();
  if (folder !== null) await removeLeftShelves().catch(() => {});
  const roomBytes = await freeBytes();
  return { memoryBytes: deviceMemory * SHARE * 2 ** 30, hasFiles: folder !== null, roomBytes };
}
