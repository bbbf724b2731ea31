// include/canju.h under libFuzzer: table files that lie with right checksums, boards and texts of any bytes (test/c/fuzz.c).
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compileFuzzer, newFolder } from "../c/driver.ts";

const SECONDS = 600;
const SAMPLES = join(import.meta.dirname, "../../docs/spec/samples");
const folder = newFolder();
const program = compileFuzzer(folder);
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(program === null)(
  `${SECONDS} s of libFuzzer find nothing${program === null ? " (no clang with libFuzzer: install clang to run this)" : ""}`,
  () => {
    const found = join(folder, "found");
    mkdirSync(found);
    const limits = ["-max_len=70000", "-timeout=120", `-max_total_time=${SECONDS}`, `-artifact_prefix=${folder}/`];
    const { status, stderr } = spawnSync(program!, [...limits, found, SAMPLES], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    expect(status === 0 ? "" : stderr.slice(-5_000)).toBe("");
    console.log(/Done \d+ runs in \d+ second/.exec(stderr)![0]);
  },
);
