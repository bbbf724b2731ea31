/** What the commands say of keys, and of work that this user's program has not written. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { verifyEndgame } from "../../../src/verify/node/verify.ts";
import { as, newUser } from "../../keys.ts";
import { dataFolderOfTest, finish, newDataFolder, run, runJson, start, waitFor } from "./program.ts";

const [user, other] = [newUser(), newUser()];
const data = newDataFolder();
const work = join(data, "asian/dtc/KRKN.proof.work");

/** Leaves the work of a proof. */
async function interrupt(): Promise<void> {
  const provider = new FolderCatalog(data);
  const stop = new AbortController();
  const onProgress = ({ phase }: { phase: string }) => phase === "levels" && stop.abort(new Error("interrupted"));
  const resuming = { cells: 0, syncMilliseconds: 0 };
  const proof = verifyEndgame("KRKN", { provider, threads: 1, resuming, signal: stop.signal, onProgress });
  await expect(proof).rejects.toThrow("interrupted");
  await provider.close();
}

afterAll(() => rmSync(data, { recursive: true }));
beforeAll(() => run(["build", "KRKN", "--keys", user], { data }));

test("the list tells which unfinished proofs are gone on with, and what is kept of others", LONG, async () => {
  expect(readdirSync(user)).toEqual([]); // a small endgame is built without a key
  await as(other, interrupt);
  const list = (keys: string) => run(["list"], { data, env: { CANJU_KEYS: keys } });
  expect((await list(other)).stdout).toContain("canju verify KRKN goes on with it");
  expect((await list(user)).stdout).toContain(
    `what was put aside in ${work} cannot be used: this user's program has not written it, or it is damaged`,
  );
  expect(readdirSync(user)).toEqual([]); // nor does looking make one
  // A small proof keeps nothing beside the table, and leaves what is there.
  await run(["verify", "KRKN", "--keys", user], { data });
  expect(existsSync(work)).toBe(true);
  await as(user, interrupt);
  expect(readdirSync(user)).toEqual(["work.key"]);
  const unused = `${work}.unused`;
  expect((await list(user)).stdout).toContain(
    `not used, as this user's program has not written it, or it was damaged: ${unused}`,
  );
  expect(await runJson(["list"], { data })).toMatchObject({ unused: [unused] });
});

test("a server that builds, and a fleet's worker, say where no key can be kept", async () => {
  const open = join(dataFolderOfTest(), "keys");
  mkdirSync(open);
  chmodSync(open, 0o755);
  const line = `no key can be kept (CANJU_KEYS names a folder): ${open} is not the user's alone`;
  const store = dataFolderOfTest();
  await run(["plan", "KRK", "--store", store]);
  const { stderr, code } = await run(["work", "KK", "--store", store, "--keys", open, "--data", dataFolderOfTest()]);
  expect(code).toBe(0);
  expect(stderr).toContain(line);
  expect(stderr).toMatch(/: a table or proof that is interrupted begins anew\n/);
  const server = start(["serve", "--port", "0", "--keys", open], { data: dataFolderOfTest() });
  const told = waitFor(server.stderr, ": an interrupted build begins anew\n");
  expect(await told).toContain(line);
  server.kill("SIGKILL");
  await finish(server);
});

test("proofs are divided once keys are trusted, and parts signed by this user's own", LONG, async () => {
  const store = dataFolderOfTest();
  const env = { CANJU_KEYS: newUser(), CANJU_STORE: store };
  const at = { env };
  const worker = ["--data", dataFolderOfTest(), "--threads", "1"];
  await run(["plan", "KRK"], at);
  for (const name of ["KK", "KRK"]) expect((await run(["work", name, ...worker], at)).code).toBe(0);
  const divide = () => run(["plan", "KRK", "--proofs", "--divide-proofs", "1"], at);
  expect(await divide()).toMatchObject({
    code: 2,
    stderr:
      "canju: parts count when signed by a key that is trusted, and this store trusts none: canju store key, then canju store trust KEY NAME\n",
  });
  const part = (number: number) => run(["work", "KRK", "--proofs", "--part", `${number}/2`, ...worker], at);
  expect((await part(1)).stderr).toContain("this worker has none (canju store key)");
  const key = (await run(["store", "key"], at)).stdout.trim();
  expect(statSync(join(env.CANJU_KEYS, "sign.json")).mode & 0o777).toBe(0o600);
  expect(await part(1)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${key}, is not trusted`) as string,
  });
  await run(["store", "trust", key, "The club"], at);
  expect((await divide()).code).toBe(0);
  for (const number of [1, 2]) expect((await part(number)).stdout).toContain(`part ${number}/2 of its proof done`);
  expect((await run(["work", "KRK", "--proofs", ...worker], at)).stdout).toContain("KRK: proven");
  const record = JSON.parse(readFileSync(join(store, "asian/dtc/KRK.proof.json"), "utf8")) as object;
  expect(record).toMatchObject({ parts: [{ name: "The club", key }] });
});
