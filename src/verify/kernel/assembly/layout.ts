// What the host lays out in shared memory and the proof kernel reads: numbers of 32-bit words. The kernel's source and the
// host both import this file, so that each place is stated once. Addresses are in bytes.

// The table being proven.
export const T_FORMATIONS_BLACK = 0; // how many
export const T_OUTER = 1; // outer men
export const T_TWINS = 2; // men like the inner one, itself included
export const T_PLACEMENTS = 3;
export const T_BLOCKS = 4; // stored blocks
export const T_FIND = 5; // i32: placement, -1: none; by the sum of what the outer men add
export const T_STORED = 6; // i32[red formations * placements]: stored block, or -1 - its mirror image
export const T_ALL_BLOCKS = 7; // i32[blocks]: red formation * placements + placement
export const T_WEIGHTS = 8; // u8[blocks]
export const T_MIRROR_BLACK = 9; // u16[black formations]
export const T_PIECES = 10; // u8[1 + outer]: men, the inner one first
export const T_SQUARES = 11; // u8[placements * outer]
export const T_REACH = 12; // u8[90]: whether the inner man can stand there
export const T_RED_MEN = 13; // men of a red formation, its king included
export const T_BLACK_MEN = 14;
export const T_RED_SQUARES = 15; // u8[red formations * men], on the board
export const T_BLACK_SQUARES = 16;
export const T_RED_PIECES = 17; // u8[men]
export const T_BLACK_PIECES = 18;
export const T_RED_MOVES = 19; // u32[red formations + 1] into the next
export const T_RED_MOVE = 20; // FORMATION_MOVE_BYTES each: u16 target, u8 from, u8 to, u8 eye (90: none)
export const T_BLACK_MOVES = 21;
export const T_BLACK_MOVE = 22;
export const T_RED_LOST = 23; // u32[red formations * 90]: the formation left without the man on a square | advisor 0, elephant 1 << 16
export const T_BLACK_LOST = 24;
export const T_HORSE = 25; // u16[90 * 16]: eight moves to a square, then eight from it: square | leg << 8, 0xffff behind the last
export const T_OWN = 26; // the side whose positions are looked at, 0 Red, 8 Black: moves lead to the other one's
export const T_WIDE = 27; // codes have two bytes
export const T_CODES_RED = 28; // values in a side's list; illegal cells get this code
export const T_CODES_BLACK = 29;
export const T_KEYS_RED = 30; // u32[codes + 1]: how good a move to such a value of Red's is for Black, least is best
export const T_KEYS_BLACK = 31;
export const T_VALUES_RED = 32; // i32[codes]: the value, DRAW_VALUE for a draw
export const T_VALUES_BLACK = 33;
export const T_CONVERSIONS = 34; // CONVERSION_BYTES each: by the attacking man lost, then see CONVERSION_DEFENDING
export const T_SEED_ANY = 35; // a seed may derive to any loss of its order (the form chessdb)
export const T_SUSPECTS = 36; // whether to look for suspects
export const T_LEVELS_RED = 37; // u16[codes]: order (UNDECIDED for a draw) | WON where the side to move wins
export const T_LEVELS_BLACK = 38;
export const T_RUNS = 39; // RUN_CELLS cells each
export const T_DERIVED = 40; // the side of which files have differences: 0 Red, 8 Black, NEITHER
export const T_BEFORE = 41; // u16[codes]: by that of the best quiet move, the code that it gives; NO_CODE: nothing there is
export const T_WITHOUT_MOVE = 42; // the code of a position without a quiet move, or NO_CODE
export const T_MIRROR_PLACEMENT = 43; // i32[placements]
export const T_HALF = 44; // u16[T_HALF_COUNT]: red formations that are not greater than their mirror images
export const T_HALF_COUNT = 45;
export const T_RED_FORMATIONS = 46; // how many
export const T_NEAR = 47; // u8[91 * 90], by the square of a king: where a man gives check, lets another one do so, or stops one; then 1s
export const T_ADDENDS = 48; // u32[90 * outer]: what an outer man on a square adds to a place in T_FIND
export const TABLE_WORDS = 50; // an even number: words of 8 bytes follow

// What a thread needs of the stored blocks that the moves of a chunk lead to: bits of u8[blocks].
export const NEED_ROWS = 1; // the rows of the chunk's squares
export const NEED_WHOLE = 2;
export const NEED_OWN = 4; // it is of the chunk

// A thread's words: where its part of the memory is.
export const H_NEEDS = 0; // u8[blocks]
export const H_WINDOWS = 1; // u32[blocks]: where a block's codes of the other side lie, or would lie if all of them did
export const H_OUTS = 2; // u32[blocks]: where what is found of a chunk's block goes, in the same way
export const H_ASKED = 3; // u32[blocks]: those that are needed, in the order in which they were asked for
export const THREAD_WORDS = 16;

export const NO_CODE = 0xffff;
export const NEITHER = 1;

export const FORMATION_MOVE_BYTES = 8;

/** Of draws among T_VALUES and of their keys; what is won for the opponent has keys near LOST_KEY. */
export const DRAW_VALUE = -0x2000_0000;
export const DRAW_KEY = 0x2000_0000;
export const LOST_KEY = 0x4000_0000;

