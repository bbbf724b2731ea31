// What the course of elementary endings says, over the whole table of each of its endings. CANJU_COURSE_DATA names a folder to keep them in.
import { ENDINGS } from "../../src/play/course/endings.ts";
import { holdCourseAgainstTables } from "../play/course/suite.ts";

holdCourseAgainstTables(ENDINGS.map(({ endgame }) => endgame));
