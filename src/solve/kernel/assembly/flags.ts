// One flag for each vector, in groups of 16 (a block has 1 group, or a multiple of 4, of two bytes each).
import { groups } from "./context";

// @ts-ignore: decorator
@inline
export function flagsOf(flags: usize, block: u32): usize {
  return flags + (<usize>block * groups << 1);
}

/** Whether any flag of a block is set. */
export function anyFlag(at: usize): bool {
  if (groups == 1) return load<u16>(at) != 0;
  const end = at + (<usize>groups << 1);
  for (; at < end; at += 8) if (load<u64>(at) != 0) return true;
  return false;
}

// @ts-ignore: decorator
@inline
export function setFlag(at: usize, f: u32): void {
  const group = at + (<usize>(f >> 4) << 1);
  store<u16>(group, load<u16>(group) | (<u16>1 << <u16>(f & 15)));
}

// @ts-ignore: decorator
@inline
export function hasFlag(at: usize, f: u32): bool {
  return ((load<u16>(at + (<usize>(f >> 4) << 1)) >> <u16>(f & 15)) & 1) != 0;
}

// @ts-ignore: decorator
@inline
export function clearFlags(at: usize): void {
  memory.fill(at, 0, <usize>groups << 1);
}

// @ts-ignore: decorator
@inline
export function groupAt(at: usize, group: u32): u32 {
  return <u32>load<u16>(at + (<usize>group << 1));
}
