/** The key by which this user's program knows what it has written itself: nobody else's, and made once. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keysFolder, Seal, sealIfAny, userKey } from "../../src/base/node/user-key.ts";
import { as, newUser } from "../keys.ts";

/** A folder of keys that is not there yet. */
const newKeys = (): string => join(newUser(), "made/keys");
const refused = (why: RegExp) =>
  expect.objectContaining({ code: "no-key", message: expect.stringMatching(why) as string }) as Error;

test("is made where it is first needed, for this user alone, and stays", () => {
  const keys = newKeys();
  const key = userKey(keys);
  expect(key).toHaveLength(32);
  expect(statSync(keys).mode & 0o777).toBe(0o700);
  expect(readdirSync(keys)).toEqual(["work.key"]);
  expect(statSync(join(keys, "work.key")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(keys, "work.key")).equals(key)).toBe(true);
  expect(userKey(newKeys()).equals(key)).toBe(false);
});

test("of many processes that need it at once is one", async () => {
  const keys = newKeys();
  const module = new URL("../../src/base/node/user-key.ts", import.meta.url).href;
  const code = `const { userKey } = await import(${JSON.stringify(module)}); process.stdout.write(userKey(process.argv[1]).toString("hex"))`;
  const outputs = Array.from({ length: 6 }, async () => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", code, keys]);
    let output = "";
    child.stdout.on("data", (text: Buffer) => (output += text.toString()));
    await once(child, "close");
    return output;
  });
  const found = new Set(await Promise.all(outputs));
  expect([...found]).toEqual([readFileSync(join(keys, "work.key")).toString("hex")]);
  expect(readdirSync(keys)).toEqual(["work.key"]);
}, 60_000);

test("is nowhere that others can write, or that is not named in full", () => {
  const open = newKeys();
  mkdirSync(open, { recursive: true, mode: 0o700 });
  for (const mode of [0o750, 0o707, 0o777]) {
    chmodSync(open, mode);
    expect(() => userKey(open)).toThrow(refused(/is not the user's alone: .*open to others \(chmod 700 closes it\)$/));
  }
  chmodSync(open, 0o700);
  chmodSync(join(open, ".."), 0o777);
  expect(() => userKey(open)).toThrow(refused(/others can write in /));
  expect(() => userKey("keys")).toThrow(refused(/it is no absolute path$/));
  const link = join(newUser(), "link");
  symlinkSync(newUser(), link);
  expect(() => userKey(link)).toThrow(refused(/a link/));
  const file = join(newUser(), "file");
  writeFileSync(file, "");
  expect(() => userKey(join(file, "keys"))).toThrow(refused(/no folder/));
  expect(readdirSync(open)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)("is none that another user has made", () => {
  const keys = newKeys();
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  chownSync(keys, 12_345, 12_345);
  expect(() => userKey(keys)).toThrow(refused(/another user's/));
  chownSync(keys, 0, 0);
  writeFileSync(join(keys, "work.key"), Buffer.alloc(32), { mode: 0o600 });
  chownSync(join(keys, "work.key"), 12_345, 12_345);
  expect(() => userKey(keys)).toThrow(refused(/is no key, or others can read it: remove it$/));
});

test("is no file that is short, long, a link or a pipe, or that others can read", () => {
  const plants: ((path: string) => void)[] = [
    (path) => writeFileSync(path, Buffer.alloc(31), { mode: 0o600 }),
    (path) => writeFileSync(path, Buffer.alloc(33), { mode: 0o600 }),
    (path) => writeFileSync(path, "", { mode: 0o600 }),
    (path) => (writeFileSync(path, Buffer.alloc(32)), chmodSync(path, 0o644)),
    (path) => execFileSync("mkfifo", ["-m", "600", path]),
    (path) => mkdirSync(path, { mode: 0o700 }),
    (path) => (writeFileSync(`${path}.other`, Buffer.alloc(32), { mode: 0o600 }), symlinkSync(`${path}.other`, path)),
  ];
  for (const plant of plants) {
    const keys = newKeys();
    mkdirSync(keys, { recursive: true, mode: 0o700 });
    plant(join(keys, "work.key"));
    expect(() => userKey(keys), String(plant)).toThrow(refused(/./));
  }
});

test("lies where CANJU_KEYS says, else among the user's settings, never in the data folder", () => {
  const of = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux") =>
    keysFolder(environment, platform, "/home/u");
  expect(of({ CANJU_KEYS: "/srv/keys", XDG_CONFIG_HOME: "/x" })).toBe("/srv/keys");
  expect(of({ XDG_CONFIG_HOME: "/x" })).toBe("/x/canju/keys");
  expect(of({ XDG_CONFIG_HOME: "x" })).toBe("/home/u/.config/canju/keys");
  expect(of({})).toBe("/home/u/.config/canju/keys");
  expect(of({}, "darwin")).toBe("/home/u/Library/Preferences/canju/keys");
  expect(of({ APPDATA: "/roaming" }, "win32")).toBe("/roaming/canju/keys");
  // Without a home nothing is made in the folder that the program happens to run in.
  expect(() => userKey(keysFolder({}, "linux", ""))).toThrow(refused(/it is no absolute path$/));
  expect(existsSync(".config")).toBe(false);
});

test("a seal is of these bytes, this user and this purpose only", async () => {
  const keys = newKeys();
  await as(keys, async () => {
    expect(sealIfAny("build")).toBeNull();
    expect(existsSync(keys)).toBe(false);
    const seal = new Seal("build");
    const mac = seal.of("some ", "bytes");
    expect(mac).toHaveLength(32);
    expect(seal.isOf(mac, "some bytes")).toBe(true);
    expect(sealIfAny("build")!.isOf(mac, Buffer.from("some bytes"))).toBe(true);
    expect(seal.isOf(mac, "some byteS")).toBe(false);
    expect(seal.isOf(mac.subarray(1), "some bytes")).toBe(false);
    expect(new Seal("proof").isOf(mac, "some bytes")).toBe(false);
    expect(new Seal("build", userKey(newKeys())).isOf(mac, "some bytes")).toBe(false);
  });
  rmSync(keys, { recursive: true });
});
