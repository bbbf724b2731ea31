/** Lines of programs that talk by their standard input and output. */

const LF = 10;
/** Of a line: thousands of moves. */
export const MOST_LINE_BYTES = 64 * 1024;

/**
 * The lines of a stream of UTF-8. Null stands for a line that is too long: it is not kept.
 * (node:readline also breaks lines at U+2028, U+2029 and a lone CR, and keeps any length.)
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string | null> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > MOST_LINE_BYTES) pieces = [];
    else pieces.push(piece);
  };
  const take = (): string | null => {
    const line = length > MOST_LINE_BYTES ? null : Buffer.concat(pieces).toString("utf8").replace(/\r$/, "");
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
