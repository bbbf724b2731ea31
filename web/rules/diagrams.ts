/** A diagram or more for every clause of the rules (docs/rules.md), to be played through. What they show is computed. */

/** The clauses in the order in which they are told. */
export const CLAUSES = [
  "b1",
  "c1",
  "c2",
  "c3",
  "c4",
  "c5",
  "c6",
  "c7",
  "c8",
  "c9",
  "c10",
  "c11",
  "c12",
  "c13",
  "d3",
  "d4",
  "d5",
] as const;
export type Clause = (typeof CLAUSES)[number];

export interface Diagram {
  readonly fen: string;
  /** Written as `h2e2`, apart by blanks. */
  readonly moves: string;
  /** The moves come back to where they began, and are made twice. */
  readonly repeated?: true;
  /** Judged by the Chinese rules. */
  readonly byClasses?: true;
}

/** What the Chinese rules decide: two that the Asian rules allow, a mixture with chases, two men in turn, and free play. */
export const CHINESE_DIAGRAMS: readonly Diagram[] = [
  { fen: "4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b", moves: "e0e7 f1f0 e7e0 f0f1", repeated: true, byClasses: true },
  { fen: "9/3k5/9/8R/9/9/9/3r5/7C1/4K4 b", moves: "d2e2 h1e1 e2d2 e1h1", repeated: true, byClasses: true },
  { fen: "4kc1n1/9/9/9/7R1/9/9/5K3/9/9 w", moves: "h5e5 e9d9 e5h5 d9e9", repeated: true, byClasses: true },
  { fen: "5k3/9/9/9/1nn6/9/9/9/1R7/3K5 w", moves: "b1c1 f9f8 c1b1 f8f9", repeated: true, byClasses: true },
  { fen: "4k4/9/6P2/9/9/R8/9/9/3r5/5K3 w", moves: "a4a9 e9e8 a9a4 e8e9", repeated: true, byClasses: true },
];

