/** Every kernel solves as the oracle does; of the endgames that take the oracle long most are in the tier of `test/long.ts`. */
import { describe } from "vitest";
import { LONG } from "../long.ts";
import { kernelConformance } from "./conformance.ts";
import { makeScalar, makeVector } from "./candidates.ts";

kernelConformance("the vector kernel on one thread", () => makeVector(1));
kernelConformance("the vector kernel on two threads", () => makeVector(2));
// In npm test wide distances come with two threads and small bands, below.
describe("of one thing alone", LONG, () => {
  kernelConformance("the vector kernel with wide distances", () => makeVector(1, { wide: true }));
});
kernelConformance("the vector kernel on two threads, with wide distances, small bands and one view at a time", () =>
  makeVector(2, { wide: true, small: true }),
);
kernelConformance(
  "the vector kernel on two threads, with one set in memory and windows of one block on the others",
  () => makeVector(2, { small: true, resident: 1 }),
);
// The rest is in test/tables.
kernelConformance("the scalar kernel", makeScalar, { mostCells: 150_000, fewCells: 40_000 });
