import { describe } from "vitest";
import { LONG } from "../long.ts";
import { attackTableFiles } from "./fuzz.ts";

attackTableFiles({ bits: 800, cuts: 1_200, headers: 600 });
describe("at length", LONG, () => attackTableFiles({ bits: 2_000, cuts: 1_200, headers: 1_500 }));
