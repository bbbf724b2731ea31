/** A streaming hash; node:crypto's fits. */
export interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

export type NewHash = () => Hash;
const BLOCK_BYTES = 64;

/** The first 32 bits of the fractional parts of the first primes' roots. */
function fractions(root: (prime: number) => number, count: number): Int32Array {
  const bits: number[] = [];
  for (let candidate = 2; bits.length < count; candidate++) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) prime &&= candidate % factor !== 0;
    if (prime) bits.push((root(candidate) % 1) * 2 ** 32);
  }
  return Int32Array.from(bits, (each) => each | 0);
}

const START = fractions(Math.sqrt, 8);
const CONSTANTS = fractions(Math.cbrt, 64);

/** A new hash, to be fed piece by piece. */
export function sha256(): Hash {
  const state = START.slice();
  const words = new Int32Array(64);
  const rest = new Uint8Array(BLOCK_BYTES);
  let resting = 0;
  let length = 0;

  const update = (bytes: Uint8Array): void => {
    length += bytes.length;
    let at = 0;
    if (resting > 0) {
      at = Math.min(BLOCK_BYTES - resting, bytes.length);
      rest.set(bytes.subarray(0, at), resting);
      resting += at;
      if (resting < BLOCK_BYTES) return;
      mix(state, words, rest, 0);
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) mix(state, words, bytes, at);
    rest.set(bytes.subarray(at));
    resting = bytes.length - at;
  };

  return {
    update,
    digest() {
      const bits = BigInt(length) * 8n;
      const padding = new Uint8Array(((119 - (length % BLOCK_BYTES)) % BLOCK_BYTES) + 9);
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
      update(padding);
      const digest = new DataView(new ArrayBuffer(32));
      state.forEach((word, i) => digest.setInt32(4 * i, word));
      return new Uint8Array(digest.buffer);
    },
  };
}

/** Takes in one block. */
function mix(state: Int32Array, words: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++, at += 4) {
    words[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  }
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15]!;
    const y = words[i - 2]!;
    const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const large = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[i] = (words[i - 16]! + small + words[i - 7]! + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i]! + word) | 0));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
