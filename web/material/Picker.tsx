/** Both sides' men, one count for each kind, beside their name as text. */
import { InputError } from "../../src/base/errors.ts";
import {
  KINDS,
  type Kind,
  MOST_SOLDIERS,
  type MaterialPair,
  type Men,
  materialOf,
  menOf,
  pairName,
  parsePair,
} from "../../src/knowledge/material/paper/space.ts";
import { useState } from "preact/hooks";
import { readName } from "../endgames/catalog.ts";
import type { NameFault } from "../words/en/page.ts";
import { words } from "../words/spoken.ts";
import type { MaterialPageWords } from "../words/en/material.ts";

interface Props {
  /** What was asked for. */
  readonly text: string;
  /** Null where that names no two sides' men. */
  readonly pair: MaterialPair | null;
  readonly say: MaterialPageWords;
  readonly onPick: (name: string) => void;
}

export function Picker({ text, pair, say, onPick }: Props) {
  const change = (side: "first" | "second", kind: Kind, by: 1 | -1) => {
    const men = menOf(pair![side]);
    onPick(pairName({ ...pair!, [side]: materialOf({ ...men, [kind]: men[kind] + by }) }));
  };
  return (
    <div class="material-picker" role="group" aria-label={say.pick}>
      <NameField key={text} name={pair === null ? text : pairName(pair)} say={say} onPick={onPick} />
      {pair !== null &&
        (["first", "second"] as const).map((side, i) => (
          <fieldset key={side}>
            <legend>{say.sides[i]}</legend>
            {KINDS.map((kind) => (
              <Count
                key={kind}
                kind={kind}
                men={menOf(pair[side])}
                say={say}
                onChange={(by) => change(side, kind, by)}
              />
            ))}
          </fieldset>
        ))}
    </div>
  );
}

interface CountProps {
  readonly kind: Kind;
  readonly men: Men;
  readonly say: MaterialPageWords;
  readonly onChange: (by: 1 | -1) => void;
}

function Count({ kind, men, say, onChange }: CountProps) {
  const soldiers = men.top + men.low + men.bottom;
  const isSoldier = kind === "top" || kind === "low" || kind === "bottom";
  const isFull = isSoldier ? soldiers >= MOST_SOLDIERS : men[kind] >= 2;
  return (
    <span class="count">
      <span class="kind">{say.kinds[kind]}</span>
      <button
        type="button"
        disabled={men[kind] === 0}
        aria-label={say.remove(say.kinds[kind])}
        onClick={() => onChange(-1)}
      >
        −
      </button>
      <output>{men[kind]}</output>
      <button type="button" disabled={isFull} aria-label={say.add(say.kinds[kind])} onClick={() => onChange(1)}>
        +
      </button>
    </span>
  );
}

function NameField({ name, say, onPick }: { name: string; say: MaterialPageWords; onPick: (name: string) => void }) {
  /** What was typed, while it is no name; null once it is. */
  const [typed, setTyped] = useState(() => mistakeIn(name));
  const read = (text: string) => {
    const mistake = mistakeIn(text);
    setTyped(mistake);
    if (mistake === null) onPick(readMaterial(text) as string);
  };
  return (
    <label class="name">
      {say.name}
      <input
        type="text"
        spellcheck={false}
        autocomplete="off"
        placeholder={words.value.endgames.findHint}
        value={typed?.text ?? name}
        aria-invalid={typed !== null}
        onChange={(event) => read(event.currentTarget.value)}
      />
      {typed !== null && (
        <span class="complaint" role="alert">
          {words.value.endgames.unreadable(typed.fault)}
        </span>
      )}
    </label>
  );
}

function mistakeIn(text: string): { readonly text: string; readonly fault: NameFault } | null {
  const found = readMaterial(text);
  return typeof found === "string" ? null : { text, fault: found };
}

/** The name of two sides' men in letters, soldiers with their categories, or in Chinese; or why it is none. */
export function readMaterial(text: string): string | NameFault {
  try {
    return pairName(parsePair(text));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  const name = readName(text);
  return typeof name === "string" ? pairName(parsePair(name)) : name;
}