export const UNDECIDED = 255;
export const WON = 256;

// A conversion: how positions after a capture are looked up.
export const C_PLANE = 0; // of the side to move then
export const C_BITS = 4; // of a class of values: 2, 8 or 16
export const C_SWAPPED = 8; // colours are exchanged there
export const C_MEN = 12; // how many are left
export const C_FIND = 16;
export const C_STORED = 20;
export const C_PLACEMENTS = 24;
export const C_FORMATIONS_BLACK = 28;
export const C_MIRROR_BLACK = 32;
export const C_KEYS = 36;
export const C_TWINS = 40;
export const C_OURS = 44; // u8[men left]: which of ours each is, at most 8
export const C_ADDENDS = 52;
export const CONVERSION_BYTES = 64;
/** Behind the men': the loss of a red advisor, a red elephant, a black advisor, a black elephant. */
export const CONVERSION_DEFENDING = 8;
export const CONVERSIONS = 12;

// What a thread finds.
export const R_CHECKED = 0; // u64
export const R_WRONG = 8; // u64
export const R_MATED_RED = 16; // u64, in half positions
export const R_MATED_BLACK = 24;
export const R_STALEMATED_RED = 32;
export const R_STALEMATED_BLACK = 40;
export const R_FIRST_CELL = 48; // u64: the first wrong value
export const R_FIRST_SIDE = 56; // 0 Red, 8 Black
export const R_FIRST_STORED = 60; // its code
export const R_FIRST_DERIVED = 64; // its derived value
export const R_UNREAD = 72; // u64: differences that no code stands for
export const R_ONLY_RED = 80; // u64, in half positions: Red to move wins by one move only
export const R_ONLY_BLACK = 88;
export const R_ZUGZWANG_BOTH = 96; // whoever is to move is lost
export const R_ZUGZWANG_RED = 104; // Red to move is lost, Black to move draws
export const R_ZUGZWANG_BLACK = 112; // Black to move is lost, Red to move draws
export const R_HALVES = 120; // u64[Red's codes + Black's codes]: half positions by code

// A cell in lists takes this many bytes, the lowest first.
export const CELL_BYTES = 5;

// Who may be forced to check for ever, as they are listed while a chunk is looked at, in bytes: the cell, the order of the value
// (u8), the first level at which it is one (u8), how many of its moves check and leave the game undecided at order 0 (u8),
// whether it is stored as a seed (u8); then for each of those moves the cell after it and the order there (u8).
export const SUSPECT_BYTES = CELL_BYTES + 4;
export const CHECK_BYTES = CELL_BYTES + 1;
/** Quiet moves of a position, at most. */
export const MOST_QUIET = 128;

// Who may be forced to chase, in words: the cell, of two words; its code | quiet moves << 16; then for each of these the cell after
// it, and from | to << 8 | the code there << 16.
export const CHASE_HEAD_WORDS = 3;
export const CHASE_MOVE_WORDS = 3;

// The levels of a side: words again. What is said of checks goes for chases as well, where L_CHASES is not 0.
export const L_SET = 0; // the suspects: u8 for each, ascending, its place in its run
export const L_RANKS = 1; // u32 for each run of RUN_CELLS, and one more: suspects before it
export const L_COUNT = 2; // suspects; what follows is by suspect, in the order of cells
export const L_FROM = 3; // u8: the first level at which all its moves check or are lost
export const L_LEVEL = 4; // u8: the order of its value, UNDECIDED for a draw
export const L_STATE = 5; // u8: ALIVE, PENDING, QUEUED, FORCED, SEED, MET
export const L_WITNESS = 6; // u32: the move that takes it out, by its number in L_CHECKED; NO_WITNESS: there is none
export const L_WITNESS_LEVEL = 7; // u8: the order of the value there; NEVER: it cannot come back; 0: it may at once
export const L_STACK = 8; // u64[L_STACK_CELLS]
export const L_STACK_CELLS = 9;
export const L_LIST = 10; // u64[L_LIST_LENGTH], on their way to the host: cell | state << 56
export const L_CHECKED = 11; // where suspects' checks lead to, in the same way
export const L_CHECKED_RANKS = 12;
export const L_CHECKED_LEVEL = 13; // u8 for each of those: the order of the value there
export const L_CHASES = 14;
export const LEVEL_WORDS = 15;
/** Cells of which a set has the first number; a place among them is a byte. */
export const RUN_CELLS = 256;
/** So many bytes of a set are looked at together, also behind its end. */
export const PLACES_AT_ONCE = 16;
export const L_LIST_LENGTH = 65_536;
export const ALIVE = 1;
export const PENDING = 2;
export const QUEUED = 4;
export const FORCED = 8; // he can keep on making the opponent check
export const SEED = 16; // stored as lost in 0; whatever the level
export const MET = 32; // it has been in a pattern; whatever the level
export const NO_WITNESS = 0xffff_ffff;
export const NEVER = 255;

/** A thread's own memory: board, lists of moves, and so on; its findings lie behind. */
export const SCRATCH_BYTES = 44_800;
