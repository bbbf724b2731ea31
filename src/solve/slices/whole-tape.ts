/**
 * The tape of a whole endgame, put together of those of its slices. Their cells are cells of the whole, whose bands hold some of many
 * slices; and what a mark of a slice means is known only when all are solved. So records are laid aside by band, and then put in
 * order a band at a time.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { EXTENT_HEADER, TAPE_BYTES } from "../kernel/assembly/layout.ts";
import { type MakeShelf, type NewShelf, Tape, type TapeShape } from "../tape.ts";

/** Words before the records of one slice, mark and side: slice, mark * 2 + (1: Red to move), weight, words of the records. */
const HEADER = 4;
/** More than so many words of a band are put on the shelf, where there is one. */
const MOST_WORDS = 2 ** 15;
const MOST_RECORD_WORDS = 5;

/** What is laid aside of a band. */
interface Aside {
  words: Uint32Array;
  length: number;
  /** Where the open header is, and what for; -1: there is none. */
  open: number;
  slice: number;
  markAndTurn: number;
  /** On the shelf: the first word and how many, piece by piece. */
  readonly shelved: (readonly [first: number, length: number])[];
}

export class WholeTape {
  readonly #index: EndgameIndex;
  readonly #shape: TapeShape;
  readonly #makeShelf: MakeShelf | undefined;
  readonly #bands: Aside[];
  #shelf: NewShelf | null = null;
  #wordsOnShelf = 0;

  constructor(index: EndgameIndex, bandBlocks: number, makeShelf?: MakeShelf) {
    this.#index = index;
    this.#shape = { blocks: index.blocks.length, bandBlocks, formations: index.black.count };
    this.#makeShelf = makeShelf;
    const bands = Math.ceil(index.blocks.length / bandBlocks);
    this.#bands = Array.from({ length: bands }, () => newAside());
  }

  /** Adds what a slice has decided. @param number of the slice */
  add(number: number, slice: EndgameIndex, tape: Tape): void {
    const { formations, bandBlocks } = this.#shape;
    const blockOf = blocksInWhole(slice, this.#index);
    for (const extent of tape.extents) {
      const records = tape.recordsOf(extent);
      const squares = tape.firstVector(extent.band);
      const markAndTurn = extent.mark * 2 + (extent.turn === "red" ? 1 : 0);
      for (let at = 0; at < records.length;) {
        const record = records[at]!;
        const count = record & 15;
        const words = count === 0 ? 4 : (count + 3) >> 2;
        const vector = squares + (record >>> 4);
        const own = Math.floor(vector / formations);
        const block = blockOf[own]!;
        const band = Math.floor(block / bandBlocks);
        const aside = this.#open(band, number, markAndTurn);
        let end = aside.length;
        const inBand = (block - band * bandBlocks) * formations + (vector - own * formations);
        aside.words[end++] = inBand * 16 + count;
        for (let word = 1; word <= words; word++) aside.words[end++] = records[at + word]!;
        aside.length = end;
        const cells = count > 0 ? count : bitsOf(records, at + 1);
        aside.words[aside.open + 2]! += cells * slice.weights[own]!;
        aside.words[aside.open + 3]! += words + 1;
        at += words + 1;
      }
    }
  }

  /** What is laid aside of a band, with room for a record of this slice, mark and side. */
  #open(band: number, slice: number, markAndTurn: number): Aside {
    const aside = this.#bands[band]!;
    const isOpen = aside.open >= 0 && aside.markAndTurn === markAndTurn && aside.slice === slice;
    if (!isOpen && this.#makeShelf !== undefined && aside.length > MOST_WORDS) this.#putAway(aside);
    if (aside.length + HEADER + MOST_RECORD_WORDS > aside.words.length) {
      const grown = new Uint32Array(Math.max(1024, aside.words.length * 2));
      grown.set(aside.words);
      aside.words = grown;
    }
    if (isOpen) return aside;
    aside.words.set([slice, markAndTurn, 0, 0], aside.length);
    [aside.open, aside.slice, aside.markAndTurn] = [aside.length, slice, markAndTurn];
    aside.length += HEADER;
    return aside;
  }

  #putAway(aside: Aside): void {
    this.#shelf ??= this.#makeShelf!(0);
    const words = aside.words.subarray(0, aside.length);
    this.#shelf.write(0, this.#wordsOnShelf * 4, new Uint8Array(words.buffer, 0, words.byteLength));
    aside.shelved.push([this.#wordsOnShelf, aside.length]);
    this.#wordsOnShelf += aside.length;
    [aside.length, aside.open] = [0, -1];
  }

  /**
   * Puts the tape together.
   * @param markOf the whole's mark of a slice's
   */
  tape(markOf: (slice: number, mark: number) => number): Tape {
    const tape = new Tape(this.#shape, this.#makeShelf);
    this.#bands.forEach((aside, band) => {
      const byMark = new Map<number, { words: Uint32Array; weight: number }[]>();
      for (const words of this.#piecesOf(aside)) {
        for (let at = 0; at < words.length;) {
          const [slice, markAndTurn, weight, length] = words.subarray(at, at + HEADER) as unknown as number[];
          const place = markOf(slice!, markAndTurn! >>> 1) * 2 + (markAndTurn! & 1);
          const parts = byMark.get(place) ?? [];
          parts.push({ words: words.subarray(at + HEADER, at + HEADER + length!), weight: weight! });
          byMark.set(place, parts);
          at += HEADER + length!;
        }
      }
      for (const [place, parts] of byMark) {
        addExtents(tape, { band, mark: place >>> 1, turn: (place & 1) === 1 ? "red" : "black" }, parts);
      }
      this.#bands[band] = newAside();
    });
    this.close();
    return tape;
  }

  *#piecesOf({ words, length, shelved }: Aside): Generator<Uint32Array> {
    for (const [first, count] of shelved) {
      const piece = new Uint32Array(count);
      this.#shelf!.read(0, first * 4, new Uint8Array(piece.buffer));
      yield piece;
    }
    yield words.subarray(0, length);
  }

