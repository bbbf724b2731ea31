/** Lines of a stream, as most programs count them: they end with LF or CRLF, and nothing else ends them. */
import { InputError } from "../xiangqi/errors.ts";
import { messageOf } from "./errors.ts";
import { streamJson } from "./output.ts";

const LF = 10;
/** Of a line of a batch: thousands of moves. */
const MOST_BYTES = 64 * 1024;

/**
 * Answers the lines of stdin in order, each as it comes, by one JSON object on a line. What is wrong with a line is its
 * answer: `{"error": ...}`.
 */
export async function answerLines(answer: (line: string) => unknown): Promise<void> {
  const tooLong = { error: `the line is longer than ${MOST_BYTES / 1024} KiB` };
  for await (const line of linesOf(process.stdin, MOST_BYTES)) {
    await streamJson(line === null ? tooLong : await answerOrError(line));
  }

  async function answerOrError(line: string): Promise<unknown> {
    try {
      return await answer(line);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { error: messageOf(error) };
    }
  }
}

/**
 * The lines of a stream of UTF-8. Null stands for a line that is longer than so many bytes: it is not kept.
 * (node:readline also breaks lines at U+2028, U+2029 and a lone CR, and keeps any length.)
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string | null> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > mostBytes) pieces = [];
    else pieces.push(piece);
  };
  const take = (): string | null => {
    const line = length > mostBytes ? null : Buffer.concat(pieces).toString("utf8").replace(/\r$/, "");
    pieces = [];
    length = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
