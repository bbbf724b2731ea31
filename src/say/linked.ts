/** What other programs show of a link to the page: asked for by a server, told in the page's words (web/link-preview.ts). */
import type { ProbeResult } from "../query/probe.ts";
import type { Statistics } from "../query/statistics.ts";
import type { Rules } from "../table/format/header.ts";
import type { Position } from "../xiangqi/position.ts";

/** What a link is about, as far as a server knows. */
export interface Linked {
  /** As an address names it; "explorer" where it names none. */
  readonly view: string;
  readonly endgame: string | null;
  /** Where one is shown. */
  readonly position: Position | null;
  /** What a table says of it. */
  readonly probe: ProbeResult | null;
  /** What the atlas has of the endgame. */
  readonly known: Statistics | null;
  readonly rules: Rules;
}

export interface Preview {
  readonly title: string;
  /** Empty where nothing is told but what the page is. */
  readonly text: string;
}
