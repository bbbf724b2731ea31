/** The test of what is said of material, from the files. */
import { join } from "node:path";
import { MATERIAL_FOLDER, MEASURED_FOLDER, readMaterialBase, readMeasured } from "../../material/node/files.ts";
import { evaluate, type Evaluation } from "../held-out.ts";

/** What is known, and the tests of it. */
export function evaluateHeldOut(folder = MATERIAL_FOLDER): Evaluation {
  const heldOut = readMeasured(join(MEASURED_FOLDER, "held-out.json"));
  return evaluate(readMaterialBase(folder), heldOut);
}
