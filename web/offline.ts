/** Lets the page open without a connection, where the browser allows that: on secure pages. */
export function workOffline(): void {
  // After the page has what it needs itself. A page that is being developed has no such file.
  addEventListener("load", () => void navigator.serviceWorker?.register("sw.js").catch(() => {}));
}
