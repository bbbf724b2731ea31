/**
 * What other programs show of a link: the page's own file with a title, a sentence and a picture named in it (Open Graph), about the
 * position, the endgame or the view that the address names. Browsers get the same, and what spares them round trips (first-load.ts).
 */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { canonicalEndgame, endgameOf, parseEndgame } from "../../endgame/endgame.ts";
import type { Atlas } from "../../knowledge/atlas/atlas.ts";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { statisticsOf, type Statistics } from "../../query/statistics.ts";
import { FIRST_FEN, type Linked, type Preview } from "../../say/beginning.ts";
import { languageFor } from "../../say/words/languages.ts";
import { MOST_EMBEDDED_MOVES, readEmbedded } from "../../say/pictures/embedded.ts";
import { escapeXml } from "../../say/pictures/picture.ts";
import { ABOUT } from "../../say/words/elsewhere.ts";
import { formatFen, parseLegalFen } from "../../xiangqi/fen.ts";
import { InputError } from "../../base/errors.ts";
import { PREVIEW } from "./embed.ts";
import { wishedTags, type Beforehand, type FirstAnswer, type FirstLoad } from "./first-load.ts";
import { sendPage, type PageFiles } from "./page.ts";
import type { Env } from "./work.ts";

const HEAD_END = "</head>";
/** Of a `Host` header: nothing that could be more than a name and a port. */
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

/** Views whose topics name an endgame, alone or in front of a part of it. */
const OF_ENDGAMES: readonly string[] = ["endgames", "course"];

/** Before `servePage`: answers for the page itself, and leaves its other files to it. @param words what speaks of the link; without it nothing does */
export function serveLinkPreviews(app: OpenAPIHono<Env>, page: PageFiles, first: FirstLoad, words?: Beforehand): void {
  const index = page.get("/");
  if (index === undefined) return;
  const html = new TextDecoder().decode(index.bytes);
  let atlas: Promise<Atlas> | undefined;
  const recordOf = async (name: string): Promise<Statistics | null> => {
    const endgame = parseEndgame(name);
    const record = await (await (atlas ??= openAtlas())).find(endgame);
    return record && statisticsOf(record, endgame);
  };
  app.use(async (c, next) => {
    if (c.req.method !== "GET" || page.get(c.req.path) !== index) return next();
    const answer = await first.answer(c);
    const tags = words === undefined ? "" : await tagsOf(c, first, answer, words, recordOf);
    const named = html.replace(HEAD_END, () => tags + HEAD_END);
    return sendPage(c, first.complete(c, named, answer));
  });
}

/** What an address shows; its title, where it has one of its own. @throws InputError for what the page complains of itself */
function shownBy(asked: URLSearchParams): Pick<Linked, "view" | "endgame" | "position"> & { readonly title?: string } {
  const view = asked.get("view") ?? "explorer";
  const topic = asked.get("topic");
  if (OF_ENDGAMES.includes(view) && topic !== null) {
    const { name } = canonicalEndgame(parseEndgame(topic.replace(/-(won|drawn|\d)$/, ""))).endgame;
    return { view, endgame: name, position: null };
  }
  if ((asked.get("line") ?? "").length > 4 * MOST_EMBEDDED_MOVES) asked.delete("line"); // its start says enough
  if (view === "lesson" && topic !== null) asked.set("lesson", topic);
  const isGame = asked.has("fen") || asked.has("lesson");
  if (isGame && !OF_ENDGAMES.includes(view)) {
    const { positions, ply, lesson } = readEmbedded(asked);
    const position = positions[ply ?? 0]!;
    return { view, endgame: endgameOf(position.board).name, position, ...(lesson && { title: lesson.title }) };
  }
  if (view === "studies" && topic !== null) {
    const position = parseLegalFen(topic.replaceAll("_", " "));
    return { view, endgame: endgameOf(position.board).name, position };
  }
  return { view, endgame: null, position: null };
}

async function tagsOf(
  c: Context,
  first: FirstLoad,
  answer: FirstAnswer | null,
  words: Beforehand,
  recordOf: (endgame: string) => Promise<Statistics | null>,
): Promise<string> {
  const host = c.req.header("host") ?? "";
  if (!HOST.test(host)) return "";
  try {
    const { title: own, ...shown } = shownBy(new URL(c.req.url).searchParams);
    const { view, endgame, position } = shown;
    const isTask = view === "studies" || own !== undefined; // of which the link gives nothing away
    const known = endgame === null || isTask ? null : await recordOf(endgame);
    const probe = isTask || position === null || answer === null ? null : answer.probe;
    const language = languageFor(wishedTags(c));
    const { title, text } = words.preview({ ...shown, probe, known, rules: first.rulesOf(c) }, language);
    const fen = position === null ? known && typicalOf(known) : formatFen(position);
    const scheme = c.req.header("x-forwarded-proto") === "https" ? "https" : new URL(c.req.url).protocol.slice(0, -1);
    const folder = c.req.path.slice(0, c.req.path.lastIndexOf("/"));
    const seen = c.req.query("from") === "black" ? "&from=black" : "";
    const picture = `${scheme}://${host}${folder}${PREVIEW}?fen=${(fen ?? FIRST_FEN).replaceAll(" ", "_")}${seen}`;
    return openGraph({ title: own || title, text: text || ABOUT[language] }, picture);
  } catch (error) {
    if (error instanceof InputError) return ""; // the page says what is wrong with it
    throw error;
  }
}

/** A position that stands for an endgame: one that Red wins where there is one. */
function typicalOf({ typical }: Statistics): string | null {
  return typical?.red.win ?? typical?.black.loss ?? typical?.red.draw ?? typical?.black.draw ?? null;
}

/** @param picture the address of a card of 1200 × 630 pixels */
function openGraph({ title, text }: Preview, picture: string): string {
  const tags = [
    ["og:type", "website"],
    ["og:site_name", "Canju 残局"],
    ["og:title", title],
    ["og:description", text],
    ["og:image", picture],
    ["og:image:type", "image/png"],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["twitter:card", "summary_large_image"],
  ].map(([property, content]) => `<meta property="${property}" content="${escapeXml(content!)}" />`);
  // WeChat, QQ
  const more = [
    ["name", title],
    ["description", text],
    ["image", picture],
  ].map(([name, content]) => `<meta itemprop="${name}" content="${escapeXml(content!)}" />`);
  return [...tags, ...more].join("");
}
