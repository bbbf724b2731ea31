/** The kernel of rows does what is said of it, at any length: sixteen bytes at a time is seldom a whole number of times. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileKernel, KEPT, moduleOf } from "../../scripts/compile-kernel.ts";
import type { Codes } from "../../src/table/format/header.ts";
import { newCodes, noneOf } from "../../src/table/rows/quiet-rows.ts";
import { LONG } from "../long.ts";
import { RowRoom } from "../../src/table/rows/row-room.ts";

test.each(KEPT)("the kernel that is kept is what its source compiles to: $name", LONG, async (kernel) => {
  expect(moduleOf(kernel.folder, await compileKernel(kernel))).toBe(readFileSync(kernel.output, "utf8"));
});

const bytesPerCode = fc.constantFrom(1 as const, 2 as const);
const length = fc.integer({ min: 1, max: 70 });
const runs = fc.integer({ min: 1, max: 4 });

/** A row in memory. */
class Row<T extends Codes = Codes> {
  readonly before: T;
  readonly address: number;
  readonly #room: RowRoom;

  constructor(room: RowRoom, before: T) {
    this.#room = room;
    this.before = before;
    this.address = room.put(before);
  }

  get now(): T {
    const now = this.before.slice() as T;
    this.#room.read(this.address, now);
    return now;
  }
}

/** Codes that repeat each other now and then. */
const codesOf = (bytes: 1 | 2, count: number): fc.Arbitrary<Codes> => {
  const code = fc.oneof(fc.integer({ min: 0, max: noneOf(bytes) }), fc.constantFrom(0, 1, noneOf(bytes)));
  return fc
    .array(code, { minLength: count, maxLength: count })
    .map((codes) => newCodes(bytes, count).map((_, i) => codes[i]!) as Codes);
};
const marksOf = (count: number): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.boolean(), { minLength: count, maxLength: count })
    .map((marks) => Uint8Array.from(marks, (m) => (m ? 255 : 0)));

const twoRows = fc
  .record({ bytes: bytesPerCode, count: length })
  .chain(({ bytes, count }) =>
    fc.record({ bytes: fc.constant(bytes), a: codesOf(bytes, count), b: codesOf(bytes, count), marks: marksOf(count) }),
  );

test("the least codes of two rows, and of the entries that a mask leaves", () => {
  fc.assert(
    fc.property(twoRows, ({ bytes, a, b, marks }) => {
      const room = new RowRoom();
      const mask = newCodes(bytes, a.length).map((_, i) => (marks[i] ? noneOf(bytes) : 0)) as Codes;
      const [all, some] = [new Row(room, a), new Row(room, a)];
      const from = room.put(b);
      room.kernel.least(all.address, from, b.byteLength, bytes === 2);
      room.kernel.leastUnmasked(some.address, from, room.put(mask), b.byteLength, bytes === 2);
      expect(all.now).toEqual(a.map((code, i) => Math.min(code, b[i]!)));
      expect(some.now).toEqual(a.map((code, i) => (marks[i] ? code : Math.min(code, b[i]!))));
    }),
  );
});

test("the least codes of runs and of entries that moves join", () => {
  const rows = fc.record({ bytes: bytesPerCode, count: length, runs }).chain(({ bytes, count, runs: n }) =>
    fc.record({
      bytes: fc.constant(bytes),
      count: fc.constant(count),
      runs: fc.constant(n),
      a: codesOf(bytes, count * n),
      b: codesOf(bytes, count * n),
      runMoves: fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 5 }),
      entryMoves: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 9 }),
    }),
  );
  fc.assert(
    fc.property(rows, ({ bytes, count, runs: n, a, b, runMoves, entryMoves }) => {
      const room = new RowRoom();
      const [byRun, byEntry] = [new Row(room, a), new Row(room, a)];
      const from = room.put(b);
      const wide = bytes === 2;
      const list = (moves: [number, number][], size: number) =>
        room.put(Uint32Array.from(moves.flat(), (at) => at * size));
      const run = count * bytes;
      room.kernel.leastOfRuns(byRun.address, from, list(runMoves, run), runMoves.length, run, wide);
      room.kernel.leastOfEntries(byEntry.address, from, list(entryMoves, bytes), entryMoves.length, run, n, wide);
      const wanted = a.slice();
      for (const [to, of] of runMoves) {
        for (let i = 0; i < count; i++) wanted[to * count + i] = Math.min(wanted[to * count + i]!, b[of * count + i]!);
      }
      expect(byRun.now).toEqual(wanted);
      wanted.set(a);
      for (let first = 0; first < a.length; first += count) {
        for (const [to, of] of entryMoves) wanted[first + to] = Math.min(wanted[first + to]!, b[first + of]!);
      }
      expect(byEntry.now).toEqual(wanted);
    }),
  );
});

