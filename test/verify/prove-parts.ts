/** The parts of a proof, done one after the other. */
import { join } from "node:path";
import { verifyPart, type VerifyOptions } from "../../src/verify/node/verify.ts";

/** Of either side's ranges, the second half with what the first has found. @returns their files, in a folder */
export async function proveParts(name: string, of: number, folder: string, options: VerifyOptions): Promise<string[]> {
  const done: string[] = [];
  for (let number = 1; number <= of; number++) {
    const path = join(folder, `${name}-${number}-of-${of}`);
    await verifyPart(name, { number, of }, path, { ...options, parts: done.slice(0, of / 2) });
    done.push(path);
  }
  return done;
}
