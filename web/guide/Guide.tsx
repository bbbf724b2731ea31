/** Instructions, what words and signs mean, sources and thanks. */
import { answers } from "../answers/current.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import { useGuideWords, words } from "../words/spoken.ts";
import "../shown/guide.css";
import { TermList } from "../shown/Terms.tsx";

/** What a server answers, for programs (OpenAPI). */
const API = "api/v1/openapi.json";

export function Guide() {
  const say = useGuideWords();
  if (say === null) return <p class="hint patience">{words.value.loading}</p>;
  return (
    <article class="guide">
      <h2>{say.title}</h2>
      {say.sections.map(({ title, lines, more }) => (
        <section class="sheet" key={title}>
          <h3>{title}</h3>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {more !== undefined && (
            <p>
              <ViewLink to={more}>{words.value.views[more]}</ViewLink>
            </p>
          )}
        </section>
      ))}
      <section class="sheet">
        <h3>{say.programs.title}</h3>
        {answers().kind === "server" && (
          <p>
            {say.programs.api} <a href={API}>{API}</a>
          </p>
        )}
        <p>{say.programs.tables}</p>
      </section>
      <section class="sheet">
        <h3>{say.terms.title}</h3>
        <TermList items={say.terms.items} />
      </section>
      {[say.sources, say.thanks].map(({ title, items }) => (
        <section class="sheet" key={title}>
          <h3>{title}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
