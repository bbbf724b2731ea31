/** One of a few, chosen by radio buttons in a row. */
import type { ComponentChildren } from "preact";
import { SKILLS } from "../../src/play/human-move.ts";
import { skill } from "../state/skill.ts";
import { words } from "../words/spoken.ts";

interface ChoiceProps<Each extends string> {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Each[];
  readonly chosen: Each;
  readonly onChoose: (each: Each) => void;
  readonly children: (each: Each) => ComponentChildren;
}

export function Choice<Each extends string>({ legend, name, choices, chosen, onChoose, children }: ChoiceProps<Each>) {
  return (
    <fieldset class="row">
      <legend>{legend}</legend>
      {choices.map((each) => (
        <label key={each} class="choice">
          <input type="radio" name={name} checked={each === chosen} onChange={() => onChoose(each)} />
          {children(each)}
        </label>
      ))}
    </fieldset>
  );
}

/** How well whoever plays against the person at the page plays. */
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
