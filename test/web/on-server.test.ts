/** Builds that the page asks a server for. */
import { afterEach, expect, test, vi } from "vitest";

const stored = new Map<string, string>();
const sent: { path: string; method: string; token: string | undefined }[] = [];
const bodies: unknown[] = [];

/** A server that knows one job, and the browser around the page; called anew it is the page after a reload. */
async function loadPage(token: string) {
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal("document", { querySelector: () => null, documentElement: {} });
  vi.stubGlobal(
    "EventSource",
    class {
      static readonly CLOSED = 2;
      addEventListener(): void {}
      close(): void {}
    },
  );
  vi.stubGlobal("fetch", async (path: string, request: RequestInit = {}) => {
    const headers = new Headers(request.headers);
    if (request.body !== undefined) bodies.push(JSON.parse(String(request.body)));
    sent.push({ path, method: request.method ?? "GET", token: headers.get("x-build-token") ?? undefined });
    return Response.json({ id: "asian-dtc-KRKN", state: "running", token });
  });
  const { buildOnServer } = await import("../../web/solving/on-server.ts");
  return buildOnServer;
}

afterEach(() => {
  vi.unstubAllGlobals();
  stored.clear();
  sent.length = bodies.length = 0;
});

test.each([
  ["nothing", { rules: "asian" }], // the host's, as it states none
  ["asian", { rules: "asian" }],
  ["chinese", { rules: "chinese", metric: "dtc" }],
  ["none", { rules: "none" }],
])("a build is asked for under the rules chosen: %s", async (chosen, named) => {
  stored.set("canju.rules", chosen);
  const build = await loadPage("token");
  void build("KRKN", () => {}, new AbortController().signal);
  await vi.waitFor(() => expect(bodies).toEqual([{ endgame: "KRKN", ...named }]));
});

test("the page cancels with the token that asking gave, and still can after a reload", async () => {
  const build = await loadPage("first");
  const closing = new AbortController();
  void build("KRKN", () => {}, closing.signal).catch(() => {}); // the page is closed in the midst of it
  await vi.waitFor(() => expect(stored.size).toBe(1));
  const again = await loadPage("first");
  const cancelling = new AbortController();
  const building = again("KRKN", () => {}, cancelling.signal);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve));
  cancelling.abort(new Error("cancelled"));
  await expect(building).rejects.toThrow("cancelled");
  expect(sent).toEqual([
    { path: "api/v1/build", method: "POST", token: undefined },
    { path: "api/v1/build", method: "POST", token: "first" },
    { path: "api/v1/build/asian-dtc-KRKN", method: "DELETE", token: "first" },
  ]);
});
