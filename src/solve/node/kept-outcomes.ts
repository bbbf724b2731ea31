/** Outcomes of an endgame that was built here, on a shelf until those that capture into it need them: where memory has no room for them. */
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { newSet, outcomesOfTape, type OutcomeKind, type Outcomes } from "../outcomes.ts";
import type { Solution } from "../kernel.ts";
import type { MakeShelf, NewShelf } from "../shelves.ts";

const KINDS: readonly OutcomeKind[] = ["won", "lost"];

/** Outcomes on a shelf. */
export interface ShelvedOutcomes {
  load(): Outcomes;
  close(): void;
}

/** Puts outcomes on a shelf, one set at a time. @param only the side to move that is asked for. Default: both */
export function shelveOutcomes(
  { index, tape, levels }: Solution,
  makeShelf: MakeShelf,
  only?: Colour,
): ShelvedOutcomes {
  const setBytes = newSet(index).byteLength;
  const shelf: NewShelf = makeShelf(setBytes);
  const places: { readonly kind: OutcomeKind; readonly turn: Colour; readonly isEmpty: boolean }[] = [];
  for (const kind of KINDS) {
    for (const turn of only === undefined ? COLOURS : [only]) {
      const set = outcomesOfTape(index, tape, levels, turn, [kind])[kind]![turn];
      shelf.write(places.length, 0, new Uint8Array(set.buffer));
      places.push({ kind, turn, isEmpty: set.length === 0 });
    }
  }
  return {
    load() {
      const none = (): Record<Colour, Uint32Array> => ({ red: new Uint32Array(), black: new Uint32Array() });
      const outcomes = { index, ...(only && { only }), won: none(), lost: none(), depends: none() };
      places.forEach(({ kind, turn, isEmpty }, number) => {
        if (isEmpty) return;
        const set = newSet(index);
        shelf.read(number, 0, new Uint8Array(set.buffer));
        outcomes[kind][turn] = set;
      });
      return outcomes;
    },
    close: () => shelf.close(),
  };
}

/** Whether outcomes are worth a shelf: to read those of a large table takes its codes in memory; others are soon read. */
export function isWorthShelf({ index }: Solution): boolean {
  return index.inner !== null && index.cells >= WORTH_CELLS;
}

const WORTH_CELLS = 1e8;
