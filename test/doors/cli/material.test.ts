/** `canju material` as a program, with the files that come with it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { dataFolderOfTest, run, runJson, withoutLayout } from "./program.ts";

describe("canju material", () => {
  test("says what is solved in exact shares", async () => {
    const { code, stdout } = await run(["material", "KRKAABB"]);
    expect(code).toBe(0);
    expect(withoutLayout(stdout)).toMatch(/KRKAABB: .*win for KR \(solved\)/);
    expect(stdout).toContain("Of quiet positions");
  });

  test("estimates what nobody has solved, between the solved endgames that bound it", async () => {
    const answer = await runJson(["material", "KRPlKRAA"]);
    expect(answer).toMatchObject({ attack: "KRPl", state: "CHANCE_WIN", basis: "predicted" });
    const { stdout } = await run(["material", "KRPlKRAA"]);
    expect(withoutLayout(stdout)).toMatch(
      /For KRPl about \d+ % of all positions are won; nine times of ten that is between/,
    );
    expect(withoutLayout(stdout)).toContain("No better than KRPKRA (chance of a win, 39 %)");
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
    const { code, stdout, stderr } = await run(["material", "build", "--data", data, "--files", dataFolderOfTest()]);
    expect(stderr).toMatch(/Building \d+ tables for something to learn from: .* of memory/);
    expect([code, withoutLayout(stdout)]).toEqual([0, expect.stringMatching(/^\d+ solved endgames \(\d+ new\)/)]);
    expect(existsSync(join(data, "asian/dtc/KPKAABB.canju"))).toBe(true);
  });
});
