// Rows of cells (../../quiet-rows.ts, ../../legal-rows.ts), sixteen bytes at a time: what is done entry by entry. Which rows, and why, is
// the host's to know. Rows of codes have one or two (`wide`) bytes an entry, rows of marks one, 0 or 255. What is done twice to an
// entry has the effect of once, so that the last sixteen bytes of a run may overlap those before them.

/** Least codes: of `to` and `from`, into `to`. */
export function least(to: usize, from: usize, bytes: u32, wide: bool): void {
  if (wide) leastOf<u16>(to, from, bytes);
  else leastOf<u8>(to, from, bytes);
}

/** The same of a run of entries for each of `count` moves. @param moves pairs of offsets in bytes, into `to` and `from` */
export function leastOfRuns(to: usize, from: usize, moves: usize, count: u32, bytes: u32, wide: bool): void {
  for (const end = moves + <usize>(count << 3); moves < end; moves += 8) {
    least(to + load<u32>(moves), from + load<u32>(moves, 4), bytes, wide);
  }
}

/** The same of single entries, in each of `runs` runs. @param moves as before, within a run */
export function leastOfEntries(
  to: usize,
  from: usize,
  moves: usize,
  count: u32,
  bytes: u32,
  runs: u32,
  wide: bool,
): void {
  for (let run: u32 = 0; run < runs; run++, to += bytes, from += bytes) {
    if (wide) leastOfMoves<u16>(to, from, moves, count);
    else leastOfMoves<u8>(to, from, moves, count);
  }
}

/** Least codes of `to` and of those entries of `from` that a mask does not hide. */
export function leastUnmasked(to: usize, from: usize, mask: usize, bytes: u32, wide: bool): void {
  for (let at: u32 = 0; at < bytes; at += 16) {
    const codes = v128.or(v128.load(from + at), v128.load(mask + at));
    const old = v128.load(to + at);
    v128.store(to + at, wide ? v128.min<u16>(old, codes) : v128.min<u8>(old, codes));
  }
}

/** Puts entries in another order. @param order for each entry of `to` the number of that in `from` */
export function reorder(to: usize, from: usize, order: usize, count: u32, wide: bool): void {
  if (wide) reorderOf<u16>(to, from, order, count);
  else reorderOf<u8>(to, from, order, count);
}

/** To `to` the marks of `from`. */
export function add(to: usize, from: usize, bytes: u32): void {
  for (let at: u32 = 0; at < bytes; at += 16) v128.store(to + at, v128.or(v128.load(to + at), v128.load(from + at)));
}

/** From `to` the marks of `from`. */
export function remove(to: usize, from: usize, bytes: u32): void {
  for (let at: u32 = 0; at < bytes; at += 16)
    v128.store(to + at, v128.andnot(v128.load(to + at), v128.load(from + at)));
}

/** Marks the entries of `runs` runs, each `stride` bytes behind the last, but those with a mark at the same place of `but` (0: none). */
export function markUnless(to: usize, but: usize, bytes: u32, stride: u32, runs: u32): void {
  const step: usize = but == 0 ? 0 : stride;
  for (let run: u32 = 0; run < runs; run++, to += stride, but += step) {
    if (but == 0) memory.fill(to, 255, bytes);
    else if (bytes < 16)
      for (let at: u32 = 0; at < bytes; at++) store<u8>(to + at, load<u8>(to + at) | ~load<u8>(but + at));
    else for (let at: u32 = 0; at < bytes; at += 16) unless(to + min(at, bytes - 16), but + min(at, bytes - 16));
  }
}

/** Marks the entries of such runs whose number, one run of `numbers` behind the other, is the wanted one. */
export function markEqual(to: usize, numbers: usize, wanted: u32, bytes: u32, stride: u32, runs: u32): void {
  const all = i8x16.splat(<i8>wanted);
  for (let run: u32 = 0; run < runs; run++, to += stride, numbers += bytes) {
    if (bytes < 16) {
      for (let at: u32 = 0; at < bytes; at++) if (<u32>load<u8>(numbers + at) == wanted) store<u8>(to + at, 255);
    } else
      for (let at: u32 = 0; at < bytes; at += 16) equal(to + min(at, bytes - 16), numbers + min(at, bytes - 16), all);
  }
}

/** Gives marked entries the code that is none. */
export function cross(codes: usize, marks: usize, count: u32, wide: bool): void {
  if (!wide) return add(codes, marks, count);
  for (let at: u32 = 0; at < count; at++) if (load<u8>(marks + at) != 0) store<u16>(codes + ((<usize>at) << 1), 0xffff);
}

