/**
 * The house: which rooms there are, from the ground up, and what is kept of them.
 *
 *     node scripts/house.ts             counts files and lines, and says what breaks a rule
 *     node scripts/house.ts --quiet     only the latter, as `npm run lint` does
 *
 * Rooms stand on one another in one column, and so do the floors of a room: a file imports files of its own floor and of those
 * below it, and no two files need each other, whatever the kind of import (`import()`, `new URL` and types as well). A name has
 * one meaning: an exported type in all of `src`, a file's name in its room.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

interface Room {
  readonly folder: string;
  /** Folders in it, from the ground up; "." is what lies in none of them. Default: that alone. */
  readonly floors?: readonly string[];
  /**
   * What of Node and of packages it imports: `none` runs in browsers as well and needs nothing but a decoder of zstd; floors
   * named `node` import Node's modules. Default: `none`.
   */
  readonly imports?: "none" | "page" | "any";
  /** Rooms that no path of imports may lead to. */
  readonly without?: readonly string[];
}

const KERNEL = "kernel/assembly";

/** From the ground up. */
export const HOUSE: readonly Room[] = [
  { folder: "src/base", floors: [".", "node"] },
  { folder: "src/xiangqi", floors: [".", "notation", "games"] },
  { folder: "src/rules", floors: [".", "asian", "chinese"] },
  { folder: "src/fang" },
  { folder: "src/endgame" },
  { folder: "src/table", floors: [".", "format", `rows/${KERNEL}`, "rows", "read", "write", "catalog", "node"] },
  {
    folder: "src/prove",
    floors: [KERNEL, "."],
    without: ["src/solve", "src/verify", "src/query"],
  },
  { folder: "src/solve", floors: [KERNEL, ".", "levels", "host", "slices", "chinese", "sheets", "build", "node"] },
  {
    folder: "src/verify",
    floors: [KERNEL, ".", "asian", "chinese", "plain", "host", "report", "node"],
    without: ["src/solve", "src/query"],
  },
  { folder: "src/outcomes", floors: [".", "node"], without: ["src/solve"] },
  { folder: "src/query" },
  { folder: "src/knowledge/atlas", floors: [".", "node"] },
  { folder: "src/knowledge/material", floors: ["paper", "model", ".", "node"] },
  { folder: "src/knowledge/learn", imports: "any" },
  { folder: "src/say", floors: ["words", "words/en", "words/zh-Hans", "words/vi", ".", "pictures"] },
  { folder: "src/play", floors: [".", "studies", "course"] },
  { folder: "src/doors/package", imports: "any" },
  { folder: "src/doors/uci", imports: "any" },
  { folder: "src/doors/http", imports: "any" },
  { folder: "src/doors/cli", imports: "any" },
  { folder: "packages/solvers", imports: "any" },
  { folder: "packages/fleet", imports: "any" },
  {
    folder: "web",
    imports: "page",
    floors: [
      "base",
      "words",
      "answers",
      "state",
      "board",
      "shown",
      "pictures",
      "solving",
      "endgames",
      "compared",
      "rules",
      "explanation",
      "guide",
      "material",
      "studies",
      "course",
      "opinion",
      "games",
      "lessons",
      "editor",
      "proving",
      "outside",
      "explorer",
      "play",
      ".",
    ],
  },
];

/** Names are a room's own in these as well: they are other programs, or say the same in other words. */
const APART = /\/(kernel\/assembly|words(\/[\w-]+)?|packed)$/;

/** What loads the packages beside the core, when their commands are asked for, and what it loads of each. */
const DOORKEEPER = "src/doors/cli/packages.ts";
const DOOR = /^packages\/[^/]+\/src\/door\.ts$/;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Fault {
  readonly path: string;
  readonly message: string;
}

interface Place {
  readonly room: Room;
  readonly floor: string;
  /** Counted from the ground. */
  readonly height: number;
}

/** The floors of the whole house. */
function placesOf(house: readonly Room[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const room of house) {
    for (const floor of room.floors ?? ["."]) {
      places.set(normalize(join(room.folder, floor)), { room, floor, height: places.size });
    }
  }
  return places;
}

function placeOf(path: string, places: ReadonlyMap<string, Place>): Place | undefined {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const place = places.get(folder);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** All that a file names by a relative path and that is one of the files, once each. */
export function importsOf({ path, text }: SourceFile, isFile: (path: string) => boolean): string[] {
  const code = text.replaceAll(/^ *(\/\*)?\*.*$/gm, "");
  const named = [...code.matchAll(/["'](\.{1,2}\/[^"'\n]+)["']/g)].map(([, to]) => normalize(join(dirname(path), to!)));
  return [...new Set(named.filter((to) => to !== path && isFile(to)))];
}

/** What breaks a rule of the house. */
export function findFaults(files: readonly SourceFile[], house: readonly Room[] = HOUSE): Fault[] {
  const places = placesOf(house);
  const paths = new Set(files.map(({ path }) => path));
  const isInside = (path: string, to: string) => paths.has(to) && !(path === DOORKEEPER && DOOR.test(to));
  const edges = new Map(files.map((file) => [file.path, importsOf(file, (to) => isInside(file.path, to))]));
  return [
    ...files.flatMap((file) => faultsOfPlace(file, edges.get(file.path)!, places)),
    ...circles(edges),
    ...house.flatMap((room) => forbiddenPaths(room, edges)),
    ...namesakes(files),
    ...sameNames(files, places),
  ];
}

function faultsOfPlace({ path, text }: SourceFile, imported: readonly string[], places: Map<string, Place>): Fault[] {
  const place = placeOf(path, places);
  if (place === undefined) return [{ path, message: "lies in no room of scripts/house.ts" }];
  const upwards = imported.flatMap((to) => {
    const other = placeOf(to, places);
    return other !== undefined && other.height > place.height
      ? [{ path, message: `imports ${to}, which is above it` }]
      : [];
  });
  const wanted = place.room.imports ?? "none";
  const outside = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()[ ]?"([\w@][^"\s]*)"/g)].map(([, name]) => name!);
  const allowed = (name: string): boolean =>
    wanted === "any" ||
    name === "fzstd" ||
    (name.startsWith("node:") ? place.floor.split("/").includes("node") : wanted === "page");
  const strange = outside.filter((name) => !allowed(name));
  return [...upwards, ...strange.map((name) => ({ path, message: `imports ${name}, but its room runs anywhere` }))];
}

