/**
 * Something a user can get wrong: malformed text, an impossible position, an illegal move, a missing or damaged table.
 * `message` is one plain line; `code` is a stable word in kebab case for programs.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    const line = message.replace(CONTROLS, " "); // it may quote what was typed, or what a hostile store holds
    super(line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line, options);
    this.code = code;
  }
}

const MOST_CHARACTERS = 1000;
/** What ends a line, or changes how a terminal shows the rest. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * For what reads texts: a program in plain JavaScript may hand over anything.
 * @throws InputError with this code where it is no text
 */
export function checkText(text: unknown, code: string): asserts text is string {
  if (typeof text !== "string") throw new InputError(code, `a text is needed instead of ${nameKind(text)}`);
}

/** What something is that a program handed over. */
export function nameKind(thing: unknown): string {
  return thing === null ? "null" : Array.isArray(thing) ? "an array" : `a value of type ${typeof thing}`;
}

/** Why bytes of a table could not be had. */
export type SourceProblem =
  | "not-found"
  | "no-file"
  | "ignores-ranges"
  | "changed"
  | "short-read"
  | "unreachable"
  | "refused";

/** Bytes that could not be read: a missing file, a broken disk, a server that fails. Says nothing about the table. */
export class SourceError extends InputError {
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem, message: string, options?: ErrorOptions) {
    super(`source-${problem}`, message, options);
    this.problem = problem;
  }
}
