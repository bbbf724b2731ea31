// Studies with perpetuals, and of larger endgames, against their definitions.
import { holdStudiesAgainstDefinitions } from "../play/studies/suite.ts";

holdStudiesAgainstDefinitions(["KRKN", "KNKP", "KRKR"]);
