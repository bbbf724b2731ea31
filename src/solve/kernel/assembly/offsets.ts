// Byte offsets of the structures in shared memory: written by the host (../*.ts), read by the kernel. This file is both
// TypeScript and AssemblyScript. Addresses are below 4 GiB and stored as u32.

// An endgame with its index and the two planes of distances, as the kernel sees it ("frame").
export const F_X_COUNT = 0;
export const F_Y_COUNT = 4;
export const F_PLACEMENTS = 8;
export const F_OUTER = 12;
export const F_BLOCKS = 16; // stored blocks
export const F_STORED = 20; // i32[all blocks]: stored block or -1 - its mirror image
export const F_FIND = 24; // i32[90^outer]: placement or -1
export const F_Y_MIRROR = 28; // u16[Y]
export const F_PLANE_X = 32; // distances, X to move: width cells a vector
export const F_PLANE_Y = 36;
export const F_WIDTH = 40; // 90, or 1 without the inner man
export const F_LOSS_X = 44; // whether some position with X to move is lost
export const F_LOSS_Y = 48;

// Only of the endgame being solved.
export const F_ALL_BLOCKS = 64; // i32[stored]: which of all blocks
export const F_X_OCC = 68; // v128[X]
export const F_Y_OCC = 72; // v128[Y]
export const F_X_KING = 76; // u8[X]
export const F_Y_KING = 80; // u8[Y]
export const F_X_MOVES = 84; // u32[X + 1] into F_X_MOVE
export const F_X_MOVE = 88; // u32: target | to << 16 | eye << 24
export const F_Y_MOVES = 92;
export const F_Y_MOVE = 96;
export const F_X_LOST = 100; // u32[4 X]: formation left without man i | its square << 16 | view << 24; -1: no such man
export const F_Y_LOST = 104;
export const F_SQUARES = 108; // u8[outer placements]
export const F_MEN = 112; // u32 per outer man: role | side << 8 | view after its loss << 16
export const F_INNER = 116; // role of the inner man
export const F_REACH = 120; // v128: squares where the inner man can stand
export const F_REACH_HOME = 136; // v128 per outer man: inner squares it makes impossible
export const F_VIEWS = 140; // u32[8]: frames of the sub-endgames; the last is the one without the inner man

// The work to do, and what the threads share.
export const J_FRAME = 0;
export const J_THREADS = 4;
export const J_WIDE = 8; // 2 bytes a distance instead of 1
export const J_DTM = 12;
export const J_CHUNK = 16; // blocks a thread takes at a time
export const J_WON = 20; // v128 per vector
export const J_DONE = 24;
export const J_FRESH = 28; // two of them
export const J_FRESH_NEXT = 32;
export const J_FLAGS = 36; // u16 per 16 vectors: fresh losses, two of them, fresh wins, captures known
export const J_FLAGS_NEXT = 40;
export const J_FLAGS_WON = 44;
export const J_FLAGS_KNOWN = 48;
export const J_SEED = 52; // u16 per vector: next ply at which a capture wins; then per block
export const J_SEED_BLOCK = 56;
export const J_HOLD = 60; // u16 per vector: next ply at which a losing capture ends; then per block
export const J_HOLD_BLOCK = 64;
export const J_SCRATCH = 68; // per thread
export const J_SCRATCH_BYTES = 72;
export const J_BIT = 76; // v128[91]
export const J_BETWEEN = 80; // v128[8100]
export const J_HORSE = 84; // u16[90 * 8]: to | leg << 8
export const J_LEG = 88; // u8[8100]: leg of a horse's move, 255: no such move
export const J_SQUARE = 92; // u8[128]: square of lane * 64 + bit
// Shared state.
export const J_STOP = 128; // set by the host: stop at the next barrier
export const J_STOPPED = 132;
export const J_ARRIVED = 136;
export const J_EPOCH = 140;
export const J_NEXT = 144; // next block to take
export const J_FOUND = 148; // i32[4]: decided in this ply, by phase
export const J_LAST_SEED = 164; // last ply with a seed or hold
export const J_PLY = 168;
export const J_WINNER = 172;
export const J_RESULT = 176;
export const J_BLOCKS_DONE = 180; // of the present pass, for progress
export const J_PASS = 184;
export const J_CHECKMATED = 192; // i64[2] by loser, weighted
export const J_STALEMATED = 208; // i64[2]
export const J_DECIDED = 224; // i64: decided cells so far, for progress

// An operation on sets of cells of one side to move: a bit vector and a flag for each vector.
export const O_KIND = 0;
export const O_SIDE = 4; // 1: X to move, or X's moves
export const O_TARGET = 8; // each set: bits, then flags
export const O_A = 16;
export const O_B = 24;
export const O_C = 32;
export const O_COUNT = 40; // i64: cells in the target
export const O_PLY = 48;

// O_KIND. From SET_SEED on, the block is taken up; from SET_SOME on, their moves.
export const SET_UNKNOWN = 0; // no value yet
export const SET_CHECKED = 1; // in check
export const SET_AND = 2;
export const SET_AND_NOT = 3;
export const SET_OR = 4;
export const SET_OR_AND = 5; // a or (b and c)
export const SET_SEED = 6; // makes a lost at O_PLY
export const SET_CAPTURES = 7; // those of a that have a legal capture
export const SET_SOME = 8; // those of b with a quiet move into a
export const SET_ALL = 9; // those of b whose every quiet move leads into a and no capture escapes
