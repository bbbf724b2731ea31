import { defineConfig } from "oxlint";

/** Each room and the rooms it may use (docs/architecture.md). `verify` must share nothing with `solve`. */
const ROOMS: Record<string, readonly string[]> = {
  xiangqi: [],
  endgame: ["xiangqi"],
  table: ["xiangqi", "endgame"],
  query: ["xiangqi", "endgame", "table"],
  fang: ["xiangqi"],
  pictures: ["xiangqi"],
  words: ["xiangqi", "material"],
  solve: ["xiangqi", "endgame", "table", "fang"],
  verify: ["xiangqi", "endgame", "table", "query"],
  play: ["xiangqi", "endgame", "table", "query", "fang", "words"],
  puzzles: ["xiangqi", "endgame", "table", "query", "play"],
  material: ["xiangqi", "endgame"],
  atlas: ["xiangqi", "endgame", "table"],
  study: ["xiangqi"],
  exports: ["xiangqi", "endgame", "table", "query", "fang", "play", "material", "words", "solve", "verify"],
  server: [
    "xiangqi",
    "endgame",
    "table",
    "query",
    "fang",
    "play",
    "material",
    "words",
    "pictures",
    "solve",
    "verify",
    "study",
    "atlas",
  ],
  engine: ["xiangqi", "endgame", "table", "query", "fang", "play", "words"],
  fleet: ["xiangqi", "endgame", "table", "solve", "verify"],
  cli: [
    "xiangqi",
    "endgame",
    "table",
    "query",
    "fang",
    "play",
    "material",
    "words",
    "pictures",
    "puzzles",
    "solve",
    "verify",
    "study",
    "atlas",
    "server",
    "engine",
    "fleet",
  ],
};

/** Rooms that also run in the browser and need nothing installed. */
const STANDALONE = [
  "xiangqi",
  "endgame",
  "table",
  "query",
  "fang",
  "play",
  "material",
  "words",
  "pictures",
  "solve",
  "atlas",
];

/** What the page may use; the solver only where it builds endgames. */
const PAGE = STANDALONE.filter((room) => room !== "solve");

function forbidRooms(user: string, allowed: readonly string[]) {
  const forbidden = Object.keys(ROOMS).filter((room) => room !== user && !allowed.includes(room));
  return { regex: `^\\.{1,2}/(.*/)?(${forbidden.join("|")})/`, message: `${user} may use ${list(allowed)}.` };
}

function list(rooms: readonly string[]): string {
  return rooms.length === 0 ? "no other room" : `only ${rooms.join(", ")}`;
}

const NO_PACKAGES = { regex: "^[^.]", message: "This room runs in the browser and imports no package." };
const ONLY_FZSTD = { regex: "^([^.f]|f[^z])", message: "Whoever imports this runs anywhere and installs little." };
const ONLY_NODE = { regex: "^[^.:][^:]*$", message: "Only node: builtins here." };
const NO_NODE_FILES = {
  regex: "^\\.{1,2}/(.*/)?(node|exact)/",
  message: "This module runs in the browser.",
};

type Pattern = { regex: string; message: string };

function restrict(files: string, patterns: Pattern[]) {
  return { files: [files], rules: { "no-restricted-imports": ["error", { patterns }] as ["error", object] } };
}

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import"],
  categories: { correctness: "error", suspicious: "error" },
  options: { denyWarnings: true },
  rules: {
    "unicorn/no-new-array": "off", // lists of known length in hot code
    "unicorn/no-array-sort": "off", // mostly on arrays made a moment before
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off", // a helper may live where it is used
    "import/no-named-as-default-member": "off", // fast-check is used as fc.*
    "import/no-unassigned-import": "off", // style sheets
  },
  ignorePatterns: ["/build", "/dist", "/data"],
  overrides: [
    ...Object.entries(ROOMS).map(([room, allowed]) =>
      restrict(
        `src/${room}/**`,
        STANDALONE.includes(room)
          ? [forbidRooms(room, allowed), NO_PACKAGES, NO_NODE_FILES]
          : [forbidRooms(room, allowed)],
      ),
    ),
    restrict("src/material/{exact,node}/**", [forbidRooms("material", ["xiangqi", "endgame", "table", "solve"])]),
    restrict("src/knowledge/atlas/node/**", [forbidRooms("atlas", ROOMS.atlas!), ONLY_NODE]),
    restrict("src/base/node/**", [forbidRooms("endgame", ROOMS.endgame!), ONLY_NODE]),
    restrict("src/doors/package/{xiangqi,rules,endgame,table,zstd,play,solve}.ts", [
      forbidRooms("exports", STANDALONE),
      NO_PACKAGES,
      NO_NODE_FILES,
    ]),
    restrict("src/table/format/fzstd.ts", [forbidRooms("table", ROOMS.table!), ONLY_FZSTD, NO_NODE_FILES]),
    restrict("src/table/node/**", [forbidRooms("table", ROOMS.table!), ONLY_NODE]),
    restrict("src/solve/node/**", [forbidRooms("solve", ROOMS.solve!), ONLY_NODE]),
    restrict("web/**", [forbidRooms("web", [...PAGE, "puzzles", "exports"]), NO_NODE_FILES]),
    restrict("web/solving/**", [forbidRooms("web", [...PAGE, "puzzles", "exports", "solve"]), NO_NODE_FILES]),
    { files: ["**/*.ts", "**/*.tsx"], rules: { "import/no-cycle": ["error", { ignoreTypes: false }] } },
  ],
});
