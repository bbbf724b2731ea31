import { InputError } from "../base/errors.ts";

/** What in a text keeps it from being read as a position, as data: each language has a sentence for it. */
export type Fault =
  | { readonly kind: "empty" | "soldiers" | "no-side" }
  /** There are not ten of them. */
  | { readonly kind: "ranks"; readonly count: number }
  /** Neither a man nor a digit, or more on a rank than there is room for; `text` is the letter or the rank. */
  | { readonly kind: "letter"; readonly text: string; readonly rank: number }
  | { readonly kind: "files"; readonly text: string; readonly rank: number; readonly count: number }
  /** What is written where the side to move should be, and what nothing may stand behind. */
  | { readonly kind: "side" | "behind"; readonly text: string }
  /** It ends before the board is full. */
  | { readonly kind: "short"; readonly rank: number; readonly count: number };

const MOST_SHOWN = 40;

/** The beginning of what somebody wrote, to be shown on one line: without signs that cannot be seen or that change others. */
export function excerpt(text: string): string {
  const shown = text
    .slice(0, MOST_SHOWN)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (sign) => (/\s/.test(sign) ? " " : "\ufffd"));
  return text.length > MOST_SHOWN ? `${shown}…` : shown;
}

/** A text that is no position. */
export class UnreadablePosition extends InputError {
  readonly fault: Fault;

  constructor(code: "bad-fen" | "bad-position-code", message: string, fault: Fault) {
    super(code, message);
    this.fault = "text" in fault ? { ...fault, text: excerpt(fault.text) } : fault;
  }
}
