import type { Signal } from "@preact/signals";

interface Props<Choice extends string> {
  readonly label: string;
  readonly choice: Pick<Signal<Choice>, "value">;
  readonly choices: readonly Choice[];
  /** The label stands beside it; else it is for screen readers and as a title alone. */
  readonly seen?: true;
  readonly nameOf: (choice: Choice) => string;
}

/** A choice that a signal keeps. */
export function Select<Choice extends string>({ label, seen, choice, choices, nameOf }: Props<Choice>) {
  return (
    <label>
      <span class={seen ? "" : "unseen"}>{label}</span>
      <select
        title={label}
        value={choice.value}
        onChange={(event) => (choice.value = event.currentTarget.value as Choice)}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
