/** What the person at the page prefers: kept over visits. */
import type { Dictionary } from "../words/en/page.ts";
import { usualNotation } from "../../src/say/words/languages.ts";
import { signal } from "@preact/signals";
import { language } from "../words/spoken.ts";
import { NOTATIONS, type Notation } from "./notation.ts";
import { stored } from "../base/stored.ts";

export type Listing = keyof Dictionary["listings"];
export const LISTINGS: readonly Listing[] = ["grouped", "classic"];

export type PieceSet = keyof Dictionary["pieceSets"];
export const PIECE_SETS: readonly PieceSet[] = ["chinese", "kai", "western"];

export const notation = stored<Notation>("notation", NOTATIONS, usualNotation(language.value));

export type YesOrNo = "yes" | "no";
const YES_OR_NO: readonly YesOrNo[] = ["yes", "no"];

/** What is built in so many seconds can be built by itself. */
export const SOON_SECONDS = 10;

/** Whether it is built without being asked for. */
export const buildsSoon = stored("builds-soon", YES_OR_NO, "yes");

/** Whether arrows on the board show how perfect play begins. */
export const lineShown = stored("line-shown", YES_OR_NO, "yes");

/** Whether the squares that a man may go to tell how long the game lasts then. */
export const lengthsShown = stored("lengths-shown", YES_OR_NO, "no");

/** The moves of either side without a capture after which the game is drawn, where the reader plays by such a limit. */
export type MoveLimitChoice = keyof Dictionary["settings"]["moveLimits"];
export const MOVE_LIMITS: readonly MoveLimitChoice[] = ["none", "50", "60"];
export const moveLimit = stored<MoveLimitChoice>("move-limit", MOVE_LIMITS, "none");

/** Light or dark, or as the device is. */
export type Theme = keyof Dictionary["settings"]["themes"];
export const THEMES: readonly Theme[] = ["device", "light", "dark"];
export const theme = stored<Theme>("theme", THEMES, "device");

/** Whether the dialog in which all of this is chosen is open. */
export const areSettingsOpen = signal(false);

export const listing = stored<Listing>("listing", LISTINGS, "grouped");

export const pieceSet = stored<PieceSet>("men", PIECE_SETS, "chinese");

/** Whether moves are heard. */
export const sounds = stored("sounds", YES_OR_NO, "yes");

/** What the board is made of: `night` is for dark rooms. */
export type BoardLook = keyof Dictionary["settings"]["boards"];
export const BOARD_LOOKS: readonly BoardLook[] = ["wood", "night"];
export const boardLook = stored<BoardLook>("board", BOARD_LOOKS, "wood");
