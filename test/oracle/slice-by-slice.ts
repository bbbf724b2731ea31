/**
 * The levels of a graph part by part, each from what parts ahead of it have: the kinds of their levels, values, and who is in which
 * man's pattern. Nothing of them is looked for again. So endgames are solved slice by slice (src/solve/slices).
 */
import {
  correctedPattern,
  nonMutualPattern,
  totallyNonMutualPattern,
  type FollowedMan,
} from "../../src/fang/algorithms.ts";
import { makeMoveGraph, sideNumber, type Edge } from "../../src/fang/graph.ts";
import { COLOURS, opponent } from "../../src/xiangqi/pieces.ts";
import { mergeLevels, type LevelKind, type PartedGraph } from "./parted-graphs.ts";

interface SolvedPart {
  readonly kinds: LevelKind[];
  /** By vertex of the whole graph, where it is decided. */
  readonly values: Map<number, { readonly order: number; readonly distance: number }>;
  /** By level, and by man as `keyOf` names him: the vertices of the pattern. */
  readonly patterns: Map<string, Set<number>>[];
}

export interface WhatToKnow {
  readonly corrected: boolean;
  /** Of a border's patterns: of each man's apart; of all men's together; or nothing. The last two are wrong. */
  readonly border?: "by man" | "together" | "nothing";
}

const keyOf = ({ colour, man }: FollowedMan): string => `${colour} ${man}`;

/** All parts, solved from the last to the first. */
export function solvePartByPart(parted: PartedGraph, known: WhatToKnow): SolvedPart[] {
  const done: SolvedPart[] = [];
  for (let part = parted.parts - 1; part >= 0; part--) done[part] = solvePart(parted, part, done, known);
  return done;
}

function solvePart(
  { graph, edges, partOf }: PartedGraph,
  part: number,
  done: readonly SolvedPart[],
  { corrected, border = "by man" }: WhatToKnow,
): SolvedPart {
  const own = [...partOf.keys()].filter((v) => partOf[v] === part);
  const movesOf = new Map(own.map((v) => [v, edges.filter(({ from }) => from === v)]));
  const ahead = [...new Set(own.flatMap((v) => movesOf.get(v)!.map(({ to }) => partOf[to]!)))].filter(
    (p) => p !== part,
  );
  const merged = mergeLevels(ahead.map((p) => done[p]!.kinds));
  const solved: SolvedPart = { kinds: [], values: new Map(), patterns: [new Map()] };
  /** By level of what is ahead, as far as it is taken: the level here. */
  const taken = [0];
  const levelAhead = (v: number, order: number): number => merged.levels[ahead.indexOf(partOf[v]!)]![order]!;
  const valueOf = (v: number) => {
    if (partOf[v] === part) return solved.values.get(v);
    const value = done[partOf[v]!]!.values.get(v);
    const order = value && taken[levelAhead(v, value.order)];
    return order === undefined ? undefined : { order, distance: value!.distance };
  };
  const longest = Math.max(0, ...done.flatMap(({ values }) => [...values.values()].map(({ distance }) => distance)));

  const propagate = (order: number, seeds: Iterable<number>): void => {
    for (const v of seeds) solved.values.set(v, { order, distance: 0 });
    for (let distance = 0; distance <= longest + 2 * own.length + 4; distance++) {
      const isEarlier = (v: number, parity: number): boolean => {
        const value = valueOf(v);
        if (value === undefined || value.distance % 2 !== parity) return false;
        return value.order < order || value.distance < distance;
      };
      const found = own.filter((v) => {
        const moves = movesOf.get(v)!;
        if (solved.values.has(v)) return false;
        if (distance % 2 === 1) return moves.some(({ to }) => isEarlier(to, 0));
        return distance === 0 ? order === 0 && moves.length === 0 : moves.every(({ to }) => isEarlier(to, 1));
      });
      for (const v of found) solved.values.set(v, { order, distance });
    }
  };

  /** The pattern of a man in the part's undecided vertices. Those ahead have each a twin, to go to and come back from for ever. */
  const patternOf = (kind: LevelKind, man: FollowedMan): Set<number> => {
    const number = new Map<number, number>();
    const mover: number[] = [];
    const all: Edge[] = [];
    const add = (side: number): number => mover.push(side) - 1;
    const open = own.filter((v) => !solved.values.has(v));
    for (const v of open) number.set(v, add(graph.mover[v]!));
    const isHeld = (v: number): boolean => {
      if (border === "nothing" || merged.kinds[taken.length - 1] !== kind) return false;
      const patterns = done[partOf[v]!]!.patterns[merged.levels[ahead.indexOf(partOf[v]!)]!.indexOf(taken.length)];
      if (patterns === undefined) return false;
      if (border === "by man") return patterns.get(keyOf(man))?.has(v) === true;
      return [...patterns].some(([key, pattern]) => key.startsWith(man.colour) && pattern.has(v));
    };
    const addTwins = (v: number): number => {
      const [vertex, twin] = [add(graph.mover[v]!), add(1 - graph.mover[v]!)];
      const chases = (from: number): number =>
        isHeld(v) && mover[from] === sideNumber(opponent(man.colour)) ? 2 ** man.man : 0;
      all.push({ from: vertex, to: twin, labels: chases(vertex) }, { from: twin, to: vertex, labels: chases(twin) });
      return vertex;
    };
    for (const v of open) {
      for (const { to, labels } of movesOf.get(v)!) {
        if (valueOf(to) !== undefined) continue; // it is won for the other side: leaving so loses
        if (!number.has(to)) number.set(to, addTwins(to));
        all.push({ from: number.get(v)!, to: number.get(to)!, labels });
      }
    }
    const made = { ...makeMoveGraph(Uint8Array.from(mover), all), men: graph.men };
    const arena = new Uint8Array(mover.length).fill(1);
    const king: FollowedMan = { colour: opponent(man.colour), man: 0 };
    const find = corrected ? correctedPattern : totallyNonMutualPattern;
    const found = kind === "check" ? nonMutualPattern(made, arena, man, king) : find(made, arena, man, { count: 0 });
    return new Set(open.filter((v) => found[number.get(v)!] === 1));
  };
  const patternsOf = (kind: LevelKind): Map<string, Set<number>> => {
    const men = COLOURS.flatMap((colour) => {
      const first = kind === "check" ? 0 : 1;
      const end = kind === "check" ? 1 : graph.men[colour];
      return Array.from({ length: Math.max(0, end - first) }, (_, i) => ({ colour, man: first + i }));
    });
    return new Map(men.map((man) => [keyOf(man), patternOf(kind, man)]));
  };

  propagate(0, []);
  for (;;) {
    const next = merged.kinds[taken.length - 1];
    let kind: LevelKind = "check";
    let patterns = patternsOf(kind);
    const isLevel = (): boolean => next === kind || [...patterns.values()].some(({ size }) => size > 0);
    if (!isLevel()) {
      kind = "chase";
      patterns = patternsOf(kind);
      if (!isLevel()) return solved;
    }
    solved.kinds.push(kind);
    solved.patterns.push(patterns);
    if (next === kind) taken.push(solved.kinds.length);
    const losses = [...patterns].flatMap(([key, pattern]) => {
      const defender = sideNumber(key.startsWith("red") ? "black" : "red");
      return [...pattern].filter((v) => graph.mover[v] === defender);
    });
    propagate(solved.kinds.length, losses);
  }
}
