/** The kernels' conformance in full, and larger comparisons. */
import { describe } from "vitest";
import { makeScalar, makeVector } from "../solve/candidates.ts";
import { kernelConformance } from "../solve/conformance.ts";
import { kernelsAgree } from "../solve/kernels-agree.ts";

kernelConformance("the vector kernel", () => makeVector(2, false), { thorough: true });
kernelConformance("the scalar kernel", makeScalar, { thorough: true });

const ENDGAMES = ["KPAKP", "KNBKP", "KRPKA", "KCPKAA", "KRKNA", "KRKCB", "KCAKCA", "KNPKP", "KPPKP"];

describe("the scalar and the vector kernel", () => {
  kernelsAgree(ENDGAMES.flatMap((endgame) => (["dtc", "dtm"] as const).map((metric) => ({ endgame, metric }))));
});