test("marks are made in runs, and nowhere else", () => {
  const marks = fc.record({ count: length, runs, gap: fc.nat(20), wanted: fc.nat(3) }).chain((shape) => {
    const all = shape.runs * (shape.count + shape.gap);
    const numbers = fc.array(fc.nat(3), { minLength: shape.runs * shape.count, maxLength: shape.runs * shape.count });
    return fc.record({ shape: fc.constant(shape), old: marksOf(all), but: marksOf(all), numbers });
  });
  fc.assert(
    fc.property(marks, ({ shape: { count, runs: n, gap, wanted }, old, but, numbers }) => {
      const room = new RowRoom();
      const [all, unless, equal] = [new Row(room, old), new Row(room, old), new Row(room, old)];
      room.kernel.markUnless(all.address, 0, count, count + gap, n);
      room.kernel.markUnless(unless.address, room.put(but), count, count + gap, n);
      room.kernel.markEqual(equal.address, room.put(Uint8Array.from(numbers)), wanted, count, count + gap, n);
      const marked = (isMarked: (at: number, entry: number) => boolean) =>
        old.map((mark, at) => {
          const [run, i] = [Math.floor(at / (count + gap)), at % (count + gap)];
          return i < count && isMarked(at, run * count + i) ? 255 : mark;
        });
      expect(all.now).toEqual(marked(() => true));
      expect(unless.now).toEqual(marked((at) => but[at] === 0));
      expect(equal.now).toEqual(marked((_, entry) => numbers[entry] === wanted));
    }),
  );
});

test("marks are added, removed, and take codes away; entries are put in another order", () => {
  fc.assert(
    fc.property(twoRows, fc.nat(), ({ bytes, a, marks }, turn) => {
      const room = new RowRoom();
      const own = marks.map((_, i) => (a[i]! % 2 === 1 ? 255 : 0));
      const [added, removed, codes, turned] = [
        new Row(room, own),
        new Row(room, own),
        new Row(room, a),
        new Row(room, a),
      ];
      const at = room.put(marks);
      room.kernel.add(added.address, at, marks.length);
      room.kernel.remove(removed.address, at, marks.length);
      room.kernel.cross(codes.address, at, marks.length, bytes === 2);
      const order = Uint32Array.from(a, (_, i) => (i + turn) % a.length);
      room.kernel.reorder(turned.address, room.put(a), room.put(order), a.length, bytes === 2);
      expect(added.now).toEqual(own.map((mark, i) => mark | marks[i]!));
      expect(removed.now).toEqual(own.map((mark, i) => mark & ~marks[i]!));
      expect(codes.now).toEqual(a.map((code, i) => (marks[i] ? noneOf(bytes) : code)));
      expect(turned.now).toEqual(a.map((_, i) => a[order[i]!]!));
    }),
  );
});

test("differences become codes, and an entry without one is found", () => {
  fc.assert(
    fc.property(twoRows, fc.nat(), ({ bytes, a, b, marks }, shift) => {
      const room = new RowRoom();
      const given = Int32Array.from({ length: 256 ** bytes }, (_, code) =>
        (code + shift) % 7 === 0 ? -1 : (code * 3) % noneOf(bytes),
      );
      const codes = new Row(room, a);
      const bad = room.kernel.resolve(
        codes.address,
        room.put(b),
        room.put(given),
        room.put(marks),
        a.length,
        bytes === 2,
      );
      const wanted = Array.from(a, (difference, i) =>
        marks[i] ? noneOf(bytes) : difference === 0 ? given[b[i]!]! : difference - 1,
      );
      expect(bad).toBe(wanted.lastIndexOf(-1));
      const now = codes.now;
      wanted.forEach((code, i) => code >= 0 && expect([i, now[i]]).toEqual([i, code]));
    }),
  );
});

test("bits are added to the bytes of entries whose codes are in a run", () => {
  const rows = fc.record({ bytes: bytesPerCode, count: length }).chain(({ bytes, count }) =>
    fc.record({
      bytes: fc.constant(bytes),
      codes: codesOf(bytes, count),
      old: fc.uint8Array({ minLength: count, maxLength: count }),
      low: fc.integer({ min: 0, max: noneOf(bytes) }),
      ends: fc.nat(noneOf(bytes)),
      bits: fc.integer({ min: 1, max: 255 }),
    }),
  );
  fc.assert(
    fc.property(rows, ({ bytes, codes, old, low, ends, bits }) => {
      const room = new RowRoom();
      const [row, beside] = [new Row(room, old), new Row(room, old)];
      const span = Math.min(ends, noneOf(bytes) - low);
      room.kernel.addBits(row.address, room.put(codes), bits, low, span, codes.length, bytes === 2);
      expect(row.now).toEqual(old.map((byte, i) => (codes[i]! >= low && codes[i]! <= low + span ? byte | bits : byte)));
      expect(beside.now).toEqual(old);
    }),
  );
});

test("the bytes of an entry come to lie side by side", () => {
  fc.assert(
    fc.property(length, fc.nat(5), fc.nat(), (count, gap, seed) => {
      const room = new RowRoom();
      const rows = Uint8Array.from({ length: 16 * (count + gap) }, (_, i) => (i * 31 + seed) % 251);
      const turned = new Row(room, new Uint8Array(16 * count));
      room.kernel.turnBytes(turned.address, room.put(rows), count + gap, count);
      expect(turned.now).toEqual(turned.before.map((_, at) => rows[(at % 16) * (count + gap) + Math.floor(at / 16)]!));
    }),
  );
});
