/**
 * Torrent files (BEP 3) of a folder, without a tracker: clients find one another by the hash of what is shared (BEP 5), and take
 * from web servers what nobody else has (BEP 19). The same files make the same torrent, byte for byte. Written here since the packages that
 * make torrents bring a dozen others, for what is a list of sizes and hashes.
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";

type Bencoded = number | string | Uint8Array | readonly Bencoded[] | { readonly [key: string]: Bencoded };

/** Of dictionaries the keys are sorted. */
export function bencode(value: Bencoded): Buffer {
  if (typeof value === "number") return Buffer.from(`i${value}e`);
  if (typeof value === "string") return bencode(Buffer.from(value));
  if (value instanceof Uint8Array) return Buffer.concat([Buffer.from(`${value.length}:`), value]);
  if (Array.isArray(value)) return Buffer.concat([Buffer.from("l"), ...value.map(bencode), Buffer.from("e")]);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const coded = entries.flatMap(([key, each]) => [bencode(key), bencode(each)]);
  return Buffer.concat([Buffer.from("d"), ...coded, Buffer.from("e")]);
}

export interface Torrent {
  readonly bytes: Uint8Array;
  /** By which clients know what is shared: 40 hexadecimal digits, as in `magnet:?xt=urn:btih:..`. */
  readonly infoHash: string;
  /** The SHA-256 of each file, in the order of the files, in hexadecimal. */
  readonly sha256: readonly string[];
}

/** As many pieces as a torrent has at most, about: each takes 20 bytes of it. */
const MOST_PIECES = 2048;
const LEAST_PIECE_BYTES = 2 ** 16;

export interface TorrentOptions {
  /** What is shared is called so: the last part of the folder's address on web servers. */
  readonly name: string;
  /** Paths in the folder, with `/`, and sizes. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Addresses below which a folder of this name is served. */
  readonly webSeeds?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly onFile?: (path: string) => void;
}

/** Reads all files, one after the other, once. */
export async function torrentOf(folder: string, options: TorrentOptions): Promise<Torrent> {
  const { name, files, webSeeds = [], signal, onFile } = options;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let pieceBytes = LEAST_PIECE_BYTES;
  while (total / pieceBytes > MOST_PIECES) pieceBytes *= 2;
  const pieces = new Pieces(pieceBytes);
  const sha256: string[] = [];
  for (const { path, bytes } of files) {
    onFile?.(path);
    const hash = createHash("sha256");
    let read = 0;
    for await (const chunk of createReadStream(join(folder, path), { signal }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      pieces.update(chunk);
      read += chunk.length;
    }
    if (read !== bytes) throw new Error(`${path} has ${read} bytes instead of ${bytes}`);
    sha256.push(hash.digest("hex"));
  }
  const info = {
    files: files.map(({ path, bytes }) => ({ length: bytes, path: path.split("/") })),
    name,
    "piece length": pieceBytes,
    pieces: pieces.end(),
  };
  const seeds: Record<string, Bencoded> =
    webSeeds.length === 0 ? {} : { "url-list": webSeeds.map((url) => `${url.replace(/\/+$/, "")}/`) };
  const infoHash = createHash("sha1").update(bencode(info)).digest("hex");
  return { bytes: bencode({ info, ...seeds }), infoHash, sha256 };
}

/** The SHA-1 of each piece of what comes. */
class Pieces {
  readonly #bytes: number;
  readonly #done: Buffer[] = [];
  #hash: Hash = createHash("sha1");
  #filled = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  update(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const count = Math.min(this.#bytes - this.#filled, chunk.length - at);
      this.#hash.update(chunk.subarray(at, at + count));
      this.#filled += count;
      at += count;
      if (this.#filled === this.#bytes) this.#next();
    }
  }

  end(): Buffer {
    if (this.#filled > 0) this.#next();
    return Buffer.concat(this.#done);
  }

  #next(): void {
    this.#done.push(this.#hash.digest());
    this.#hash = createHash("sha1");
    this.#filled = 0;
  }
}
