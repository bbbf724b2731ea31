/** A store of this browser; null where the page may store nothing: it is not secure, sandboxed, or storage is blocked. */
export async function openCache(name: string): Promise<Cache | null> {
  try {
    return "caches" in globalThis ? await caches.open(name) : null; // in a sandboxed frame `caches` itself throws
  } catch {
    return null;
  }
}
