/**
 * The database of all 13,608 x 13,608 pairs (Chen et al., section 4), answered in well under a microsecond.
 *
 * It is factored by classes of soldiers and by attacking men: for each two combinations of attacking men, a block of 9 x 9
 * answers by defending men. Equal blocks are stored once, and answers take half a byte.
 *
 * A class is materials that soldier inference takes to be worth the same: 6,561 in place of 13,608, numbered by attacking
 * men (27 combinations of strong men x 27 of soldiers) and then defending men.
 */
import { CALIBRATION_BINS, scoreByCuts, type Cuts } from "./model/calibration.ts";
import { rolesOf, type Roles } from "./paper/knowledge.ts";
import {
  attackingSide,
  DEFENDING_COMBINATIONS,
  POWER,
  MATERIALS,
  STRONG_COMBINATIONS,
  type Material,
  type Side,
  withSoldiersOf,
} from "./paper/space.ts";
import { InputError } from "../xiangqi/errors.ts";
import { STATES, type Score, type State } from "./paper/states.ts";
import { withoutSpareSoldiers } from "./paper/soldiers.ts";
import { materialName, type MaterialPair } from "./paper/names.ts";

/** The smallest material of each class, ascending. */
const REPRESENTATIVES: Int32Array = Int32Array.from(
  Array.from({ length: MATERIALS }, (_, material) => material).filter(
    (material) => withoutSpareSoldiers(material) === material,
  ),
);

export const CLASSES = REPRESENTATIVES.length;
export const ATTACKING_CLASSES = CLASSES / DEFENDING_COMBINATIONS;

const CLASS_OF_REPRESENTATIVE = new Map(Array.from(REPRESENTATIVES, (material, number) => [material, number]));

/** The class of each material. */
export const CLASS_OF: Uint16Array = Uint16Array.from({ length: MATERIALS }, (_, material) =>
  CLASS_OF_REPRESENTATIVE.get(withoutSpareSoldiers(material))!,
);

/** The smallest material of the material's class. */
export function representative(material: Material): Material {
  return REPRESENTATIVES[CLASS_OF[material]!]!;
}

/**
 * 0 to 4: that score, from what is solved or follows from it. 5 to 14: predicted, in this bin of win shares. 15:
 * predicted that both sides win.
 */
export type Symbol = number;
const FIRST_BIN = 5;
const BOTH_WIN: Symbol = FIRST_BIN + CALIBRATION_BINS;

export interface Answer {
  readonly score: Score;
  /** The bin of the prediction; undefined for what rests on facts, and where both sides win. */
  readonly bin: number | undefined;
}

const BLOCK = DEFENDING_COMBINATIONS * DEFENDING_COMBINATIONS;
/** Bytes. */
export const PACKED_BLOCK = (BLOCK + 1) / 2;
const MAGIC = 0x4d4a4331; // "1CJM"
const HEADER_BYTES = 12;

export function symbolOfPrediction(win: number, score: Score): Symbol {
  return score === 0 ? BOTH_WIN : FIRST_BIN + Math.min(CALIBRATION_BINS - 1, Math.floor(win * CALIBRATION_BINS));
}

export class StateDatabase {
  readonly #answers: readonly Answer[];
  readonly #index: Uint32Array;
  readonly #blocks: Uint8Array;

  /** @param index the first answer of each block, by the two combinations of attacking men */
  constructor(cuts: Cuts, index: Uint32Array, blocks: Uint8Array) {
    this.#index = index;
    this.#blocks = blocks;
    this.#answers = Array.from({ length: BOTH_WIN + 1 }, (_, symbol) => answerOf(cuts, symbol));
  }

  /** The state of a pair in its roles. */
  lookUp({ attack, defence }: Roles): Answer {
    const [a, d] = [CLASS_OF[attack]!, CLASS_OF[defence]!];
    const [ofAttacker, ofDefender] = [(a / DEFENDING_COMBINATIONS) | 0, (d / DEFENDING_COMBINATIONS) | 0];
    const start = this.#index[ofAttacker * ATTACKING_CLASSES + ofDefender]!;
    const place = (a - ofAttacker * DEFENDING_COMBINATIONS) * DEFENDING_COMBINATIONS;
    return this.#answers[this.#blocks[start + place + d - ofDefender * DEFENDING_COMBINATIONS]!]!;
  }
}

function answerOf(cuts: Cuts, symbol: Symbol): Answer {
  if (symbol === BOTH_WIN) return { score: 0, bin: undefined };
  if (symbol < FIRST_BIN) return { score: symbol as Score, bin: undefined };
  const bin = symbol - FIRST_BIN;
  return { score: scoreByCuts(cuts, (bin + 0.5) / CALIBRATION_BINS, 0), bin };
}

