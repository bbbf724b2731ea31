/**
 * The service worker: keeps the files of the page, so that it opens without a connection. Values are kept elsewhere
 * (answers/kept.ts). A page that is open keeps the files of its own version: a new worker waits until it is closed.
 */
declare const self: ServiceWorkerGlobalScope;

/** Put in by scripts/build-page.ts: the files of the page, and a hash of them. */
declare const FILES: readonly string[];
declare const VERSION: string;

const PREFIX = "canju-page-";
const CACHE = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))),
  );
});

self.addEventListener("activate", (event) => {
  const removeOthers = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(removeOthers());
});

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
