import { ViewLink } from "../ViewLink.tsx";
import type { Sentence } from "../../src/words/repetitions.ts";

/** What a move does, each sentence with the clause that it follows from. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  return (
    <>
      {sentences.map(({ text, clause }) => (
        <p key={text}>
          {text}{" "}
          <ViewLink to="rules" about={clause} class="label">
            {clause}
          </ViewLink>
        </p>
      ))}
    </>
  );
}
