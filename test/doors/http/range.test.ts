import { expect, test } from "vitest";
import { namesTag, parseRange } from "../../../src/doors/http/table-files.ts";

test.each([
  ["bytes=0-9", { first: 0, last: 9 }],
  ["bytes=90-", { first: 90, last: 99 }],
  ["bytes=90-1000", { first: 90, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-1000", { first: 0, last: 99 }],
  ["bytes=99-99", { first: 99, last: 99 }],
])("%s of 100 bytes is a range", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

test.each(["bytes=100-", "bytes=100-200", "bytes=-0"])("%s of 100 bytes cannot be satisfied", (header) => {
  expect(parseRange(header, 100)).toBe("unsatisfiable");
});

test.each([undefined, "", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,4-5", "lines=0-9", "bytes=1e3-"])(
  "%s is no single byte range and asks for the whole file",
  (header) => {
    expect(parseRange(header, 100)).toBeNull();
  },
);

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ["*", true],
  ['"x"', false],
  ["abc", false],
  [undefined, false],
])("If-None-Match %s", (header, named) => {
  expect(namesTag(header, '"abc"')).toBe(named);
});
