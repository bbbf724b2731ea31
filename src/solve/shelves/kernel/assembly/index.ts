// Packs bit vectors that lie one after the other (../../vector-packing.ts says how), a vector of sixteen bytes at a time.

/** For each mask of eight bytes: which of them are packed, in order, and which of what is packed each of them is; 0x80: none. */
const CHOSEN: usize = 1024;
const PLACES: usize = CHOSEN + 256 * 8;

/** Makes the tables. To be called once. */
export function begin(): void {
  memory.fill(CHOSEN, 0x80, 2 * 256 * 8);
  for (let mask: usize = 0; mask < 256; mask++) {
    let rank: usize = 0;
    for (let i: usize = 0; i < 8; i++) {
      if (((mask >> i) & 1) == 0) continue;
      store<u8>(CHOSEN + (mask << 3) + rank, <u8>i);
      store<u8>(PLACES + (mask << 3) + i, <u8>rank);
      rank++;
    }
  }
}

/** Packs vectors. Up to 16 bytes behind are written as well. @returns how many bytes they take */
export function pack(from: usize, vectors: u32, to: usize): u32 {
  let at = to + ((<usize>vectors + 7) >> 3);
  let before = i64x2.splat(0);
  let flags: u32 = 0;
  for (let i: u32 = 0; i < vectors; i++, from += 16) {
    if ((i & 7) == 0) flags = 0;
    const vector = v128.load(from);
    const changed = v128.xor(vector, before);
    if (v128.any_true(changed)) {
      flags |= 1 << (i & 7);
      before = vector;
      const mask = i8x16.bitmask(i8x16.ne(changed, i64x2.splat(0)));
      const low = <usize>mask & 0xff;
      const high = <usize>mask >> 8;
      store<u16>(at, <u16>mask);
      at += 2;
      v128.store(at, i8x16.swizzle(changed, v128.load64_zero(CHOSEN + (low << 3))));
      at += popcnt(low);
      const upper = i8x16.shuffle(changed, changed, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
      v128.store(at, i8x16.swizzle(upper, v128.load64_zero(CHOSEN + (high << 3))));
      at += popcnt(high);
    }
    store<u8>(to + (<usize>i >> 3), <u8>flags);
  }
  return <u32>(at - to);
}

/** Unpacks vectors. Up to 16 bytes behind what is packed are read. */
export function unpack(from: usize, vectors: u32, to: usize): void {
  let at = from + ((<usize>vectors + 7) >> 3);
  let vector = i64x2.splat(0);
  for (let i: u32 = 0; i < vectors; i++, to += 16) {
    if (((<u32>load<u8>(from + (<usize>i >> 3)) >> (i & 7)) & 1) != 0) {
      const low = <usize>load<u8>(at);
      const high = <usize>load<u8>(at, 1);
      const ofLow = popcnt(low);
      const upper = i8x16.add(v128.load64_zero(PLACES + (high << 3)), i8x16.splat(<i8>ofLow));
      const places = v128.load64_zero(PLACES + (low << 3));
      const both = i64x2.replace_lane(places, 1, i64x2.extract_lane(upper, 0));
      vector = v128.xor(vector, i8x16.swizzle(v128.load(at + 2), both));
      at += 2 + ofLow + popcnt(high);
    }
    v128.store(to, vector);
  }
}
