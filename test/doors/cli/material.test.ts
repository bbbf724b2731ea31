/** `canju material` as a program, with the files that come with it. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { dataFolderOfTest, run, runJson, start, waitFor, withoutLayout } from "./program.ts";

describe("canju material", () => {
  test("says what is solved in exact shares", async () => {
    const { code, stdout } = await run(["material", "KRKAABB"]);
    expect(code).toBe(0);
    expect(withoutLayout(stdout)).toMatch(/KRKAABB: .*win for KR \(solved\)/);
    expect(stdout).toContain("Of quiet positions");
  });

  test("predicts what nobody has solved, with the reductions that speak for it", async () => {
    const answer = await runJson<{ basis: string; state: string; reasons: { kind: string }[] }>([
      "material",
      "KRNKCCAABB",
    ]);
    expect(answer).toMatchObject({ pair: "KRNKCCAABB", attacking: "first", attack: "KRN", defence: "KCCAABB" });
    expect(["predicted", "doubtful"]).toContain(answer.basis);
    expect(answer.reasons.map(({ kind }) => kind)).toContain("without");
  });

  test(
    "says what is proven of all positions in place of an estimate, and no figures far from all that is solved",
    LONG,
    async () => {
      const proven = await run(["material", "KRPlKRA"]);
      expect(withoutLayout(proven.stdout).trim()).toBe(
        "KRPlKRA: proven as a whole, wherever the men stand " +
          "Of all positions of KRPKRA KRPl wins 60 % with itself to move, 17 % with the other side to move.",
      );
      const far = await run(["material", "KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB"]);
      expect(far.stdout).toContain("far from all that is solved");
      expect(far.stdout).not.toContain("%");
    },
  );

  testEach(0, ["1", "2", "3"])("prints the paper's table %s on held-out endgames", async (table) => {
    const { code, stdout } = await run(["material", "--table", table]);
    expect(code).toBe(0);
    expect(stdout).toMatch(table === "1" ? /^PLB/ : /\bU +1 +2 +3 +4 +Sum\n/);
  });

  testEach(1, [
    [["material"], /name a material/],
    [["material", "KQK"], /"Q" is no man/],
    [["material", "KRRRK"], /at most 2 of R/],
    [["material", "KRKN", "--files", "/nowhere"], /^canju: the material database lacks its file [a-z]+\.json$/m],
  ])("%j ends with 2 and one line", async (args, line) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(line);
  });

  test("builds something to learn from where there are no tables, and says so", LONG, async () => {
    const data = dataFolderOfTest();
    const child = start(["material", "build", "--data", data, "--files", dataFolderOfTest()]);
    const told = await waitFor(child.stderr, "learning from"); // what follows takes a minute
    child.kill("SIGKILL");
    await once(child, "close");
    expect(told).toMatch(/Building \d+ tables for something to learn from: .* of memory/);
    expect(existsSync(join(data, "asian/dtc/KPKAABB.canju"))).toBe(true);
  });
});
