import { describe } from "vitest";
import { kernelsAgreeOnLongDistances } from "./kernels-agree.ts";
import { LONG } from "../long.ts";

// More comparisons are in test/tables.
describe("the scalar and the vector kernel", () => kernelsAgreeOnLongDistances([240]));
describe("the scalar and the vector kernel", LONG, () => kernelsAgreeOnLongDistances([200, 230, 1000]));
