/** docs/spec/index.md written down once more, slowly and without src/endgame, as a reader in another language would. */

const ATTACKING_ROLES = "RNCP";

/** All numbers on the way to a cell, by the words of the specification. */
export interface Numbered {
  readonly redFormation: number;
  readonly blackFormation: number;
  readonly placement: number;
  readonly block: number;
  readonly mirroredBlock: number;
  readonly storedBlock: number;
  readonly innerSquare: number;
  readonly cell: number;
  /** In a file with its cells by placements. */
  readonly place: number;
  readonly formations: readonly [red: number, black: number];
  readonly placements: number;
  readonly storedBlocks: number;
  readonly cells: number;
}

const square = (name: string): number => Number(name[1]) * 9 + name.charCodeAt(0) - 97;
const squares = (names: string): number[] => names.split(" ").map(square);
const mirror = (at: number): number => at - (at % 9) + 8 - (at % 9);
const flip = (at: number): number => (9 - Math.floor(at / 9)) * 9 + (at % 9);

function subsets(list: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return list.flatMap((first, i) => subsets(list.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

/** A set of men as text, in any order. */
const keyOf = (king: number, advisors: readonly number[], elephants: readonly number[]): string =>
  [king, advisors.toSorted().join(), elephants.toSorted().join()].join("|");

function formations(advisors: number, elephants: number): string[] {
  const list: string[] = [];
  for (const king of squares("d0 d1 d2 e0 e1 e2 f0 f1 f2")) {
    for (const some of subsets(squares("d0 d2 e1 f0 f2"), advisors)) {
      for (const others of subsets(squares("a2 c0 c4 e2 g0 g4 i2"), elephants)) {
        if (!some.includes(king) && !others.includes(king)) list.push(keyOf(king, some, others));
      }
    }
  }
  return list;
}

function isHome(man: string, at: number): boolean {
  return man === "P" ? at < 45 : man === "p" && at >= 45;
}

function canStand(man: string, at: number): boolean {
  const own = man === "p" ? flip(at) : at;
  const rank = Math.floor(own / 9);
  return man.toUpperCase() !== "P" || rank >= 5 || (rank >= 3 && (own % 9) % 2 === 0);
}

function placements(men: string): number[][] {
  let lists: number[][] = [[]];
  Array.from(men).forEach((man, i) => {
    lists = lists.flatMap((before) =>
      Array.from({ length: 90 }, (_, at) => at)
        .filter(
          (at) =>
            canStand(man, at) &&
            !before.includes(at) &&
            !(i > 0 && men[i - 1] === man && at <= before[i - 1]!) &&
            !before.some((other, j) => men[j] === man && isHome(man, at) && isHome(man, other) && at % 9 === other % 9),
        )
        .map((at) => [...before, at]),
    );
  });
  return lists;
}

export interface SpecIndex {
  readonly inner: string;
  readonly outer: string;
  /** @param board FEN letters by square, "" where there is nobody; the endgame's own colours */
  number(board: readonly string[]): Numbered;
}

/** @param name of a canonical endgame */
export function specIndex(name: string): SpecIndex {
  const [redMen, blackMen] = name.slice(1).split("K") as [string, string];
  const count = (men: string, letter: string) => men.split(letter).length - 1;
  const attacking = (men: string) => Array.from(men).filter((letter) => ATTACKING_ROLES.includes(letter));
  const [inner = "", ...others] = attacking(redMen);
  const outer = [...others, ...attacking(blackMen).map((letter) => letter.toLowerCase())].join("");
  const red = formations(count(redMen, "A"), count(redMen, "B"));
  const black = formations(count(blackMen, "A"), count(blackMen, "B"));
  const places = placements(outer);
  const placeNumber = new Map(places.map((list, i) => [list.join(), i]));
  const width = inner === "" ? 1 : 90;

  const placementOf = (list: readonly number[]): number => {
    const sorted: number[] = [];
    for (const kind of new Set(outer)) {
      sorted.push(...list.filter((_, i) => outer[i] === kind).sort((a, b) => a - b));
    }
    return placeNumber.get(sorted.join())!;
  };
  const numberOf = (list: readonly string[], men: readonly [number, number[], number[]], turned = (at: number) => at) =>
    list.indexOf(keyOf(turned(men[0]), men[1].map(turned), men[2].map(turned)));

  const mirrorKey = (key: string): string => {
    const [king, some, rest] = key.split("|") as [string, string, string];
    const turned = (text: string) => (text === "" ? [] : text.split(",").map((at) => mirror(Number(at))));
    return keyOf(mirror(Number(king)), turned(some), turned(rest));
  };
  const mirrorOfRed = red.map((key) => red.indexOf(mirrorKey(key)));
  const mirrorOfPlace = places.map((list) => placementOf(list.map(mirror)));
  const mirrorBlock = (block: number): number =>
    mirrorOfRed[Math.floor(block / places.length)]! * places.length + mirrorOfPlace[block % places.length]!;
  const stored = Array.from({ length: red.length * places.length }, (_, block) => block).filter(
    (block) => mirrorBlock(block) >= block,
  );
  const storedNumber = new Map(stored.map((block, i) => [block, i]));
  const mirrorOfBlack = black.map((key) => black.indexOf(mirrorKey(key)));

  const all = red.map((_, formation) => formation);
  const lists = places.map((_, placement) => {
    if (placement > mirrorOfPlace[placement]!) return [];
    return placement < mirrorOfPlace[placement]!
      ? all
      : all.filter((formation) => formation <= mirrorOfRed[formation]!);
  });
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1)! + list.length * width * black.length);
  const placeOf = (r: number, p: number, s: number, b: number): number => {
    const other = mirrorOfPlace[p]!;
    if (other < p || (other === p && mirrorOfRed[r]! < r)) {
      [r, p, s, b] = [mirrorOfRed[r]!, other, inner === "" ? 0 : mirror(s), mirrorOfBlack[b]!];
    }
    return starts[p]! + (s * lists[p]!.length + lists[p]!.indexOf(r)) * black.length + b;
  };

  return {
    inner,
    outer,
    number(board) {
      const where = (letter: string) => board.flatMap((man, at) => (man === letter ? [at] : []));
      const redMenAt = [where("K")[0]!, where("A"), where("B")] as const;
      const blackMenAt = [where("k")[0]!, where("a"), where("b")] as const;
      const key = (at: number) => Math.floor(at / 9) * 9 + Math.abs((at % 9) - 4);
      const [innerSquare = 0, ...twins] = where(inner || "-").sort((a, b) => key(b) - key(a));
      const rest = [...new Set(outer)].flatMap((man) => (man === inner ? twins : where(man)));
      const redFormation = numberOf(red, [redMenAt[0], redMenAt[1], redMenAt[2]]);
      const blackFormation = numberOf(black, [blackMenAt[0], blackMenAt[1], blackMenAt[2]], flip);
      const placement = placementOf(rest);
      const block = redFormation * places.length + placement;
      const mirroredBlock = mirrorBlock(block);
      const turn = mirroredBlock < block;
      const storedBlock = storedNumber.get(turn ? mirroredBlock : block)!;
      const at = turn && inner !== "" ? mirror(innerSquare) : innerSquare;
      const other = turn ? black.indexOf(mirrorKey(black[blackFormation]!)) : blackFormation;
      return {
        redFormation,
        blackFormation,
        placement,
        block,
        mirroredBlock,
        storedBlock,
        innerSquare,
        cell: (storedBlock * width + at) * black.length + other,
        place: placeOf(redFormation, placement, innerSquare, blackFormation),
        formations: [red.length, black.length],
        placements: places.length,
        storedBlocks: stored.length,
        cells: stored.length * width * black.length,
      };
    },
  };
}
