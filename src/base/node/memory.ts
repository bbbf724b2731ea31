/** How much memory this process may still take: what the machine has free, or less where a container limits it. */
import { readFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { InputError } from "../errors.ts";
import { formatBytes } from "../sizes.ts";

/** Bytes. */
export function availableMemory(): number {
  return Math.min(freemem(), limitedMemory("/"));
}

/** Of what is free, this part is not taken unless somebody says how much may be. */
const SPARED = 0.1;

/**
 * Bytes that this process may take beside what it has.
 * @param limitBytes that the process may have in all; default: what it has and all that is free, less a tenth
 */
export function memoryToTake(limitBytes?: number): number {
  if (limitBytes !== undefined) return Math.max(0, limitBytes - process.memoryUsage.rss());
  return Math.floor((1 - SPARED) * availableMemory());
}

/** @throws InputError `not-enough-memory` where what is done, such as "summing the values of KRKN", takes more bytes than may be taken */
export function checkMemory(doing: string, bytes: number): void {
  const free = memoryToTake();
  if (bytes <= free) return;
  const sizes = `${formatBytes(bytes)} of memory, of which ${formatBytes(free)} may be taken`;
  throw new InputError("not-enough-memory", `${doing} takes ${sizes}`);
}

/** File names of Linux' control groups, versions 2 and 1, and what of the memory in use is given back when it is needed. */
const VERSIONS = [
  { controller: "", mount: "", limit: "memory.max", used: "memory.current", cache: "inactive_file" },
  {
    controller: "memory",
    mount: "memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cache: "total_inactive_file",
  },
] as const;

/**
 * What the memory limits of the control groups that this process is in leave it; Infinity without any.
 * @param root where the file system begins; another one for tests
 */
export function limitedMemory(root: string): number {
  let least = Infinity;
  // Lines are HIERARCHY:CONTROLLERS:PATH; version 2 has the one with no controllers.
  for (const line of (read(join(root, "proc/self/cgroup")) ?? "").split("\n")) {
    const [, controllers, path] = /^\d+:([^:]*):\/(.*)$/.exec(line) ?? [];
    const version = VERSIONS.find(({ controller }) => controllers?.split(",").includes(controller));
    if (version === undefined || path === undefined) continue;
    const mount = join(root, "sys/fs/cgroup", version.mount);
    // A group's limit binds those in it as well. In a container the path may be that of the host, and the mount the group.
    const parts = path.split("/").filter((part) => part !== "" && part !== "..");
    for (let depth = 0; depth <= parts.length; depth++) {
      least = Math.min(least, leftIn(join(mount, ...parts.slice(0, depth)), version));
    }
  }
  return least;
}

function leftIn(group: string, { limit, used, cache }: (typeof VERSIONS)[number]): number {
  const most = numberIn(read(join(group, limit)));
  const taken = numberIn(read(join(group, used)));
  if (most === null || taken === null) return Infinity;
  const line = new RegExp(`^${cache} (\\d+)$`, "m").exec(read(join(group, "memory.stat")) ?? "");
  return Math.max(0, most - taken + Number(line?.[1] ?? 0));
}

/** Null for `max`, and for a file that is not there. */
function numberIn(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
