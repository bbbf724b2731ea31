/**
 * What an address asks to be shown on other sites, and the view of it. No script runs in it: a game moves by SVG's own animation, or
 * step by step over links.
 *
 * `fen`, `line` and `from` are those of the page's own links; `ply`: after how many moves, without it they are played; `lesson`: a
 * whole lesson in place of these, of which `part`, from 1, is shown; `lang` and `theme` (`light` or `dark`): how it looks.
 */
import { InputError } from "../../base/errors.ts";
import { formatFen, parseLegalFen } from "../../xiangqi/fen.ts";
import { MOST_LINE, parseLesson, parseLine } from "../../xiangqi/games/lesson.ts";
import { applyMove, type Move } from "../../xiangqi/moves.ts";
import { formatChinese } from "../../xiangqi/notation/chinese.ts";
import { formatWxf } from "../../xiangqi/notation/wxf.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { EMBEDDED_WORDS } from "../words/elsewhere.ts";
import { isLanguage, type Language } from "../words/languages.ts";
import { drawLine, drawPosition, escapeXml } from "./picture.ts";

/** A longer animation is no picture any more. */
export const MOST_EMBEDDED_MOVES = MOST_LINE;

export interface Embedded {
  /** The start, and the position after each move. */
  readonly positions: readonly LegalPosition[];
  readonly moves: readonly Move[];
  /** How many moves are played in the position shown; null: all are, one after the other. */
  readonly ply: number | null;
  readonly isFlipped: boolean;
  readonly language: Language;
  readonly theme: "light" | "dark" | "auto";
  /** Of a lesson: what stands in it, and where. */
  readonly lesson: {
    readonly title: string;
    readonly note: string;
    readonly part: number;
    readonly all: number;
  } | null;
}

/** @throws InputError for a position that cannot occur, for moves that are none, and for what is no lesson */
export function readEmbedded(query: URLSearchParams): Embedded {
  const { start, moves, lesson } = readShown(query);
  const positions = [start];
  for (const move of moves) positions.push(applyMove(positions.at(-1)!, move));
  const [lang, theme] = [query.get("lang") ?? "", query.get("theme")];
  return {
    positions,
    moves,
    ply: moves.length === 0 ? 0 : numberIn(query, "ply", moves.length),
    isFlipped: query.get("from") === "black",
    language: isLanguage(lang) ? lang : "en",
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    lesson,
  };
}

type Shown = Pick<Embedded, "moves" | "lesson"> & { readonly start: LegalPosition };

function readShown(query: URLSearchParams): Shown {
  const asked = query.get("lesson");
  if (asked === null) {
    const start = parseLegalFen((query.get("fen") ?? "").replaceAll("_", " "));
    return { start, moves: parseLine(start, query.get("line") ?? ""), lesson: null };
  }
  const { title, parts } = parseLesson(asked);
  if (parts.length === 0) throw new InputError("bad-lesson", "the lesson has no position yet");
  const part = Math.max(1, numberIn(query, "part", parts.length) ?? 1);
  const { start, moves, note } = parts[part - 1]!;
  return { start, moves, lesson: { title, note, part, all: parts.length } };
}

/** A number of an address, at most so large; null where there is none. */
function numberIn(query: URLSearchParams, name: string, most: number): number | null {
  const text = query.get(name) ?? "";
  return /^\d{1,6}$/.test(text) ? Math.min(Number(text), most) : null;
}

export function drawEmbedded({ positions, moves, ply, isFlipped }: Embedded): string {
  const options = { flipped: isFlipped, title: formatFen(positions[ply ?? 0]!) };
  if (ply === null) return drawLine(positions[0]!, moves, options);
  return drawPosition(positions[ply]!, { ...options, lastMove: moves[ply - 1] ?? null });
}

/** How the view for other sites looks. */
export const EMBEDDED_STYLE =
  "*{box-sizing:border-box}:root{--page:#f6ecd6;--text:#2b2419;--link:#7a1d12;--edge:#d5c4a0;color-scheme:light}" +
  "@media(prefers-color-scheme:dark){:root.auto{--page:#17140f;--text:#efe6d5;--link:#e89582;--edge:#5a4c38;color-scheme:dark}}" +
  ":root.dark{--page:#17140f;--text:#efe6d5;--link:#e89582;--edge:#5a4c38;color-scheme:dark}" +
  "body{margin:0;height:100vh;display:flex;flex-direction:column;align-items:center;gap:4px;padding:4px;" +
  "font:14px/1.35 system-ui,'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif;background:var(--page);color:var(--text)}" +
  "body>svg{flex:1 1 0;min-height:8rem;width:100%}a{color:var(--link)}p{margin:0}.title{font-weight:600}" +
  "nav{display:flex;flex-wrap:wrap;justify-content:center;gap:4px}nav a,nav span{min-width:2.4rem;padding:4px 8px;border:1px solid var(--edge);" +
  "border-radius:6px;text-align:center;text-decoration:none}nav span{opacity:.4}" +
  ".moves{max-height:4.2em;overflow:auto}.moves a{min-width:0;padding:1px 5px;border:0}.moves [aria-current]{font-weight:700;text-decoration:underline}" +
  ".note{max-height:6em;overflow:auto;white-space:pre-line}";

