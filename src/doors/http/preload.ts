/** Has the words of the reader's language loaded with the page, which else learns only from its script which they are. */
import { LANGUAGES, languageFor, type Language } from "../../say/words/languages.ts";

/** The bundler's own part of the words, which it puts nowhere else. */
const WITH_WORDS = "assets/rolldown-runtime-";

/** @param files those of the page, such as `assets/words-en-1234.js` */
function filesOf(language: Language, files: readonly string[]): string[] {
  const begins = [`assets/words-${language}-`, WITH_WORDS];
  return files.filter((file) => begins.some((each) => file.startsWith(each)));
}

/** A page for a reader whose browser wishes for these languages. */
export function preloading(html: string, files: readonly string[], tags: readonly string[]): string {
  const links = filesOf(languageFor(tags), files).map(
    (file) => `  <link rel="modulepreload" crossorigin href="./${file}" />\n  `,
  );
  return html.replace("</head>", () => `${links.join("")}</head>`);
}

/** A page that is the same for every reader: it chooses by itself, as web/words/spoken.ts does. Before its styles, for which a script would wait. */
export function preloadingByItself(html: string, files: readonly string[]): string {
  const byLanguage = Object.fromEntries(LANGUAGES.map((each) => [each, filesOf(each, files)]));
  const script = `(() => {
      const languageFor = ${languageFor};
      let chosen = null;
      try {
        chosen = localStorage.getItem("canju.language");
      } catch {}
      const files = ${JSON.stringify(byLanguage)};
      for (const file of files[chosen] ?? files[languageFor(navigator.languages)]) {
        const link = { rel: "modulepreload", crossOrigin: "", href: "./" + file };
        document.head.append(Object.assign(document.createElement("link"), link));
      }
    })();`;
  return html.replace('<script type="module"', (start) => `<script>${script}</script>\n    ${start}`);
}
