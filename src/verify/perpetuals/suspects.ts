/**
 * Suspects: positions in which the side to move may be forced to check or chase for ever (suspect-finder.ts), with the
 * moves that do so. Plain data: threads send what they find, and it is joined.
 */

type Bytes = Uint8Array<ArrayBuffer>;
type Shorts = Uint16Array<ArrayBuffer>;
type Words = Uint32Array<ArrayBuffer>;
type Keys = Float64Array<ArrayBuffer>;

export interface Suspects {
  /** By suspect: its key, and how many edges it has. */
  readonly keys: Keys;
  readonly edges: Bytes;
  /** The order of its value, UNDECIDED for a draw. */
  readonly levels: Shorts;
  /**
   * By edge, suspect by suspect: a quiet move that checks or chases and leads to a draw or a position of an order above 0.
   * See `Moves` in move-graph.ts.
   */
  readonly to: Keys;
  readonly move: Shorts;
  readonly mirrored: Bytes;
  readonly chased: Words;
  /** The order of the value after it. */
  readonly reached: Shorts;
  /** By candidate: the number of a suspect, and the square of a man that it may be forced to chase for ever. */
  readonly suspect: Words;
  readonly square: Bytes;
  /** 1: the man is the king. */
  readonly king: Bytes;
  /** The first level at which all moves chase the man or lead to positions won for the opponent at lower levels. */
  readonly from: Shorts;
}

export function noSuspects(): Suspects {
  return {
    keys: new Float64Array(),
    edges: new Uint8Array(),
    levels: new Uint16Array(),
    to: new Float64Array(),
    move: new Uint16Array(),
    mirrored: new Uint8Array(),
    chased: new Uint32Array(),
    reached: new Uint16Array(),
    suspect: new Uint32Array(),
    square: new Uint8Array(),
    king: new Uint8Array(),
    from: new Uint16Array(),
  };
}

/** Numbers the second ones' suspects behind the first ones'. */
export function joinSuspects(a: Suspects, b: Suspects): Suspects {
  const join = <N extends Bytes | Shorts | Words | Keys>(out: N, first: N, second: N): N => {
    out.set(first);
    out.set(second, first.length);
    return out;
  };
  const bytes = (of: "edges" | "mirrored" | "square" | "king") =>
    join(new Uint8Array(a[of].length + b[of].length), a[of], b[of]);
  const shorts = (of: "levels" | "move" | "reached" | "from") =>
    join(new Uint16Array(a[of].length + b[of].length), a[of], b[of]);
  const words = (first: Words, second: Words) => join(new Uint32Array(first.length + second.length), first, second);
  const keys = (of: "keys" | "to") => join(new Float64Array(a[of].length + b[of].length), a[of], b[of]);
  return {
    keys: keys("keys"),
    edges: bytes("edges"),
    levels: shorts("levels"),
    to: keys("to"),
    move: shorts("move"),
    mirrored: bytes("mirrored"),
    chased: words(a.chased, b.chased),
    reached: shorts("reached"),
    suspect: words(
      a.suspect,
      b.suspect.map((suspect) => suspect + a.keys.length),
    ),
    square: bytes("square"),
    king: bytes("king"),
    from: shorts("from"),
  };
}
