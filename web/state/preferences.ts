/** What the person at the page prefers: kept over visits. */
import type { Dictionary } from "../words/en/page.ts";
import { language } from "../words/spoken.ts";
import { NOTATIONS, type Notation } from "./notation.ts";
import { stored } from "../base/stored.ts";

export type Listing = keyof Dictionary["listings"];
export const LISTINGS: readonly Listing[] = ["grouped", "classic"];

export type PieceSet = keyof Dictionary["pieceSets"];
export const PIECE_SETS: readonly PieceSet[] = ["chinese", "western"];

export const notation = stored<Notation>("notation", NOTATIONS, language.value.startsWith("zh") ? "chinese" : "wxf");

/** Whether what takes no longer than `SOON_SECONDS` is built without being asked for. */
export const buildsSoon = stored<"yes" | "no">("builds-soon", ["yes", "no"], "yes");

export const listing = stored<Listing>("listing", LISTINGS, "grouped");

export const pieceSet = stored<PieceSet>("men", PIECE_SETS, "chinese");
