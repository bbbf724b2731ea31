/**
 * What spares a first visit its round trips, put into the page as it is sent: the words of the reader's language, to be loaded at once,
 * the answer to the page's first question, and a view of it that needs no script.
 */
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import type { Context } from "hono";
import { probe, type ProbeResult } from "../../query/probe.ts";
import { FIRST_FEN, languageFor, withFirstAnswer, type Language } from "../../say/beginning.ts";
import { RULES, type Collection } from "../../table/catalog/collection.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import type { Position } from "../../xiangqi/position.ts";
import type { DataFolder } from "./data-folder.ts";
import { showing, type PageFiles } from "./page.ts";
import { preloading } from "./preload.ts";

/** Views that show no values do not ask. */
const ASKING = new Set([undefined, "explorer", "play"]);
/** Nobody waits longer for it than the page would itself. */
const PATIENCE_MILLISECONDS = 100;
/** More at once are left to the API, which is limited. */
const MOST_AT_ONCE = 4;

/** What an address says that a view drawn here shows as the page does. */
const DRAWN = new Set(["fen", "rules", "from"]);

/** Draws the position, its value and its moves, as HTML. @param flipped seen from Black's side */
export type FirstView = (position: Position, probe: ProbeResult, language: Language, flipped: boolean) => string;

/** The one that was built with a page (web/first-view.tsx); undefined where there is none beside it. */
export async function loadFirstView(pageFolder: string): Promise<FirstView | undefined> {
  try {
    const built = (await import(pathToFileURL(join(pageFolder, "../first-view.js")).href)) as { firstView: FirstView };
    return built.firstView;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

export class FirstLoad {
  readonly #data: DataFolder;
  readonly #collection: Collection;
  readonly #files: readonly string[];
  readonly #draw: FirstView | undefined;
  #underWay = 0;

  constructor(data: DataFolder, collection: Collection, page: PageFiles, draw?: FirstView) {
    this.#data = data;
    this.#collection = collection;
    this.#files = [...page.keys()].map((path) => path.slice(1));
    this.#draw = draw;
  }

  /** The page for one request. */
  async complete(c: Context, html: string): Promise<string> {
    const tags = (c.req.header("accept-language") ?? "").split(",").map((each) => each.split(";")[0]!.trim());
    const page = preloading(html, this.#files, tags);
    const answer = await this.#answer(c);
    if (answer === null) return page;
    const answered = withFirstAnswer(page, answer.probe);
    const query = c.req.query();
    if (this.#draw === undefined || !Object.keys(query).every((name) => DRAWN.has(name))) return answered;
    const language = languageFor(tags);
    return showing(answered, this.#draw(answer.position, answer.probe, language, query.from === "black"), language);
  }

  /** Null where there is none, or not at once. */
  async #answer(c: Context): Promise<{ position: Position; probe: ProbeResult } | null> {
    const { fen, rules, view } = c.req.query();
    const by = RULES.find((each) => each === rules) ?? this.#collection.rules;
    const isBare = Object.keys(c.req.query()).length === 0;
    if (!ASKING.has(view) || (fen === undefined && !isBare) || this.#underWay >= MOST_AT_ONCE) return null;
    const asked = by === this.#collection.rules ? this.#collection : ({ rules: by, metric: "dtc" } as const);
    this.#underWay++;
    try {
      const position = parseLegalFen(fen?.replaceAll("_", " ") ?? FIRST_FEN);
      const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS, null).unref());
      const found = await Promise.race([probe(position, this.#data.catalog(asked)), late]);
      return found && { position, probe: found };
    } catch {
      return null; // no position, or no sound table: the page is told when it asks
    } finally {
      this.#underWay--;
    }
  }
}
