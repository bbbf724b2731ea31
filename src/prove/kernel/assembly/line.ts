// The line that leads to the position on the board, by the names of its positions: what comes back on it is no win there. Both searches
// walk it, and so does who follows what the guide announces.
import { key } from "./board";
import { ON_PATH, PATH } from "./layout";

/** How many positions the line has, and where that of the present search begins. */
export let depth: i32 = 0;
export let base: i32 = 0;

/** Has a search begin at a place of the line. */
export function beginAt(place: i32): void {
  base = place;
}

export function enter(name: u64): void {
  store<u64>(PATH + ((<usize>depth) << 3), name);
  const place = ON_PATH + <usize>((name & 4095) << 1);
  store<u16>(place, load<u16>(place) + 1);
  depth++;
}

export function leave(name: u64): void {
  depth--;
  const place = ON_PATH + <usize>((name & 4095) << 1);
  store<u16>(place, load<u16>(place) - 1);
}

/** Where a position with the same side to move as before the last move stands on the line, or -1. */
export function placeOnPath(name: u64): i32 {
  if (load<u16>(ON_PATH + <usize>((name & 4095) << 1)) == 0) return -1;
  for (let place = depth - 2; place >= base; place -= 2) {
    if (load<u64>(PATH + ((<usize>place) << 3)) == name) return place - base;
  }
  return -1;
}

export function enterLine(): void {
  enter(key);
}

export function leaveLine(): void {
  leave(load<u64>(PATH + ((<usize>(depth - 1)) << 3)));
}

export function isOnLine(): bool {
  return placeOnPath(key) >= 0;
}
