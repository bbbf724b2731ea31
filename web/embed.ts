/** A position, a game or a lesson for other sites, in an export: what `/embed` is on a server (src/doors/http/embed.ts). */
import { embeddedBody, embeddedRoot, EMBEDDED_STYLE, readEmbedded } from "../src/say/pictures/embedded.ts";
import { escapeXml } from "../src/say/pictures/picture.ts";
import { NO_PICTURE } from "../src/say/words/elsewhere.ts";
import { InputError } from "../src/base/errors.ts";
import { formatFen } from "../src/xiangqi/fen.ts";

const link = `./${location.search || "?fen="}`;
document.head.append(Object.assign(document.createElement("style"), { textContent: EMBEDDED_STYLE }));
try {
  const query = new URLSearchParams(location.search);
  const asked = readEmbedded(query);
  const root = embeddedRoot(asked);
  document.documentElement.lang = root.lang;
  document.documentElement.className = root.class;
  document.title = formatFen(asked.positions[0]!);
  document.body.innerHTML = embeddedBody(asked, query);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  const lines = Object.entries(NO_PICTURE).map(
    ([lang, { text, link: words }]) =>
      `<p lang="${lang}">${text} <a href="${escapeXml(link)}" target="_blank" rel="noopener">${words}</a></p>`,
  );
  document.body.innerHTML = `<main>${lines.join("")}</main>`;
}
