import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileCacheFolder } from "../../../src/doors/cli/compile-cache.ts";
import { dataFolderOfTest, runApart } from "./program.ts";
import { LONG } from "../../long.ts";

/** The tests have a cache of theirs, which the program they start is not to take over. */
const OF_ITS_OWN = { NODE_COMPILE_CACHE: undefined };

const at = (cache: string) => compileCacheFolder({ XDG_CACHE_HOME: cache });

test("compiled code is kept in a folder that is the user's alone", async () => {
  const cache = dataFolderOfTest();
  expect(at(cache)).toBe(join(cache, "canju/compiled"));
  expect(statSync(join(cache, "canju/compiled")).mode & 0o777).toBe(0o700);
  const shared = dataFolderOfTest();
  const { code } = await runApart(["--version"], { env: { ...OF_ITS_OWN, XDG_CACHE_HOME: cache, TMPDIR: shared } });
  expect(code).toBe(0);
  expect(readdirSync(join(cache, "canju/compiled"))).toHaveLength(1);
  expect(readdirSync(shared)).toEqual([]);
});

test("threads keep theirs there as well, and none where there is no such folder", LONG, async () => {
  const data = dataFolderOfTest();
  const shared = dataFolderOfTest();
  const open = dataFolderOfTest();
  chmodSync(open, 0o777);
  for (const cache of [dataFolderOfTest(), open]) {
    for (const command of ["build", "verify"]) {
      const args = [command, "KNPKAA", "--data", data, "--threads", "2"];
      const { code } = await runApart(args, { env: { ...OF_ITS_OWN, XDG_CACHE_HOME: cache, TMPDIR: shared } });
      expect(code).toBe(0);
    }
    rmSync(data, { recursive: true });
  }
  expect(readdirSync(shared)).toEqual([]);
});

test("none is kept where others could put code of theirs", () => {
  const open = dataFolderOfTest();
  expect(at(open)).not.toBeNull();
  chmodSync(join(open, "canju/compiled"), 0o750);
  expect(at(open)).toBeNull();
  chmodSync(join(open, "canju/compiled"), 0o700);
  chmodSync(join(open, "canju"), 0o777);
  expect(at(open)).toBeNull();

  const linked = dataFolderOfTest();
  mkdirSync(join(linked, "elsewhere"), { mode: 0o700 });
  mkdirSync(join(linked, "canju"));
  symlinkSync(join(linked, "elsewhere"), join(linked, "canju/compiled"));
  expect(at(linked)).toBeNull();

  const file = join(dataFolderOfTest(), "file");
  writeFileSync(file, "");
  expect(at(file)).toBeNull();
  expect(at("")).toBe(compileCacheFolder({}));
});

test("none is kept where no home is named: the working directory may be anybody's", () => {
  for (const home of ["", "home", "./home"]) {
    for (const platform of ["linux", "darwin", "win32"] as const)
      expect(compileCacheFolder({}, platform, home)).toBeNull();
  }
  expect(compileCacheFolder({ LOCALAPPDATA: "local" }, "win32", "/home/li")).toBeNull();
});

test.skipIf(process.getuid?.() !== 0)("a folder of another user's is not used", async () => {
  const { chownSync } = await import("node:fs");
  const cache = dataFolderOfTest();
  expect(at(cache)).not.toBeNull();
  chownSync(join(cache, "canju/compiled"), 12_345, 12_345);
  expect(at(cache)).toBeNull();
  chownSync(join(cache, "canju/compiled"), 0, 0);
  chownSync(cache, 12_345, 12_345);
  expect(at(cache)).toBeNull();
});
