/** A command in a process of its own ends by itself, and says what it says in the process of a test, where most of its tests run it. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { testEach } from "../../long.ts";
import { newDataFolder, run, runApart } from "./program.ts";

const data = newDataFolder();
const FEN = "3k5/4a4/9/9/9/9/9/4R4/9/4K4_w";

beforeAll(() => run(["build", "KRKA"], { data }));
afterAll(() => rmSync(data, { recursive: true, force: true }));

testEach<[command: string, input?: string]>(3, [
  [`probe ${FEN}`],
  ["verify KRKA --json"],
  ["judge --batch", `${FEN}\te2e3\nnonsense\n`],
  [`line ${FEN}`],
  ["stats KRKA"],
  [`explain ${FEN}`],
  ["list"],
  ["list --known --json"],
  ["material KRKAA"],
  ["plan KRKA"],
  ["random KRKA --seed 1"],
  ["dump KRKA --rows 20 --seed 1"],
  ["prove 3k5/8R/7R1/9/9/9/9/9/9/4K4_w"],
  [`fetch KRKA --from ${data}`],
  [`check ${data}/none.canjuproof`],
  ["bild KRKA"],
  ["--help"],
])("canju %s", async (command, input) => {
  const words = command.split(" ");
  const apart = await runApart(words, { data, input });
  const here = await run(words, { data, input });
  expect(apart.stdout + apart.stderr).not.toBe("");
  expect(withoutTimes(apart)).toEqual(withoutTimes(here));
});

/** Seconds differ from run to run. */
function withoutTimes({ code, stdout, stderr }: Awaited<ReturnType<typeof run>>) {
  const still = (text: string) => text.replaceAll(/[\d.]+(?= s\b)|(?<="\w*[sS]econds?": )[\d.e-]+/g, "…");
  return { code, stdout: still(stdout), stderr: still(stderr) };
}
