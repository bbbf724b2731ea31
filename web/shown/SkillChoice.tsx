/** How well whoever plays against the person at the page plays. */
import { SKILLS } from "../../src/play/human-move.ts";
import { skill } from "../state/skill.ts";
import { words } from "../words/spoken.ts";
import { Choice } from "./Choice.tsx";

export function SkillChoice() {
  const { skill: legend, skills } = words.value.play;
  return (
    <Choice
      legend={legend}
      name="skill"
      choices={SKILLS}
      chosen={skill.value}
      onChoose={(each) => (skill.value = each)}
    >
      {(each) => skills[each]}
    </Choice>
  );
}