/**
 * Turns differences into codes, 0 into what the least code of the other side gives.
 * @param given i32 for each of these, -1 where it gives none
 * @param marks entries that are no legal position: they get the code that is none
 * @returns an entry that has no code, or -1
 */
export function resolve(codes: usize, leastCodes: usize, given: usize, marks: usize, count: u32, wide: bool): i32 {
  return wide
    ? resolveOf<u16>(codes, leastCodes, given, marks, count)
    : resolveOf<u8>(codes, leastCodes, given, marks, count);
}

/** Adds a byte's bits to those of entries whose codes are `low` or one of the `span` behind it. */
export function addBits(to: usize, codes: usize, bits: u32, low: u32, span: u32, count: u32, wide: bool): void {
  const size: usize = wide ? 2 : 1;
  if (count < 16) {
    for (let at: u32 = 0; at < count; at++, to++, codes += size) {
      const code: u32 = wide ? load<u16>(codes) : load<u8>(codes);
      if (code - low <= span) store<u8>(to, load<u8>(to) | bits);
    }
    return;
  }
  const all = i8x16.splat(<i8>bits);
  for (let at: u32 = 0; at < count; at += 16) {
    const entry = min(at, count - 16);
    const from = codes + <usize>entry * size;
    const found = wide
      ? i8x16.narrow_i16x8_s(isWithin<u16>(from, low, span), isWithin<u16>(from + 16, low, span))
      : isWithin<u8>(from, low, span);
    v128.store(to + entry, v128.or(v128.load(to + entry), v128.and(found, all)));
  }
}

/** Puts the bytes of an entry side by side, which lie `stride` bytes apart in sixteen rows. */
export function turnBytes(to: usize, rows: usize, stride: u32, count: u32): void {
  for (let entry: u32 = 0; entry < count; entry++) {
    for (let row: u32 = 0; row < 16; row++, to++) store<u8>(to, load<u8>(rows + <usize>(row * stride + entry)));
  }
}

function leastOf<T>(to: usize, from: usize, bytes: u32): void {
  if (bytes < 16) {
    for (let at: u32 = 0; at < bytes; at += sizeof<T>()) lessInto<T>(to + at, load<T>(from + at));
    return;
  }
  let at: u32 = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, v128.min<T>(v128.load(to + at), v128.load(from + at)));
  if (at == bytes) return;
  at = bytes - 16;
  v128.store(to + at, v128.min<T>(v128.load(to + at), v128.load(from + at)));
}

function leastOfMoves<T>(to: usize, from: usize, moves: usize, count: u32): void {
  for (const end = moves + <usize>(count << 3); moves < end; moves += 8) {
    lessInto<T>(to + load<u32>(moves), load<T>(from + load<u32>(moves, 4)));
  }
}

function reorderOf<T>(to: usize, from: usize, order: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, to += sizeof<T>(), order += 4) {
    store<T>(to, load<T>(from + <usize>load<u32>(order) * sizeof<T>()));
  }
}

function resolveOf<T>(codes: usize, leastCodes: usize, given: usize, marks: usize, count: u32): i32 {
  let bad: i32 = -1;
  for (let i: u32 = 0; i < count; i++, codes += sizeof<T>(), leastCodes += sizeof<T>()) {
    const difference = <i32>load<T>(codes);
    const code = difference == 0 ? load<i32>(given + ((<usize>load<T>(leastCodes)) << 2)) : difference - 1;
    if (load<u8>(marks + i) != 0) store<T>(codes, <T>-1);
    else if (code >= 0) store<T>(codes, <T>code);
    else bad = i;
  }
  return bad;
}

// @inline
function isWithin<T>(codes: usize, low: u32, span: u32): v128 {
  return v128.le<T>(v128.sub<T>(v128.load(codes), v128.splat<T>(<T>low)), v128.splat<T>(<T>span));
}

// @inline
function lessInto<T>(to: usize, code: T): void {
  if (code < load<T>(to)) store<T>(to, code);
}

// @inline
function unless(to: usize, but: usize): void {
  v128.store(to, v128.or(v128.load(to), v128.not(v128.load(but))));
}

// @inline
function equal(to: usize, numbers: usize, wanted: v128): void {
  v128.store(to, v128.or(v128.load(to), i8x16.eq(v128.load(numbers), wanted)));
}
