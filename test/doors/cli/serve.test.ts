import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { LONG } from "../../long.ts";
import { starterEndgames } from "../../../src/doors/cli/serve.ts";
import { dataFolderOfTest, finish, run, start, waitFor } from "./program.ts";

test("serve answers at once, builds the starter tables meanwhile, and stops at Ctrl-C", LONG, async () => {
  const data = dataFolderOfTest();
  const child = start(["serve", "--starter", "--port", "0", "--json"], { data });
  const outcome = finish(child);
  const built = waitFor(child.stderr, "The starter tables are complete.");
  const { url, ...rest } = JSON.parse(await waitFor(child.stdout, "\n")) as { url: string };
  expect(rest).toEqual({ data });
  expect((await fetch(new URL("api/v1/health", url))).status).toBe(200);
  await built;
  const { tables } = (await (await fetch(new URL("api/v1/tables", url))).json()) as {
    tables: { endgame: string; rules: string }[];
  };
  expect(new Set(tables.map(({ rules }) => rules))).toEqual(new Set(["asian", "chinese"]));
  const names = tables.map(({ endgame }) => endgame);
  expect(names).toEqual(expect.arrayContaining(starterEndgames().map(({ name }) => name)));
  const chinese = await fetch(`${url}api/v1/probe?rules=chinese&fen=3k5/4a4/9/9/9/9/9/9/4R4/4K4_w`);
  expect(await chinese.json()).toMatchObject({ rules: "chinese", category: "win" });
  child.kill("SIGINT");
  expect((await outcome).code).toBe(0);
});

test("serve answers by the rules it was started with, unless asked for others", LONG, async () => {
  const data = dataFolderOfTest();
  await run(["build", "KRK", "--rules", "none"], { data });
  const child = start(["serve", "--rules", "none", "--port", "0", "--json"], { data });
  const outcome = finish(child);
  const { url } = JSON.parse(await waitFor(child.stdout, "\n")) as { url: string };
  const probe = new URL("api/v1/probe?fen=3k5/9/9/9/9/9/9/9/4R4/4K4_w", url);
  expect(await (await fetch(probe)).json()).toMatchObject({ rules: "none", category: "win" });
  expect((await fetch(`${probe.href}&rules=asian`)).status).toBe(404);
  child.kill("SIGINT");
  expect((await outcome).code).toBe(0);
});

test(
  "serve builds on request for this machine only, unless told otherwise, and lets others ask only so often",
  LONG,
  async () => {
    const serveWith = async (...more: string[]) => {
      const child = start(["serve", "--port", "0", "--json", ...more], { data: dataFolderOfTest() });
      const outcome = finish(child);
      const { port } = new URL((JSON.parse(await waitFor(child.stdout, "\n")) as { url: string }).url);
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
      const stop = async () => {
        child.kill("SIGINT");
        expect((await outcome).code).toBe(0);
      };
      return { ask, stop };
    };
    const [own, open, behind] = await Promise.all([
      serveWith("--max-build-positions", "1000", "--build-queue", "3"),
      serveWith("--host", "0.0.0.0", "--rate-limit", "2"),
      serveWith("--behind-proxy", "--rate-limit", "2"),
    ]);
    expect(await (await own.ask("build")).json()).toMatchObject({ enabled: true, maxPositions: 1000, maxQueue: 3 });
    expect(await (await open.ask("build")).json()).toMatchObject({ enabled: false });
    expect(await (await behind.ask("build")).json()).toMatchObject({ enabled: false }); // others ask through the proxy
    const statuses = async (ask: typeof own.ask) =>
      new Set((await Promise.all(Array.from({ length: 40 }, () => ask("health")))).map(({ status }) => status));
    expect(await statuses(own.ask)).toEqual(new Set([200]));
    expect(await statuses(open.ask)).toEqual(new Set([200, 429]));
    await Promise.all([own.stop(), open.stop(), behind.stop()]);
  },
);

test("the starter tables are those of one attacker against any defenders and six of one on each side", () => {
  const names = starterEndgames().map(({ name }) => name);
  expect(names).toHaveLength(4 * 9 + 6);
  expect(names).toEqual(expect.arrayContaining(["KRK", "KNKAABB", "KCKAB", "KPKBB", "KRKP", "KNKP", "KPKP"]));
});

test("a port that is taken is one clear line", LONG, async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void holder.close());
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const { code, stderr } = await run(["serve", "--port", String(port)], { data: dataFolderOfTest() });
  expect(stderr).toBe(`canju: port ${port} is taken: choose another with --port\n`);
  expect(code).toBe(2);
});

test("an address of another machine is one clear line", LONG, async () => {
  const { code, stderr } = await run(["serve", "--host", "203.0.113.1", "--port", "0"], { data: dataFolderOfTest() });
  expect(stderr).toBe("canju: 203.0.113.1 is no address of this machine\n");
  expect(code).toBe(2);
});
