/** What was read from the host, kept in this browser so that it is there without a connection. */
import { crc32 } from "../../src/base/crc32.ts";
import type { Source } from "../../src/table/read/source.ts";
import { once } from "./answers.ts";

const CACHE = "canju-read";
/** Some 10 KiB each. */
const MOST_ENTRIES = 5000;
/** No block or header is larger; whole sides of tables are read for building and need not be kept. */
const MOST_BYTES = 2 ** 18 + 4;
const SIZE = "x-file-size";
const CHECK = "x-check";

/** A store of this browser; null where the page may store nothing: it is not secure, sandboxed, or storage is blocked. */
export async function openCache(name: string): Promise<Cache | null> {
  try {
    return "caches" in globalThis ? await caches.open(name) : null; // in a sandboxed frame `caches` itself throws
  } catch {
    return null;
  }
}

export interface Kept {
  /** Null when it is not there, or no longer. */
  get(address: string): Promise<Response | null>;
  /** Keeps it if there is room. */
  put(address: string, response: Response): void;
  drop(address: string): void;
}

/** Null where the page may store nothing: it is not secure, or the user does not wish it. */
export const kept = once(async (): Promise<Kept | null> => {
  const cache = await openCache(CACHE);
  if (cache === null) return null;
  // The oldest first. Known here, so that what is not there costs no time.
  const addresses = new Set((await cache.keys()).map(({ url }) => url));
  const whole = (address: string): string => new URL(address, document.baseURI).href;
  return {
    get: async (address) => (addresses.has(whole(address)) ? ((await cache.match(address)) ?? null) : null),
    put(address, response) {
      addresses.add(whole(address));
      cache.put(address, response).catch(() => addresses.delete(whole(address)));
      for (const oldest of addresses) {
        if (addresses.size <= MOST_ENTRIES) break;
        addresses.delete(oldest);
        void cache.delete(oldest);
      }
    },
    drop(address) {
      addresses.delete(whole(address));
      void cache.delete(address);
    },
  };
});

/** What is kept of a file of some size, or of an answer, with a checksum: a browser may lose a part of either. */
export function sealed(bytes: Uint8Array<ArrayBuffer>, size = 0): Response {
  return new Response(bytes, { headers: { [SIZE]: String(size), [CHECK]: checkOf(bytes, size) } });
}

/** Null for what is not as it was kept. */
export async function unsealed(response: Response): Promise<{ bytes: Uint8Array<ArrayBuffer>; size: number } | null> {
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const size = Number(response.headers.get(SIZE));
    return response.headers.get(CHECK) === checkOf(bytes, size) ? { bytes, size } : null;
  } catch {
    return null; // the browser cannot read it any more
  }
}

function checkOf(bytes: Uint8Array, size: number): string {
  return String(crc32(bytes, crc32(new TextEncoder().encode(String(size)))));
}

/**
 * A file on a host, of which all that is read is kept.
 * @param version tells it from other files that had or will have its address
 */
export function keptSource(source: Source, version: string): Source {
  let size: number | undefined;
  return {
    ...source,
    async size() {
      return (size ??= await source.size());
    },
    async read(offset, length, signal, isSound = () => true) {
      const store = length > MOST_BYTES ? null : await kept();
      const separator = source.key.includes("?") ? "&" : "?";
      const address = `${source.key}${separator}version=${version}&bytes=${offset}-${offset + length - 1}`;
      const found = await store?.get(address);
      const copy = found ? await unsealed(found) : null;
      if (copy !== null && isSound(copy.bytes)) {
        size ??= copy.size;
        return copy.bytes;
      }
      const bytes = await source.read(offset, length, signal, isSound);
      size ??= await source.size();
      // What is damaged is not kept, nor is a damaged copy of it.
      if (isSound(bytes)) store?.put(address, sealed(bytes.slice(), size));
      else if (found) store?.drop(address);
      return bytes;
    },
  };
}
