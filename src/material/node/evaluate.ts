/** The held-out endgames that come with the program, and the experiments on them. */
import { join } from "node:path";
import { makeExchangeTable } from "../paper/exchange-table.ts";
import { evaluate, type Evaluation } from "../paper/held-out.ts";
import { MATERIAL_FILES, readExchanges, readMeasured, readModel } from "./files.ts";

export const MEASURED_FOLDER = join(import.meta.dirname, "../../../docs/material/measured");

export function evaluateHeldOut(folder: string): Evaluation {
  const basic = readMeasured(join(folder, MATERIAL_FILES.basic));
  const heldOut = readMeasured(join(MEASURED_FOLDER, "held-out.json"));
  return evaluate(basic, makeExchangeTable(readExchanges(folder)), readModel(folder), heldOut);
}
