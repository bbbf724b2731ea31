/**
 * What spares a first visit its round trips, put into the page as it is sent: the words of the reader's language, to be loaded at once,
 * the answer to the page's first question, and a view of it that needs no script.
 */
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import type { Context } from "hono";
import { probe, type ProbeResult } from "../../query/probe.ts";
import { FIRST_FEN, type Linked, type Preview, withFirstAnswer } from "../../say/beginning.ts";
import { languageFor, type Language } from "../../say/words/languages.ts";
import { RULES, type Collection } from "../../table/catalog/collection.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import type { Rules } from "../../table/format/header.ts";
import type { Position } from "../../xiangqi/position.ts";
import type { DataFolder } from "./data-folder.ts";
import { type PageFiles, preloading, showing } from "./page.ts";

/** Views that show no values do not ask. */
const ASKING = new Set([undefined, "explorer", "play"]);
/** Nobody waits longer for it than the page would itself. */
const PATIENCE_MILLISECONDS = 100;
/** More at once are left to the API, which is limited. */
const MOST_AT_ONCE = 4;

/** What an address says that a view drawn here shows as the page does. */
const DRAWN = new Set(["fen", "rules", "from"]);

/** What a server says in the page's own words, before any script of it runs (web/first-view.tsx). */
export interface Beforehand {
  /** Draws the position, its value and its moves, as HTML. @param flipped seen from Black's side */
  firstView(position: Position, probe: ProbeResult, language: Language, flipped: boolean): string;
  preview(linked: Linked, language: Language): Preview;
}

/** What was built with a page; undefined where there is none beside it. */
export async function loadBeforehand(pageFolder: string): Promise<Beforehand | undefined> {
  try {
    return (await import(pathToFileURL(join(pageFolder, "../first-view.js")).href)) as Beforehand;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The position that an address asks about, and what a table says of it. */
export interface FirstAnswer {
  readonly position: Position;
  readonly probe: ProbeResult;
}

/** The languages that a reader's browser wishes for. */
export function wishedTags(c: Context): string[] {
  return (c.req.header("accept-language") ?? "").split(",").map((each) => each.split(";")[0]!.trim());
}

export class FirstLoad {
  readonly #data: DataFolder;
  readonly #collection: Required<Collection>;
  readonly #files: readonly string[];
  readonly #words: Beforehand | undefined;
  #underWay = 0;

  constructor(data: DataFolder, collection: Required<Collection>, page: PageFiles, words?: Beforehand) {
    this.#data = data;
    this.#collection = collection;
    this.#files = [...page.keys()].map((path) => path.slice(1));
    this.#words = words;
  }

  /** The page for one request, and the answer to what it asks. */
  complete(c: Context, html: string, answer: FirstAnswer | null): string {
    const tags = wishedTags(c);
    const page = preloading(html, this.#files, tags);
    if (answer === null) return page;
    const answered = withFirstAnswer(page, answer.probe);
    const query = c.req.query();
    if (this.#words === undefined || !Object.keys(query).every((name) => DRAWN.has(name))) return answered;
    const language = languageFor(tags);
    return showing(
      answered,
      this.#words.firstView(answer.position, answer.probe, language, query.from === "black"),
      language,
    );
  }

  /** Those that an address names. */
  rulesOf(c: Context): Rules {
    return RULES.find((each) => each === c.req.query("rules")) ?? this.#collection.rules;
  }

  /** Null where there is none, or not at once. */
  async answer(c: Context): Promise<FirstAnswer | null> {
    const { fen, view } = c.req.query();
    const by = this.rulesOf(c);
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
