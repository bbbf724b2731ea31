/** The men as they are drawn: those in brush strokes once their outlines are loaded. */
import { computed, effect, signal } from "@preact/signals";
import type { BrushGlyphs, MenStyle } from "../../src/say/pictures/men.ts";
import { pieceSet } from "./preferences.ts";

const brush = signal<BrushGlyphs | null>(null);

export const men = computed<MenStyle>(() => (pieceSet.value === "kai" ? (brush.value ?? "chinese") : pieceSet.value));

effect(() => {
  if (pieceSet.value !== "kai" || brush.peek() !== null) return;
  import("../../src/say/pictures/kai.ts").then(
    ({ KAI }) => (brush.value = KAI),
    () => {}, // the network went away: pen strokes say the same
  );
});
