/** `canju check`: replays proof trees. Nothing is believed, and no table is built. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { InputError } from "../../base/errors.ts";
import { openPlain } from "../../base/node/plain-file.ts";
import { checkProofTree, type CheckedProof, type CheckerTable } from "../../prove/check.ts";
import { collectionOfTable, openLeafTable } from "../../prove/leaf-tables.ts";
import { MOST_TREE_BYTES, readProofTree, type LeafTable } from "../../prove/proof-tree.ts";
import { game } from "../../say/english.ts";
import { toProofJson } from "../../say/proof.ts";
import { collectionPath } from "../../table/catalog/collection.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { legalPosition } from "../../xiangqi/validate.ts";
import { addDataOption, checkDataFolder, jsonOption } from "./options.ts";
import { formatCount, formatPlies, printJson, printLine } from "./output.ts";
import { readPosition } from "./positions.ts";

interface CheckFlags {
  readonly data: string;
  readonly position?: string;
  readonly json?: true;
}

export function registerCheck(program: Command): void {
  const command = program
    .command("check")
    .description("check a proof tree: replay it by the plain rules of the game, without any search")
    .argument("<file>", "a file that `canju prove --certificate` wrote")
    .option("--position <position>", "what the proof has to be of: a FEN or a Pai code");
  addDataOption(command).addOption(jsonOption()).action(check);
}

async function check(path: string, { data, position, json }: CheckFlags): Promise<void> {
  const asked = position === undefined ? undefined : legalPosition(readPosition(position));
  const tree = readProofTree(await readTreeFile(path));
  const shelf = new TableShelf(data);
  try {
    const proof = await checkProofTree(tree, { position: asked, open: (table) => shelf.open(table) });
    if (json) printJson({ fen: formatFen(tree.position), ...toProofJson(proof) });
    else printLine(`${formatFen(tree.position)}\n${describeProof(proof)}\n${describeChecked(proof)}`);
  } finally {
    await shelf.close();
  }
}

async function readTreeFile(path: string): Promise<Uint8Array> {
  const file = await openPlain(path, true).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new InputError("no-file", `there is no file ${path}`);
    throw error;
  });
  try {
    const { size } = await file.stat();
    if (size > MOST_TREE_BYTES) {
      throw new InputError("bad-proof-tree", `${path} is no proof tree: it has more than ${MOST_TREE_BYTES} bytes`);
    }
    return await readFile(file);
  } finally {
    await file.close();
  }
}

/** The tables of a data folder that proofs rest on. None is built. */
export class TableShelf {
  readonly #folder: string;
  readonly #catalogs = new Map<string, FolderCatalog>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(table: LeafTable): Promise<CheckerTable | null> {
    const collection = collectionOfTable(table);
    const path = collectionPath(collection);
    let known = this.#catalogs.get(path);
    if (known === undefined) {
      await checkDataFolder(this.#folder);
      this.#catalogs.set(path, (known = new FolderCatalog(this.#folder, collection)));
    }
    const catalog = known;
    return openLeafTable(table, catalog, (name, header) => catalog.sumOf(name, header));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#catalogs.values()].map((catalog) => catalog.close()));
  }
}

/** `Red wins in at most 13 plies, by checks alone: a finite win, under any rules about repetitions`. */
export function describeProof({ winner, outcome, plies, rules, byChecks, leaves }: CheckedProof): string {
  const loser = winner === "red" ? "black" : "red";
  const who = outcome === "win" ? `${game.colours[winner]} wins` : `${game.colours[loser]} loses`;
  const how = byChecks && plies > 0 ? ", by checks alone" : "";
  const end = leaves.size > 0 ? " to mate or a win of a table" : "";
  const under = rules === "none" ? "a finite win, under any rules about repetitions" : "a win under the Asian rules";
  return `${who} in at most ${formatPlies(plies)}${end}${how}: ${under}`;
}

function describeChecked({ positions, mates, stalemates, references, leaves }: CheckedProof): string {
  const counts = [
    `${formatCount(positions)} positions of the winner`,
    `${formatCount(mates)} mates`,
    `${formatCount(stalemates)} stalemates`,
    `${formatCount(references)} met again`,
    ...[...leaves].map(([path, count]) => `${formatCount(count)} decided by the table ${path}`),
  ];
  return `Checked: ${counts.join(", ")}.`;
}
