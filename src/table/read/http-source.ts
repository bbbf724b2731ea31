import type { Source } from "./source.ts";
import { SourceError, type SourceProblem } from "../../base/errors.ts";

/** How a file of a host is read. */
export interface HttpOptions {
  readonly fetch?: typeof fetch;
  /** Called before a read fails because the file on the server is another one than at the first read. */
  readonly onChanged?: () => void;
}

/** What the first answer says about the file; every later answer must say the same. */
interface FileState {
  readonly size: number;
  /** The ETag, or the date of the last change where there is none. */
  readonly tag: string | null;
}

/** Of a server that sends whole files where ranges are asked for: a file of up to so many bytes is taken so, and kept. */
const MOST_WHOLE = 4 * 2 ** 20;

/**
 * A file on a web server. The first answer tells its size, so that no request goes only for that.
 * Reads fail with SourceError: `not-found` (404, 410), `ignores-ranges` (the server sends whole files, and this one is large),
 * `changed` (the file was replaced since the first read), `short-read`, `refused` (any other status) or `unreachable`.
 */
export function httpSource(url: string, options: HttpOptions = {}): Source {
  let known: FileState | undefined;
  let whole: Uint8Array | undefined;
  const problem = (kind: SourceProblem, what: string, cause?: unknown) =>
    new SourceError(kind, `${url}: ${what}`, { cause });

  const remember = (found: FileState): void => {
    if (known !== undefined && (known.size !== found.size || known.tag !== found.tag)) {
      options.onChanged?.();
      throw problem("changed", "the file changed on the server while it was read");
    }
    known = found;
  };

  const request = async (offset: number, length: number, init: RequestInit = {}): Promise<Uint8Array> => {
    const { signal } = init;
    let response: Response;
    try {
      const range = `bytes=${offset}-${offset + length - 1}`;
      response = await (options.fetch ?? fetch)(url, { ...init, headers: { range } });
    } catch (cause) {
      signal?.throwIfAborted();
      throw problem("unreachable", "no answer from the server", cause);
    }
    try {
      const tag = response.headers.get("etag") ?? response.headers.get("last-modified");
      if (response.status === 200) {
        const bytes = await readWhole(response, problem);
        remember({ size: bytes.length, tag });
        whole = bytes;
        return bytes.slice(offset, offset + length);
      }
      const [start, size] = checkStatus(response, offset, problem);
      remember({ size, tag });
      if (start === null) return new Uint8Array();
      const bytes = await readBody(response, problem);
      const expected = Math.min(length, size - offset);
      if (start !== offset || bytes.length !== expected) {
        throw problem("short-read", `${bytes.length} bytes from ${start} came instead of ${expected} from ${offset}`);
      }
      return bytes;
    } catch (error) {
      signal?.throwIfAborted();
      await response.body?.cancel().catch(() => {});
      throw error;
    }
  };

  return {
    key: url,
    async size() {
      if (known === undefined) await request(0, 1);
      return known!.size;
    },
    async read(offset, length, signal, isSound) {
      signal?.throwIfAborted();
      if (length === 0 || (known !== undefined && offset >= known.size)) return new Uint8Array();
      const init: RequestInit = signal === undefined ? {} : { signal };
      const bytes = whole?.slice(offset, offset + length) ?? (await request(offset, length, init));
      // A browser keeps answers of its own: past those, what is damaged may be sound.
      return isSound === undefined || isSound(bytes) ? bytes : request(offset, length, { ...init, cache: "reload" });
    },
    close: async () => {},
  };
}

/** Where the answer's bytes start (null: there are none that far) and the size of the whole file. */
function checkStatus(response: Response, offset: number, problem: MakeProblem): [start: number | null, size: number] {
  const range = response.headers.get("content-range") ?? "";
  switch (response.status) {
    case 206: {
      const match = /^bytes (\d+)-\d+\/(\d+)$/.exec(range);
      if (match === null) throw problem("refused", "the server does not say which range it sent");
      return [Number(match[1]), Number(match[2])];
    }
    case 416: {
      const match = /^bytes \*\/(\d+)$/.exec(range);
      if (match === null || Number(match[1]) > offset) throw problem("refused", "the server refuses the range");
      return [null, Number(match[1])];
    }
    case 404:
    case 410:
      throw problem("not-found", "there is no such file on the server");
    default:
      throw problem("refused", `the server answered ${response.status} ${response.statusText}`.trimEnd());
  }
}

type MakeProblem = (kind: SourceProblem, what: string, cause?: unknown) => SourceError;

async function readWhole(response: Response, problem: MakeProblem): Promise<Uint8Array> {
  const tooLarge = () =>
    problem(
      "ignores-ranges",
      `the server sends the whole file where a range was asked for, and it has more than 4 MiB`,
    );
  // What a compressed answer states is another length: its bytes are counted as they come.
  if (Number(response.headers.get("content-length")) > MOST_WHOLE) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = (response.body ?? new Blob().stream()).getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      pieces.push(value!);
      if ((length += value!.length) > MOST_WHOLE) throw tooLarge();
    }
  } catch (cause) {
    await reader.cancel().catch(() => {});
    throw cause instanceof SourceError ? cause : problem("short-read", "the connection broke off", cause);
  }
  const bytes = new Uint8Array(length);
  pieces.reduce((at, piece) => (bytes.set(piece, at), at + piece.length), 0);
  return bytes;
}

async function readBody(response: Response, problem: MakeProblem): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw problem("short-read", "the connection broke off", cause);
  }
}
