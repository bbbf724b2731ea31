/**
 * The doors to what lies beside the core, in packages of their own: the fleet, and the study of solvers. A checkout has their
 * source; who has installed Canju installs them as well. They are loaded when one of their commands is asked for.
 */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { InputError } from "../../base/errors.ts";
import { VERSION } from "../../base/version.ts";
import type { Collection } from "../../table/catalog/collection.ts";
import type { TableHost } from "../../knowledge/atlas/node/fetch.ts";
import type { MoreOf } from "../http/data-folder.ts";

type Register = (program: Command) => void;

/** Tables that are served beside those of a data folder. */
export interface StoredTables {
  readonly collection: Collection;
  readonly more: MoreOf;
}

interface FleetDoor {
  readonly commands: Readonly<Record<"plan" | "work" | "queue" | "store", Register>>;
  openHost(url: string): Promise<TableHost>;
  openStored(url: string, data: string, cacheBytes: number): Promise<StoredTables>;
}

interface SolversDoor {
  readonly commands: Readonly<Record<"study", Register>>;
}

interface Doors {
  readonly "canju-fleet": FleetDoor;
  readonly "canju-solvers": SolversDoor;
}

const SOURCES: Readonly<Record<keyof Doors, string>> = {
  "canju-fleet": "../../../packages/fleet/src/door.ts",
  "canju-solvers": "../../../packages/solvers/src/door.ts",
};

/** @throws InputError `package-missing` with the command that installs it */
export async function loadPackage<Name extends keyof Doors>(name: Name): Promise<Doors[Name]> {
  const source = new URL(SOURCES[name], import.meta.url);
  if (existsSync(source)) return (await import(source.href)) as Doors[Name];
  try {
    return (await import(name)) as Doors[Name];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new InputError("package-missing", `this is in a package of its own: npm install ${name}@${VERSION}`);
  }
}

/** What registers a command of a package; where that is not there, one that says so. */
export async function commandOf<Name extends keyof Doors>(
  name: Name,
  command: keyof Doors[Name]["commands"] & string,
): Promise<Register> {
  try {
    const { commands } = (await loadPackage(name)) as { readonly commands: Readonly<Record<string, Register>> };
    return commands[command]!;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return (program) =>
      program
        .command(command)
        .description(`of the package ${name}, which is not installed`)
        .allowUnknownOption()
        .allowExcessArguments()
        .action(() => {
          throw error;
        });
  }
}
