/** A position or a game for other sites, in an export: what `/embed` is on a server (src/doors/http/embed.ts). */
import { drawEmbedded, embeddedBody, EMBEDDED_STYLE, readEmbedded } from "../src/say/pictures/embedded.ts";
import { escapeXml } from "../src/say/pictures/picture.ts";
import { NO_PICTURE } from "../src/say/words/nowhere.ts";
import { InputError } from "../src/base/errors.ts";
import { formatFen } from "../src/xiangqi/fen.ts";

const link = `./${location.search || "?fen="}`;
document.head.append(Object.assign(document.createElement("style"), { textContent: EMBEDDED_STYLE }));
try {
  const asked = readEmbedded(new URLSearchParams(location.search));
  document.title = formatFen(asked.start);
  document.body.innerHTML = embeddedBody(drawEmbedded(asked), link);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  const lines = NO_PICTURE.map(
    ({ lang, text, link: words }) =>
      `<p lang="${lang}">${text} <a href="${escapeXml(link)}" target="_blank" rel="noopener">${words}</a></p>`,
  );
  document.body.innerHTML = `<main>${lines.join("")}</main>`;
}
