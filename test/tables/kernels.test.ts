/** The kernels' conformance in full, and larger comparisons. */
import { describe } from "vitest";
import { makeScalar, makeVector } from "../solve/candidates.ts";
import { kernelConformance } from "../solve/conformance.ts";
import { kernelsAgree } from "../solve/kernels-agree.ts";

kernelConformance("the vector kernel", () => makeVector(2), { thorough: true });
kernelConformance("the scalar kernel", makeScalar, { thorough: true });

/** Two and three attacking men: outer twins of both sides, men that take and are taken on either side. */
const SMALLER = ["KPAKP", "KNBKP", "KRPKA", "KCPKAA", "KRKNA", "KRKCB"];
const LARGER = ["KCAKCA", "KNPPK", "KNPKP", "KPPKP", "KRKPP"];

describe("the scalar and the vector kernel", () => {
  kernelsAgree([
    ...SMALLER.map((endgame) => ({ endgame, metric: "dtc" as const })),
    // To mate more is at stake: holds, and the sub-endgames' distances.
    ...[...SMALLER, ...LARGER].map((endgame) => ({ endgame, metric: "dtm" as const })),
  ]);
});
