/** How well whoever plays against the person at the page plays, in matches and drills: kept over visits. */
import { SKILLS, type Skill } from "../../src/play/human-move.ts";
import { stored } from "../base/stored.ts";

export const skill = stored<Skill>("skill", SKILLS, "perfect");