export const DIAGRAMS: Readonly<Record<Clause, readonly Diagram[]>> = {
  b1: [
    { fen: "4k4/9/9/9/R8/9/9/9/9/3K5 w", moves: "a5e5" },
    { fen: "4k4/4a4/9/9/9/9/C8/9/9/3K5 w", moves: "a3e3" },
    { fen: "3k5/9/9/9/9/3N5/9/3R5/9/5K3 w", moves: "d4f5" },
    { fen: "4k4/9/4p4/9/R8/9/9/9/9/3K5 w", moves: "a5e5" },
  ],
  c1: [
    { fen: "5k3/9/9/9/9/2n6/9/9/R8/3K5 w", moves: "a1c1" },
    { fen: "5k3/9/9/2c6/5c3/9/9/4N4/9/3K5 w", moves: "e2d4" },
  ],
  c2: [
    { fen: "5k3/9/9/9/2p6/9/9/9/R8/3K5 w", moves: "a1c1" },
    { fen: "5k3/9/9/9/9/2p6/9/9/R8/3K5 w", moves: "a1c1" },
    { fen: "5k3/9/3a5/9/9/9/9/9/R8/4K4 w", moves: "a1d1" },
  ],
  c3: [
    { fen: "5k3/9/9/9/2p6/2n6/9/9/R8/3K5 w", moves: "a1c1" },
    { fen: "4k4/9/9/9/4n4/2c6/9/9/R3R4/3K5 w", moves: "a1c1" },
    { fen: "5k3/5n3/9/6N2/9/9/9/9/R8/3K5 w", moves: "a1a8" },
    { fen: "3nk4/9/9/9/9/9/9/9/R8/3K5 w", moves: "a1a9" },
    { fen: "5k3/9/9/2p6/2c6/9/1N7/9/R8/3K5 w", moves: "a1c1" },
  ],
  c4: [
    { fen: "5k3/9/9/4p4/4r4/9/9/1N7/9/3K5 w", moves: "b2d3" },
    { fen: "5k3/4n4/2r6/9/2P6/9/9/C8/9/3K5 w", moves: "a2c2" },
  ],
  c5: [
    { fen: "5k3/9/9/9/9/9/N1n6/9/9/3K5 w", moves: "a3b5" },
    { fen: "3k5/9/3n5/9/3n5/9/9/N8/3C5/4K4 w", moves: "a2b4" },
  ],
  c6: [
    { fen: "5k3/9/3n5/2P6/9/9/9/9/9/3K5 w", moves: "c6c7" },
    { fen: "5k3/9/9/9/9/9/9/3K5/4p4/9 w", moves: "d2e2 e1d1 e2d2 d1e1", repeated: true },
    { fen: "5k3/2n6/9/9/1P7/9/9/9/2C6/3K5 w", moves: "b5c5" },
  ],
  c7: [{ fen: "3kr4/9/9/9/6n2/4R4/9/9/9/4K4 w", moves: "e4e5" }],
  c8: [
    { fen: "5k3/9/9/9/2n6/9/9/9/2R6/3K5 w", moves: "d0d1" },
    { fen: "5k3/9/9/9/2n6/9/R8/9/2R6/3K5 w", moves: "a3a5" },
    { fen: "5k3/9/9/9/2n3P1c/9/9/9/2R6/3K5 w", moves: "g5g6" },
  ],
  c9: [{ fen: "4k4/9/9/5c3/2N6/9/9/9/9/3K5 w", moves: "c5d7" }],
  c10: [{ fen: "4k4/R8/9/9/9/9/9/9/9/1R1K5 w", moves: "b0b7" }],
  c11: [{ fen: "5k3/9/9/9/2n6/9/9/9/R1p6/3K5 w", moves: "a1c1" }],
  c12: [{ fen: "4k4/9/9/5n3/9/C6rN/9/4B4/9/3K5 w", moves: "e2c4 f6g4 c4e2 g4f6", repeated: true }],
  c13: [
    { fen: "5k3/9/9/9/1nn6/9/9/9/1R7/3K5 w", moves: "b1c1 f9f8 c1b1 f8f9", repeated: true },
    { fen: "5k3/9/9/9/9/2n3n2/9/9/3R5/4K4 w", moves: "d1c1 c4d6 c1d1 d6c4", repeated: true },
  ],
  d3: [
    { fen: "R8/4k4/9/9/9/9/9/9/9/3K5 w", moves: "a9a8 e8e9 a8a9 e9e8", repeated: true },
    { fen: "3c5/4k4/9/9/4r4/3C5/9/3K5/4R4/9 w", moves: "d4e4 e5d5 e4d4 d5e5", repeated: true },
  ],
  d4: [
    { fen: "3k5/9/9/9/9/1R7/9/9/5K3/2p6 w", moves: "b4c4 c0b0 c4b4 b0c0", repeated: true },
    { fen: "3k5/4r4/9/9/2N1r4/9/9/9/9/5K3 w", moves: "c5d3 e5e6 d3c5 e6e5", repeated: true },
    {
      fen: "5k3/9/9/9/5n3/3R5/9/9/4A4/4K4 w",
      moves: "d4d5 f5e3 d5e5 e3c4 e5e4 c4d6 e4d4 d6f5",
      repeated: true,
    },
  ],
  d5: [
    { fen: "4k4/9/9/9/9/9/9/9/2R6/3K1A3 w", moves: "c1e1 e9f9 e1c1 f9e9", repeated: true },
    { fen: "5k3/9/9/1c7/2n6/9/9/9/1R7/3K5 w", moves: "b1c1 f9f8 c1b1 f8f9", repeated: true },
    { fen: "4k3c/7P1/9/9/9/9/9/9/9/3K5 w", moves: "h8i8 i9h9 i8h8 h9i9", repeated: true },
    { fen: "5k3/9/2r6/9/9/9/9/9/1R7/3K5 w", moves: "b1c1 c7b7 c1b1 b7c7", repeated: true },
  ],
};

/** All moves of a diagram, those that are repeated twice. */
export function movesOf({ moves, repeated }: Diagram): string[] {
  const once = moves.split(" ");
  return repeated ? [...once, ...once] : once;
}
