/** The test of the paper's method, from the files. */
import { join } from "node:path";
import { MATERIAL_FILES } from "../../material/base.ts";
import { MATERIAL_FOLDER, MEASURED_FOLDER, readExchanges, readMeasured } from "../../material/node/files.ts";
import { makeExchangeTable } from "../../material/paper/exchange-table.ts";
import { makeKnowledge } from "../../material/paper/knowledge.ts";
import { evaluate, type Evaluation } from "../held-out.ts";

/** What is known, and the tests of it. */
export function evaluateHeldOut(folder = MATERIAL_FOLDER): Evaluation {
  const knowledge = makeKnowledge(readMeasured(join(folder, MATERIAL_FILES.basic)));
  const heldOut = readMeasured(join(MEASURED_FOLDER, "held-out.json"));
  return evaluate(knowledge, makeExchangeTable(readExchanges(folder)), heldOut);
}
