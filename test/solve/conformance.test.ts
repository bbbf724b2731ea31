import { kernelConformance } from "./conformance.ts";
import { makeScalar, makeVector } from "./candidates.ts";

kernelConformance("the vector kernel on one thread", () => makeVector(1, false));
kernelConformance("the vector kernel on two threads", () => makeVector(2, false));
kernelConformance("the vector kernel with wide distances", () => makeVector(1, true));
kernelConformance("the vector kernel on two threads with wide distances", () => makeVector(2, true));
// The rest is in test/tables.
kernelConformance("the scalar kernel", makeScalar, { mostCells: 150_000 });
