import { holdStudiesAgainstDefinitions } from "./suite.ts";

holdStudiesAgainstDefinitions(["KPKA", "KPKP"]);
