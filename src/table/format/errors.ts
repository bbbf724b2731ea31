/** What can be wrong with a table or with where it comes from. */
import { describeBeyondOffers, isBeyondOffers } from "../../endgame/endgame.ts";
import { InputError } from "../../base/errors.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { formatCollection } from "./header.ts";
import { formatBytes } from "../../base/sizes.ts";

/** A table whose bytes are not what its writer wrote: cut short, altered, or no table at all. */
export class DamagedTableError extends InputError {
  /** The source's key: a path or an address. */
  readonly file: string;
  /** The damaged block, or null when it is another part of the file. */
  readonly block: { readonly turn: Colour; readonly number: number } | null;

  constructor(file: string, reason: string, block: DamagedTableError["block"] = null, options?: ErrorOptions) {
    const where = block === null ? "" : `block ${block.number} of ${block.turn} to move: `;
    super("damaged-table", `${file} is damaged: ${where}${reason}`, options);
    this.file = file;
    this.block = block;
  }

  /** The endgame that its path or address names; null where it names none. */
  get endgame(): string | null {
    return /(?:^|[/\\])(K[A-Z]*K[A-Z]*(?:\.from[3-9]*-[3-9]*)?)\.canju(?:\?|$)/.exec(this.file)?.[1] ?? null;
  }
}

/** A sound table that this program cannot read: a newer format, an unknown codec or index. */
export class UnsupportedTableError extends InputError {
  readonly file: string;

  constructor(file: string, reason: string) {
    super("unsupported-table", `${file} cannot be read: ${reason}`);
    this.file = file;
  }
}

/** Rules, metric and how orders are numbered. */
type CollectionOfTable = Parameters<typeof formatCollection>[0];

/** No table for an endgame: `missing-table`, or `too-many-attacking-men` where there can be none. */
export class MissingTableError extends InputError {
  /** Canonical name. */
  readonly endgame: string;
  /** The tables among which it was looked for. */
  readonly collection: CollectionOfTable;
  /** What the table would take when built, where the caller knows. */
  readonly estimatedBytes: number | null;

  constructor(endgame: string, collection: CollectionOfTable, estimatedBytes: number | null = null) {
    const size = estimatedBytes === null ? "" : `; building it takes about ${formatBytes(estimatedBytes)}`;
    if (isBeyondOffers(endgame)) super("too-many-attacking-men", describeBeyondOffers(endgame));
    else super("missing-table", `there is no table for ${endgame} (${formatCollection(collection)})${size}`);
    this.endgame = endgame;
    this.collection = collection;
    this.estimatedBytes = estimatedBytes;
  }
}
