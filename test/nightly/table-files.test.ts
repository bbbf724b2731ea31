import { attackTableFiles } from "../table/fuzz.ts";

attackTableFiles({ bits: 100_000, cuts: 15_000, headers: 30_000 });
