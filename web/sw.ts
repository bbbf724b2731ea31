/**
 * The service worker: keeps the files of the page, so that it opens without a connection. Values are kept elsewhere
 * (answers/kept.ts). A page that is open keeps the files of its own version: a new worker waits until it is closed.
 */
declare const self: ServiceWorkerGlobalScope;

/** Put in by scripts/build-page.ts: the files of the page, and a hash of them. */
declare const FILES: readonly string[];
/** Those that are kept only when they were asked for. */
declare const ON_DEMAND: readonly string[];
declare const VERSION: string;

const PREFIX = "canju-page-";
const CACHE = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))),
  );
});

self.addEventListener("activate", (event) => {
  const begin = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map(replace));
    await self.clients.claim(); // what the first visit asks for is kept as well
  };
  event.waitUntil(begin());
});

/** Removes the files of an older version, but for those that were asked for and are the same now. */
async function replace(old: string): Promise<void> {
  const [from, to] = await Promise.all([caches.open(old), caches.open(CACHE)]);
  for (const file of ON_DEMAND) {
    const kept = await from.match(file);
    if (kept !== undefined) await to.put(file, kept);
  }
  await caches.delete(old);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // The page itself comes from the host while that answers, so that nobody is left with an old one.
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => fromCache("./")));
  // The names of these change with their contents.
  else if (new URL(request.url).pathname.includes("/assets/")) event.respondWith(fromCache(request, true));
  else if (/\/(manifest\.webmanifest|icon\.svg)$/.test(request.url)) {
    event.respondWith(fetch(request).catch(() => fromCache(request)));
  }
});

/** @param keeping what is not there yet, such as the engine's files, which are loaded on demand */
async function fromCache(request: Request | string, keeping = false): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found !== undefined) return found;
  const response = await fetch(request);
  if (keeping && response.ok) void cache.put(request, response.clone()).catch(() => {}); // there may be no room
  return response;
}
