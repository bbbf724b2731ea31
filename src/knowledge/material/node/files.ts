/** The files of the material room: exact inputs and what is made of them, all in one folder; held-out endgames apart. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { InputError } from "../../../base/errors.ts";
import type { MaterialBase } from "../answer.ts";
import { makeMaterialBase, MATERIAL_FILES, parseKind } from "../base.ts";
import type { Exchanges, Measured } from "../paper/basic.ts";

/** Where the files that come with the program are. */
export const MATERIAL_FOLDER = join(import.meta.dirname, "..", "data");

/** Exact outcomes of the endgames of a file. */
export function readMeasured(path: string): Measured {
  return readKind<Measured>(path, "canju-material-distributions");
}

export function readExchanges(folder = MATERIAL_FOLDER): Exchanges {
  return readKind<Exchanges>(join(folder, MATERIAL_FILES.exchanges), "canju-material-exchanges");
}

/**
 * Everything that answers questions about material.
 * @throws InputError when a file is missing or damaged
 */
export function readMaterialBase(folder = MATERIAL_FOLDER): MaterialBase {
  const text = (file: keyof typeof MATERIAL_FILES) => readText(join(folder, MATERIAL_FILES[file]));
  return makeMaterialBase({ basic: text("basic"), model: text("model") });
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new InputError("missing-material", `the material database lacks its file ${basename(path)}`, { cause });
  }
}

function readKind<T extends { readonly kind: string }>(path: string, kind: T["kind"]): T {
  return parseKind<T>(readText(path), basename(path), kind);
}

/** Endgames that test the paper's method, and of which it knows nothing. */
export interface Drawn {
  readonly kind: "canju-material-drawn";
  readonly seed: string;
  /** How many endgames were known or held out before. */
  readonly excluded: number;
  /** By attacking men of the attacking side and of the other: `2v1`. */
  readonly classes: Readonly<Record<string, readonly string[]>>;
}

export function readDrawn(): Drawn {
  return readKind<Drawn>(join(MATERIAL_FOLDER, MATERIAL_FILES.drawn), "canju-material-drawn");
}

export const MEASURED_FOLDER = join(import.meta.dirname, "../../../../docs/reports/material/measured");
