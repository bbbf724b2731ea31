import { attackTableFiles } from "./fuzz.ts";

attackTableFiles({ bits: 2_000, cuts: 1_200, headers: 1_500 });
