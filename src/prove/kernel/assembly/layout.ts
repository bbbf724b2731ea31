// Where things lie in the kernel's memory. What the compiler places lies below.
export const BOARD: usize = 0x1_0000;
export const PLACES: usize = BOARD + 256;
export const LISTS: usize = PLACES + 256;
export const PALACE: usize = LISTS + 64;
export const MATERIAL: usize = PALACE + 256;
export const PLAIN: usize = MATERIAL + 64;
export const OWN: usize = PLAIN + 128;
export const THEIRS: usize = OWN + 256;
export const OPTIONS: usize = THEIRS + 256;
export const ON_PATH: usize = OPTIONS + 256;
export const PATH: usize = ON_PATH + 4096;
export const HISTORY: usize = PATH + 2048 * 8;
export const KEYS: usize = HISTORY + 16 * 256 * 4;
export const SCRATCH: usize = KEYS + 16 * 256 * 8;
export const ARENA: usize = 0x4_0000;
export const ENTRIES: usize = ARENA + 0x20_0000;
