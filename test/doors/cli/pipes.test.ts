/** Pipes, links and huge files in the places of the small files that commands read: nobody waits for them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describeEach, LONG, testEach } from "../../long.ts";
import { dataFolderOfTest, finish, newDataFolder, run, start, waitFor } from "./program.ts";

vi.setConfig({ testTimeout: 60_000 });

const data = newDataFolder();
const folder = join(data, "asian/dtc");
const at = (name: string): string => join(folder, name);
beforeAll(() => run(["build", "KRK"], { data }));
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** The outcome of a command; one that goes on waiting is killed, which leaves it without an exit code. */
async function inTime(args: readonly string[], signal?: "SIGTERM"): ReturnType<typeof finish> {
  const child = start(args, { data });
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const over = finish(child);
  if (signal !== undefined) {
    await waitFor(child.stderr, "waiting").catch(() => {});
    child.kill(signal);
  }
  return over.finally(() => clearTimeout(timer));
}

const OTHERS: readonly [what: string, make: (path: string) => unknown][] = [
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
  [
    "a file of 8 TiB",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 2 ** 43);
    },
  ],
];

describeEach(1, OTHERS)("%s", (_, make) => {
  const instead = async (name: string, use: () => Promise<void>): Promise<void> => {
    make(at(name));
    await use().finally(() => rmSync(at(name)));
  };

  test("as a lock keeps neither list nor build waiting beyond SIGTERM", async () => {
    await instead(".KNK.build.lock", async () => {
      const { code, stdout } = await inTime(["list"]);
      expect([code, stdout]).toEqual([0, expect.stringContaining("being built: KNK")]);
      const built = await inTime(["build", "KNK"], "SIGTERM");
      expect([built.code, built.stderr]).toEqual([130, expect.stringContaining("KNK is being built by whoever wrote")]);
    });
  });

  testEach(1, ["KRK.proof.json", "KRK.sum.json"])("as the record %s says nothing of its table", async (record) => {
    await instead(record, async () => {
      expect(await inTime(["list", "--json"])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('"verified": null'),
      });
      expect((await inTime(["list", "--sums"])).code).toBe(0);
    });
  });

  test("as the manifest of an unfinished build is no work to go on with", LONG, async () => {
    mkdirSync(at("KNK.work"));
    await instead("KNK.work/manifest.json", async () => {
      expect(await inTime(["list"])).toMatchObject({ code: 0, stdout: expect.stringContaining("cannot be used") });
    });
    rmSync(at("KNK.work"), { recursive: true });
  });

  test("as the list of an export ends the next one in a line, and nothing is removed", LONG, async () => {
    const site = dataFolderOfTest();
    make(join(site, ".canju-export"));
    const { code, stderr } = await inTime(["export", site]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^canju: .*\.canju-export cannot be read: .*\n$/)]);
  });
});

test("a server answers on when the build that it ran had a pipe for a lock", LONG, async () => {
  execFileSync("mkfifo", [at(".KNK.build.lock")]);
  const child = start(["serve", "--port", "0", "--json"], { data });
  const over = finish(child);
  try {
    const { url } = JSON.parse(await waitFor(child.stdout, "}")) as { url: string };
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) });
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ endgame: "KNK" });
    const asked = (await (await ask("api/v1/build", { method: "POST", headers, body })).json()) as {
      id: string;
      token: string;
    };
    await expect
      .poll(async () => (await ask(`api/v1/build/${asked.id}`)).text(), { timeout: 20_000 })
      .toContain("running");
    const withdrawn = await ask(`api/v1/build/${asked.id}`, {
      method: "DELETE",
      headers: { "x-build-token": asked.token },
    });
    expect(withdrawn.status).toBe(200);
    for (let i = 0; i < 20; i++) expect((await ask("api/v1/health")).status).toBe(200);
    child.kill("SIGTERM");
    expect((await over).code).toBe(0);
  } finally {
    child.kill("SIGKILL");
    rmSync(at(".KNK.build.lock"));
  }
});