/** Asks for the symbol of every pair of classes whose first side attacks. */
export function encodeDatabase(symbolOf: (roles: Roles) => Symbol, tell?: (share: number) => void): Uint8Array {
  const numbers = new Map<string, number>();
  const blocks: Uint8Array[] = [];
  const index = new Uint32Array(ATTACKING_CLASSES * ATTACKING_CLASSES);
  const block = new Uint8Array(PACKED_BLOCK);
  for (let ofAttacker = 0; ofAttacker < ATTACKING_CLASSES; ofAttacker++) {
    tell?.(ofAttacker / ATTACKING_CLASSES);
    for (let ofDefender = 0; ofDefender < ATTACKING_CLASSES; ofDefender++) {
      fillBlock(block, ofAttacker, ofDefender, symbolOf);
      const key = String.fromCharCode(...block);
      let number = numbers.get(key);
      if (number === undefined) {
        numbers.set(key, (number = blocks.length));
        blocks.push(block.slice());
      }
      index[ofAttacker * ATTACKING_CLASSES + ofDefender] = number;
    }
  }
  return packDatabase(index, blocks);
}

/**
 * Soldiers that count for power but are left out of classes can exchange the roles: then the first side, which should
 * defend, attacks. It hardly wins.
 */
const ROLES_EXCHANGED: Symbol = 4;

function fillBlock(
  block: Uint8Array,
  ofAttacker: number,
  ofDefender: number,
  symbolOf: (roles: Roles) => Symbol,
): void {
  const [a, d] = [ofAttacker * DEFENDING_COMBINATIONS, ofDefender * DEFENDING_COMBINATIONS];
  block.fill(ROLES_EXCHANGED * 0x11);
  block[PACKED_BLOCK - 1] = ROLES_EXCHANGED;
  if (POWER[REPRESENTATIVES[a]!]! < POWER[REPRESENTATIVES[d]!]!) return;
  block.fill(0);
  for (let i = 0; i < BLOCK; i++) {
    const attack = REPRESENTATIVES[a + ((i / DEFENDING_COMBINATIONS) | 0)]!;
    const defence = REPRESENTATIVES[d + (i % DEFENDING_COMBINATIONS)]!;
    const attacks = attackingSide(attack, defence) === "first";
    block[i >> 1]! |= (attacks ? symbolOf({ attack, defence }) : ROLES_EXCHANGED) << (4 * (i & 1));
  }
}

/** @param index the number of the block of each two combinations of attacking men */
export function packDatabase(index: Uint32Array, blocks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 3 * index.length + blocks.length * PACKED_BLOCK);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, ATTACKING_CLASSES, true);
  view.setUint32(8, blocks.length, true);
  // One plane for each byte of the numbers: they compress better apart.
  index.forEach((number, i) => {
    for (let byte = 0; byte < 3; byte++) bytes[HEADER_BYTES + byte * index.length + i] = number >> (8 * byte);
  });
  blocks.forEach((each, i) => bytes.set(each, HEADER_BYTES + 3 * index.length + i * PACKED_BLOCK));
  return bytes;
}

/** @throws InputError when it is no database */
export function decodeDatabase(bytes: Uint8Array, cuts: Cuts): StateDatabase {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pairs = ATTACKING_CLASSES * ATTACKING_CLASSES;
  const start = HEADER_BYTES + 3 * pairs;
  const count = bytes.length < start ? 0 : view.getUint32(8, true);
  const sound = count > 0 && view.getUint32(0, true) === MAGIC && view.getUint32(4, true) === ATTACKING_CLASSES;
  if (!sound || bytes.length !== start + count * PACKED_BLOCK) {
    throw new InputError("damaged-material", "the states of the material database are damaged");
  }
  const index = new Uint32Array(pairs);
  const byte = (plane: number, i: number) => bytes[HEADER_BYTES + plane * pairs + i]!;
  for (let i = 0; i < pairs; i++) index[i] = (byte(0, i) | (byte(1, i) << 8) | (byte(2, i) << 16)) * BLOCK;
  const blocks = new Uint8Array(count * BLOCK);
  for (let i = 0; i < blocks.length; i++) {
    const place = i % BLOCK;
    const packed = bytes[start + ((i / BLOCK) | 0) * PACKED_BLOCK + (place >> 1)]!;
    blocks[i] = (packed >> (4 * (place & 1))) & 15;
  }
  return new StateDatabase(cuts, index, blocks);
}

export interface MapCell {
  readonly second: string;
  readonly attacking: Side;
  readonly state: State;
}

/** A map of states: 27 rows of strong men by 9 columns of defending men; the soldiers of the side named second stay as they are. */
export function stateMap({ first, second }: MaterialPair, database: StateDatabase): MapCell[][] {
  return Array.from({ length: STRONG_COMBINATIONS }, (_, strong) =>
    Array.from({ length: DEFENDING_COMBINATIONS }, (__, defending) => {
      const other = withSoldiersOf(second, strong, defending);
      const roles = rolesOf(first, other);
      const attacking = roles.attack === first ? "first" : "second";
      return { second: materialName(other), attacking, state: STATES[database.lookUp(roles).score] };
    }),
  );
}
