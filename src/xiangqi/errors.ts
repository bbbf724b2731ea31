/**
 * Something a user can get wrong: malformed text, an impossible position, an illegal move, a missing or damaged table.
 * `message` is one plain line; `code` is a stable word in kebab case for programs.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message.replace(/[\n\r\u2028\u2029]+/g, " "), options); // it may quote what was typed
    this.code = code;
  }
}
