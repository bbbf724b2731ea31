/**
 * Classes of materials that soldier inference takes to be worth the same: 6,561 in place of 13,608. A class is numbered
 * by its attacking men (27 combinations of strong men x 27 of soldiers) and then its defenders.
 */
import { withoutSpareSoldiers } from "./paper/soldiers.ts";
import { DEFENDING_COMBINATIONS, MATERIALS, type Material } from "./paper/space.ts";

/** The smallest material of each class, ascending. */
export const REPRESENTATIVES: Int32Array = Int32Array.from(
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
