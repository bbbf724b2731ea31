// Where everything lies in the kernel's memory, in bytes. The host writes the board at INPUT.

/** u8[90]: the men of a board, by square. */
export const INPUT: usize = 1024;
/** u8[96]: the board searched; the squares behind the 90th stay empty. */
export const BOARD: usize = 1280;
/** u64[2][2]: the squares that Red's men and Black's stand on. */
export const MEN: usize = 1408;
/** u16[10], u16[9]: which squares of a rank, and of a file, men stand on, a bit each. */
export const RANKS: usize = 1440;
export const FILES: usize = 1472;
/** u8[96]: what a move from a square, or to it, may do to a king, while moves are listed (moves.ts). */
export const MARKS: usize = 1536;
/** u64[16][90]: random bits of a man on a square. */
export const KEYS: usize = 2048;
/** u64[90][2]: from where a horse may take on a square. */
export const HORSES: usize = 13_824;
/** u8[8][90][8][2]: where a man steps to, and what square has to be empty for it. */
export const STEPS: usize = 16_384;
/** u8[8][90]: how many steps that are. */
export const STEP_COUNTS: usize = 28_672;
/** u8[18]: where the man reaches whose moves are listed; u16[256] where the host reads moves: from * 90 + to. */
export const MOVES: usize = 40_960;
/** A bucket of the table on its way to another place. */
export const SPARE: usize = 41_984;
/** u64[1024]: the names of the positions of the line. */
export const PATH: usize = 49_152;
/** u16[4096]: how many of them end in the same 12 bits. */
export const ON_PATH: usize = 57_344;
/** The children of all positions of the line, RECORD_BYTES each. */
export const STACK: usize = 65_536;
/** The guide's: moves of its line; i16[16][90] of pieces on squares: what they are worth, and how quiet moves to there have fared. */
export const G_RECORDS: usize = STACK + (3 << 20);
export const G_VALUES: usize = STACK + (4 << 20);
export const G_RATES: usize = G_VALUES + 4096;
/** u16[120][2]: by ply, quiet moves that were too good; i16[120]: what the position is worth; then the guide's table. */
export const G_KILLERS: usize = G_RATES + 4096;
export const G_SCORES: usize = G_KILLERS + 512;
export const G_TABLE: usize = G_KILLERS + 1024;

export const RECORD_BYTES: usize = 32;
export const R_NAME: usize = 0;
export const R_PROOF: usize = 8;
export const R_DISPROOF: usize = 12;
/** In the guide's records, in the place of the numbers. */
export const R_ORDER: usize = 8;
export const R_LEANS_ON: usize = 16;
export const R_MOVE: usize = 20;
export const R_PLIES: usize = 22;
/** Whether the move gives check. */
export const R_CHECK: usize = 24;
/** Whether it is put off: it neither gives a check nor parries one. */
export const R_QUIET: usize = 25;
/** Whether it is an answer of the loser that was not searched yet. */
export const R_FRESH: usize = 26;
