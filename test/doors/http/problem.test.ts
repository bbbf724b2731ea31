/** The status of each problem that a user can mend is the one that the guide lists it under. */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { InputError } from "../../../src/base/errors.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { describeProblem } from "../../../src/doors/http/problem.ts";

const GUIDE = readFileSync(new URL("../../../docs/guides/http-api.md", import.meta.url), "utf8");
const ROWS = [...GUIDE.matchAll(/^\| (4\d\d|5\d\d) \| (.*) \|$/gm)];
/** Words in code that are fields; and problems that are answered without an error of the program's. */
const OTHERS =
  /^(endgame|metric|rules|estimatedBytes|Retry-After|source-…|other-site|unknown-host|not-found|internal|too-many-requests|too-many-listeners|unknown-parameter)$/;
const CODES = ROWS.flatMap(([, status, codes]) =>
  [...codes!.matchAll(/`([^`]+)`/g)].map(([, code]) => [Number(status), code!] as const),
).filter(([status, code]) => !OTHERS.test(code) && ![405, 413, 415, 416, 429, 504].includes(status));

test("the guide lists them", () => expect(CODES.length).toBeGreaterThan(30));

test.each(CODES)("%i %s", (status, code) => {
  const data = new DataFolder(tmpdir());
  expect(describeProblem(new InputError(code, "so it is"), data)).toMatchObject({ status, code, detail: "so it is" });
});