/** What the root element of the view is called, for `EMBEDDED_STYLE` to apply. */
export function embeddedRoot({ language, theme }: Embedded): { readonly lang: string; readonly class: string } {
  return { lang: language, class: theme };
}

/** The view for other sites, to be put into its body. @param query of its own address */
export function embeddedBody(asked: Embedded, query: URLSearchParams): string {
  const { positions, moves, ply, lesson, language } = asked;
  const say = EMBEDDED_WORDS[language];
  const at = positions[ply ?? 0]!;
  const title = lesson === null ? "" : `<p class="title">${escapeXml(lesson.title)}</p>`;
  const note = lesson === null || lesson.note === "" ? "" : `<p class="note">${escapeXml(lesson.note)}</p>`;
  const turn = `<p>${say.toMove[at.turn]}</p>`;
  return (
    title +
    drawEmbedded(asked) +
    turn +
    note +
    (lesson === null || lesson.all === 1 ? "" : partLinks(lesson, query, asked)) +
    (moves.length === 0 ? "" : stepLinks(asked, query) + moveLinks(asked, query)) +
    `<a href="${escapeXml(pageLink(asked, query))}" target="_blank" rel="noopener">Canju 残局</a>`
  );
}

/** Where the page shows the same. */
function pageLink({ positions, lesson }: Embedded, query: URLSearchParams): string {
  if (lesson !== null) return `./?view=lesson&topic=${query.get("lesson")}`;
  const fen = formatFen(positions[0]!).replaceAll(" ", "_");
  const others = ["line", "ply", "from", "rules"].filter((name) => query.has(name));
  return [`./?fen=${fen}`, ...others.map((name) => `${name}=${encodeURIComponent(query.get(name)!)}`)].join("&");
}

/** The same view with something else in its address; null takes it away. */
function elsewhere(query: URLSearchParams, changed: Readonly<Record<string, number | null>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return escapeXml(`?${next}`);
}

/** A link that is drawn as a button; without a place to go to it is dead. */
function button(sign: string, name: string, href: string | null): string {
  if (href === null) return `<span aria-hidden="true">${sign}</span>`;
  return `<a href="${href}" aria-label="${name}" title="${name}">${sign}</a>`;
}

function stepLinks({ moves, ply, language }: Embedded, query: URLSearchParams): string {
  const say = EMBEDDED_WORDS[language];
  const at = ply ?? 0;
  const to = (next: number) =>
    next === ply || next < 0 || next > moves.length ? null : elsewhere(query, { ply: next });
  const buttons = [
    button("«", say.start, to(0)),
    button("‹", say.back, to(at - 1)),
    button("▷", say.play, ply === null ? null : elsewhere(query, { ply: null })),
    button("›", say.forward, to(at + 1)),
    button("»", say.end, to(moves.length)),
  ];
  return `<nav>${buttons.join("")}</nav>`;
}

function moveLinks({ positions, moves, ply, language }: Embedded, query: URLSearchParams): string {
  const script = language === "zh-Hant" ? "traditional" : "simplified";
  const isChinese = language === "zh-Hans" || language === "zh-Hant";
  const first = positions[0]!.turn === "red" ? 0 : 1;
  const links = moves.map((move, i) => {
    const before = positions[i]!;
    const named = isChinese ? formatChinese(before, move, { script }) : formatWxf(before, move);
    const number = (first + i) % 2 === 0 ? `${(first + i) / 2 + 1}. ` : i === 0 ? "1… " : "";
    const current = ply === i + 1 ? ' aria-current="step"' : "";
    return `<a href="${elsewhere(query, { ply: i + 1 })}"${current}>${number}${escapeXml(named)}</a>`;
  });
  return `<nav class="moves" aria-label="${EMBEDDED_WORDS[language].moves}">${links.join("")}</nav>`;
}

function partLinks(lesson: NonNullable<Embedded["lesson"]>, query: URLSearchParams, { language }: Embedded): string {
  const say = EMBEDDED_WORDS[language];
  const to = (part: number) => (part < 1 || part > lesson.all ? null : elsewhere(query, { part, ply: null }));
  const place = `<span>${lesson.part} / ${lesson.all}</span>`;
  const [previous, next] = [button("←", say.previous, to(lesson.part - 1)), button("→", say.next, to(lesson.part + 1))];
  return `<nav>${previous}${place}${next}</nav>`;
}
