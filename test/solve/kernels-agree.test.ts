import { describe } from "vitest";
import { kernelsAgreeOnLongDistances } from "./kernels-agree.ts";

// More comparisons are in test/tables.
describe("the scalar and the vector kernel", kernelsAgreeOnLongDistances);