  close(): void {
    this.#shelf?.close();
    this.#shelf = null;
  }
}

function newAside(): Aside {
  return { words: new Uint32Array(), length: 0, open: -1, slice: 0, markAndTurn: 0, shelved: [] };
}

/** Adds records of one band, mark and side to a tape: in as few extents as there is room for in each. */
function addExtents(
  tape: Tape,
  { band, mark, turn }: { readonly band: number; readonly mark: number; readonly turn: Colour },
  parts: readonly { readonly words: Uint32Array; readonly weight: number }[],
): void {
  const most = TAPE_BYTES / 4;
  for (let first = 0; first < parts.length;) {
    let [end, words, weight] = [first, 0, 0];
    while (end < parts.length && (end === first || words + parts[end]!.words.length <= most)) {
      words += parts[end]!.words.length;
      weight += parts[end++]!.weight;
    }
    const piece = new Uint32Array(EXTENT_HEADER / 4 + words);
    piece.set([words * 4, mark, band * 2 + (turn === "red" ? 1 : 0), weight]);
    let at = EXTENT_HEADER / 4;
    for (const part of parts.slice(first, end)) {
      piece.set(part.words, at);
      at += part.words.length;
    }
    tape.add(piece);
    first = end;
  }
}

/** Where the own blocks of a slice are in the whole. */
function blocksInWhole(slice: EndgameIndex, whole: EndgameIndex): Int32Array {
  const { placements, ownBlocks, blocks } = slice;
  const men = placements.men.map((_, man) => man);
  return Int32Array.from({ length: ownBlocks }, (_, own) => {
    const placement = blocks[own]! % placements.count;
    const formation = (blocks[own]! - placement) / placements.count;
    const there = whole.placements.find(men.map((man) => placements.squareOf(placement, man)));
    return whole.storedBlock[formation * whole.placements.count + there]!;
  });
}

function bitsOf(words: Uint32Array, at: number): number {
  let bits = 0;
  for (let word = at; word < at + 4; word++) {
    let v = words[word]!;
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    bits += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return bits;
}
