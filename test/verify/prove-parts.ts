/** The parts of a proof, done one after the other. */
import { join } from "node:path";
import type { GivenPart } from "../../src/verify/node/proof-parts.ts";
import { verifyPart, type VerifyOptions } from "../../src/verify/node/verify.ts";

/** Who does them. */
export const WORKER = "a worker";

/** Of either side's ranges, the second half with what the first has found. @returns them, in files of a folder */
export async function proveParts(
  name: string,
  of: number,
  folder: string,
  options: VerifyOptions,
  by = WORKER,
): Promise<GivenPart[]> {
  const done: GivenPart[] = [];
  for (let number = 1; number <= of; number++) {
    const path = join(folder, `${name}-${number}-of-${of}`);
    await verifyPart(name, { number, of }, path, { ...options, parts: done.slice(0, of / 2) });
    done.push({ path, by });
  }
  return done;
}
