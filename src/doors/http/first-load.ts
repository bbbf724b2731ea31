/**
 * What spares a first visit its round trips, put into the page as it is sent: the words of the reader's language, to be loaded at once, and
 * the answer to the page's first question.
 */
import type { Context } from "hono";
import { probe } from "../../query/probe.ts";
import { FIRST_FEN, withFirstAnswer } from "../../say/beginning.ts";
import { RULES, type Collection } from "../../table/catalog/collection.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import type { DataFolder } from "./data-folder.ts";
import type { PageFiles } from "./page.ts";
import { preloading } from "./preload.ts";

/** Views that show no values do not ask. */
const ASKING = new Set([undefined, "explorer", "play"]);
/** Nobody waits longer for it than the page would itself. */
const PATIENCE_MILLISECONDS = 100;
/** More at once are left to the API, which is limited. */
const MOST_AT_ONCE = 4;

export class FirstLoad {
  readonly #data: DataFolder;
  readonly #collection: Collection;
  readonly #files: readonly string[];
  #underWay = 0;

  constructor(data: DataFolder, collection: Collection, page: PageFiles) {
    this.#data = data;
    this.#collection = collection;
    this.#files = [...page.keys()].map((path) => path.slice(1));
  }

  /** The page for one request. */
  async complete(c: Context, html: string): Promise<string> {
    const tags = (c.req.header("accept-language") ?? "").split(",").map((each) => each.split(";")[0]!.trim());
    const answer = await this.#answer(c);
    const page = preloading(html, this.#files, tags);
    return answer === null ? page : withFirstAnswer(page, answer);
  }

  /** Null where there is none, or not at once. */
  async #answer(c: Context): Promise<object | null> {
    const { fen, rules, view } = c.req.query();
    const by = RULES.find((each) => each === rules) ?? this.#collection.rules;
    const isBare = Object.keys(c.req.query()).length === 0;
    if (!ASKING.has(view) || (fen === undefined && !isBare) || this.#underWay >= MOST_AT_ONCE) return null;
    const asked = by === this.#collection.rules ? this.#collection : ({ rules: by, metric: "dtc" } as const);
    this.#underWay++;
    try {
      const position = parseLegalFen(fen?.replaceAll("_", " ") ?? FIRST_FEN);
      const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS, null).unref());
      return await Promise.race([probe(position, this.#data.catalog(asked)), late]);
    } catch {
      return null; // no position, or no sound table: the page is told when it asks
    } finally {
      this.#underWay--;
    }
  }
}
