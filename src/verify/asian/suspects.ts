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

/** Numbers the suspects of each list behind those of the lists before it. */
export function joinSuspects(lists: readonly Suspects[]): Suspects {
  const join = <N extends Bytes | Shorts | Words | Keys>(make: new (length: number) => N, of: keyof Suspects): N => {
    const joined = new make(lists.reduce((sum, list) => sum + list[of].length, 0));
    let at = 0;
    for (const list of lists) {
      joined.set(list[of], at);
      at += list[of].length;
    }
    return joined;
  };
  const suspect = join(Uint32Array, "suspect");
  let [at, before] = [0, 0];
  for (const list of lists) {
    for (const end = at + list.suspect.length; at < end; at++) suspect[at]! += before;
    before += list.keys.length;
  }
  return {
    keys: join(Float64Array, "keys"),
    edges: join(Uint8Array, "edges"),
    levels: join(Uint16Array, "levels"),
    to: join(Float64Array, "to"),
    move: join(Uint16Array, "move"),
    mirrored: join(Uint8Array, "mirrored"),
    chased: join(Uint32Array, "chased"),
    reached: join(Uint16Array, "reached"),
    suspect,
    square: join(Uint8Array, "square"),
    king: join(Uint8Array, "king"),
    from: join(Uint16Array, "from"),
  };
}

/** Some of them, in their order. */
export function suspectsWhere(suspects: Suspects, isWanted: (key: number) => boolean): Suspects {
  const wanted = new Uint8Array(suspects.keys.length);
  for (let i = 0; i < wanted.length; i++) wanted[i] = isWanted(suspects.keys[i]!) ? 1 : 0;
  const numbers = new Uint32Array(wanted.length);
  const wantedEdges = new Uint8Array(suspects.to.length);
  let [number, edge] = [0, 0];
  suspects.edges.forEach((edges, i) => {
    numbers[i] = number;
    number += wanted[i]!;
    wantedEdges.fill(wanted[i]!, edge, edge + edges);
    edge += edges;
  });
  const wantedCandidates = new Uint8Array(suspects.suspect.length);
  suspects.suspect.forEach((suspect, i) => (wantedCandidates[i] = wanted[suspect]!));
  const among =
    (mask: Uint8Array) =>
    <N extends Bytes | Shorts | Words | Keys>(list: N) =>
      list.filter((_, i) => mask[i] === 1) as N;
  const [bySuspect, byEdge, byCandidate] = [among(wanted), among(wantedEdges), among(wantedCandidates)];
  return {
    keys: bySuspect(suspects.keys),
    edges: bySuspect(suspects.edges),
    levels: bySuspect(suspects.levels),
    to: byEdge(suspects.to),
    move: byEdge(suspects.move),
    mirrored: byEdge(suspects.mirrored),
    chased: byEdge(suspects.chased),
    reached: byEdge(suspects.reached),
    suspect: byCandidate(suspects.suspect).map((i) => numbers[i]!),
    square: byCandidate(suspects.square),
    king: byCandidate(suspects.king),
    from: byCandidate(suspects.from),
  };
}
