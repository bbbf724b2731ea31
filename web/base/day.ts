const MILLISECONDS_OF_MINUTE = 60_000;
const MILLISECONDS_OF_DAY = 86_400_000;

/** The day of the calendar where the reader is, counted from 1970: another begins at midnight there. */
export function dayOf(date = new Date()): number {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * MILLISECONDS_OF_MINUTE) / MILLISECONDS_OF_DAY);
}