/** One fault for each set of files that need one another. */
function circles(edges: ReadonlyMap<string, readonly string[]>): Fault[] {
  const faults: Fault[] = [];
  const state = new Map<string, "open" | "done">();
  const trail: string[] = [];
  const visit = (path: string): void => {
    state.set(path, "open");
    trail.push(path);
    for (const to of edges.get(path)!) {
      if (state.get(to) === "open") {
        faults.push({ path, message: `is part of a circle: ${[...trail.slice(trail.indexOf(to)), to].join(" > ")}` });
      } else if (!state.has(to)) visit(to);
    }
    trail.pop();
    state.set(path, "done");
  };
  for (const path of edges.keys()) if (!state.has(path)) visit(path);
  return faults;
}

function forbiddenPaths({ folder, without = [] }: Room, edges: ReadonlyMap<string, readonly string[]>): Fault[] {
  if (without.length === 0) return [];
  const reached = new Map<string, string | null>();
  const queue = [...edges.keys()].filter((path) => path.startsWith(`${folder}/`));
  for (const path of queue) reached.set(path, null);
  for (let at = 0; at < queue.length; at++) {
    for (const to of edges.get(queue[at]!)!) {
      if (reached.has(to)) continue;
      reached.set(to, queue[at]!);
      queue.push(to);
    }
  }
  return queue
    .filter((path) => without.some((room) => path.startsWith(`${room}/`)))
    .map((path) => ({ path: reached.get(path)!, message: `leads from ${folder} to ${path}` }));
}

function namesakes(files: readonly SourceFile[]): Fault[] {
  const first = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { path, text } of files) {
    if (!path.startsWith("src/")) continue;
    for (const [, name] of text.matchAll(/^export (?:declare |abstract )*(?:type|interface|class) (\w+)/gm)) {
      const other = first.get(name!);
      if (other === undefined) first.set(name!, path);
      else faults.push({ path, message: `exports a type ${name}, as ${other} does` });
    }
  }
  return faults;
}

function sameNames(files: readonly SourceFile[], places: ReadonlyMap<string, Place>): Fault[] {
  const first = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { path } of files) {
    const place = placeOf(path, places);
    if (place === undefined) continue;
    const key = `${APART.test(dirname(path)) ? dirname(path) : place.room.folder}: ${basename(path)}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, path);
    else faults.push({ path, message: `has the name of ${other}` });
  }
  return faults;
}

/** The TypeScript of the house, tracked or new. */
function sources(root: string): SourceFile[] {
  const folders = ["src", "web", "packages/*/src/*"];
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...folders], {
    cwd: root,
    encoding: "utf8",
  });
  const paths = listed.split("\n").filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"));
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function census(files: readonly SourceFile[]): string {
  const lines = files.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
  const sizes = lines.map((file) => file.lines).toSorted((a, b) => a - b);
  const rooms = HOUSE.map(({ folder }) => {
    const own = lines.filter(({ path }) => path.startsWith(`${folder}/`));
    return [folder, own.length, own.reduce((sum, file) => sum + file.lines, 0)] as const;
  });
  const house = rooms.filter(([folder]) => !folder.startsWith("packages/"));
  const total = (column: 1 | 2) => house.reduce((sum, row) => sum + row[column], 0);
  const short = lines.filter((file) => file.lines < 40).map((file) => `    ${file.path} (${file.lines})`);
  return [
    ...rooms.map(
      ([folder, count, sum]) =>
        `${folder.padEnd(18)}${String(count).padStart(5)} files ${String(sum).padStart(7)} lines`,
    ),
    `${"src and web".padEnd(18)}${String(total(1)).padStart(5)} files ${String(total(2)).padStart(7)} lines`,
    `median ${sizes[sizes.length >> 1]} lines; ${sizes.filter((size) => size > 400).length} files above 400; ${short.length} below 40:`,
    ...short,
  ].join("\n");
}

if (import.meta.main) {
  const files = sources(dirname(import.meta.dirname));
  if (!process.argv.includes("--quiet")) console.log(census(files));
  const faults = findFaults(files);
  for (const { path, message } of faults) console.error(`${path}: ${message}`);
  if (faults.length > 0) process.exitCode = 1;
}
