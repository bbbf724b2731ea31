/**
 * Zones: the parts of an endgame's index in which every soldier keeps its category (Chen et al., 2.3). Each is a pair of
 * materials.
 */
import type { EndgameIndex } from "../../../endgame/index.ts";
import type { Colour } from "../../../xiangqi/pieces.ts";
import { rankOf, SQUARES, type Square } from "../../../xiangqi/squares.ts";
import { pairName } from "../../material/paper/names.ts";
import { materialOf } from "../../material/paper/space.ts";

/** A soldier's category, a place in the list of them, by its rank seen from its own side: 3 to 6, 7 and 8, 9. */
function categoryAt(square: Square, colour: Colour): 0 | 1 | 2 {
  const rank = colour === "red" ? rankOf(square) : 9 - rankOf(square);
  return rank <= 6 ? 0 : rank <= 8 ? 1 : 2;
}

/** [top, low, bottom] of each side. */
type Counts = Readonly<Record<Colour, readonly [number, number, number]>>;

export interface Zones {
  /** Standard names of the material pairs, by zone. */
  readonly names: readonly string[];
  /** The zone of each square of the inner man, the outer men standing on `outer`. Not to be changed. */
  zonesOf(outer: ArrayLike<Square>): Int32Array;
}

/** The zones of an index. They are numbered as they are met, so `names` grows. */
export function zonesOfIndex(index: EndgameIndex): Zones {
  const soldiers = index.placements.men.flatMap(({ role, colour }, man) =>
    role === "soldier" ? [{ man, colour, weight: colour === "red" ? 1 : SIDE }] : [],
  );
  const names: string[] = [];
  const numbers = new Map<number, number>();
  const byOuter = new Map<number, Int32Array>();
  const numberOf = (code: number): number => {
    let number = numbers.get(code);
    if (number === undefined) {
      numbers.set(code, (number = names.length));
      names.push(nameOf(index, countsIn(code)));
    }
    return number;
  };
  return {
    names,
    zonesOf(outer) {
      let code = 0;
      for (const { man, colour, weight } of soldiers) code += weight * CATEGORY ** categoryAt(outer[man]!, colour);
      let zones = byOuter.get(code);
      if (zones === undefined) {
        zones = Int32Array.from({ length: SQUARES }, (_, square) =>
          numberOf(index.inner === "soldier" ? code + CATEGORY ** categoryAt(square, "red") : code),
        );
        byOuter.set(code, zones);
      }
      return zones;
    },
  };
}

/** A code counts each category, of up to five soldiers, in three bits, Red's below Black's. */
const CATEGORY = 8;
const SIDE = CATEGORY ** 3;

function countsIn(code: number): Counts {
  const side = (bits: number): [number, number, number] => [bits & 7, (bits >> 3) & 7, (bits >> 6) & 7];
  return { red: side(code % SIDE), black: side(Math.floor(code / SIDE)) };
}

function nameOf({ endgame }: EndgameIndex, counts: Counts): string {
  const material = (colour: Colour) => {
    const { chariot, horse, cannon, advisor, elephant } = endgame[colour];
    const [top, low, bottom] = counts[colour];
    return materialOf({ chariot, horse, cannon, top, low, bottom, advisor, elephant });
  };
  return pairName({ first: material("red"), second: material("black") });
}
