/**
 * What only a fleet needs is not installed with Canju (docs/decisions/0013-fleet.md): these packages are loaded when they
 * are first used, by the one file that uses each.
 */
import manifest from "../../../package.json" with { type: "json" };
import { InputError } from "../../../src/base/errors.ts";

type Optional = keyof typeof manifest.peerDependencies;

/** @throws InputError `package-missing` with the command that installs it */
export async function requirePackage<T>(name: Optional, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    const install = `npm install ${name}@${manifest.peerDependencies[name]}`;
    throw new InputError("package-missing", `this needs the package ${name}, which only fleets do: ${install}`);
  }
}
