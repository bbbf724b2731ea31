import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { availableMemory, limitedMemory } from "../../src/base/node/memory.ts";

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach((root) => rmSync(root, { recursive: true })));

/** A file system with these files. */
function fileSystem(files: Record<string, string | number>): string {
  const root = mkdtempSync(join(tmpdir(), "canju-memory-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  return root;
}

test("without control groups, or without limits, only the machine limits", () => {
  expect(limitedMemory(fileSystem({}))).toBe(Infinity);
  const free = { "proc/self/cgroup": "0::/", "sys/fs/cgroup/memory.max": "max", "sys/fs/cgroup/memory.current": 5 };
  expect(limitedMemory(fileSystem(free))).toBe(Infinity);
  expect(availableMemory()).toBeGreaterThan(0);
  expect(availableMemory()).toBeLessThanOrEqual(totalmem());
});

test("version 2: the tightest group on the way counts, and what it could give back", () => {
  const root = fileSystem({
    "proc/self/cgroup": "0::/user/canju",
    "sys/fs/cgroup/user/memory.max": 1000,
    "sys/fs/cgroup/user/memory.current": 900,
    "sys/fs/cgroup/user/memory.stat": "anon 700\nfile 200\ninactive_file 150\nactive_file 50",
    "sys/fs/cgroup/user/canju/memory.max": 700,
    "sys/fs/cgroup/user/canju/memory.current": 400,
    "sys/fs/cgroup/user/canju/memory.stat": "anon 400",
  });
  expect(limitedMemory(root)).toBe(250);
});

test("a container that sees its own group as the root", () => {
  const files = { "sys/fs/cgroup/memory.max": 512, "sys/fs/cgroup/memory.current": 500 };
  expect(limitedMemory(fileSystem({ ...files, "proc/self/cgroup": "0::/" }))).toBe(12);
  expect(limitedMemory(fileSystem({ ...files, "proc/self/cgroup": "0::/../../docker/abc" }))).toBe(12);
});

test("version 1: the memory controller, also by the path of the host", () => {
  const root = fileSystem({
    "proc/self/cgroup": "12:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n1:name=systemd:/docker/abc\n0::/",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": 300,
    "sys/fs/cgroup/memory/memory.usage_in_bytes": 400,
    "sys/fs/cgroup/memory/memory.stat": "inactive_file 1\ntotal_inactive_file 150",
  });
  expect(limitedMemory(root)).toBe(50);
});

test("a group that uses more than it may leaves nothing", () => {
  const files = { "sys/fs/cgroup/memory.max": 512, "sys/fs/cgroup/memory.current": 600, "proc/self/cgroup": "0::/" };
  expect(limitedMemory(fileSystem(files))).toBe(0);
});
