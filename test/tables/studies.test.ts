// Studies with perpetuals, and of larger endgames, against their definitions.
import { holdStudiesAgainstDefinitions } from "../puzzles/suite.ts";

holdStudiesAgainstDefinitions(["KRKN", "KNKP", "KRKR"]);
