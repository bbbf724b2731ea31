/**
 * Something a user can get wrong: malformed text, an impossible position, an illegal move, a missing or damaged table.
 * `message` is one plain line; `code` is a stable word in kebab case for programs.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    const line = message.replace(/[\n\r\u2028\u2029]+/g, " "); // it may quote what was typed
    super(line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line, options);
    this.code = code;
  }
}

const MOST_CHARACTERS = 1000;

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
