/** Random materials and knowledge for fast-check. */
import fc from "fast-check";
import { MATERIALS } from "../../src/material/space.ts";

export const materials = fc.nat(MATERIALS - 1);
