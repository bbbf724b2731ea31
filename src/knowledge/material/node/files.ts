/** The files of the material room: exact inputs and what is made of them, all in one folder; held-out endgames apart. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { compressSync } from "../../../table/node/codecs.ts";
import { writeWhole } from "../../../base/node/disk.ts";
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
  const bytes = (file: keyof typeof MATERIAL_FILES) => readBytes(join(folder, MATERIAL_FILES[file]));
  const text = (file: keyof typeof MATERIAL_FILES) => bytes(file).toString();
  const texts = { model: text("model"), basic: text("basic"), exchanges: text("exchanges") };
  return makeMaterialBase(texts, unpack(bytes("states")));
}

export async function writeStates(folder: string, database: Uint8Array): Promise<number> {
  const packed = compressSync(database, "small");
  await writeWhole(join(folder, MATERIAL_FILES.states), packed);
  return packed.length;
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new InputError("missing-material", `the material database lacks its file ${basename(path)}`, { cause });
  }
}

function unpack(bytes: Buffer): Uint8Array {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return new Uint8Array(); // refused by the decoder
  }
}

function readKind<T extends { readonly kind: string }>(path: string, kind: T["kind"]): T {
  return parseKind<T>(readBytes(path).toString(), basename(path), kind);
}

/** Endgames that test what is said of material: never learned from (scripts/material-draw.ts). */
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
