/** The package, packed and unpacked into a folder of its own, as an installation without a network does it. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");
export const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Installed {
  /** Where a program lies that uses the package. Nothing of the repository is around it. */
  readonly folder: string;
  /** Of what is published. */
  readonly packedBytes: number;
  /** What `npx canju` runs. */
  readonly program: string;
  remove(): void;
}

/** @param others packages that the program uses beside it, from the repository's node_modules */
export function installPackage(others: readonly string[] = []): Installed {
  const folder = mkdtempSync(join(tmpdir(), "canju-installed-"));
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  execFileSync("npm", pack, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" });
  const tarball = join(folder, `canju-${MANIFEST.version}.tgz`);
  const modules = join(folder, "node_modules");
  const place = join(modules, "canju");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", place, "--strip-components", "1"]);
  for (const name of new Set([...runtimeDependencies(MANIFEST), ...others])) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`);
  const packedBytes = statSync(tarball).size;
  return {
    folder,
    packedBytes,
    program: join(place, "bin/canju.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What an installation brings: all dependencies of dependencies. */
function runtimeDependencies(manifest: Manifest, found = new Set<string>()): Set<string> {
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const file = join(ROOT, "node_modules", name, "package.json");
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    runtimeDependencies(JSON.parse(readFileSync(file, "utf8")) as Manifest, found);
  }
  return found;
}
